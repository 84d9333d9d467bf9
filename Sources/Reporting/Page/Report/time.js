'use strict';
// Local times of the simulated day.

const Time = DAY && (() => {
  const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
  const MONTHS = [
    'Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec',
  ];
  const MIDNIGHTS_MAX = 400;
  const start = Date.parse(DAY.start);
  const isLong = DAY.durationSeconds > 36 * 3600;
  const two = (number) => String(number).padStart(2, '0');

  function offsetAt(seconds) {
    let offset = DAY.clocks[0].offsetSeconds;
    for (const clock of DAY.clocks) if (clock.seconds <= seconds) offset = clock.offsetSeconds;
    return offset;
  }

  // Returns a date whose UTC fields are the local time.
  const shown = (seconds) => new Date(start + (seconds + offsetAt(seconds)) * 1000);

  const secondOfDay = (date) =>
    date.getUTCHours() * 3600 + date.getUTCMinutes() * 60 + date.getUTCSeconds();

  function midnights() {
    const found = [];
    for (let at = 0; at <= DAY.durationSeconds && found.length < MIDNIGHTS_MAX;) {
      // A day on which the clocks change has another length.
      const guess = at + 86400 - secondOfDay(shown(at));
      const past = secondOfDay(shown(guess));
      const next = past > 43200 ? guess + 86400 - past : guess - past;
      if (next < DAY.durationSeconds) found.push(next);
      at = next;
    }
    return found;
  }

  function date(seconds) {
    const day = shown(seconds);
    return `${WEEKDAYS[day.getUTCDay()]} ${day.getUTCDate()} ${MONTHS[day.getUTCMonth()]}`;
  }

  function clock(seconds) {
    const at = shown(seconds);
    const fields = [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()].map(two);
    return (isLong ? `${date(seconds)} ` : '') + fields.join(':');
  }

  // Names the time zone in which the clocks of the day are.
  const zone = () => [...new Set(DAY.clocks.map((clock) => clock.timeZone))].join(', then ');

  return {
    zone,
    // The axis uses the offset at the start, so that every hour has the same width.
    axis: (seconds) => new Date(start + (seconds + DAY.clocks[0].offsetSeconds) * 1000),
    seconds: (date) => (date.getTime() - start) / 1000 - DAY.clocks[0].offsetSeconds,
    midnights, date, clock,
  };
})();
