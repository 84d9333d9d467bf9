'use strict';
// Maps and plots without a library, for a program that was built without Leaflet or D3: nothing
// zooms, and the tables have the figures.

const Plain = (() => {
  const MAP_PIXELS = 560;
  const PLOT = { width: 560, height: 260, left: 46, right: 12, top: 20, bottom: 34 };
  const LANE = { width: 720, label: 170, height: 22 };
  const METERS_PER_DEGREE = 111320;

  function add(parent, name, attributes, text) {
    const made = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const key of Object.keys(attributes)) made.setAttribute(key, attributes[key]);
    if (text !== undefined) made.textContent = text;
    parent.append(made);
    return made;
  }

  function drawing(box, width, height, label) {
    const svg = add(box, 'svg',
      { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label });
    box.prepend(svg);
    return svg;
  }

  const least = (values) => values.reduce((a, b) => Math.min(a, b), Infinity);
  const most = (values) => values.reduce((a, b) => Math.max(a, b), -Infinity);

  function scale(values, from, to) {
    const [low, high] = [least(values), most(values)];
    const made = (value) => from + (value - low) / (high - low || 1) * (to - from);
    return Object.assign(made, { low, high });
  }

  // Draws one mark for each tracker, with its intervals, and the ends of both axes.
  function scatter(box, points, [below, above], factor) {
    const ends = ({ mean, low, high }) => [mean, low, high].filter((value) => value !== null);
    const x = scale([0, ...points.flatMap((point) => ends(point.x))],
      PLOT.left, PLOT.width - PLOT.right);
    const y = scale(points.flatMap((point) => ends(point.y)),
      PLOT.height - PLOT.bottom, PLOT.top);
    const svg = drawing(box, PLOT.width, PLOT.height,
      `${above} against ${below}; the tables have the figures.`);
    const write = (at, height, text, anchor = 'start') =>
      add(svg, 'text', { class: 'label', x: at, y: height, 'text-anchor': anchor }, text);
    const base = PLOT.height - PLOT.bottom;
    add(svg, 'path', { class: 'front', d: `M${PLOT.left},${PLOT.top}V${base}H${PLOT.width}` });
    write(0, 12, above);
    write(PLOT.width, PLOT.height - 4, below, 'end');
    write(PLOT.left - 4, base, decimal(y.low * factor, 1), 'end');
    write(PLOT.left - 4, PLOT.top + 6, decimal(y.high * factor, 1), 'end');
    write(PLOT.left, base + 14, decimal(x.low, 1));
    write(PLOT.width, base + 14, decimal(x.high, 1), 'end');
    for (const point of points) {
      const g = add(svg, 'g', { class: `point ${Marks.color(point.mark)}` });
      const [across, up] = [ends(point.x).map(x), ends(point.y).map(y)];
      add(g, 'path', { class: 'whisker', d: `M${least(across)},${up[0]}H${most(across)}` });
      add(g, 'path', { class: 'whisker', d: `M${across[0]},${least(up)}V${most(up)}` });
      Marks.append(g, point.mark, across[0], up[0], 14, point.isOnFront !== false);
      add(g, 'title', {}, point.name);
    }
  }

  function plots() {
    const report = element('glance-plot');
    const box = report || element('pareto');
    const all = DATA.points || (DATA.main ? DATA.main.points : []);
    const points = all.map((point) => ({
      name: point.name || point.short, mark: point.mark, isOnFront: point.isOnFront,
      x: point.cost, y: point.axis || point.coverage,
    })).filter((point) => point.x && point.y);
    if (!box || !points.length) return;
    const isShare = report || DATA.axisIsShare;
    const titles = report ? ['battery, % of a full charge per day', 'path known, %']
      : [DATA.costTitle, DATA.axisTitle + (isShare ? ', %' : '')];
    scatter(box, points, titles, isShare ? 100 : 1);
  }

  const shownTrackers = () => DATA.shown.map((index) => DATA.trackers[index])
    .filter((tracker) => tracker.view);

  // Returns true for a piece of the route that lies in a gap of the recording.
  function isAssumed(from, to) {
    const middle = (from + to) / 2;
    return Period.unjudged.some(([start, end]) => start < middle && middle < end);
  }

  // Draws the true route and the positions of the shown trackers, north up.
  function map(box) {
    const truth = DAY.person;
    const paths = [...truth, ...shownTrackers().map((tracker) => tracker.view.fixes.path)];
    const latitudes = paths.flatMap((path) => path.latitudes);
    if (!latitudes.length) return;
    const [south, north] = [least(latitudes), most(latitudes)];
    const longitudes = paths.flatMap((path) => path.longitudes);
    const [west, east] = [least(longitudes), most(longitudes)];
    const shrink = Math.cos((south + north) / 2 * Math.PI / 180);
    const span = Math.max((east - west) * shrink, north - south, 1e-4);
    const pixels = (MAP_PIXELS - 40) / span;
    const placeOf = ([latitude, longitude]) =>
      [20 + (longitude - west) * shrink * pixels, 20 + (north - latitude) * pixels]
        .map((pixel) => pixel.toFixed(1));
    const place = (path, i) => placeOf([path.latitudes[i], path.longitudes[i]]).join();
    const height = 40 + (north - south) * pixels;
    const svg = drawing(box, MAP_PIXELS, Math.max(120, height),
      'The true route and recorded positions, north up.');
    svg.setAttribute('class', 'plain-map');
    if (DATA.ground) for (const path of Ground.drawings(placeOf)) add(svg, 'path', path);
    for (const tracker of shownTrackers()) {
      const path = tracker.view.fixes.path;
      const dots = path.seconds.map((_, i) => `M${place(path, i)}h0`).join('');
      add(svg, 'path', { class: `m-${Marks.color(tracker.mark)} dots`, d: dots });
    }
    for (const path of truth) {
      const lines = { 'm-truth': '', 'm-assumed': '' };
      for (let i = 1; i < path.seconds.length; i++) {
        const name = isAssumed(path.seconds[i - 1], path.seconds[i]) ? 'm-assumed' : 'm-truth';
        lines[name] += `M${place(path, i - 1)}L${place(path, i)}`;
      }
      for (const [name, d] of Object.entries(lines)) if (d) add(svg, 'path', { class: name, d });
    }
    const text = `${meters(span * METERS_PER_DEGREE)} across, north is up`;
    add(svg, 'text', { class: 'label', x: 4, y: 12 }, text);
    if (DATA.ground) box.after(make('p', DATA.ground.credit, 'quiet'));
  }

  // Draws a lane for each shown tracker: where it knew the place, and why not elsewhere.
  function lanes(box) {
    const trackers = shownTrackers();
    const svg = drawing(box, LANE.width, trackers.length * LANE.height + 18,
      'Where each tracker knew the place; the tables below show the same in figures.');
    const px = (seconds) =>
      LANE.label + seconds / DAY.durationSeconds * (LANE.width - LANE.label);
    trackers.forEach((tracker, i) => {
      const y = i * LANE.height;
      const bar = (from, to, name, top, height) => add(svg, 'rect', {
        class: name, x: px(from), y: y + top, height, width: Math.max(.8, px(to) - px(from)),
      });
      Marks.append(svg, tracker.mark, 8, y + 11);
      add(svg, 'text', { x: 20, y: y + 15 }, tracker.name);
      bar(0, DAY.durationSeconds, 'covered', 9, 4);
      for (const [from, to, cause] of tracker.view.lanes.uncovered) {
        bar(from, to, `p-${DATA.families[cause]}`, 4, 14);
      }
      for (const [from, to] of Period.unjudged) bar(from, to, 'p-unjudged', 2, 18);
      for (const [from, to] of Period.unsimulated) bar(from, to, 'p-unsimulated', 2, 18);
    });
    const bottom = trackers.length * LANE.height + 14;
    add(svg, 'text', { class: 'label', x: LANE.label, y: bottom }, Time.clock(0));
    add(svg, 'text', { class: 'label', x: LANE.width, y: bottom, 'text-anchor': 'end' },
      Time.clock(DAY.durationSeconds));
  }

  function start() {
    if (typeof d3 === 'undefined') {
      plots();
      if (DAY && element('timeline')) lanes(element('timeline'));
    }
    if (typeof L === 'undefined' && DAY && element('map')) map(element('map'));
  }

  return { start };
})();
Plain.start();
