'use strict';
// The judged candidates against the unchanged preset, which lies where the two lines cross: the
// difference in the first objective against the difference in battery, paired by day. Needs D3.

const TuningPlot = (() => {
  const MARGIN = { top: 20, right: 16, bottom: 40, left: 48 };

  const number = (value) => {
    const text = decimal(Math.abs(value), 2);
    return (text === '≈0' || value === 0 ? '' : value > 0 ? '+' : '−') + text;
  };
  const interval = (range) =>
    range.low === null ? '' : ` (${number(range.low)} to ${number(range.high)})`;
  const signed = (value) => value > 0 ? `+${value}` : `${value}`.replace('-', '−');

  function domain(ranges) {
    const ends = ranges.flatMap((range) => [range.mean, range.low, range.high]);
    const [low, high] = d3.extent([0, ...ends.filter((value) => value !== null)]);
    const margin = (high - low || 1) * .08;
    return [low - margin, high + margin];
  }

  function axes(svg, x, y, size) {
    const { width, height } = size;
    const bottom = d3.axisBottom(x).ticks(width < 500 ? 4 : 8).tickFormat(signed);
    Chart.axes(svg, size, y, bottom, d3.axisLeft(y).ticks(6).tickFormat(signed));
    Chart.titles(svg, size, DATA.costTitle, DATA.axisTitle);
    Chart.line(svg, 'midnight', x(0), MARGIN.top, x(0), height - MARGIN.bottom);
    Chart.line(svg, 'midnight', MARGIN.left, y(0), width - MARGIN.right, y(0));
  }

  const words = (point) =>
    `${point.name}: ${DATA.axisTitle} ${number(point.axis.mean)}${interval(point.axis)}, ` +
    `${DATA.costTitle} ${number(point.cost.mean)}${interval(point.cost)}; ${point.standing}`;

  function draw(box, known) {
    const width = Math.max(320, Math.min(900, box.clientWidth || 700));
    const size = { width, height: Math.max(300, width * .5), margin: MARGIN };
    const svg = Chart.frame(box, size, `${DATA.axisTitle} against ${DATA.costTitle}, one point ` +
      'per candidate; the tables have the figures.');
    const x = d3.scaleLinear().domain(domain(known.map((point) => point.cost)))
      .range([MARGIN.left, width - MARGIN.right]);
    const y = d3.scaleLinear().domain(domain(known.map((point) => point.axis)))
      .range([size.height - MARGIN.bottom, MARGIN.top]);
    axes(svg, x, y, size);
    for (const point of known) {
      Chart.point(svg, point, Chart.positions(x, point.cost), Chart.positions(y, point.axis), 14,
        words(point));
    }
    const items = known.map((point) => (
      { x: x(point.cost.mean), y: y(point.axis.mean), name: point.name }));
    Labels.place(svg, items,
      { left: MARGIN.left, right: width, top: 12, bottom: size.height - MARGIN.bottom });
  }

  function start() {
    const box = element('pareto');
    const known = DATA.points.filter((point) => point.cost && point.axis);
    if (box && known.length) draw(box, known);
    Links.start(DATA.points.map((point) => point.name));
  }

  return { start };
})();
TuningPlot.start();
