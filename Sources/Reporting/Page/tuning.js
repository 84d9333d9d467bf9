'use strict';
// The judged candidates against the unchanged preset, which lies where the two lines cross: the
// difference in the first objective against the difference in battery, paired by day. Needs D3.

const TuningPlot = (() => {
  const number = (value) => {
    const text = decimal(Math.abs(value), 2);
    return (text === '≈0' || value === 0 ? '' : value > 0 ? '+' : '−') + text;
  };
  const interval = (range) => range.low === null ? '' : ` (${number(range.low)} to ${number(range.high)})`;

  function domain(ranges) {
    const values = [0, ...ranges.flatMap((range) => [range.mean, range.low, range.high]).filter((value) => value !== null)];
    const [low, high] = d3.extent(values);
    const margin = (high - low || 1) * .08;
    return [low - margin, high + margin];
  }

  function axes(svg, x, y, size) {
    const { width, height, margin } = size;
    for (const tick of y.ticks(6)) svg.append('line').attr('class', 'grid').attr('x1', margin.left).attr('x2', width - margin.right).attr('y1', y(tick)).attr('y2', y(tick));
    const signed = (value) => value > 0 ? `+${value}` : `${value}`.replace('-', '−');
    svg.append('g').attr('class', 'axis').attr('transform', `translate(0,${height - margin.bottom})`).call(d3.axisBottom(x).ticks(width < 500 ? 4 : 8).tickFormat(signed).tickSizeOuter(0));
    svg.append('g').attr('class', 'axis').attr('transform', `translate(${margin.left},0)`).call(d3.axisLeft(y).ticks(6).tickFormat(signed).tickSizeOuter(0));
    svg.append('text').attr('class', 'label').attr('x', width - margin.right).attr('y', height - 6).attr('text-anchor', 'end').text(DATA.costTitle);
    svg.append('text').attr('class', 'label').attr('x', 0).attr('y', 10).text(DATA.axisTitle);
    const cross = (x1, y1, x2, y2) => svg.append('line').attr('class', 'midnight').attr('x1', x1).attr('x2', x2).attr('y1', y1).attr('y2', y2);
    cross(x(0), margin.top, x(0), height - margin.bottom);
    cross(margin.left, y(0), width - margin.right, y(0));
  }

  function mark(svg, point, x, y) {
    const g = svg.append('g').attr('class', Marks.color(point.mark));
    const cx = x(point.cost.mean), cy = y(point.axis.mean);
    const line = (x1, y1, x2, y2) => g.append('line').attr('class', 'whisker').attr('x1', x1).attr('x2', x2).attr('y1', y1).attr('y2', y2);
    if (point.cost.low !== null) line(x(point.cost.low), cy, x(point.cost.high), cy);
    if (point.axis.low !== null) line(cx, y(point.axis.low), cx, y(point.axis.high));
    Marks.append(g, point.mark, cx, cy, 14, point.isOnFront);
    g.append('title').text(`${point.name}: ${DATA.axisTitle} ${number(point.axis.mean)}${interval(point.axis)}, ` +
      `${DATA.costTitle} ${number(point.cost.mean)}${interval(point.cost)}; ${point.standing}`);
  }

  function start() {
    const box = element('pareto');
    const known = DATA.points.filter((point) => point.cost && point.axis);
    if (box && known.length) {
      const width = Math.max(320, Math.min(900, box.clientWidth || 700));
      const size = { width, height: Math.max(300, width * .5), margin: { top: 20, right: 16, bottom: 40, left: 48 } };
      const svg = d3.select(box).insert('svg', ':first-child').attr('viewBox', `0 0 ${width} ${size.height}`).attr('role', 'img')
        .attr('aria-label', `${DATA.axisTitle} against ${DATA.costTitle}, one point per candidate; the tables have the figures.`);
      const x = d3.scaleLinear().domain(domain(known.map((point) => point.cost))).range([size.margin.left, width - size.margin.right]);
      const y = d3.scaleLinear().domain(domain(known.map((point) => point.axis))).range([size.height - size.margin.bottom, size.margin.top]);
      axes(svg, x, y, size);
      for (const point of known) mark(svg, point, x, y);
      placeNames(svg, known.map((point) => ({ x: x(point.cost.mean), y: y(point.axis.mean), name: point.name })),
        { left: size.margin.left, right: width, top: 2, bottom: size.height - size.margin.bottom + 4 });
    }
  }

  return { start };
})();
TuningPlot.start();
