'use strict';
// Places names beside the points of a plot so that they overlap nothing. Needs D3.

const Labels = (() => {
  const LETTER_PIXELS = 6.4;
  const HEIGHT_PIXELS = 13;
  const MARK_PIXELS = 6;
  const OFFSET_PIXELS = 10;
  const TICKS = 240;
  // A name this far from its point gets a line to it.
  const LEADER_PIXELS = 9;

  // Starts each name to the right of its point, or to the left where the plot ends.
  function nodeOf(item, room) {
    const width = item.name.length * LETTER_PIXELS;
    const isLeft = item.x + OFFSET_PIXELS + width > room.right &&
      item.x - OFFSET_PIXELS - width >= room.left;
    const start = isLeft ? item.x - OFFSET_PIXELS - width : item.x + OFFSET_PIXELS;
    const most = Math.max(room.left, room.right - width);
    const x = Math.min(Math.max(start, room.left), most) + width / 2;
    return { item, width, isLeft, homeX: x, x, y: item.y };
  }

  const overlapY = (a, b, height) => {
    const isBeside = Math.abs(a.x - b.x) >= (a.width + b.width) / 2 + 2;
    return isBeside ? 0 : Math.max(0, height - Math.abs(a.y - b.y));
  };

  // A force of D3's simulation that pushes names off each other and off the points.
  function boxes(marks, room) {
    let nodes = [];
    const side = (a, b, i, j) => a.y === b.y ? (i < j ? -1 : 1) : Math.sign(a.y - b.y);
    const force = () => {
      nodes.forEach((a, i) => {
        for (let j = i + 1; j < nodes.length; j++) {
          const push = overlapY(a, nodes[j], HEIGHT_PIXELS) / 2;
          const way = side(a, nodes[j], i, j);
          a.y += way * push;
          nodes[j].y -= way * push;
        }
        for (const mark of marks) {
          if (mark.item === a.item) continue;
          a.y += side(a, mark, 0, 1) * overlapY(a, mark, HEIGHT_PIXELS / 2 + MARK_PIXELS);
        }
        a.y = Math.min(Math.max(a.y, room.top + HEIGHT_PIXELS / 2),
          room.bottom - HEIGHT_PIXELS / 2);
      });
    };
    force.initialize = (given) => { nodes = given; };
    return force;
  }

  function write(svg, node) {
    const edge = node.x + (node.isLeft ? 1 : -1) * node.width / 2;
    if (Math.abs(node.y - node.item.y) > LEADER_PIXELS) {
      svg.append('line').attr('class', 'leader').attr('x1', node.item.x).attr('y1', node.item.y)
        .attr('x2', edge).attr('y2', node.y);
    }
    svg.append('text').attr('class', 'name').attr('data-tracker', node.item.name)
      .attr('x', edge).attr('y', node.y + 4)
      .attr('text-anchor', node.isLeft ? 'end' : 'start').text(node.item.name);
  }

  // Writes the names of items {x, y, name} into a plot, inside the room {left, right, top, bottom}.
  function place(svg, items, room) {
    const marks = items.map((item) => ({ item, x: item.x, y: item.y, width: 2 * MARK_PIXELS }));
    const nodes = items.map((item) => nodeOf(item, room));
    d3.forceSimulation(nodes).stop()
      .force('home', d3.forceY((node) => node.item.y).strength(.08))
      .force('boxes', boxes(marks, room))
      .force('column', d3.forceX((node) => node.homeX).strength(1))
      .tick(TICKS);
    for (const node of nodes) write(svg, node);
  }

  return { place };
})();
