'use strict';
// The track on a plain grid, because map tiles need internet access. Leaflet provides panning,
// zooming and the scale. If it is not installed, `TrackMap.make` shows a message and returns null.

/** A longer gap is drawn as a dashed line, because the path is unknown. */
const GAP_MS = 10 * 60 * 1000;

const TrackMap = {
  make(element) {
    if (!window.L) {
      element.className = 'missing';
      element.textContent = 'No map: Leaflet is not installed on the server. ' +
        'To see the map, install the package libjs-leaflet of Debian or Ubuntu there.';
      return null;
    }
    return new DrawnTrack(element);
  },
};

class DrawnTrack {
  constructor(element) {
    this.map = L.map(
      element, { attributionControl: false, zoomSnap: 0.25, maxZoom: 22, preferCanvas: true });
    this.map.setView([0, 0], 2);
    L.control.scale({ imperial: false, maxWidth: 160 }).addTo(this.map);
    this.addCursor();
    this.grid = new MeterGrid().addTo(this.map);
    this.layer = L.layerGroup().addTo(this.map);
    this.colors = matchMedia('(prefers-color-scheme: dark)');
    this.colors.addEventListener('change', () => {
      this.grid.draw();
      this.drawAll(this.tracks, false);
    });
    this.tracks = [];
    // Leaflet does not notice when its container changes size.
    new ResizeObserver(() => this.map.invalidateSize()).observe(element);
  }

  /** Shows the coordinates under the pointer in a corner of the map. */
  addCursor() {
    const control = L.control({ position: 'bottomright' });
    control.onAdd = () => {
      this.cursor = L.DomUtil.create('div', 'cursor');
      this.cursor.hidden = true;
      return this.cursor;
    };
    control.addTo(this.map);
    this.map.on('mousemove', ({ latlng }) => {
      const { lat, lng } = latlng.wrap();
      this.cursor.hidden = false;
      this.cursor.textContent = Facts.place(lat, lng);
    });
    this.map.on('mouseout', () => { this.cursor.hidden = true; });
  }

  /** `points` are {time (ms), latitude, longitude, accuracyMeters, label}, in the order of time. */
  draw(points, isFitted, mark = { color: 0, shape: 0 }) {
    this.drawAll([{ points, mark }], isFitted);
  }

  /** `tracks` are {points, mark}. The last track is drawn on top of the others. */
  drawAll(tracks, isFitted) {
    this.tracks = tracks.filter((track) => track.points.length > 0);
    this.layer.clearLayers();
    if (this.tracks.length === 0) return;
    this.grid.latitude = this.tracks[0].points[0].latitude;
    for (const track of this.tracks) this.drawTrack(track.points, track.mark);
    if (isFitted) this.fit();
  }

  drawTrack(points, mark) {
    const hue = color(`--t${mark.color}`);
    for (const piece of pieces(points)) {
      L.polyline(piece.points.map(place), {
        color: hue, weight: piece.isGap ? 1.5 : 3, opacity: piece.isGap ? 0.6 : 0.9,
        dashArray: piece.isGap ? '4 6' : null, interactive: false,
      }).addTo(this.layer);
    }
    for (const point of points) this.dot(point, hue);
    const newest = points[points.length - 1];
    if (newest.accuracyMeters > 0) {
      L.circle(place(newest), {
        radius: newest.accuracyMeters, color: hue, weight: 1, fillOpacity: 0.12,
        interactive: false,
      }).addTo(this.layer);
    }
    const icon = L.divIcon({ className: 'newest', html: Facts.image(mark), iconSize: [26, 26] });
    L.marker(place(newest), { icon, keyboard: false })
      .bindTooltip(() => textElement(newest.label)).addTo(this.layer);
  }

  dot(point, hue) {
    const marker = L.circleMarker(place(point), {
      radius: 3, color: hue, weight: 1, fillColor: hue, fillOpacity: 0.8,
    });
    // Set as text, never as markup, because phones sent it.
    marker.bindTooltip(() => textElement(point.label));
    marker.addTo(this.layer);
  }

  fit() {
    const bounds = L.latLngBounds(this.tracks.flatMap((track) => track.points).map(place));
    this.map.fitBounds(bounds.pad(0.1), { maxZoom: 18, animate: false });
  }
}

function textElement(text) {
  const element = document.createElement('span');
  element.textContent = text;
  return element;
}

function place(point) { return [point.latitude, point.longitude]; }

function color(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

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

/** A grid of lines at a distance in meters at `latitude`; they stay while the map is moved. */
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

  /** Returns the width in pixels of the first of 1, 2, 5, 10, … meters with 70 pixels or more. */
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
