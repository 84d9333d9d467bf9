'use strict';
// The timeline: the true day, and below it for each tracker the state of the phone and the app. All
// panels share one time axis that zooms and moves. Needs D3.

const Timeline = (() => {
  const AXIS = 22;
  const GAP = 7;
  const families = DATA.families;
  const panels = [];
  let width, left, x0, x, transform, cursorSeconds = null;

  const pieceClass = {
    uncovered: (label) => `p-${families[label] || 'unexplained'}`,
    app: (label) => label.startsWith('dead') ? 'hatched' : label.startsWith('not') ? 'absent' : `p-${label}`,
    authorization: (label) => label === 'always' ? 'p-granted' : label === 'whenInUse' ? 'p-limited' : 'p-denied',
    place: () => 'p-place',
    plain: (label) => label === 'unknown' ? 'hatched-quiet' : `p-${label}`,
  };
  const authorizationWords = (label) => label === 'whenInUse' ? 'While Using' : words(label);

  function truthLanes() {
    const place = { kind: 'pieces', label: 'Place', height: 16, pieces: DAY.stays, css: pieceClass.place, words: (l) => l };
    return [
      ...(DAY.stays.length ? [place] : []),
      { kind: 'pieces', label: 'True motion', height: 14, pieces: DAY.modes, css: pieceClass.plain, words },
    ];
  }

  function trackerLanes(view) {
    const lanes = [
      { kind: 'known', label: 'Place known', height: 16, pieces: view.lanes.uncovered, css: pieceClass.uncovered, words: causeWords },
      { kind: 'pieces', label: 'App', height: 16, pieces: view.lanes.app, css: pieceClass.app, words },
      { kind: 'pieces', label: 'Positioning', height: 14, pieces: view.lanes.positioning, css: pieceClass.plain, words },
    ];
    if (view.lanes.paused.length) {
      lanes.push({ kind: 'pieces', label: 'Updates', height: 12, pieces: view.lanes.paused, css: () => 'hatched-quiet', words });
    }
    if (view.lanes.motion.length) {
      lanes.push({ kind: 'pieces', label: 'Motion reported', height: 14, pieces: view.lanes.motion, css: pieceClass.plain, words });
    }
    lanes.push({ kind: 'marks', label: 'Wake-ups', height: 14, marks: marksOf(view, ['launch', 'wake']) });
    const requests = marksOf(view, ['request', 'requestFailed']);
    if (requests.length) lanes.push({ kind: 'marks', label: 'Uploads', height: 14, marks: requests });
    const notices = marksOf(view, ['notification', 'tap']);
    if (notices.length) lanes.push({ kind: 'marks', label: 'Notifications', height: 14, marks: notices });
    const records = marksOf(view, ['record']);
    if (records.length) lanes.push({ kind: 'marks', label: 'Events', height: 14, marks: records });
    lanes.push({ kind: 'pieces', label: 'Permission', height: 12, pieces: view.lanes.authorization, css: pieceClass.authorization, words: authorizationWords });
    lanes.push({ kind: 'level', label: 'Battery', sub: spread(view.battery), height: 34, levels: view.battery, max: 100 });
    const longest = Math.max(1, ...view.queue.map((l) => l[1]));
    if (view.queue.length > 1) lanes.push({ kind: 'area', label: 'Queue', sub: `to ${longest.toLocaleString('en')}`, height: 26, levels: view.queue, max: longest });
    const ages = agesOf(view);
    lanes.push({ kind: 'age', label: 'Age of last fix', sub: `to ${duration(ages.max)}`, height: 26, ages: ages.points, max: ages.max });
    return lanes;
  }

  const spread = (levels) => {
    const values = levels.map((l) => l[1]);
    return values.length ? `${Math.min(...values)} to ${Math.max(...values)} %` : '';
  };

  const marksOf = (view, kinds) => view.marks.filter((mark) => kinds.includes(mark[1]));

  // Returns the age of the newest recorded position as a line.
  function agesOf(view) {
    const points = [];
    let newest = null;
    for (const [start, end, , stamp] of view.recording) {
      if (newest !== null) points.push([start, Math.max(0, start - newest)]);
      points.push([start, Math.max(0, start - Math.max(newest === null ? -Infinity : newest, Math.min(stamp, start)))]);
      points.push([end, Math.max(0, end - stamp)]);
      newest = stamp;
    }
    if (newest !== null) points.push([DAY.durationSeconds, DAY.durationSeconds - newest]);
    return { points, max: Math.max(60, ...points.map((p) => p[1])) };
  }

  // Building

  function build() {
    const root = element('timeline');
    root.replaceChildren();
    panels.length = 0;
    width = Math.max(280, root.clientWidth);
    const isNarrow = width < 640;
    left = isNarrow ? 0 : 118;
    x0 = d3.scaleUtc().domain([Time.axis(0), Time.axis(DAY.durationSeconds)]).range([left, width - 8]);
    x = transform ? transform.rescaleX(x0) : x0;
    addPanel(root, null, 'The true day', truthLanes(), isNarrow);
    for (const tracker of DATA.trackers) {
      if (tracker.view) addPanel(root, tracker, tracker.name, trackerLanes(tracker.view), isNarrow);
    }
    draw();
  }

  function addPanel(root, tracker, title, lanes, isNarrow) {
    let top = AXIS;
    for (const lane of lanes) {
      if (isNarrow) top += 14;
      lane.top = top;
      top += lane.height + (isNarrow ? 4 : GAP);
    }
    const box = make('details', undefined, 'panel');
    box.open = true;
    const summary = make('summary');
    if (tracker) summary.append(Marks.key(tracker.mark));
    summary.append(make('span', title));
    box.append(summary);
    root.append(box);
    const svg = d3.select(box).append('svg').attr('viewBox', `0 0 ${width} ${top}`).attr('height', top)
      .attr('tabindex', 0).attr('role', 'img').attr('aria-label', describe(title, tracker));
    addPatterns(svg, panels.length);
    const panel = { tracker, lanes, svg, height: top, index: panels.length };
    panel.axis = svg.append('g').attr('class', 'axis').attr('transform', `translate(0,${AXIS - 4})`);
    const clip = `clip-${panels.length}`;
    svg.append('clipPath').attr('id', clip).append('rect').attr('x', left).attr('y', 0)
      .attr('width', width - 8 - left).attr('height', top);
    for (const lane of lanes) {
      const label = svg.append('text').attr('class', 'label').attr('x', 0)
        .attr('y', isNarrow ? lane.top - 3 : lane.top + lane.height / 2 + (lane.sub ? -2 : 4)).text(lane.label);
      if (lane.sub && isNarrow) label.text(`${lane.label}, ${lane.sub}`);
      else if (lane.sub) svg.append('text').attr('class', 'label sub').attr('x', 0).attr('y', lane.top + lane.height / 2 + 11).text(lane.sub);
    }
    panel.body = svg.append('g').attr('clip-path', `url(#${clip})`);
    panel.cursor = svg.append('line').attr('class', 'cursor').attr('y1', AXIS - 4).attr('y2', top).attr('visibility', 'hidden');
    panel.overlay = svg.append('rect').attr('x', left).attr('y', 0).attr('width', width - 8 - left)
      .attr('height', top).attr('fill', 'transparent').attr('cursor', 'crosshair');
    panels.push(panel);
    listen(panel);
  }

  function describe(title, tracker) {
    const hint = 'Arrow keys move the cursor, plus and minus zoom, 0 shows the whole day.';
    return tracker
      ? `Timeline of ${title}: the tables below show the same in figures. ${hint}`
      : `Where the person was and how they moved. ${hint}`;
  }

  function addPatterns(svg, index) {
    const defs = svg.append('defs');
    for (const [name, css] of [['hatch', 'hatch'], ['quiet', 'hatch-quiet']]) {
      defs.append('pattern').attr('id', `${name}-${index}`).attr('width', 6).attr('height', 6)
        .attr('patternUnits', 'userSpaceOnUse').attr('patternTransform', 'rotate(45)')
        .append('line').attr('x1', 0).attr('y1', 0).attr('x2', 0).attr('y2', 6).attr('class', css);
    }
  }

  // Drawing

  const px = (seconds) => x(Time.axis(seconds));

  function draw() {
    const [from, to] = x.domain().map(Time.seconds);
    const dayWidth = (width - left) / (to - from) * 86400;
    const midnights = dayWidth > 12 ? Time.midnights() : [];
    for (const panel of panels) {
      panel.body.selectAll('*').remove();
      panel.axis.call(axis());
      for (const at of midnights) {
        if (at > from && at < to) {
          panel.body.append('line').attr('class', 'midnight').attr('x1', px(at)).attr('x2', px(at)).attr('y1', AXIS - 4).attr('y2', panel.height);
        }
      }
      for (const lane of panel.lanes) drawers[lane.kind](panel, lane, from, to);
    }
    moveCursor(cursorSeconds);
  }

  function axis() {
    const count = Math.max(3, Math.floor((width - left) / 90));
    return d3.axisTop(x).ticks(count).tickSizeOuter(0).tickFormat(tickText);
  }

  function tickText(date) {
    if (date.getUTCSeconds()) return d3.utcFormat('%H:%M:%S')(date);
    if (date.getUTCHours() || date.getUTCMinutes()) return d3.utcFormat('%H:%M')(date);
    return d3.utcFormat('%a %-d %b')(date);
  }

  const drawers = {
    pieces(panel, lane, from, to) { drawPieces(panel, lane, lane.top, lane.height, from, to); },
    known(panel, lane, from, to) {
      const middle = lane.top + lane.height / 2;
      panel.body.append('rect').attr('class', 'covered').attr('x', px(0)).attr('width', Math.max(0, px(DAY.durationSeconds) - px(0)))
        .attr('y', middle - 2).attr('height', 4);
      const unknown = DAY.unknown.map(([a, b]) => [a, b, 'unknown']);
      drawPieces(panel, { ...lane, pieces: unknown, css: () => 'hatched-quiet', words: () => 'not judged' }, lane.top, lane.height, from, to);
      drawPieces(panel, lane, lane.top, lane.height, from, to);
    },
    marks: drawMarks,
    level(panel, lane, from, to) {
      drawBase(panel, lane);
      panel.body.append('path').attr('class', 'level').attr('d', steps(lane, from, to));
    },
    area(panel, lane, from, to) {
      drawBase(panel, lane);
      panel.body.append('path').attr('class', 'area').attr('d', steps(lane, from, to, true));
    },
    age(panel, lane) {
      drawBase(panel, lane);
      const bottom = lane.top + lane.height;
      const path = lane.ages.map(([at, age]) => `L${px(at).toFixed(1)},${(bottom - age / lane.max * lane.height).toFixed(1)}`);
      if (path.length) {
        panel.body.append('path').attr('class', 'area')
          .attr('d', `M${px(lane.ages[0][0])},${bottom}${path.join('')}V${bottom}Z`);
      }
    },
  };

  function drawBase(panel, lane) {
    const bottom = lane.top + lane.height;
    panel.body.append('line').attr('class', 'lane-base').attr('x1', left).attr('x2', width - 8).attr('y1', bottom).attr('y2', bottom);
  }

  // Draws one path for each kind of piece, however many pieces there are.
  function drawPieces(panel, lane, top, height, from, to) {
    const paths = new Map();
    const labels = [];
    for (const [start, end, label] of lane.pieces) {
      if (end < from || start > to) continue;
      const css = lane.css(label);
      if (css === 'absent' || css === 'p-off') continue;
      const a = Math.max(px(start), left - 2), b = Math.min(px(end), width);
      const w = Math.max(b - a, .8);
      paths.set(css, (paths.get(css) || '') + `M${a.toFixed(1)},${top}h${w.toFixed(1)}v${height}h${(-w).toFixed(1)}z`);
      const text = lane.words(label);
      if (height > 11 && w > text.length * 6.2 + 8) labels.push([a + 4, text, css]);
    }
    for (const [css, d] of paths) {
      const path = panel.body.append('path').attr('d', d);
      if (css === 'hatched') path.attr('fill', `url(#hatch-${panel.index})`).attr('stroke', 'var(--dead)').attr('stroke-width', .7);
      else if (css === 'hatched-quiet') path.attr('fill', `url(#quiet-${panel.index})`);
      else path.attr('class', css);
    }
    for (const [at, text, css] of labels) {
      const isLight = css.startsWith('hatched') || ['p-place', 'p-still', 'p-stationary', 'p-suspended', 'p-resting', 'p-granted'].includes(css);
      const isDark = ['p-foreground', 'p-running', 'p-engine', 'p-tracking', 'p-cycling', 'p-sending'].includes(css);
      panel.body.append('text').attr('class', `inside${isLight ? ' light' : isDark ? ' on-dark' : css === 'p-background' ? ' on-mid' : ''}`).attr('x', Math.max(at, left + 4)).attr('y', top + height / 2 + 4).text(text);
    }
  }

  function drawMarks(panel, lane, from, to) {
    drawBase(panel, lane);
    const t = lane.top, b = lane.top + lane.height;
    const shapes = {
      wake: (at) => `M${at},${b}V${t + 5}`,
      launch: (at) => `M${at},${t}l4,${lane.height}h-8z`,
      request: (at) => `M${at},${b}V${t + 3}m-3,3l3,-3l3,3`,
      requestFailed: (at) => `M${at - 3.5},${t + 3}l7,7m0,-7l-7,7`,
      notification: (at) => `M${at},${t + 3}a4,4 0 1 0 .01,0z`,
      tap: (at) => `M${at},${t + 2}l5,5l-5,5l-5,-5z`,
      record: (at) => `M${at - 4},${t + 4}h8v8h-8z`,
    };
    const css = { launch: 'solid', requestFailed: 'failed', tap: 'solid' };
    const paths = {};
    const seen = lane.marks.filter(([at]) => at >= from && at <= to);
    for (const [at, kind] of seen) paths[kind] = (paths[kind] || '') + shapes[kind](+px(at).toFixed(1));
    for (const kind of Object.keys(paths)) panel.body.append('path').attr('class', `mark ${css[kind] || ''}`).attr('d', paths[kind]);
    // Write the text of a mark beside it where there is room.
    seen.forEach(([at, , text], i) => {
      const room = (i + 1 < seen.length ? px(seen[i + 1][0]) : width) - px(at);
      if (room > text.length * 6.2 + 14) {
        panel.body.append('text').attr('class', 'inside light').attr('x', px(at) + 7).attr('y', b - 3).text(text);
      }
    });
  }

  function steps(lane, from, to, isArea) {
    const bottom = lane.top + lane.height;
    const y = (value) => (bottom - value / lane.max * lane.height).toFixed(1);
    const first = Math.max(0, lastAt(lane.levels, from, (l) => l[0]));
    let d = '', last = null;
    for (let i = first; i < lane.levels.length; i++) {
      const [at, value] = lane.levels[i];
      d += d ? `H${px(at).toFixed(1)}V${y(value)}` : `M${px(at).toFixed(1)},${isArea ? bottom : y(value)}V${y(value)}`;
      last = value;
      if (at > to) break;
    }
    if (last === null) return '';
    return d + `H${px(DAY.durationSeconds).toFixed(1)}` + (isArea ? `V${bottom}Z` : '');
  }

  // Zooming, moving, pointing

  const zoom = () => d3.zoom().scaleExtent([1, Math.max(8, DAY.durationSeconds / 300)])
    .extent([[left, 0], [width - 8, 10]]).translateExtent([[left, 0], [width - 8, 10]])
    .filter(() => d3.event.type === 'wheel' ? d3.event.ctrlKey || d3.event.metaKey : !d3.event.button)
    .on('zoom', () => {
      if (!d3.event.sourceEvent) return;
      apply(d3.event.transform);
    });
  let behavior;
  let frame = null;

  function apply(next) {
    transform = next;
    for (const panel of panels) panel.overlay.property('__zoom', next);
    if (frame) return;
    frame = requestAnimationFrame(() => {
      frame = null;
      x = transform.rescaleX(x0);
      draw();
    });
  }

  function listen(panel) {
    behavior = zoom();
    panel.overlay.call(behavior);
    if (transform) panel.overlay.property('__zoom', transform);
    panel.overlay.on('mousemove.cursor touchstart.cursor', () => {
      const [at] = d3.mouse(panel.svg.node());
      point(panel, Time.seconds(x.invert(at)), d3.event.touches ? d3.event.touches[0] : d3.event);
    }).on('mouseleave.cursor', () => point(panel, null));
    panel.svg.on('keydown', () => key(panel, d3.event)).on('blur', () => point(panel, null));
  }

  function key(panel, event) {
    const [from, to] = x.domain().map(Time.seconds);
    const step = (to - from) / (event.shiftKey ? 20 : 120);
    const isSeen = cursorSeconds !== null && cursorSeconds >= from && cursorSeconds <= to;
    const at = isSeen ? cursorSeconds : (from + to) / 2;
    switch (event.key) {
      case 'ArrowLeft': point(panel, Math.max(0, at - step)); break;
      case 'ArrowRight': point(panel, Math.min(DAY.durationSeconds, at + step)); break;
      case '+': case '=': scaleBy(2, at); break;
      case '-': scaleBy(.5, at); break;
      case '0': whole(); break;
      case 'Escape': point(panel, null); break;
      default: return;
    }
    event.preventDefault();
  }

  function show(from, to) {
    const a = x0(Time.axis(Math.max(0, from))), b = x0(Time.axis(Math.min(DAY.durationSeconds, to)));
    const k = Math.min(Math.max(8, DAY.durationSeconds / 300), (width - 8 - left) / Math.max(b - a, .01));
    apply(d3.zoomIdentity.translate(left - a * k, 0).scale(k));
  }

  function scaleBy(factor, around) {
    const [from, to] = x.domain().map(Time.seconds);
    const middle = around === undefined || around === null ? (from + to) / 2 : around;
    const start = middle - (middle - from) / factor;
    const length = Math.min(DAY.durationSeconds, (to - from) / factor);
    const first = Math.max(0, Math.min(start, DAY.durationSeconds - length));
    show(first, first + length);
  }

  const whole = () => apply(d3.zoomIdentity);

  function point(panel, seconds, event) {
    moveCursor(seconds);
    Cursor.set(seconds);
    const readout = element('readout');
    if (seconds === null) { readout.hidden = true; return; }
    readout.replaceChildren(...tell(panel, seconds));
    readout.hidden = false;
    const box = panel.svg.node().getBoundingClientRect();
    const at = event ? event.clientX : box.left + px(seconds) / width * box.width;
    const y = event ? event.clientY : Math.max(box.top, 60);
    const w = readout.offsetWidth, h = readout.offsetHeight;
    readout.style.left = `${Math.max(8, at + 18 + w > innerWidth ? at - w - 18 : at + 18)}px`;
    readout.style.top = `${Math.max(8, Math.min(y + 16, innerHeight - h - 8))}px`;
  }

  function moveCursor(seconds) {
    cursorSeconds = seconds;
    for (const panel of panels) {
      const isIn = seconds !== null && px(seconds) >= left && px(seconds) <= width - 8;
      panel.cursor.attr('visibility', isIn ? 'visible' : 'hidden');
      if (isIn) panel.cursor.attr('x1', px(seconds)).attr('x2', px(seconds));
    }
  }

  function tell(panel, seconds) {
    const list = make('dl');
    const say = (name, value) => { if (value) list.append(make('dt', name), make('dd', value)); };
    say('person', [words(pieceAt(DAY.modes, seconds) || ''), pieceAt(DAY.stays, seconds)].filter(Boolean).join(', at '));
    if (panel.tracker) {
      const view = panel.tracker.view;
      const cause = pieceAt(view.lanes.uncovered, seconds);
      say('place', pieceAt(DAY.unknown, seconds) ? 'not judged' : cause ? `not known: ${causeWords(cause)}` : 'known');
      say('app', words(pieceAt(view.lanes.app, seconds) || ''));
      say('positioning', words(pieceAt(view.lanes.positioning, seconds) || '') + (pieceAt(view.lanes.paused, seconds) ? ', paused' : ''));
      say('motion reported', words(pieceAt(view.lanes.motion, seconds) || ''));
      say('permission', authorizationWords(pieceAt(view.lanes.authorization, seconds) || ''));
      const level = (levels) => (levels[lastAt(levels, seconds, (l) => l[0])] || [])[1];
      if (level(view.battery) !== undefined) say('battery', `${level(view.battery)} %`);
      if (view.queue.length > 1) say('queue', String(level(view.queue) || 0));
      const recording = view.recording[lastAt(view.recording, seconds, (p) => p[0])];
      say('last fix', recording ? `${duration(Math.max(0, seconds - (seconds < recording[1] ? seconds : recording[3])))} ago` : 'none yet');
      const near = Math.abs(Time.seconds(x.invert(6)) - Time.seconds(x.invert(0)));
      const kinds = { launch: 'launched for', wake: 'woken for', request: 'sends', requestFailed: 'tries to send', notification: 'shows', tap: 'tapped', record: 'event' };
      view.marks.filter(([at]) => Math.abs(at - seconds) < near).slice(0, 6).forEach(([, kind, text]) => say(kinds[kind], text));
    }
    return [make('p', Time.clock(seconds)), list];
  }

  function start() {
    build();
    const buttons = { 'zoom-in': () => scaleBy(2), 'zoom-out': () => scaleBy(.5), 'zoom-whole': whole };
    for (const id of Object.keys(buttons)) element(id).addEventListener('click', buttons[id]);
    for (const button of document.querySelectorAll('.show')) {
      button.hidden = false;
      button.addEventListener('click', () => {
        const [from, to] = button.dataset.span.split(' ').map(Number);
        const margin = Math.max(300, (to - from) * .3);
        show(from - margin, to + margin);
        element('timeline-section').scrollIntoView();
      });
    }
    let lastWidth = innerWidth;
    const rebuild = () => { if (element('timeline').clientWidth !== lastWidth) { lastWidth = element('timeline').clientWidth; build(); } };
    window.addEventListener('resize', rebuild);
    window.addEventListener('beforeprint', () => { panels.forEach((p) => { p.svg.node().parentNode.open = true; }); });
  }

  return { start };
})();
