'use strict';
// Shows the receiver's records, and new ones as they arrive. All text is set through textContent,
// because any client can send any names and records.

const viewerZone = Facts.zone;
const { clock, clockToSeconds, dayOf, counted } = Facts;
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
  others: [],         // names of further devices on the map
  otherTracks: [],
  deviceZone: null,   // the zone that the device's records name
  isZoneChosen: false,
  newest: [],         // the newest records of the device, with their sources
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
  if (device === '') return 'Unnamed device';
  const letters = [...device];
  if (letters.length <= NAME_LENGTH_MAX) return device;
  return letters.slice(0, NAME_LENGTH_MAX - 1).join('') + '…';
};
const markOf = (name) => Facts.marks(state.devices.map((device) => device.name)).get(name) ||
  { color: 0, shape: 0 };

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
    const waiting = device.queuedSettings > 0 ?
      ` · ${counted(device.queuedSettings, 'setting')} waiting` : '';
    const name = make('strong');
    name.append(Facts.image(markOf(device.name)), ' ' + nameOf(device.name));
    button.append(
      name,
      make('span', `${counted(device.recordCount, 'record')} · last arrived ` +
        `${dayOf(device.lastArrival)} ${clockToSeconds(device.lastArrival)}${waiting}`));
    button.append(...Details.stateOf(device).map((text) => make('span', text)));
    if (device.name === '') {
      button.append(make('span', 'All phones that send no name share this entry. ' +
        'To tell them apart, set a device ID in each app.'));
    }
    button.addEventListener('click', () => choose(device.name).catch(lost));
    const item = make('li');
    item.append(button);
    if (state.device !== null && device.name !== state.device) {
      item.append(otherChoice(device.name));
    }
    if (button.dataset.device === focused) setTimeout(() => button.focus());
    return item;
  }));
}

/** Returns the box that puts a further device on the map. */
function otherChoice(name) {
  const label = make('label');
  const box = make('input');
  box.type = 'checkbox';
  box.dataset.device = 'o' + name;
  box.checked = state.others.includes(name);
  box.addEventListener('change', () => {
    state.others = state.others.filter((other) => other !== name).concat(box.checked ? [name] : []);
    loadOthers().then(() => showTrack(true)).catch(lost);
  });
  label.append(box, `Show ${nameOf(name)} on the map too`);
  if (document.activeElement && document.activeElement.dataset.device === box.dataset.device) {
    setTimeout(() => box.focus());
  }
  return label;
}

async function loadOthers() {
  const { day } = state;
  const names = state.others.filter((name) => name !== state.device);
  const tracks = await Promise.all(day === null ? [] : names.map((device) =>
    ask('track', { device, from: day.from, to: day.to })));
  state.otherTracks = tracks.map((track, index) => ({
    name: names[index], mark: markOf(names[index]),
    points: track.records.filter((record) => !Details.isNowhere(record))
      .map((record) => pointOf(record, names[index])),
  }));
}

// Zone

/** Shows times in the zone that the device's records name, unless the viewer has chosen another. */
function setZone() {
  state.deviceZone = state.newest.map((record) => Details.of(record).zone).find(Boolean) || null;
  if (!state.isZoneChosen) Facts.zone = state.deviceZone || viewerZone;
  const all = Intl.supportedValuesOf ? Intl.supportedValuesOf('timeZone') : [];
  const first = [Facts.zone, state.deviceZone, viewerZone, 'UTC'].filter(Boolean);
  const names = [...new Set([...first, ...all])];
  if (names.join() === state.zoneNames && element('zone').value === Facts.zone) return;
  state.zoneNames = names.join();
  const of = (name) => (name === state.deviceZone ? " (from the device's records)" :
    name === viewerZone ? " (this browser's zone)" : '');
  element('zone').replaceChildren(...names.map((name) => {
    const option = make('option', name.replace(/^UTC-/, 'UTC\u2212') + of(name));
    option.value = name;
    option.selected = name === Facts.zone;
    return option;
  }));
}

element('zone').addEventListener('change', () => {
  state.isZoneChosen = true;
  Facts.zone = element('zone').value;
  if (state.device !== null) choose(state.device).catch(lost);
});

async function choose(device) {
  Object.assign(state, {
    device, day: null, lastNumber: lastNumberOf(device), oldest: null, points: [], newest: [],
  });
  for (const id of ['map-section', 'days-section', 'records-section']) element(id).hidden = false;
  if (!map) map = TrackMap.make(element('map')) || { draw() {} };
  showDevices();
  element('settings-status').textContent = '';
  element('records').replaceChildren();
  await loadRecords();
  await loadDays();
  if (state.days.length > 0) await showDay(state.days[0]);
}

const lastNumberOf = (name) => {
  const device = state.devices.find((candidate) => candidate.name === name);
  return device ? device.lastNumber : 0;
};

// Records

async function loadRecords() {
  const parameters = { device: state.device };
  if (state.oldest) parameters.before = state.oldest;
  const records = await ask('records', parameters);
  if (!state.oldest) {
    state.newest = records;
    setZone();
  }
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
  summary.append(
    time, make('span', record.type, 'type'), make('span', Details.text(record), 'facts'));
  details.append(summary);
  details.addEventListener('toggle', () => {
    if (details.childElementCount > 1) return;
    details.append(
      make('p', `Arrived ${dayOf(record.arrivedAt)} ${clockToSeconds(record.arrivedAt)}, ` +
        `record number ${record.number}.`, 'quiet'),
      make('pre', record.source));
  });
  item.append(details);
  return item;
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
  await loadCompleteness();
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
  state.newest = [...records, ...state.newest]
    .sort((a, b) => Date.parse(b.time) - Date.parse(a.time) || b.number - a.number).slice(0, 200);
  setZone();
  const isNewDay = await refreshDays(records);
  if (isNewDay) return;
  const [from, to] = [Date.parse(state.day.from), Date.parse(state.day.to)];
  const arrived = records.filter((record) =>
    Date.parse(record.time) >= from && Date.parse(record.time) < to);
  if (arrived.length === 0) return;
  const points = arrived.filter((record) => !Details.isNowhere(record))
    .map((record) => pointOf(record));
  state.points = [...state.points, ...points].sort((a, b) => a.time - b.time);
  state.total += arrived.length;
  showTrack(false);
}

/**
 * Loads the days again, but not often. Returns true if that redrew the newest day, or if no day is
 * shown.
 */
async function refreshDays(records) {
  const newest = Math.max(...records.map((record) => Date.parse(record.time)));
  const isBeyond = state.days.length === 0 || newest >= Date.parse(state.days[0].to);
  if (!isBeyond && Date.now() - state.daysAskedAt < DAYS_MS) return false;
  const wasNewest = state.day === null || state.day.date === state.days[0].date;
  await loadDays();
  const { date } = state.day || {};
  state.day = state.days.find((day) => day.date === date) || state.day;
  showDays();
  if (!isBeyond || !wasNewest) return state.day === null;
  await showDay(state.days[0]);
  return true;
}

function lost(error) {
  element('connection').className = 'lost';
  element('connection').textContent =
    `no connection to the server (${error.message}); trying again`;
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

element('more').addEventListener('click', () => loadRecords().catch(lost));
document.addEventListener('visibilitychange', () => { if (!document.hidden) poll().catch(lost); });
live();
