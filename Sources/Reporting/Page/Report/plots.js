'use strict';
// Coverage against battery: one point per tracker, with the range over the seeds. Needs D3.

const Plots = (() => {
  const HEIGHT = 250;
  const MARGIN = { top: 22, right: 14, bottom: 40, left: 44 };

  function glance() {
    const box = element('glance-plot');
    const points = DATA.points.filter((point) => point.cost && point.coverage);
    if (!box || points.length < 2) return;
    const width = Math.max(260, Math.min(420, box.clientWidth || 340));
    const size = { width, height: HEIGHT, margin: MARGIN };
    const svg = Chart.frame(box, size, 'Path known against battery per day, one point per ' +
      'tracker; the table beside it has the figures.');
    const most = d3.max(points, (point) => point.cost.high) || 1;
    const x = d3.scaleLinear().domain([0, most]).nice(5)
      .range([MARGIN.left, width - MARGIN.right]);
    const y = d3.scaleLinear().domain([0, 100]).range([HEIGHT - MARGIN.bottom, MARGIN.top]);
    Chart.axes(svg, size, y, d3.axisBottom(x).ticks(5), d3.axisLeft(y).ticks(5));
    Chart.titles(svg, size, 'battery, % of a full charge per day', 'path known, %');
    for (const point of points) {
      Chart.point(svg, { ...point, name: point.short }, Chart.positions(x, point.cost),
        Chart.positions(y, point.coverage, 100), 14, point.short);
    }
    const items = points.map((point) => (
      { x: x(point.cost.mean), y: y(point.coverage.mean * 100), name: point.short }));
    Labels.place(svg, items,
      { left: MARGIN.left, right: width, top: 12, bottom: HEIGHT - MARGIN.bottom });
    Links.start(points.map((point) => point.short));
  }

  return { glance };
})();
