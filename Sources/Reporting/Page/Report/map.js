'use strict';
// The map of the day, without tiles: the true route on top, the recorded positions, the gaps, the
// watched regions and the stays. Needs Leaflet.

const DayMap = (() => {
  // All dots have the same size, so that no tracker hides the others.
  const DOT_PIXELS = 4;
  // A region that follows the phone has too many places to draw all of them.
  const FENCE_COUNT_MAX = 60;
  // From the lowest to the highest. The names are also those of the panes of Leaflet.
  const PANES = ['gaps', 'tracks', 'dots', 'truth', 'now'];

  const isIn = ([from, to], seconds) => seconds >= from && seconds <= to;

  function latlngs(path, span) {
    const indices = path.seconds.map((_, i) => i).filter((i) => isIn(span, path.seconds[i]));
    return indices.map((i) => [path.latitudes[i], path.longitudes[i]]);
  }

  // Returns the parts of the person's route in a list of pieces of time.
  function waysIn(pieces, span) {
    const ways = [];
    for (const [start, end] of pieces) {
      const [from, to] = [Math.max(start, span[0]), Math.min(end, span[1])];
      if (from < to) ways.push(...DAY.person.map((path) => wayOf(path, from, to)));
    }
    return ways.filter((way) => way.length > 1);
  }

  function wayOf(path, from, to) {
    const inside = [];
    const first = positionAt(path, from);
    if (first) inside.push(first);
    for (let i = lastAt(path.seconds, from) + 1; path.seconds[i] < to; i++) {
      inside.push([path.latitudes[i], path.longitudes[i]]);
    }
    const last = positionAt(path, Math.max(from, to - 0.05));
    if (last && inside.length) inside.push(last);
    return inside;
  }

  // Draws one dot for all positions at the same spot of the screen.
  function drawDots(map, points, line) {
    const bounds = map.getBounds().pad(0.1);
    const taken = new Set();
    const dots = [];
    for (const point of points) {
      if (!bounds.contains(point)) continue;
      const pixel = map.latLngToLayerPoint(point);
      const spot = `${Math.round(pixel.x / DOT_PIXELS)},${Math.round(pixel.y / DOT_PIXELS)}`;
      if (taken.has(spot)) continue;
      taken.add(spot);
      dots.push([point, point]);
    }
    line.setLatLngs(dots);
  }

  // Returns a line that no pointer can hit.
  function line(pane, className, weight, more = {}) {
    return L.polyline([], { pane, className, weight, interactive: false, ...more });
  }

  // The layers of one tracker. `show` fills them with the data of a span of time.
  function layersOf(tracker, map) {
    const color = `m-${Marks.color(tracker.mark)}`;
    const view = tracker.view;
    const track = line('tracks', color, 1.2, { opacity: .65 });
    const dots = line('dots', color, DOT_PIXELS, { noClip: true, smoothFactor: 0 });
    const gaps = line('gaps', 'm-gap', 9, { opacity: .55, lineCap: 'butt' });
    const stays = L.layerGroup(), fences = L.layerGroup();
    const group = { tracker, color, points: [], indices: [], track, dots, gaps, stays, fences };
    const redraw = () => { if (map.hasLayer(dots)) drawDots(map, group.points, dots); };
    map.on('zoomend moveend', redraw);
    dots.on('add', redraw);
    group.show = (span) => {
      const path = view.fixes.path;
      group.indices = path.seconds.map((_, i) => i).filter((i) => isIn(span, path.seconds[i]));
      group.points = latlngs(path, span);
      track.setLatLngs(group.points);
      gaps.setLatLngs(waysIn(view.lanes.uncovered, span));
      fill(stays, view.stays.recorded.filter((stay) => isSeen(stay, span)),
        (stay) => stayCircle(tracker, stay, color));
      fill(fences, longestWatched(view.fences.filter((fence) => isSeen(fence, span))),
        (fence) => fenceCircle(tracker, fence, color));
      redraw();
    };
    return group;
  }

  const isSeen = (piece, [from, to]) => piece.start < to && piece.end > from;

  function fill(layers, items, makeLayer) {
    layers.clearLayers();
    for (const item of items) layers.addLayer(makeLayer(item));
  }

  function longestWatched(fences) {
    const longestFirst = [...fences].sort((a, b) => (b.end - b.start) - (a.end - a.start));
    return longestFirst.slice(0, FENCE_COUNT_MAX);
  }

  const spanWords = (piece) => `${Time.clock(piece.start)}, ${duration(piece.end - piece.start)}`;

  function stayCircle(tracker, stay, className) {
    const dashArray = stay.isMatched ? null : '3 4';
    return L.circle([stay.latitude, stay.longitude],
      { radius: 100, className, weight: 1.5, fill: true, fillOpacity: .06, dashArray })
      .bindTooltip(text(`${tracker.name}: a stay, ${spanWords(stay)}` +
        (stay.isMatched ? '' : '; matches no true stay')));
  }

  function fenceCircle(tracker, fence, className) {
    return L.circle([fence.latitude, fence.longitude],
      { radius: fence.radiusMeters, className, weight: 1.5, dashArray: '6 4', fill: false })
      .bindTooltip(text(`${tracker.name}: watches “${fence.name}”, ` +
        `${meters(fence.radiusMeters)}, from ${spanWords(fence)}`));
  }

  // Returns an element, because Leaflet reads strings as markup.
  function text(string) { return make('span', string); }

  // The layers that are the same for all trackers.
  function baseLayers(trackers) {
    const truth = line('truth', 'm-truth', 2);
    const assumed = line('truth', 'm-assumed', 2);
    const phone = line('truth', 'm-phone', 2);
    const place = (place) => L.circle([place.latitude, place.longitude],
      { radius: place.radiusMeters, className: 'm-place', weight: 1, fillOpacity: .18,
        interactive: false })
      .bindTooltip(text(place.name), { permanent: true, direction: 'right', className: 'place' });
    const stays = trackers.length ? trackers[0].view.stays.truth : [];
    const trueStays = L.layerGroup(stays.map((stay) =>
      L.circleMarker([stay.latitude, stay.longitude],
        { radius: 9, className: 'm-truth', weight: 2, fill: false })
        .bindTooltip(text(`A true stay: ${spanWords(stay)}`))));
    const show = (span) => {
      truth.setLatLngs(waysIn(Period.judged, span));
      assumed.setLatLngs(waysIn(Period.unjudged, span));
      phone.setLatLngs(DAY.phone.map((path) => latlngs(path, span)));
    };
    return { truth, assumed, phone, trueStays, show, places: L.layerGroup(DAY.places.map(place)) };
  }

  function create() {
    const map = L.map(element('map'), {
      attributionControl: false, zoomSnap: .25, scrollWheelZoom: false,
    });
    PANES.forEach((name, i) => { map.createPane(name).style.zIndex = 410 + 10 * i; });
    // Leaflet places layers only after the map has a view.
    map.setView(DAY.person.flatMap((path) => latlngs(path, Period.whole))[0] || [0, 0], 13);
    const trackers = DATA.trackers.filter((tracker) => tracker.view);
    const base = baseLayers(trackers);
    base.ground = DATA.ground ? Ground.layersFor(map) : [];
    const groups = trackers.map((tracker) => layersOf(tracker, map));
    const show = (span) => { for (const part of [base, ...groups]) part.show(span); };
    show(Period.span);
    MapView.addDecorations(map);
    const view = MapView.make(map, base);
    MapControls.add(element('map-controls'), map, base, groups, view);
    MapPointer.follow(map, groups);
    view.fitAll();
    Period.listeners.push((span) => { show(span); view.fitAll(); });
  }

  return { make: create, text };
})();
