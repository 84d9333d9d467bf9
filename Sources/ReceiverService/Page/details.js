'use strict';
// What a record contains beyond its time and place, as its sender wrote it: Overland's properties,
// an OwnTracks message, or an Open mHealth position.

const Details = (() => {
  const isNumber = (value) => typeof value === 'number' && Number.isFinite(value);

  /** Returns the object in a record's source that describes the record; {} if there is none. */
  function sourceOf(record) {
    let source;
    try { source = JSON.parse(record.source); } catch { return {}; }
    // A body of OwnTracks may hold several messages.
    const seconds = Math.floor(Date.parse(record.time) / 1000);
    if (Array.isArray(source)) {
      source = source.find((one) => one && Math.floor(one.tst) === seconds);
    }
    return source && typeof source === 'object' ? source : {};
  }

  /** True for a trip or a log from before the first fix. */
  const isNowhere = (record) =>
    record.accuracyMeters === undefined && record.latitude === 0 && record.longitude === 0;

  function altitudeOf(source, told, body) {
    const elevation = body.elevation;
    if (elevation && isNumber(elevation.value)) {
      return elevation.unit === 'ft' ? elevation.value * 0.3048 : elevation.value;
    }
    // Negative vertical accuracy means that the altitude is invalid.
    const accuracy = isNumber(told.vertical_accuracy) ? told.vertical_accuracy : source.vac;
    if (isNumber(accuracy) && accuracy < 0) return undefined;
    const point = source.geometry && source.geometry.coordinates;
    return [told.altitude, source.alt, Array.isArray(point) ? point[2] : undefined].find(isNumber);
  }

  /** Returns the zone that the record names, or the offset of its time; undefined if neither. */
  function zoneOf(told, source, stamp) {
    const named = [told.timezone, told.tzname, source.tzname].find((name) =>
      typeof name === 'string' && name !== '' && Facts.isZone(name));
    if (named) return named;
    const offset = /T.*([+-])(\d{2}):?(\d{2})$/.exec(String(stamp));
    if (!offset || (offset[2] === '00' && offset[3] === '00')) return undefined;
    const minutes = offset[3] === '00' ? '' : `:${offset[3]}`;
    return `UTC${offset[1]}${Number(offset[2])}${minutes}`;
  }

  function of(record) {
    const source = sourceOf(record);
    const told = source.properties || {};
    const body = source.body || source;
    const frame = body.effective_time_frame || {};
    const kilometers = isNumber(told.speed) ? told.speed * 3.6 : source.vel;
    const battery = isNumber(told.battery_level) ? told.battery_level * 100 : source.batt;
    return {
      altitudeMeters: altitudeOf(source, told, body),
      kilometersPerHour: isNumber(kilometers) && kilometers >= 0 ? kilometers : undefined,
      batteryPercent: isNumber(battery) && battery >= 0 ? battery : undefined,
      motion: Array.isArray(told.motion) ? told.motion.map(String) : [],
      trip: typeof told.trip_id === 'string' ? told.trip_id : undefined,
      tripText: record.type === 'trip' ? tripText(told) : undefined,
      zone: zoneOf(told, source, told.timestamp || frame.date_time),
    };
  }

  function tripText(told) {
    const parts = [told.mode].filter((mode) => typeof mode === 'string');
    if (isNumber(told.distance)) parts.push(Facts.distance(told.distance));
    if (isNumber(told.duration)) parts.push(Facts.duration(told.duration));
    return parts.join(', ');
  }

  function lateness(seconds) {
    if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
    if (seconds < 172800) return `${Math.round(seconds / 3600)} h`;
    return `${Math.round(seconds / 86400)} d`;
  }

  /** Returns a line about a record. */
  function text(record) {
    const details = of(record);
    const { latitude, longitude } = record;
    const facts = [isNowhere(record) ? 'no position' : Facts.place(latitude, longitude)];
    if (record.accuracyMeters !== undefined) facts.push(`±${Math.round(record.accuracyMeters)} m`);
    if (details.altitudeMeters !== undefined) {
      facts.push(`altitude ${Facts.number(details.altitudeMeters, 0)} m`);
    }
    if (details.kilometersPerHour !== undefined) {
      facts.push(`${details.kilometersPerHour.toFixed(0)} km/h`);
    }
    if (details.batteryPercent !== undefined) {
      facts.push(`battery ${Math.round(details.batteryPercent)} %`);
    }
    if (details.tripText) facts.push(details.tripText);
    if (details.motion.length > 0) facts.push(details.motion.join(', '));
    const delay = (Date.parse(record.arrivedAt) - Date.parse(record.time)) / 1000;
    if (delay >= 60) facts.push(`${lateness(delay)} late`);
    return facts.join(' · ');
  }

  /** Returns lines about where a device is, and about its trip in progress. */
  function stateOf(device) {
    const { last, trip } = device;
    const lines = isNowhere(last) ? [] : [
      `Last position ${Facts.place(last.latitude, last.longitude)}, ` +
      `${Facts.dayOf(last.time)} ${Facts.clockToSeconds(last.time)}`];
    if (trip) {
      lines.push(`Trip in progress: ${trip.mode} since ${Facts.clock(trip.start)}, ` +
        `${Facts.distance(trip.distanceMeters)} ` +
        `(reported at ${Facts.clockToSeconds(trip.reportedAt)})`);
    }
    return lines;
  }

  const radians = Math.PI / 180;
  const metersBetween = (a, b) => 6371008.8 * Math.hypot(
    (b.latitude - a.latitude) * radians,
    (b.longitude - a.longitude) * radians * Math.cos(a.latitude * radians));

  const PLACE_METERS = 150;

  /**
   * Returns the seconds between the first and the last point, and those away from the place with
   * the most time; and whether the last point is away from it, and since when. Null if the points
   * show no place.
   */
  function timeAway(points) {
    const places = [];
    for (let index = 1; index < points.length; index += 1) {
      const [before, point] = [points[index - 1], points[index]];
      if (metersBetween(before, point) > PLACE_METERS) continue;
      let place = places.find((known) => metersBetween(known, before) <= PLACE_METERS);
      if (!place) {
        place = { latitude: before.latitude, longitude: before.longitude, seconds: 0 };
        places.push(place);
      }
      place.seconds += (point.time - before.time) / 1000;
    }
    if (places.length === 0) return null;
    const most = places.reduce((a, b) => (b.seconds > a.seconds ? b : a));
    const total = (points[points.length - 1].time - points[0].time) / 1000;
    const isAwayAt = (point) => metersBetween(most, point) > PLACE_METERS;
    const isAway = isAwayAt(points[points.length - 1]);
    const first = points.findLastIndex((point) => isAwayAt(point) !== isAway) + 1;
    return total > 0 ?
      { total, away: total - most.seconds, place: most, isAway, since: points[first].time } : null;
  }

  return { of, text, isNowhere, stateOf, timeAway };
})();
