'use strict';
// The timeline: the true day, and below it for each tracker the state of the phone and the app. All
// panels share one time axis that zooms and moves. Needs D3.

const Timeline = (() => {
  const AXIS = 22;
  const GAP = 7;
  // On a narrow page the name of a lane stands above it.
  const NARROW_PIXELS = 640;
  const LABEL_PIXELS = 118;
  const RIGHT_PIXELS = 8;
  const DAY_PIXELS_MIN = 40;
  const TICK_PIXELS = 90;
  const panels = [];
  let width, left, isNarrow, x;

  const right = () => width - RIGHT_PIXELS;
  const px = (seconds) => x(Time.axis(seconds));

  function measure() {
    width = Math.max(280, element('timeline').clientWidth);
    isNarrow = width < NARROW_PIXELS;
    left = isNarrow ? 0 : LABEL_PIXELS;
    const domain = [Time.axis(0), Time.axis(DAY.durationSeconds)];
    return d3.scaleUtc().domain(domain).range([left, right()]);
  }

  function addPanel(title, tracker, isOpen) {
    const box = make('details', undefined, 'panel');
    const summary = make('summary');
    if (tracker) summary.append(Marks.key(tracker.mark));
    summary.append(make('span', title));
    box.append(summary);
    box.open = isOpen;
    const panel = { box, tracker, title, lanes: null, svg: null };
    box.addEventListener('toggle', () => { if (box.open && panel.scale !== x) refresh(panel); });
    element('timeline').append(box);
    panels.push(panel);
  }

  // Makes the drawing of a panel, without its data.
  function build(panel) {
    panel.lanes = panel.lanes ||
      (panel.tracker ? Lanes.ofTracker(panel.tracker.view) : Lanes.ofTruth());
    panel.height = place(panel.lanes);
    if (panel.svg) panel.svg.remove();
    const svg = d3.select(panel.box).append('svg').attr('height', panel.height)
      .attr('viewBox', `0 0 ${width} ${panel.height}`).attr('tabindex', 0).attr('role', 'img')
      .attr('class', panel.tracker ? Marks.color(panel.tracker.mark) : 'plain')
      .attr('aria-label', describe(panel));
    const clip = `clip-${panels.indexOf(panel)}`;
    const area = (node) => node.attr('x', left).attr('y', 0).attr('width', right() - left)
      .attr('height', panel.height);
    area(svg.append('clipPath').attr('id', clip).append('rect'));
    for (const lane of panel.lanes) addLabel(svg, lane);
    panel.svg = svg;
    panel.axis = svg.append('g').attr('class', 'axis')
      .attr('transform', `translate(0,${AXIS - 4})`);
    panel.body = svg.append('g').attr('clip-path', `url(#${clip})`);
    panel.cursor = svg.append('line').attr('class', 'cursor').attr('y1', AXIS - 4)
      .attr('y2', panel.height).attr('visibility', 'hidden');
    panel.overlay = area(svg.append('rect')).attr('fill', 'transparent')
      .attr('cursor', 'crosshair');
    panel.width = width;
    TimelinePointer.listen(panel);
  }

  // Places the lanes below each other. Returns the height of all.
  function place(lanes) {
    let top = AXIS;
    for (const lane of lanes) {
      if (isNarrow) top += 14;
      lane.top = top;
      top += lane.height + (isNarrow ? 4 : GAP);
    }
    return top;
  }

  function addLabel(svg, lane) {
    const middle = lane.top + lane.height / 2;
    const write = (y, text, className) => svg.append('text').attr('class', className).attr('x', 0)
      .attr('y', y).text(text);
    if (isNarrow) {
      write(lane.top - 3, lane.sub ? `${lane.label}, ${lane.sub}` : lane.label, 'label');
      return;
    }
    write(middle + (lane.sub ? -2 : 4), lane.label, 'label');
    if (lane.sub) write(middle + 11, lane.sub, 'label sub');
  }

  function describe({ title, tracker }) {
    const hint = 'Arrow keys move the cursor, plus and minus zoom, 0 shows the whole time.';
    return tracker
      ? `Timeline of ${title}: the tables below show the same in figures. ${hint}`
      : `Where the person was and how they moved. ${hint}`;
  }

  // Draws the data of an open panel.
  function refresh(panel) {
    if (!panel.svg || panel.width !== width) build(panel);
    const [from, to] = x.domain().map(Time.seconds);
    panel.body.selectAll('*').remove();
    panel.axis.call(axis()).call(keepInside);
    const frame = { body: panel.body, left, right: right(), from, to, px };
    LaneDrawing.draw(frame, panel.lanes, AXIS, panel.height);
    drawMidnights(panel, from, to);
    TimelinePointer.showCursor(panel);
    panel.scale = x;
  }

  function drawMidnights(panel, from, to) {
    const isDense = (right() - left) / (to - from) * 86400 < DAY_PIXELS_MIN;
    for (const at of isDense ? [] : Time.midnights()) {
      if (at <= from || at >= to) continue;
      panel.body.append('line').attr('class', 'midnight').attr('x1', px(at)).attr('x2', px(at))
        .attr('y1', AXIS - 4).attr('y2', panel.height);
    }
  }

  function axis() {
    const count = Math.max(3, Math.floor((width - left) / TICK_PIXELS));
    return d3.axisTop(x).ticks(count).tickSizeOuter(0).tickFormat(tickText);
  }

  function tickText(date) {
    if (date.getUTCSeconds()) return d3.utcFormat('%H:%M:%S')(date);
    if (date.getUTCHours() || date.getUTCMinutes()) return d3.utcFormat('%H:%M')(date);
    return d3.utcFormat('%a %-d %b')(date);
  }

  // Keeps the text of the first and the last tick inside the drawing, and leaves the last text out
  // where it would then touch the one before it.
  function keepInside(axisGroup) {
    let before = -Infinity;
    axisGroup.selectAll('.tick').each(function anchor(date) {
      const at = x(date);
      const text = d3.select(this).select('text');
      if (at < left + 32) text.attr('text-anchor', 'start').attr('dx', -Math.min(3, at - left));
      if (at > right() - 32) {
        text.attr('text-anchor', 'end').attr('dx', Math.min(8, width - at));
        if (at - before < 110) text.remove();
      }
      before = at;
    });
  }

  function draw(scale) {
    x = scale;
    for (const panel of panels) if (panel.box.open) refresh(panel);
  }

  function start() {
    const named = DATA.trackers.filter((tracker) => tracker.view);
    const shown = DATA.shown.map((index) => DATA.trackers[index]);
    addPanel(`The true day, times of ${Time.zone()}`, null, true);
    for (const tracker of named) addPanel(tracker.name, tracker, shown.includes(tracker));
    const closed = panels.some((panel) => !panel.box.open);
    element('timeline-more').hidden = !closed;
    const openAll = () => { for (const panel of panels) panel.box.open = true; };
    element('open-all').addEventListener('click', openAll);
    TimelinePointer.start(measure);
    window.addEventListener('beforeprint', () => {
      openAll();
      draw(x);
    });
  }

  return {
    start, draw, panels,
    get edges() { return [left, right(), width]; },
    get scale() { return x; },
    px,
  };
})();
