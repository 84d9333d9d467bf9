'use strict';
// The roads, waters, woods and buildings under the map, which the page has as data. Vectors: the
// colors follow the page's theme, and printing is sharp.

const Ground = (() => {
  const PANE = 'ground';
  const UNITS_PER_DEGREE = 1e5;
  // The width of lines in pixels at zoom 14, and the lowest zoom at which a style is drawn.
  const WIDTHS = {
    river: 2, path: 1.2, roadCasing: 3.6, road: 2.4, mainRoadCasing: 5.6, mainRoad: 4, rail: 1.2,
  };
  const LOWEST_ZOOMS = { building: 12.5, path: 13.5, roadCasing: 12.5, road: 11 };

  // Returns the positions of a line. Its numbers are the differences between successive positions.
  function decode(numbers) {
    const points = [];
    let [north, east] = [0, 0];
    for (let i = 0; i < numbers.length; i += 2) {
      north += numbers[i];
      east += numbers[i + 1];
      points.push([north / UNITS_PER_DEGREE, east / UNITS_PER_DEGREE]);
    }
    return points;
  }

  // Returns the parts of the map, the lowest first. Each part has one style.
  function parts() {
    return DATA.ground.layers.flatMap(({ styles, isArea, lines }) => {
      const paths = lines.map(decode);
      return styles.map((style) => ({ style, isArea, paths }));
    });
  }

  // A road grows with the zoom, but less than the distances do.
  const widthAt = (style, zoom) => Math.max(.6, WIDTHS[style] * 1.35 ** (zoom - 14));

  function layerOf({ style, isArea, paths }) {
    const options = {
      pane: PANE, className: `g-${style}`, interactive: false, stroke: !isArea, fill: isArea,
      fillOpacity: 1, fillRule: 'nonzero',
    };
    return isArea ? L.polygon(paths, options) : L.polyline(paths, options);
  }

  // Returns the layers for a map of Leaflet, whose widths follow its zoom.
  function layersFor(map) {
    map.createPane(PANE).style.zIndex = 300;
    const drawn = parts().map((part) => ({ ...part, layer: layerOf(part) }));
    const restyle = () => {
      const zoom = map.getZoom();
      for (const { style, isArea, layer } of drawn) {
        const isSeen = zoom >= (LOWEST_ZOOMS[style] || 0);
        layer.setStyle(isArea ? { fill: isSeen }
          : { stroke: isSeen, weight: widthAt(style, zoom) });
      }
    };
    map.on('zoomend', restyle);
    restyle();
    return drawn.map(({ layer }) => layer);
  }

  // Returns a path of SVG for each part.
  function drawings(place) {
    return parts().map(({ style, isArea, paths }) => ({
      class: `g-${style}`, 'stroke-width': isArea ? 0 : WIDTHS[style] / 2,
      d: paths.map((path) => `M${path.map(place).join('L')}`).join(''),
    }));
  }

  const isPart = (layer) => layer.options.pane === PANE;

  return { layersFor, drawings, isPart };
})();
