'use strict';
// The symbols of trackers in plots and in the tables' keys. Needs D3.

const Marks = (() => {
  const shapes = [d3.symbolCircle, d3.symbolSquare, d3.symbolTriangle, d3.symbolDiamond, d3.symbolCross, d3.symbolStar];
  // Six colors; further trackers repeat the colors with other shapes.
  const color = (index) => `t${index % 6}`;
  const shape = (index, size) => d3.symbol().type(shapes[Math.floor(index / 6) % 6]).size(size)();

  function drawKeys() {
    for (const key of document.querySelectorAll('svg.shape')) {
      const index = Number(key.dataset.index);
      d3.select(key).attr('class', `shape ${color(index)}`).append('path').attr('d', shape(index, 60)).attr('transform', 'translate(8,8)').attr('fill', 'currentColor');
    }
  }

  return { color, shape, drawKeys };
})();
