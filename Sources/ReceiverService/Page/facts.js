'use strict';
// The texts of figures, times, names and marks, for the pages of the receiver and of a live run.

const Facts = (() => {
  const MINUS = '\u2212';
  let zone = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

  // Names of fixed offsets, such as "UTC-3:30", are unknown to browsers in this form.
  function zoneOfBrowser(name) {
    const match = /^UTC([+-])(\d{1,2})(?::(\d{2}))?$/.exec(name);
    return match ? `${match[1]}${match[2].padStart(2, '0')}:${match[3] || '00'}` : name;
  }

  function isZone(name) {
    try {
      new Intl.DateTimeFormat('en', { timeZone: zoneOfBrowser(name) });
      return true;
    } catch { return false; }
  }

  const shown = (time, locale, options) =>
    new Date(time).toLocaleString(locale, { timeZone: zoneOfBrowser(zone), ...options });
  const clock = (time) => shown(time, 'en-GB',
    { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const clockToSeconds = (time) => shown(time, 'en-GB',
    { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' });
  const dayOf = (time) => shown(time, 'en-US',
    { weekday: 'short', month: 'short', day: 'numeric' });
  const zoneText = () => zone.replace('-', (sign) => (zone.startsWith('UTC') ? MINUS : sign));

  const number = (value, digits) => value.toFixed(digits).replace(/^-(?=0(\.0*)?$)/, '')
    .replace('-', MINUS);
  const minus = (text) => text.replace(/(^|[\s(,])-(?=\d)/g, `$1${MINUS}`);
  const count = (value) => value.toLocaleString('en-US');
  const counted = (value, word) => `${count(value)} ${word}${value === 1 ? '' : 's'}`;
  const place = (latitude, longitude) => `${number(latitude, 5)}°, ${number(longitude, 5)}°`;
  const distance = (meters) =>
    meters < 1000 ? `${Math.round(meters)} m` : `${(meters / 1000).toFixed(1)} km`;

  function duration(seconds) {
    const minutes = Math.round(seconds / 60);
    if (minutes < 60) return `${minutes} min`;
    return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  }

  // A 32-bit FNV-1a hash of the name's UTF-8 bytes.
  const hash = (name) => new TextEncoder().encode(name)
    .reduce((sum, byte) => Math.imul(sum ^ byte, 0x01000193) >>> 0, 0x811c9dc5);

  /** Returns a mark for each name: its slot by hash, or the next free one. */
  function marks(names) {
    const taken = new Set();
    return new Map([...names].sort().map((name) => {
      let slot = hash(name) % 49;
      for (let step = 0; step < 49 && taken.has(slot); step += 1) slot = (slot + 1) % 49;
      taken.add(slot);
      return [name, { color: slot % 7, shape: (slot + Math.floor(slot / 7)) % 7 }];
    }));
  }

  const SHAPES = [
    'M6 0A6 6 0 1 1-6 0A6 6 0 1 1 6 0z', 'M-5.3-5.3h10.6v10.6h-10.6z', 'M0-6.5L6.3 5h-12.6z',
    'M0-7L5.6 0L0 7L-5.6 0z',
    'M-2.2-6.5h4.4v4.3h4.3v4.4h-4.3v4.3h-4.4v-4.3h-4.3v-4.4h4.3z',
    'M0-7L1.7-2.3L6.7-2.2L2.7.9L4.1 5.7L0 2.8L-4.1 5.7L-2.7.9L-6.7-2.2L-1.7-2.3z',
    'M0 6.5L6.3-5h-12.6z',
  ];

  /** Returns the mark as an image. */
  function image(mark) {
    const space = 'http://www.w3.org/2000/svg';
    const svg = document.createElementNS(space, 'svg');
    const path = document.createElementNS(space, 'path');
    svg.setAttribute('viewBox', '-8 -8 16 16');
    svg.setAttribute('class', `shape t${mark.color}`);
    svg.setAttribute('aria-hidden', 'true');
    path.setAttribute('d', SHAPES[mark.shape]);
    svg.append(path);
    return svg;
  }

  return {
    get zone() { return zone; },
    set zone(name) { if (isZone(name)) zone = name; },
    isZone, zoneText, clock, clockToSeconds, dayOf, number, minus, count, counted, place, distance,
    duration, marks, image,
  };
})();
