'use strict';
// Requests the status each second and draws it. All text is set through textContent, since devices
// and servers may have any name.

const POLL_MS = 1000;
const POLL_MAX_MS = 10000;
const POINTS_MAX = 20000;

const element = (id) => document.getElementById(id);
const map = TrackMap.make(element('map'));
const circles = map && L.layerGroup().addTo(map.map);
let points = [];
let newest = 0;
let simulated = [];
let newestSimulated = 0;
let shownCircles = '';
let mark;
let simulatedMark;

function make(name, text, className) {
  const made = document.createElement(name);
  made.textContent = text;
  if (className) made.className = className;
  return made;
}

function showStatus(rows) {
  element('status').replaceChildren(...rows.flatMap((row) =>
    [make('dt', row.label), make('dd', Facts.minus(row.text), row.isBad ? 'bad' : '')]));
}

function pointOf(point) {
  const accuracy = point.accuracyMeters === undefined
    ? '' : `, ±${point.accuracyMeters.toFixed(1)} m`;
  return {
    time: Date.parse(point.time), latitude: point.latitude, longitude: point.longitude,
    accuracyMeters: point.accuracyMeters, altitudeMeters: point.altitudeMeters,
    label: Facts.clockToSeconds(point.time) + accuracy,
  };
}

function joined(known, arrivals) {
  const all = known.concat(arrivals.map(pointOf));
  return all.length > POINTS_MAX
    ? all.filter((_, index) => index % 2 === 0 || index > POINTS_MAX / 2) : all;
}

/** The receiver's track, and on top of it the records of the simulated phone. */
function showTrack(arrivals, records) {
  if (records.length > 0) newestSimulated = records[records.length - 1].number;
  simulated = joined(simulated, records);
  if (arrivals.length === 0) return;
  const isFirst = points.length === 0;
  newest = arrivals[arrivals.length - 1].number;
  points = joined(points, arrivals);
  const last = points[points.length - 1];
  const altitude = last.altitudeMeters === undefined ? '' :
    `, altitude ${Facts.number(last.altitudeMeters, 0)} m`;
  element('track-summary').textContent =
    `${Facts.counted(points.length, 'position')}, the newest at ` +
    `${Facts.place(last.latitude, last.longitude)}${altitude}, ` +
    `${Facts.clockToSeconds(last.time)}.` + (simulated.length === 0 ? '' :
      ` The simulated phone recorded ${Facts.counted(simulated.length, 'position')}.`);
  if (!map) return;
  map.drawAll([{ points, mark }, { points: simulated, mark: simulatedMark }], isFirst);
  const place = [last.latitude, last.longitude];
  if (!isFirst && element('follow').checked && !map.map.getBounds().pad(-0.1).contains(place)) {
    map.map.panTo(place, { animate: false });
  }
}

/** Home and the fences that the phone watches, with their names. */
function showCircles(home, fences) {
  const text = JSON.stringify([home, fences]);
  if (!map || text === shownCircles) return;
  shownCircles = text;
  circles.clearLayers();
  const all = fences.map((fence) => [fence, '--accent']).concat(home ? [[home, '--good']] : []);
  for (const [circle, name] of all) {
    L.circle([circle.latitude, circle.longitude], {
      radius: circle.radiusMeters, color: color(name), weight: 1.5, dashArray: '6 4',
      fillOpacity: 0.06,
    }).bindTooltip(() => textElement(circle.name)).addTo(circles);
  }
}

async function poll() {
  const response = await fetch(`state?after=${newest}&simulated=${newestSimulated}`);
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  const state = await response.json();
  document.title = `Odograph live: ${state.preset}`;
  Facts.zone = state.zone;
  mark = Facts.marks([state.preset]).get(state.preset);
  simulatedMark = { color: (mark.color + 3) % 7, shape: (mark.shape + 3) % 7 };
  const zone = `Times in ${Facts.zoneText()}, this computer's zone`;
  if (element('zone').textContent !== zone) element('zone').textContent = zone;
  showStatus(state.rows);
  showTrack(state.points, state.simulated);
  showCircles(state.home, state.fences);
}

async function live(failures) {
  const connection = element('connection');
  let delay = POLL_MS;
  try {
    if (!document.hidden) await poll();
    failures = 0;
    connection.className = 'live';
    if (connection.textContent !== 'live') connection.textContent = 'live';
  } catch (error) {
    delay = Math.min(POLL_MAX_MS, POLL_MS * 2 ** failures);
    connection.className = 'lost';
    connection.textContent = `odograph live does not answer (${error.message}); trying again`;
  }
  setTimeout(live, delay, failures + 1);
}

live(0);
