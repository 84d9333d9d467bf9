'use strict';
// The table of completeness: participants and days, with the share of intervals that have a record.

const completeness = { askedAt: 0, zone: null };

async function loadCompleteness() {
  const isFresh = completeness.zone === Facts.zone && Date.now() - completeness.askedAt < DAYS_MS;
  if (isFresh) return;
  Object.assign(completeness, { askedAt: Date.now(), zone: Facts.zone });
  showCompleteness(await ask('completeness', { zone: Facts.zone }));
}

function showCompleteness({ days, participants }) {
  element('completeness-section').hidden = participants.length === 0;
  const head = (text, className) => {
    const cell = make('th', text, className);
    cell.scope = 'col';
    return cell;
  };
  element('completeness-days').replaceChildren(
    head('Participant'), ...days.map((day) => head(day.date.slice(5), 'number')));
  element('completeness').replaceChildren(...participants.map((participant) => {
    const row = make('tr');
    const name = make('th', participantName(participant));
    name.scope = 'row';
    row.append(name, ...days.map((day, index) => {
      const filled = participant.filled[index];
      const cell = make('td', shareText(filled, day.intervals), 'number');
      cell.title = `${filled} of ${counted(day.intervals, 'interval')} on ${day.date}`;
      return cell;
    }));
    return row;
  }));
}

const participantName = ({ name, device }) =>
  (name === undefined ? nameOf(device) : nameOf(`${name} (${device})`));

/** Returns a share in percent; a share that is not 0 or 1 is never shown as such. */
function shareText(filled, intervals) {
  if (intervals === 0) return '–';
  if (filled === 0 || filled >= intervals) return filled === 0 ? '0 %' : '100 %';
  return `${Math.min(99, Math.max(1, Math.round(100 * filled / intervals)))} %`;
}
