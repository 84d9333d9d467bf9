'use strict';
// The box beside the pointer that gives the figures of an instant on the timeline.

const Readout = (() => {
  const KINDS = {
    launch: 'launched for', wake: 'woken for', request: 'sends', requestFailed: 'tries to send',
    notification: 'shows', tap: 'tapped', record: 'event',
  };
  const MARKS_MAX = 6;

  const levelAt = (levels, seconds) =>
    (levels[lastAt(levels, seconds, (level) => level[0])] || [])[1];

  function placeWords(view, seconds) {
    if (pieceAt(DAY.unknown, seconds)) return 'not judged';
    const cause = pieceAt(view.lanes.uncovered, seconds);
    return cause ? `not known: ${causeWords(cause)}` : 'known';
  }

  function ageWords(view, seconds) {
    const piece = view.recording[lastAt(view.recording, seconds, (item) => item[0])];
    if (!piece) return 'none yet';
    const newest = seconds < piece[1] ? seconds : piece[3];
    return `${duration(Math.max(0, seconds - newest))} ago`;
  }

  function trackerRows(view, seconds, nearSeconds) {
    const state = (lane) => words(pieceAt(view.lanes[lane], seconds) || '');
    const permission = pieceAt(view.lanes.authorization, seconds) || '';
    const level = levelAt(view.battery, seconds);
    const near = view.marks.filter(([at]) => Math.abs(at - seconds) < nearSeconds);
    return [
      ['place', placeWords(view, seconds)],
      ['app', state('app')],
      ['positioning', state('positioning') + (state('paused') ? ', paused' : '')],
      ['motion reported', state('motion')],
      ['permission', Lanes.authorizationWords(permission)],
      ['battery', level === undefined ? '' : `${level} %`],
      ['queue', view.queue.length > 1 ? String(levelAt(view.queue, seconds) || 0) : ''],
      ['last fix', ageWords(view, seconds)],
      ...near.slice(0, MARKS_MAX).map(([, kind, text]) => [KINDS[kind], text]),
    ];
  }

  function rows(tracker, seconds, nearSeconds) {
    if (Period.isUnsimulatedAt(seconds)) return [['this time', 'not simulated']];
    const person = [words(pieceAt(DAY.modes, seconds) || ''), pieceAt(DAY.stays, seconds)];
    const own = tracker ? trackerRows(tracker.view, seconds, nearSeconds) : [];
    const name = pieceAt(DAY.unknown, seconds) ? 'person, assumed' : 'person';
    return [[name, person.filter(Boolean).join(', at ')], ...own];
  }

  // Shows the figures of an instant. A mark counts as near within some seconds of the instant.
  function show(tracker, seconds, nearSeconds, clientX, clientY) {
    const list = make('dl');
    for (const [name, value] of rows(tracker, seconds, nearSeconds)) {
      if (value) list.append(make('dt', name), make('dd', value));
    }
    const box = element('readout');
    box.replaceChildren(make('p', Time.clock(seconds)), list);
    box.hidden = false;
    const [w, h] = [box.offsetWidth, box.offsetHeight];
    const isLeft = clientX + 18 + w > innerWidth;
    box.style.left = `${Math.max(8, isLeft ? clientX - w - 18 : clientX + 18)}px`;
    box.style.top = `${Math.max(8, Math.min(clientY + 16, innerHeight - h - 8))}px`;
  }

  return { show, hide: () => { element('readout').hidden = true; } };
})();
