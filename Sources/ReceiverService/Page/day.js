'use strict';
// The list of days, and the day on the map with its figures.

async function loadDays() {
  state.daysAskedAt = Date.now();
  state.days = await ask('days', { device: state.device, zone: Facts.zone });
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
    name.append(button, make('span', `${clock(day.first)} to ${clock(day.last)}`, 'hours'));
    if (day.secondsOutdoors !== undefined) {
      name.append(make('span', `outdoors ${Facts.duration(day.secondsOutdoors)}`, 'hours'));
    }
    row.append(
      name, make('td', Facts.distance(day.distanceMeters), 'number'),
      make('td', Facts.count(day.recordCount), 'number'));
    return row;
  }));
}

async function showDay(day) {
  state.day = day;
  const track = await ask('track', { device: state.device, from: day.from, to: day.to });
  state.points = track.records.filter((record) => !Details.isNowhere(record))
    .map((record) => pointOf(record));
  state.total = track.total;
  state.isThinned = track.records.length < track.total;
  await loadOthers();
  showDays();
  showTrack(true);
}

function pointOf(record, name = state.device) {
  const accuracy = record.accuracyMeters === undefined ? '' :
    `, ±${Math.round(record.accuracyMeters)} m`;
  const device = state.devices.length > 1 ? `${nameOf(name)}, ` : '';
  return {
    time: Date.parse(record.time), latitude: record.latitude, longitude: record.longitude,
    accuracyMeters: record.accuracyMeters,
    label: `${device}${clockToSeconds(record.time)} ${record.type}${accuracy}`,
  };
}

function showTrack(isFitted) {
  const { day, points } = state;
  const thinned = points.length > 0 && state.isThinned ?
    ` The map shows ${Facts.count(points.length)} of them.` : '';
  const name = nameOf(state.device);
  element('track-summary').textContent = points.length === 0 ?
    `${name} sent ${counted(state.total, 'record')} on ${dayOf(day.first)}, ` +
    'none with a position.' :
    `${name} sent ${counted(state.total, 'record')} on ${dayOf(day.first)}, ` +
    `from ${clock(day.first)} ` +
    `to ${clock(day.last)} (${Facts.zoneText()}).${thinned}`;
  const mark = markOf(state.device);
  const tracks = [...state.otherTracks, { points, mark }];
  if (map.drawAll) map.drawAll(tracks, isFitted);
  element('strip').setAttribute('class', `t${mark.color}`);
  showStrip();
  showDayFacts();
}

/** Shows the figures of the day, and those of the newest position. */
function showDayFacts() {
  const { day, points } = state;
  const rows = [
    ['Distance', Facts.distance(day.distanceMeters)], ['Records', Facts.count(state.total)],
  ];
  const visit = Details.timeAway(points);
  if (visit) {
    rows.push(["Away from the day's most-visited place",
      `${Facts.duration(visit.away)} of ${Facts.duration(visit.total)} ` +
      `(place at ${Facts.place(visit.place.latitude, visit.place.longitude)})`]);
    const place = visit.isAway ? "away from the day's most-visited place" :
      "at the day's most-visited place";
    if (state.days.length > 0 && day.date === state.days[0].date) {
      rows.push(['Status', `${place} since ${clock(visit.since)}, last record ` +
        `${clock(points[points.length - 1].time)}`]);
    }
  }
  if (day.secondsOutdoors !== undefined) {
    rows.push(['Outdoors', Facts.duration(day.secondsOutdoors)]);
  }
  const newest = state.newest.find((record) => !Details.isNowhere(record));
  if (newest) {
    const altitude = Details.of(newest).altitudeMeters;
    rows.push(
      ['Newest position', `${Facts.place(newest.latitude, newest.longitude)}, ` +
        `${dayOf(newest.time)} ${clockToSeconds(newest.time)}`],
      ['Altitude there', altitude === undefined ? 'not sent' : `${Facts.number(altitude, 0)} m`]);
  }
  rows.push(['Trip in progress', tripText()]);
  element('day-facts').replaceChildren(...rows.flatMap(([label, text]) =>
    [make('dt', label), make('dd', text)]));
}

/** Returns a text about the trip that the newest location belongs to. */
function tripText() {
  const index = state.newest.findIndex((record) => record.type === 'location');
  const trip = index < 0 ? undefined : Details.of(state.newest[index]).trip;
  const isOver = state.newest.slice(0, Math.max(index, 0)).some((record) => record.type === 'trip');
  if (trip === undefined || isOver) return 'none sent';
  const records = state.newest.filter((record) => Details.of(record).trip === trip);
  const first = records[records.length - 1].time;
  return `since ${dayOf(first)} ${clock(first)} or earlier`;
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
  strip.setAttribute(
    'aria-label', `Records over the day: ${filled} of 144 ten-minute intervals have some.`);
  const hours = [0, 1, 2, 3].map((part) => clock(start + (end - start) * part / 4));
  hours.push('24:00');
  element('strip-hours').replaceChildren(...hours.map((hour) => make('span', hour)));
}
