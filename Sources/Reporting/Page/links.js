'use strict';
// Pointing at a tracker in a plot or a table highlights it in all plots and tables of the page.

const Links = (() => {
  const names = new Set();

  function nameAt(target) {
    const found = target instanceof Element ? target.closest('[data-tracker]') : null;
    return found ? found.dataset.tracker : null;
  }

  function light(name) {
    document.documentElement.classList.toggle('has-lit', name !== null);
    for (const item of document.querySelectorAll('[data-tracker]')) {
      item.classList.toggle('lit', item.dataset.tracker === name);
    }
  }

  // Marks the rows of the tables that belong to one of the trackers, by the row's heading.
  function start(trackers) {
    for (const name of trackers) names.add(name);
    for (const heading of document.querySelectorAll('tbody th[scope="row"]')) {
      const name = heading.textContent.trim();
      if (names.has(name)) heading.parentNode.dataset.tracker = name;
    }
    document.addEventListener('mouseover', (event) => light(nameAt(event.target)));
    document.addEventListener('focusin', (event) => light(nameAt(event.target)));
    document.addEventListener('mouseleave', () => light(null));
  }

  return { start };
})();
