'use strict';
// Places names beside the points of a plot where they overlap nothing: right, left, above, below,
// farther off.

function placeNames(svg, points, room) {
  const taken = points.map((p) => [p.x - 6, p.y - 6, p.x + 6, p.y + 6]);
  const clashes = (box) => box[0] < room.left || box[2] > room.right || box[1] < room.top || box[3] > room.bottom ||
    taken.some((other) => box[0] < other[2] && box[2] > other[0] && box[1] < other[3] && box[3] > other[1]);
  for (const point of points) {
    const width = point.name.length * 6.4;
    const places = [];
    for (const step of [0, 13, -13, 26, -26, 39, -39, 52, -52]) {
      places.push([point.x + 10, point.y + step, 'start'], [point.x - 10, point.y + step, 'end']);
    }
    const boxOf = ([x, y, anchor]) => anchor === 'start' ? [x, y - 7, x + width, y + 6] : [x - width, y - 7, x, y + 6];
    // Among many points, a name that overlaps another is left out; hovering over the mark shows it.
    const place = places.find((p) => !clashes(boxOf(p))) || (points.length > 12 ? null : places[0]);
    if (!place) continue;
    taken.push(boxOf(place));
    if (Math.abs(place[1] - point.y) > 14) {
      svg.append('line').attr('class', 'leader').attr('x1', point.x).attr('y1', point.y).attr('x2', place[0]).attr('y2', place[1]);
    }
    svg.append('text').attr('class', 'name').attr('x', place[0]).attr('y', place[1] + 4).attr('text-anchor', place[2]).text(point.name);
  }
}
