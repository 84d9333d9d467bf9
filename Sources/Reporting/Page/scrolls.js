'use strict';
// A table that is wider than the page scrolls in its box. The arrow keys scroll it once it has the
// focus, and a screen reader names it by the table's caption.

(() => {
  const boxes = [...document.querySelectorAll('.scrolls:not([role])')];

  function name(box) {
    const caption = box.querySelector('caption');
    const part = box.closest('section');
    const heading = part && part.querySelector('h2');
    return (caption || heading || box).textContent.trim().slice(0, 100);
  }

  // Two tables may have the same caption; a number tells their boxes apart.
  const names = boxes.map(name).map((text, index, all) => {
    const before = all.slice(0, index).filter((other) => other === text).length;
    return before ? `${text} (${before + 1})` : text;
  });

  function mark() {
    const wide = boxes.map((box) => box.scrollWidth > box.clientWidth);
    boxes.forEach((box, index) => {
      if (wide[index]) {
        box.tabIndex = 0;
        box.setAttribute('role', 'region');
        box.setAttribute('aria-label', names[index]);
      } else {
        for (const attribute of ['tabindex', 'role', 'aria-label']) box.removeAttribute(attribute);
      }
    });
  }

  mark();
  window.addEventListener('resize', mark);
  for (const part of document.querySelectorAll('details')) part.addEventListener('toggle', mark);
})();
