'use strict';
// Shows the receiver's records, and new ones as they arrive. All text is set through textContent,
// because any client can send any names and records.

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
const POLL_MS = 2000;
const POLL_MAX_MS = 20000;
const DAYS_MS = 30000;

const state = {
  devices: [],
  device: null,       // name of the device shown
  lastNumber: 0,      // number of its last record shown
  day: null,          // the day on the map
  days: [],
  points: [],
  oldest: null,       // time of the last record in the list
  daysAskedAt: 0,
};
let map;

const element = (id) => document.getElementById(id);

function make(name, text, className) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
}

const NAME_LENGTH_MAX = 60;
const nameOf = (device) => {
  if (device === '') return '(no device name)';
  const letters = [...device];
  return letters.length > NAME_LENGTH_MAX ? letters.slice(0, NAME_LENGTH_MAX - 1).join('') + '…' : device;
};
const clock = (time) => new Date(time).toLocaleTimeString([],
  { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const clockToSeconds = (time) => new Date(time).toLocaleTimeString([], { hourCycle: 'h23' });
const dayOf = (time) => new Date(time).toLocaleDateString([], { weekday: 'short', month: 'short', day: 'numeric' });
const kilometers = (meters) => meters < 1000 ? `${Math.round(meters)} m` : `${(meters / 1000).toFixed(1)} km`;
const counted = (count, word) => `${count.toLocaleString()} ${word}${count === 1 ? '' : 's'}`;

// Asking the server

async function ask(path, parameters, options) {
  const query = parameters ? '?' + new URLSearchParams(parameters) : '';
  const response = await fetch('/admin/' + path + query, options);
  if (response.status === 401) location.assign('/login');
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error || `HTTP ${response.status}`);
  return answer;
}

// Devices

function showDevices() {
  element('no-devices').hidden = state.devices.length > 0;
  const list = element('devices');
  const focused = document.activeElement && document.activeElement.dataset.device;
  list.replaceChildren(...state.devices.map((device) => {
    const button = make('button');
    button.type = 'button';
    if (nameOf(device.name) !== device.name) button.title = device.name;
    button.dataset.device = 'd' + device.name;
    button.setAttribute('aria-pressed', String(device.name === state.device));
    const waiting = device.queuedSettings > 0 ? ` · ${device.queuedSettings} settings waiting` : '';
    button.append(
      make('strong', nameOf(device.name)),
      make('span', `${counted(device.recordCount, 'record')} · last ${dayOf(device.lastArrival)} ` +
        `${clockToSeconds(device.lastArrival)}${waiting}`));
    button.addEventListener('click', () => choose(device.name).catch(lost));
    const item = make('li');
    item.append(button);
    if (button.dataset.device === focused) setTimeout(() => button.focus());
    return item;
  }));
}

async function choose(device) {
  Object.assign(state, { device, day: null, lastNumber: lastNumberOf(device), oldest: null, points: [] });
  for (const id of ['map-section', 'days-section', 'records-section']) element(id).hidden = false;
  if (!map) map = TrackMap.make(element('map')) || { draw() {} };
  showDevices();
  element('settings-status').textContent = '';
  element('records').replaceChildren();
  await Promise.all([loadDays(), loadRecords()]);
  if (state.days.length > 0) await showDay(state.days[0]);
}

const lastNumberOf = (name) => {
  const device = state.devices.find((candidate) => candidate.name === name);
  return device ? device.lastNumber : 0;
};

// Days

async function loadDays() {
  state.daysAskedAt = Date.now();
  state.days = await ask('days', { device: state.device, zone });
  showDays();
}

function showDays() {
  element('days').replaceChildren(...state.days.map((day) => {
    const row = make('tr');
    if (state.day && day.date === state.day.date) row.setAttribute('aria-current', 'true');
    const button = make('button', dayOf(day.first));
    button.type = 'button';
    button.setAttribute('aria-label', `Show ${day.date} on the map`);
    button.addEventListener('click', () => showDay(day).catch(lost));
    const name = make('th');
    name.scope = 'row';
    name.append(button, make('span', `${clock(day.first)} – ${clock(day.last)}`, 'hours'));
    row.append(
      name, make('td', kilometers(day.distanceMeters), 'number'),
      make('td', day.recordCount.toLocaleString(), 'number'));
    return row;
  }));
}

async function showDay(day) {
  state.day = day;
  const track = await ask('track', { device: state.device, from: day.from, to: day.to });
  state.points = track.records.filter((record) => !isNowhere(record)).map(pointOf);
  state.total = track.total;
  showDays();
  showTrack(true);
}

/** True for a trip or a log from before the first fix. */
function isNowhere(record) {
  return record.accuracyMeters === undefined && record.latitude === 0 && record.longitude === 0;
}

function pointOf(record) {
  const accuracy = record.accuracyMeters === undefined ? '' : `, ±${Math.round(record.accuracyMeters)} m`;
  return {
    time: Date.parse(record.time), latitude: record.latitude, longitude: record.longitude,
    accuracyMeters: record.accuracyMeters,
    label: `${clockToSeconds(record.time)} ${record.type}${accuracy}`,
  };
}

function showTrack(isFitted) {
  const { day, points } = state;
  const thinned = points.length < state.total ? `, ${points.length.toLocaleString()} of them drawn` : '';
  const last = points.length > 0 ? points[points.length - 1] : null;
  element('track-summary').textContent = last === null ? `${day.date}: no positions` :
    `${nameOf(state.device)} on ${dayOf(points[0].time)}: ${counted(state.total, 'record')}${thinned}, ` +
    `${clock(points[0].time)} to ${clock(last.time)}, last at ` +
    `${last.latitude.toFixed(5)}, ${last.longitude.toFixed(5)}.`;
  map.draw(points, isFitted);
  showStrip();
}

/** Draws the number of records in each ten minutes of the day. */
function showStrip() {
  const strip = element('strip');
  const [start, end] = [Date.parse(state.day.from), Date.parse(state.day.to)];
  const bins = new Array(144).fill(0);
  for (const point of state.points) {
    bins[Math.min(143, Math.floor((point.time - start) / (end - start) * 144))] += 1;
  }
  const most = Math.max(...bins, 1);
  strip.replaceChildren(...bins.flatMap((count, bin) => {
    if (count === 0) return [];
    const bar = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
    const height = 8 + 48 * Math.log1p(count) / Math.log1p(most);
    const values = { x: bin * 5, width: 4.5, y: 56 - height, height };
    for (const [name, value] of Object.entries(values)) bar.setAttribute(name, value);
    return [bar];
  }));
  const filled = bins.filter((count) => count > 0).length;
  strip.setAttribute('aria-label', `Records over the day: ${filled} of 144 ten-minute intervals have some.`);
  element('strip-hours').replaceChildren(
    ...[0, 6, 12, 18, 24].map((hour) => make('span', `${String(hour).padStart(2, '0')}:00`)));
}

// Records

async function loadRecords() {
  const parameters = { device: state.device };
  if (state.oldest) parameters.before = state.oldest;
  const records = await ask('records', parameters);
  element('records').append(...records.map((record) => recordItem(record)));
  if (records.length > 0) state.oldest = records[records.length - 1].time;
  element('more').hidden = records.length < 100;
}

function recordItem(record, isNew) {
  const item = make('li', undefined, isNew ? 'new' : '');
  item.dataset.time = Date.parse(record.time);
  const details = make('details');
  const summary = make('summary');
  const time = make('time', `${dayOf(record.time)} ${clockToSeconds(record.time)}`);
  time.dateTime = record.time;
  summary.append(time, make('span', record.type, 'type'), make('span', factsOf(record), 'facts'));
  details.append(summary);
  details.addEventListener('toggle', () => {
    if (details.childElementCount > 1) return;
    details.append(
      make('p', `Arrived ${dayOf(record.arrivedAt)} ${clockToSeconds(record.arrivedAt)}, record number ${record.number}.`, 'quiet'),
      make('pre', record.source));
  });
  item.append(details);
  return item;
}

function factsOf(record) {
  const place = `${record.latitude.toFixed(5)}, ${record.longitude.toFixed(5)}`;
  const facts = [isNowhere(record) ? 'no position' : place];
  if (record.accuracyMeters !== undefined) facts.push(`±${Math.round(record.accuracyMeters)} m`);
  const told = propertiesOf(record);
  if (typeof told.speed === 'number' && told.speed >= 0) facts.push(`${(told.speed * 3.6).toFixed(0)} km/h`);
  if (typeof told.battery_level === 'number' && told.battery_level >= 0) facts.push(`battery ${Math.round(told.battery_level * 100)} %`);
  if (Array.isArray(told.motion) && told.motion.length > 0) facts.push(told.motion.join(', '));
  const delay = (Date.parse(record.arrivedAt) - Date.parse(record.time)) / 1000;
  if (delay >= 60) facts.push(`${lateness(delay)} late`);
  return facts.join(' · ');
}

function lateness(seconds) {
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  return seconds < 172800 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86400)} d`;
}

function propertiesOf(record) {
  try { return JSON.parse(record.source).properties || {}; } catch { return {}; }
}

/** Inserts a record in the order of time, because late records belong between others. */
function insertRecord(record) {
  const list = element('records');
  const time = Date.parse(record.time);
  if (state.oldest && time < Date.parse(state.oldest)) return;
  const later = [...list.children].find((item) => Number(item.dataset.time) <= time);
  list.insertBefore(recordItem(record, true), later || null);
  if (!state.oldest) state.oldest = record.time;
}

// Live

async function poll() {
  const devices = await ask('devices');
  state.devices = devices.sort((a, b) => b.lastArrival.localeCompare(a.lastArrival));
  showDevices();
  if (state.device === null) {
    if (devices.length > 0) await choose(devices[0].name);
    return;
  }
  if (lastNumberOf(state.device) > state.lastNumber) await loadArrivals();
}

async function loadArrivals() {
  const device = state.device;
  const records = await ask('records', { device, after: state.lastNumber });
  if (device !== state.device || records.length === 0) return;
  state.lastNumber = records[records.length - 1].number;
  for (const record of records.slice(-200)) insertRecord(record);
  const isNewDay = await refreshDays(records);
  if (isNewDay) return;
  const [from, to] = [Date.parse(state.day.from), Date.parse(state.day.to)];
  const points = records.map(pointOf).filter((point) => point.time >= from && point.time < to);
  if (points.length === 0) return;
  state.points = [...state.points, ...points].sort((a, b) => a.time - b.time);
  state.total += points.length;
  showTrack(false);
}

/** Loads the days again, but not often. Returns true if that redrew the newest day, or if no day is shown. */
async function refreshDays(records) {
  const newest = Math.max(...records.map((record) => Date.parse(record.time)));
  const isBeyond = state.days.length === 0 || newest >= Date.parse(state.days[0].to);
  if (!isBeyond && Date.now() - state.daysAskedAt < DAYS_MS) return false;
  const wasNewest = state.day === null || state.day.date === state.days[0].date;
  await loadDays();
  if (!isBeyond || !wasNewest) return state.day === null;
  await showDay(state.days[0]);
  return true;
}

function lost(error) {
  element('connection').className = 'lost';
  element('connection').textContent = `no connection to the server (${error.message}); trying again`;
}

async function live() {
  let delay = POLL_MS;
  try {
    if (!document.hidden) {
      await poll();
      element('connection').className = 'live';
      const text = 'live';
      if (element('connection').textContent !== text) element('connection').textContent = text;
    }
    live.failures = 0;
  } catch (error) {
    live.failures = (live.failures || 0) + 1;
    delay = Math.min(POLL_MAX_MS, POLL_MS * 2 ** live.failures);
    lost(error);
  }
  setTimeout(live, delay);
}

// Settings

function settingsOf(form) {
  const set = JSON.parse(form.elements.json.value.trim() || '{}');
  for (const field of form.querySelectorAll('select')) {
    if (field.value === '') continue;
    const [group, name] = field.name.split('.');
    if (name === undefined) set[group] = field.value;
    else set[group] = { ...set[group], [name]: field.value };
  }
  return set;
}

element('settings-form').addEventListener('submit', async (event) => {
  event.preventDefault();
  const status = element('settings-status');
  try {
    const set = settingsOf(event.target);
    const isOff = set.main && set.main.tracking_mode === 'off';
    if (isOff && !confirm('A phone with tracking off sends no records, so it cannot receive further settings. Queue it anyway?')) return;
    const answer = await ask('set', null, {
      method: 'POST', headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ device: state.device, set }),
    });
    status.textContent = `Queued: the next ${counted(answer.queued, 'answer')} to the phone will carry the settings.`;
    event.target.reset();
  } catch (error) {
    status.textContent = `Not queued: ${error.message}`;
  }
});

element('more').addEventListener('click', () => loadRecords().catch(lost));
document.addEventListener('visibilitychange', () => { if (!document.hidden) poll().catch(lost); });
live();
