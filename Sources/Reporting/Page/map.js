'use strict';
// The day's map, without tiles: the true route, the recorded positions, the gaps, the watched
// regions and the stays. Needs Leaflet.

const DayMap = (() => {
  const DOT_PIXELS = 7;
  const HOVER_PIXELS = 14;

  function latlngs(path) {
    return path.seconds.map((_, i) => [path.latitudes[i], path.longitudes[i]]);
  }

  // Returns the parts of the true route on which the place was not known.
  function uncoveredWays(view) {
    const ways = [];
    for (const [start, end] of view.lanes.uncovered) {
      for (const path of DAY.person) {
        const inside = [];
        const first = positionAt(path, start);
        if (first) inside.push(first);
        for (let i = lastAt(path.seconds, start) + 1; i < path.seconds.length && path.seconds[i] < end; i++) {
          inside.push([path.latitudes[i], path.longitudes[i]]);
        }
        const last = positionAt(path, Math.max(start, end - 0.05));
        if (last && inside.length) inside.push(last);
        if (inside.length > 1) ways.push(inside);
      }
    }
    return ways;
  }

  // Draws one dot for all positions at the same spot of the screen.
  function drawDots(map, points, lines) {
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
    for (const line of lines) line.setLatLngs(dots);
  }

  // Trackers with fewer positions are drawn later. Among these the last has the smallest dots, so
  // that none hides another.
  function layersOf(tracker, map, rank, count) {
    const weight = rank === 0 && count > 1 ? 5 : 6 + 3 * (count - 1 - rank);
    const color = `m-${Marks.color(tracker.mark)}`;
    const view = tracker.view;
    const points = latlngs(view.fixes.path);
    const track = L.polyline(points, { className: color, weight: 1.5, opacity: .75, interactive: false });
    const dot = (className, weight) => L.polyline([], { className, weight, noClip: true, smoothFactor: 0, interactive: false });
    const halo = dot('m-halo', weight + 3), core = dot(color, weight);
    // Halos around dots that touch would hide the route.
    const dots = L.layerGroup(tracker.view.fixes.recordedCount < 300 ? [halo, core] : [core]);
    const redraw = () => { if (map.hasLayer(dots)) drawDots(map, points, [halo, core]); };
    map.on('zoomend moveend', redraw);
    dots.on('add', redraw);
    const gaps = L.polyline(uncoveredWays(view), { className: 'm-gap', weight: 10, opacity: .5, lineCap: 'butt', interactive: false });
    const stays = L.layerGroup(view.stays.recorded.map((stay) => L.circle([stay.latitude, stay.longitude],
      { radius: 100, className: color, weight: 2, fill: true, fillOpacity: .06, dashArray: stay.isMatched ? null : '3 4' })
      .bindTooltip(text(`${tracker.name}: a stay, ${Time.clock(stay.start)}, ${duration(stay.end - stay.start)}` +
        (stay.isMatched ? '' : '; matches no true stay')))));
    const circles = newestCircles(view.fences);
    const fences = L.layerGroup(circles.map((fence) => L.circle([fence.latitude, fence.longitude],
      { radius: fence.radiusMeters, className: color, weight: 1.5, dashArray: '6 4', fill: false })
      .bindTooltip(text(`${tracker.name}: watches “${fence.name}”, ${meters(fence.radiusMeters)}, from ` +
        `${Time.clock(fence.start)} for ${duration(fence.end - fence.start)}`))));
    return { tracker, rank, color, points, track, dots, gaps, stays, fences };
  }

  // Keeps the regions that were watched longest. A region that follows the phone has too many
  // places to draw all.
  function newestCircles(fences) {
    return [...fences].sort((a, b) => (b.end - b.start) - (a.end - a.start)).slice(0, 60);
  }

  // Returns an element, because Leaflet reads strings as markup.
  function text(string) { return make('span', string); }

  function make_() {
    const box = element('map');
    const map = L.map(box, { attributionControl: false, zoomSnap: .25, scrollWheelZoom: false, renderer: L.svg({ padding: .5 }) });
    L.control.scale({ imperial: false, maxWidth: 160 }).addTo(map);
    const truth = L.polyline(DAY.person.map(latlngs), { className: 'm-truth', weight: 4, opacity: .55, interactive: false });
    const phone = L.polyline(DAY.phone.map(latlngs), { className: 'm-phone', weight: 3, interactive: false });
    const places = L.layerGroup(DAY.places.map((place) =>
      L.circle([place.latitude, place.longitude], { radius: place.radiusMeters, className: 'm-place', weight: 1, fillOpacity: .18, interactive: false })
        .bindTooltip(text(place.name), { permanent: true, direction: 'right', className: 'place' })));
    map.fitBounds(L.latLngBounds(DAY.person.flatMap(latlngs)).pad(.06), { animate: false });
    const shownTrackers = DATA.trackers.filter((tracker) => tracker.view);
    const byDensity = [...shownTrackers].sort((a, b) => b.view.fixes.recordedCount - a.view.fixes.recordedCount);
    const groups = shownTrackers.map((tracker) => layersOf(tracker, map, byDensity.indexOf(tracker), shownTrackers.length));
    // Leave out inaccurate positions: one from a cell, kilometers off, would shrink everything
    // else.
    const bounds = L.latLngBounds([...DAY.person.flatMap(latlngs), ...groups.flatMap((g) => g.points.filter((_, i) => g.tracker.view.fixes.accuraciesMeters[i] < 300))]);
    if (bounds.isValid()) map.fitBounds(bounds.pad(.05), { maxZoom: 17, animate: false });
    const trueStays = L.layerGroup(((shownTrackers[0] || {}).view || { stays: { truth: [] } }).stays.truth.map((stay) =>
      L.circleMarker([stay.latitude, stay.longitude], { radius: 9, className: 'm-truth', weight: 2, fill: false })
        .bindTooltip(text(`A true stay: ${Time.clock(stay.start)}, ${duration(stay.end - stay.start)}`))));
    controls(map, { truth, phone, places, trueStays }, groups);
    hover(map, groups);
    followCursor(map, groups);
    stayWhole(map, bounds);
  }

  // Fits the whole day again for printing and when a phone is turned, unless the reader has moved
  // the map.
  function stayWhole(map, bounds) {
    if (!bounds.isValid()) return;
    let whole = { center: map.getCenter(), zoom: map.getZoom() };
    const isWhole = () => map.getZoom() === whole.zoom &&
      map.latLngToContainerPoint(map.getCenter()).distanceTo(map.latLngToContainerPoint(whole.center)) < 30;
    const fit = () => {
      map.fitBounds(bounds.pad(.05), { maxZoom: 17, animate: false });
      whole = { center: map.getCenter(), zoom: map.getZoom() };
    };
    map.on('resize', () => { if (isWhole()) fit(); });
    matchMedia('print').addEventListener('change', () => { if (isWhole()) { map.invalidateSize({ animate: false, pan: false }); fit(); } });
  }

  function toggle(label, layers, isOn, map, key) {
    const made = make('label');
    const box = make('input');
    box.type = 'checkbox';
    box.checked = isOn;
    const apply = () => layers.forEach((layer) => box.checked ? layer.addTo(map) : layer.remove());
    box.addEventListener('change', apply);
    apply();
    made.append(box, ...(key ? [key] : []), label);
    return made;
  }

  function swatch(color) { return make('i', undefined, `swatch ${color.replace('m-', '')}`); }

  function controls(map, base, groups) {
    const bar = element('map-controls');
    bar.append(toggle('true route', [base.truth, ...(DAY.phone.length ? [base.phone] : [])], true, map));
    if (DAY.places.length) bar.append(toggle('places', [base.places], true, map));
    const chosen = make('select');
        chosen.append(new Option('–', ''), ...groups.map((g, i) => new Option(g.tracker.name, String(i))));
    const showGaps = () => groups.forEach((g, i) => String(i) === chosen.value ? g.gaps.addTo(map).bringToBack() : g.gaps.remove());
    chosen.addEventListener('change', showGaps);
    const inOrder = [...groups].sort((a, b) => a.rank - b.rank);
    for (const group of inOrder) group.track.addTo(map);
    for (const group of inOrder) group.dots.addTo(map);
    for (const group of groups) {
      bar.append(toggle(group.tracker.name, [group.track, group.dots], true, map, Marks.key(group.tracker.mark)));
    }
    const label = make('label', 'place not known by');
    label.append(chosen);
    const unknown = groups.map((g) => g.tracker.view.lanes.uncovered.reduce((sum, [a, b]) => sum + b - a, 0));
    chosen.value = groups.length ? String(unknown.indexOf(Math.max(...unknown))) : '';
    bar.append(label);
    showGaps();
    bar.append(toggle('stays', [base.trueStays, ...groups.map((g) => g.stays)], groups.length === 1, map));
    if (groups.some((g) => g.fences.getLayers().length)) {
      bar.append(toggle('watched regions', groups.map((g) => g.fences), true, map));
    }
    const whole = make('button', 'Whole day');
    whole.type = 'button';
    const home = map.getBounds();
    whole.addEventListener('click', () => map.fitBounds(home));
    bar.append(whole);
  }

  // Shows the details of the recorded position nearest to the pointer.
  function hover(map, groups) {
    const tip = L.tooltip({ direction: 'top', offset: [0, -6] });
    map.on('mousemove click', (event) => {
      let best = null;
      for (const group of groups) {
        if (!map.hasLayer(group.dots)) continue;
        const path = group.tracker.view.fixes.path;
        for (let i = 0; i < group.points.length; i++) {
          const pixel = map.latLngToContainerPoint(group.points[i]);
          const distance = pixel.distanceTo(event.containerPoint);
          if (distance < (best ? best.distance : HOVER_PIXELS)) best = { distance, group, i, seconds: path.seconds[i] };
        }
      }
      if (!best) return tip.remove();
      const fixes = best.group.tracker.view.fixes;
      const accuracy = fixes.accuraciesMeters[best.i];
      tip.setLatLng(best.group.points[best.i]).setContent(text(
        `${best.group.tracker.name}: ${Time.clock(best.seconds)}, ${words(fixes.sources[best.i])}` +
        (accuracy >= 0 ? `, accurate to ${meters(accuracy)}` : ''))).addTo(map);
    });
    map.on('mouseout', () => tip.remove());
  }

  function followCursor(map, groups) {
    const person = L.circleMarker([0, 0], { radius: 7, className: 'm-now', weight: 3, fillOpacity: 1, interactive: false });
    const fixes = groups.map((g) => L.circleMarker([0, 0], { radius: 10, className: g.color, weight: 3, fill: false, interactive: false }));
    Cursor.listeners.push((seconds) => {
      const at = seconds === null ? null : truthAt(seconds);
      if (at) person.setLatLng(at).addTo(map); else person.remove();
      groups.forEach((group, i) => {
        const fix = seconds === null || !map.hasLayer(group.track) ? null : fixAt(group.tracker.view, seconds);
        if (fix) fixes[i].setLatLng(fix).addTo(map); else fixes[i].remove();
      });
    });
  }

  return { make: make_ };
})();
