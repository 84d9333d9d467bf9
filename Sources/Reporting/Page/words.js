'use strict';
// Shared by every part of the page: the data, times, figures and names. All text from a scenario or
// a recording goes through textContent; it is never markup.

const DATA = JSON.parse(document.getElementById('data').textContent);
const DAY = DATA.day;

const element = (id) => document.getElementById(id);

function make(name, text, className) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
}

function duration(seconds) {
  const s = Math.round(seconds);
  if (s < 60) return `${s} s`;
  if (s < 3600) return `${Math.floor(s / 60)} min${s % 60 ? ` ${s % 60} s` : ''}`;
  if (s < 172800) return `${Math.floor(s / 3600)} h ${Math.floor(s / 60) % 60} min`;
  return `${(s / 86400).toFixed(1)} d`;
}

// Returns the value as text. A value other than 0 never reads as 0 or "-0.00": it gets one more
// digit, or is "≈0".
function decimal(value, places) {
  const [text, finer] = [value.toFixed(places), value.toFixed(places + 1)];
  return value === 0 || Number(text) !== 0 ? text : Number(finer) !== 0 ? finer : '≈0';
}

const meters = (value) =>
  value < 1000 ? `${Math.round(value)} m` : `${(value / 1000).toFixed(1)} km`;
const causeWords = (name) => DATA.words[name] || name;
// Returns "significant change" for "significantChange".
const words = (name) => name.replace(/([A-Z])/g, (letter) => ' ' + letter.toLowerCase());

// Returns the last index whose value is at most `value`; -1 if there is none.
function lastAt(sorted, value, of = (item) => item) {
  let low = 0, high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (of(sorted[middle]) <= value) low = middle + 1; else high = middle;
  }
  return low - 1;
}

const pieceAt = (pieces, seconds) => {
  const piece = pieces[lastAt(pieces, seconds, (p) => p[0])];
  return piece && seconds < piece[1] ? piece[2] : null;
};

// Returns the position of a path at that time, [latitude, longitude]; null outside of its time.
function positionAt(path, seconds) {
  const index = lastAt(path.seconds, seconds);
  if (index < 0 || path.seconds.length === 0) return null;
  const last = path.seconds.length - 1;
  if (index === last) {
    return seconds - path.seconds[last] < 1 ? [path.latitudes[last], path.longitudes[last]] : null;
  }
  const length = (path.seconds[index + 1] - path.seconds[index]) || 1;
  const share = (seconds - path.seconds[index]) / length;
  const between = (values) => values[index] + share * (values[index + 1] - values[index]);
  return [between(path.latitudes), between(path.longitudes)];
}

function truthAt(seconds) {
  for (const path of DAY.person) {
    const found = positionAt(path, seconds);
    if (found) return found;
  }
  return null;
}

// Returns the newest recorded position at that time. Positions that are not drawn lie on the line.
function fixAt(view, seconds) {
  const path = view.fixes.path;
  const index = lastAt(path.seconds, seconds);
  if (index < 0) return null;
  const recording = view.recording[lastAt(view.recording, seconds, (p) => p[0])];
  const time = recording ? Math.min(seconds, recording[1]) : seconds;
  return positionAt(path, time) || [path.latitudes[index], path.longitudes[index]];
}

// The instant on the timeline that the reader points at. Parts of the page add listeners.
const Cursor = {
  listeners: [],
  set(seconds) { for (const listener of this.listeners) listener(seconds); },
};
