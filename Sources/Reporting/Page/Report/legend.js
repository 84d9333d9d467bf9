'use strict';
// Adds to the legend of the timeline the states that occur in this report.

const Legend = (() => {
  const states = (lane) => {
    const found = new Set(DATA.trackers.flatMap((tracker) =>
      tracker.view ? tracker.view.lanes[lane].map((piece) => piece[2]) : []));
    return [...found].sort();
  };

  function key(className) {
    const name = 'http://www.w3.org/2000/svg';
    const svg = document.createElementNS(name, 'svg');
    svg.setAttribute('viewBox', '0 0 18 12');
    const rect = document.createElementNS(name, 'rect');
    for (const [attribute, value] of [['class', className], ['width', 18], ['height', 12]]) {
      rect.setAttribute(attribute, value);
    }
    svg.append(rect);
    return svg;
  }

  function item(className, text) {
    const made = make('li');
    made.append(key(className), text);
    return made;
  }

  function group(title, items) {
    if (!items.length) return [];
    const heading = make('li', title, 'legend-title');
    return [heading, ...items];
  }

  const stateItem = (label) =>
    item(label === 'unknown' ? 'p-quiet' : `p-${label}`, words(label));

  function add(list) {
    const isDrawn = (label) => label !== 'off';
    const motion = [...new Set([...DAY.modes.map((piece) => piece[2]), ...states('motion')])];
    const blanks = [];
    if (Period.unjudged.length) blanks.push(item('p-unjudged', 'not judged'));
    if (Period.unsimulated.length) blanks.push(item('p-unsimulated', 'not simulated'));
    list.append(
      ...group('Positioning:', states('positioning').filter(isDrawn).map(stateItem)),
      ...group('Motion:', motion.sort().filter(isDrawn).map(stateItem)),
      ...group('No figures:', blanks));
  }

  return { add };
})();
