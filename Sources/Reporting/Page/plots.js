'use strict';
// Coverage against battery: one point per tracker, with the range over the seeds. Needs D3.

const Plots = (() => {
  function glance() {
    const box = element('glance-plot');
    const points = DATA.points.filter((p) => p.cost && p.coverage);
    if (!box || points.length < 2) return;
    const width = Math.max(260, Math.min(420, box.clientWidth || 340)), height = 250;
    const margin = { top: 22, right: 14, bottom: 40, left: 44 };
    const svg = d3.select(box).insert('svg', 'figcaption').attr('viewBox', `0 0 ${width} ${height}`).attr('role', 'img')
      .attr('aria-label', 'Path known against battery per day, one point per tracker; the table beside it has the figures.');
    const x = d3.scaleLinear().domain([0, d3.max(points, (p) => p.cost.high) || 1]).nice(5).range([margin.left, width - margin.right]);
    const y = d3.scaleLinear().domain([0, 100]).range([height - margin.bottom, margin.top]);
    svg.append('g').attr('class', 'axis').attr('transform', `translate(0,${height - margin.bottom})`).call(d3.axisBottom(x).ticks(5));
    svg.append('g').attr('class', 'axis').attr('transform', `translate(${margin.left},0)`).call(d3.axisLeft(y).ticks(5));
    for (const tick of y.ticks(5)) svg.append('line').attr('class', 'grid').attr('x1', margin.left).attr('x2', width - margin.right).attr('y1', y(tick)).attr('y2', y(tick));
    svg.append('text').attr('class', 'label').attr('x', width - margin.right).attr('y', height - 6).attr('text-anchor', 'end').text('battery, % of a full charge per day');
    svg.append('text').attr('class', 'label').attr('x', 2).attr('y', 10).text('path known, %');
    for (const point of points) {
      const g = svg.append('g').attr('class', Marks.color(point.mark));
      const cx = x(point.cost.mean), cy = y(point.coverage.mean * 100);
      const line = (x1, y1, x2, y2) => g.append('line').attr('x1', x1).attr('x2', x2).attr('y1', y1).attr('y2', y2).attr('stroke', 'currentColor').attr('stroke-width', 1.5);
      line(x(point.cost.low), cy, x(point.cost.high), cy);
      line(cx, y(point.coverage.low * 100), cx, y(point.coverage.high * 100));
      Marks.append(g, point.mark, cx, cy);
    }
    const named = points.map((p) => ({ x: x(p.cost.mean), y: y(p.coverage.mean * 100), name: p.short }));
    placeNames(svg, named, { left: margin.left, right: width, top: 0, bottom: height - margin.bottom + 4 });
  }
  return { glance };
})();
