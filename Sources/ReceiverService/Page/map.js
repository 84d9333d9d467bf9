'use strict';
// The track on a plain grid, because map tiles need internet access. Leaflet provides panning,
// zooming and the scale. If it is not installed, `TrackMap.make` shows a message and returns null.

/** A longer gap is drawn as a dashed line, because the path is unknown. */
const GAP_MS = 10 * 60 * 1000;

const TrackMap = {
  make(element) {
    if (!window.L) {
      element.className = 'missing';
      element.removeAttribute('role');
      element.textContent = 'No map: Leaflet is not installed on the server. ' +
        'To see the map, install the package libjs-leaflet of Debian or Ubuntu there.';
      return null;
    }
    return new DrawnTrack(element);
  },
};

class DrawnTrack {
  constructor(element) {
    this.map = L.map(element, { attributionControl: false, zoomSnap: 0.25, maxZoom: 22, preferCanvas: true });
    this.map.setView([0, 0], 2);
    L.control.scale({ imperial: false, maxWidth: 160 }).addTo(this.map);
    this.grid = new MeterGrid().addTo(this.map);
    this.layer = L.layerGroup().addTo(this.map);
    this.colors = matchMedia('(prefers-color-scheme: dark)');
    this.colors.addEventListener('change', () => { this.grid.draw(); this.draw(this.points, false); });
    this.points = [];
    // Leaflet does not notice when its container changes size.
    new ResizeObserver(() => this.map.invalidateSize()).observe(element);
  }

  /** `points` are {time (ms), latitude, longitude, accuracyMeters, label}, in the order of time. */
  draw(points, isFitted) {
    this.points = points;
    this.layer.clearLayers();
    if (points.length === 0) return;
    this.grid.latitude = points[0].latitude;
    for (const piece of pieces(points)) {
      L.polyline(piece.points.map(place), {
        color: color('--track'), weight: piece.isGap ? 1.5 : 3, opacity: piece.isGap ? 0.6 : 0.9,
        dashArray: piece.isGap ? '4 6' : null, interactive: false,
      }).addTo(this.layer);
    }
    for (const point of points) this.mark(point, 3, '--track');
    const newest = points[points.length - 1];
    if (newest.accuracyMeters > 0) {
      L.circle(place(newest), {
        radius: newest.accuracyMeters, color: color('--newest'), weight: 1, fillOpacity: 0.12,
        interactive: false,
      }).addTo(this.layer);
    }
    this.mark(newest, 7, '--newest');
    if (isFitted) this.fit();
  }

  mark(point, radius, name) {
    const marker = L.circleMarker(place(point), {
      radius, color: color(name), weight: 1, fillColor: color(name), fillOpacity: 0.8,
    });
    // Set as text, never as markup, because phones sent it.
    marker.bindTooltip(() => textElement(point.label));
    marker.addTo(this.layer);
  }

  fit() {
    const bounds = L.latLngBounds(this.points.map(place));
    this.map.fitBounds(bounds.pad(0.1), { maxZoom: 18, animate: false });
  }
}

function textElement(text) {
  const element = document.createElement('span');
  element.textContent = text;
  return element;
}

function place(point) { return [point.latitude, point.longitude]; }

function color(name) { return getComputedStyle(document.documentElement).getPropertyValue(name).trim(); }

/** Returns the track cut at long gaps, with a piece for each gap. */
function pieces(points) {
  const result = [{ isGap: false, points: [points[0]] }];
  for (let index = 1; index < points.length; index += 1) {
    const [before, point] = [points[index - 1], points[index]];
    if (point.time - before.time > GAP_MS) {
      result.push({ isGap: true, points: [before, point] }, { isGap: false, points: [point] });
    } else {
      result[result.length - 1].points.push(point);
    }
  }
  return result;
}

/** A grid of lines at a distance in meters at `latitude`, so that they stay while the map is moved. */
const MeterGrid = window.L && L.Layer.extend({
  latitude: 0,

  onAdd(map) {
    this.canvas = L.DomUtil.create('canvas', 'leaflet-zoom-hide', map.getPane('tilePane'));
    map.on('moveend zoomend resize viewreset', this.draw, this);
    this.draw();
  },

  onRemove(map) {
    this.canvas.remove();
    map.off('moveend zoomend resize viewreset', this.draw, this);
  },

  draw() {
    const map = this._map;
    const size = map.getSize();
    const margin = 200;
    const corner = map.containerPointToLayerPoint([-margin, -margin]);
    L.DomUtil.setPosition(this.canvas, corner);
    this.canvas.width = size.x + 2 * margin;
    this.canvas.height = size.y + 2 * margin;
    const context = this.canvas.getContext('2d');
    context.strokeStyle = color('--grid');
    const step = this.stepPixels();
    const origin = map.getPixelOrigin().add(corner);
    context.beginPath();
    for (let x = step - origin.x % step; x < this.canvas.width; x += step) {
      context.moveTo(Math.round(x) + 0.5, 0);
      context.lineTo(Math.round(x) + 0.5, this.canvas.height);
    }
    for (let y = step - origin.y % step; y < this.canvas.height; y += step) {
      context.moveTo(0, Math.round(y) + 0.5);
      context.lineTo(this.canvas.width, Math.round(y) + 0.5);
    }
    context.stroke();
  },

  /** Returns the width in pixels of the first of 1, 2, 5, 10, … meters that is at least 70 pixels wide. */
  stepPixels() {
    const equatorMeters = 40075016.7;
    const metersPerPixel = equatorMeters * Math.cos(this.latitude * Math.PI / 180) /
      (256 * 2 ** this._map.getZoom());
    const least = 70 * metersPerPixel;
    const power = 10 ** Math.floor(Math.log10(least));
    const meters = [1, 2, 5, 10].map((digit) => digit * power).find((length) => length >= least);
    return meters / metersPerPixel;
  },
});
