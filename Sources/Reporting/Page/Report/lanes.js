'use strict';
// The lanes of the timeline: what each one shows of the true day or of a tracker's run.

const Lanes = (() => {
  const families = DATA.families;

  const authorizationWords = (label) => label === 'whenInUse' ? 'While Using' : words(label);

  // The class of a piece in each kind of lane. A piece without a class is not drawn.
  const classes = {
    uncovered: (label) => `p-${families[label] || 'unexplained'}`,
    app: (label) => label.startsWith('dead') ? 'p-dead'
      : label.startsWith('not') ? null : `p-${label}`,
    authorization: (label) => label === 'always' ? 'p-granted'
      : label === 'whenInUse' ? 'p-limited' : 'p-denied',
    place: () => 'p-place',
    state: (label) => label === 'unknown' ? 'p-quiet' : label === 'off' ? null : `p-${label}`,
    paused: () => 'p-quiet',
  };

  const pieces = (label, height, list, css, naming = words) =>
    ({ kind: 'pieces', label, height, pieces: list, css, words: naming });

  function ofTruth() {
    const lanes = [pieces('True motion', 14, DAY.modes, classes.state)];
    if (DAY.stays.length) {
      lanes.unshift(pieces('Place', 16, DAY.stays, classes.place, (name) => name));
    }
    return lanes;
  }

  function ofTracker(view) {
    const { uncovered, app, positioning, paused, motion, authorization } = view.lanes;
    const known = pieces('Place known', 16, uncovered, classes.uncovered, causeWords);
    const lanes = [
      { ...known, kind: 'known' },
      pieces('App', 16, app, classes.app),
      pieces('Positioning', 14, positioning, classes.state),
    ];
    if (paused.length) lanes.push(pieces('Updates', 12, paused, classes.paused));
    if (motion.length) lanes.push(pieces('Motion reported', 14, motion, classes.state));
    lanes.push(...marksOf(view));
    lanes.push(pieces('Permission', 12, authorization, classes.authorization, authorizationWords));
    lanes.push(...levelsOf(view));
    return lanes;
  }

  function marksOf(view) {
    const groups = [
      ['Wake-ups', ['launch', 'wake']], ['Uploads', ['request', 'requestFailed']],
      ['Notifications', ['notification', 'tap']], ['Events', ['record']],
    ];
    const lanes = groups.map(([label, kinds]) => ({
      kind: 'marks', label, height: 14, marks: view.marks.filter((mark) => kinds.includes(mark[1])),
    }));
    return lanes.filter((lane) => lane.label === 'Wake-ups' || lane.marks.length);
  }

  function levelsOf(view) {
    const values = view.battery.map((level) => level[1]);
    const sub = values.length ? `${Math.min(...values)} to ${Math.max(...values)} %` : '';
    const lanes = [
      { kind: 'level', label: 'Battery', sub, height: 34, levels: view.battery, max: 100 },
    ];
    if (view.queue.length > 1) {
      const max = Math.max(1, ...view.queue.map((level) => level[1]));
      const most = `to ${max.toLocaleString('en')}`;
      lanes.push({ kind: 'area', label: 'Queue', sub: most, height: 26, levels: view.queue, max });
    }
    const ages = agesOf(view);
    const max = Math.max(60, ...ages.flat().map((point) => point[1]));
    const oldest = `to ${duration(max)}`;
    lanes.push({ kind: 'age', label: 'Age of last fix', sub: oldest, height: 26, ages, max });
    return lanes;
  }

  // Returns the age of the newest recorded position as lines of points, one line for each span that
  // was simulated without a break.
  function agesOf(view) {
    return Period.simulated.map((span) => agesIn(span, view.recording))
      .filter((points) => points.length);
  }

  function agesIn([from, to], recording) {
    const points = [];
    let newest = null;
    for (const [start, end, , stamp] of recording) {
      if (start < from || start > to) continue;
      const before = newest === null ? Math.min(stamp, start) : newest;
      points.push([start, Math.max(0, start - before)]);
      points.push([start, Math.max(0, start - Math.max(before, Math.min(stamp, start)))]);
      points.push([end, Math.max(0, end - stamp)]);
      newest = stamp;
    }
    if (newest !== null) points.push([to, Math.max(0, to - newest)]);
    return points;
  }

  return { ofTruth, ofTracker, authorizationWords };
})();
