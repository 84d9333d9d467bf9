'use strict';
// What the map shows at the pointer and at the time to which the reader points on the timeline.
// Needs Leaflet.

const MapPointer = (() => {
  const HOVER_PIXELS = 14;

  // Returns the drawn position nearest to a point of the screen; null if none is near.
  function nearest(map, groups, pixel) {
    let best = null;
    for (const group of groups) {
      if (!map.hasLayer(group.dots)) continue;
      group.points.forEach((point, i) => {
        const distance = map.latLngToContainerPoint(point).distanceTo(pixel);
        if (distance >= (best ? best.distance : HOVER_PIXELS)) return;
        best = { distance, group, point, index: group.indices[i] };
      });
    }
    return best;
  }

  function describe({ group, index }) {
    const fixes = group.tracker.view.fixes;
    const accuracy = fixes.accuraciesMeters[index];
    return `${group.tracker.name}: ${Time.clock(fixes.path.seconds[index])}, ` +
      words(fixes.sources[index]) + (accuracy >= 0 ? `, accurate to ${meters(accuracy)}` : '');
  }

  function hover(map, groups) {
    const tip = L.tooltip({ direction: 'top', offset: [0, -6] });
    map.on('mousemove click', (event) => {
      const best = nearest(map, groups, event.containerPoint);
      if (!best) return tip.remove();
      tip.setLatLng(best.point).setContent(DayMap.text(describe(best))).addTo(map);
    });
    map.on('mouseout', () => tip.remove());
  }

  function followCursor(map, groups) {
    const marker = (className, radius, more) => L.circleMarker([0, 0],
      { pane: 'now', radius, className, weight: 3, interactive: false, ...more });
    const person = marker('m-now', 6, { fillOpacity: 1 });
    const fixes = groups.map((group) => marker(group.color, 9, { fill: false }));
    const move = (layer, at) => { if (at) layer.setLatLng(at).addTo(map); else layer.remove(); };
    Cursor.listeners.push((seconds) => {
      move(person, seconds === null ? null : truthAt(seconds));
      groups.forEach((group, i) => {
        const isShown = seconds !== null && map.hasLayer(group.track);
        move(fixes[i], isShown ? fixAt(group.tracker.view, seconds) : null);
      });
    });
  }

  function follow(map, groups) {
    hover(map, groups);
    followCursor(map, groups);
  }

  return { follow };
})();
