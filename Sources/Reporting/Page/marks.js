'use strict';
// The color and the shape of a tracker, as in the tables. The shapes are symbols in the page.

const Marks = (() => {
  const color = (mark) => `t${mark.color}`;

  // Adds the mark of a tracker around a point of an SVG element.
  function append(parent, mark, x, y, size = 14, isFilled = true) {
    const use = document.createElementNS('http://www.w3.org/2000/svg', 'use');
    const values = {
      href: `#shape-${mark.shape}`, x: x - size / 2, y: y - size / 2, width: size, height: size,
    };
    for (const name of Object.keys(values)) use.setAttribute(name, values[name]);
    use.setAttribute('class', `${isFilled ? 'on-front' : 'off-front'} ${color(mark)}`);
    (parent.node ? parent.node() : parent).append(use);
    return use;
  }

  // Returns the mark as an image for a line of text.
  function key(mark) {
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    svg.setAttribute('class', `shape ${color(mark)}`);
    svg.setAttribute('aria-hidden', 'true');
    append(svg, mark, 8, 8, 16);
    return svg;
  }

  return { color, append, key };
})();
