'use strict';
// The part of the world that the map shows, with a scale, the north and the pointer's coordinates.
// Needs Leaflet.

const MapView = (() => {
  const ZOOM_MAX = 17;
  // A view whose middle lies within so many pixels of the fitted one counts as not moved.
  const SLACK_PIXELS = 30;

  function boundsOf(map) {
    const bounds = L.latLngBounds([]);
    map.eachLayer((layer) => {
      if (DATA.ground && Ground.isPart(layer)) return;
      const own = layer.getBounds && layer.getBounds();
      if (own && own.isValid()) bounds.extend(own);
    });
    return bounds;
  }

  // Returns the functions that fit the map. Until the reader moves the map, it is fitted again when
  // its layers or its size change.
  function fitting(map, base) {
    let fitted = null;
    const remember = () => { fitted = { center: map.getCenter(), zoom: map.getZoom() }; };
    const isFitted = () => fitted && map.getZoom() === fitted.zoom &&
      map.latLngToContainerPoint(map.getCenter())
        .distanceTo(map.latLngToContainerPoint(fitted.center)) < SLACK_PIXELS;
    const fit = (bounds) => {
      if (!bounds.isValid()) return;
      map.fitBounds(bounds.pad(.05), { maxZoom: ZOOM_MAX, animate: false });
      remember();
    };
    const fitAll = () => fit(boundsOf(map));
    const refit = () => { if (isFitted()) fitAll(); };
    map.on('resize', refit);
    matchMedia('print').addEventListener('change', () => {
      if (!isFitted()) return;
      map.invalidateSize({ animate: false, pan: false });
      fitAll();
    });
    return { fitAll, refit, fitRoute: () => fit(base.truth.getBounds()) };
  }

  function control(position, className, content) {
    const made = new L.Control({ position });
    made.onAdd = () => {
      const box = make('div', undefined, className);
      box.append(...content);
      return box;
    };
    return made;
  }

  function north() {
    const name = 'http://www.w3.org/2000/svg';
    const svg = document.createElementNS(name, 'svg');
    const path = document.createElementNS(name, 'path');
    svg.setAttribute('viewBox', '0 0 12 14');
    svg.setAttribute('aria-hidden', 'true');
    path.setAttribute('d', 'M6 0l5 13-5-3.5-5 3.5z');
    svg.append(path);
    return [svg, document.createTextNode('N'), make('span', ' is up', 'unseen')];
  }

  function addDecorations(map) {
    L.control.scale({ imperial: false, maxWidth: 160 }).addTo(map);
    control('topright', 'map-note', north()).addTo(map);
    if (DATA.ground) {
      control('bottomright', 'map-note map-credit', [DATA.ground.credit]).addTo(map);
    }
    const output = make('output');
    control('bottomright', 'map-note', [output]).addTo(map);
    map.on('mousemove click', ({ latlng }) => {
      output.textContent = `${degrees(latlng.lat, 'N', 'S')}, ${degrees(latlng.lng, 'E', 'W')}`;
    });
    map.on('mouseout', () => { output.textContent = ''; });
  }

  const degrees = (value, positive, negative) =>
    `${Math.abs(value).toFixed(5)}° ${value < 0 ? negative : positive}`;

  return { make: fitting, addDecorations };
})();
