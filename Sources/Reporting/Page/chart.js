'use strict';
// The parts that every plot of coverage against battery has: the frame with its axes, and a point
// with its intervals. Needs D3.

const Chart = (() => {
  // Returns an empty drawing at the start of an element. An earlier drawing is removed.
  function frame(box, { width, height }, label) {
    d3.select(box).select('svg').remove();
    return d3.select(box).insert('svg', ':first-child').attr('viewBox', `0 0 ${width} ${height}`)
      .attr('role', 'img').attr('aria-label', label);
  }

  function line(parent, className, x1, y1, x2, y2) {
    return parent.append('line').attr('class', className)
      .attr('x1', x1).attr('x2', x2).attr('y1', y1).attr('y2', y2);
  }

  // Draws a grid and two axes. The axes are those of D3, without their scales' ends.
  function axes(svg, { width, height, margin }, y, bottom, left) {
    for (const tick of y.ticks(left.scale() === y ? 6 : 4)) {
      line(svg, 'grid', margin.left, y(tick), width - margin.right, y(tick));
    }
    svg.append('g').attr('class', 'axis')
      .attr('transform', `translate(0,${height - margin.bottom})`).call(bottom.tickSizeOuter(0));
    svg.append('g').attr('class', 'axis')
      .attr('transform', `translate(${margin.left},0)`).call(left.tickSizeOuter(0));
  }

  function titles(svg, { width, height, margin }, below, above) {
    svg.append('text').attr('class', 'label').attr('x', width - margin.right)
      .attr('y', height - 6).attr('text-anchor', 'end').text(below);
    svg.append('text').attr('class', 'label').attr('x', 0).attr('y', 10).text(above);
  }

  // Draws a tracker's mark with the intervals of both figures, given in pixels. An interval without
  // ends is not drawn.
  function point(svg, { name, mark, isOnFront = true }, [x, x1, x2], [y, y1, y2], size, text) {
    const g = svg.append('g').attr('class', `point ${Marks.color(mark)}`)
      .attr('data-tracker', name);
    if (x1 !== null) line(g, 'whisker', x1, y, x2, y);
    if (y1 !== null) line(g, 'whisker', x, y1, x, y2);
    Marks.append(g, mark, x, y, size, isOnFront);
    g.append('title').text(text);
    return g;
  }

  // Returns a mean and the ends of its interval as positions of a scale.
  const positions = (scale, range, factor = 1) => [range.mean, range.low, range.high]
    .map((value) => value === null ? null : scale(value * factor));

  return { frame, line, axes, titles, point, positions };
})();
