'use strict';
// Zooming and moving the timeline, and pointing at an instant, with pointer and keyboard. Needs D3.

const TimelinePointer = (() => {
  // A mark this close to the pointer counts as pointed at.
  const NEAR_PIXELS = 6;
  let whole, transform = d3.zoomIdentity, cursorSeconds = null, frame = null;

  const zoomMax = () => Math.max(8, DAY.durationSeconds / 300);
  const spanShown = () => Timeline.scale.domain().map(Time.seconds);

  function apply(next) {
    transform = next;
    for (const panel of Timeline.panels) if (panel.overlay) panel.overlay.property('__zoom', next);
    if (frame) return;
    frame = requestAnimationFrame(() => {
      frame = null;
      Timeline.draw(transform.rescaleX(whole));
    });
  }

  const wantsZoom = (event) => event.type === 'wheel'
    ? event.ctrlKey || event.metaKey : !event.button;

  function listen(panel) {
    const [left, right] = Timeline.edges;
    const extent = [[left, 0], [right, 10]];
    panel.overlay.call(d3.zoom().scaleExtent([1, zoomMax()]).extent(extent).translateExtent(extent)
      .filter(() => wantsZoom(d3.event))
      .on('zoom', () => { if (d3.event.sourceEvent) apply(d3.event.transform); }));
    panel.overlay.property('__zoom', transform);
    panel.overlay.on('mousemove.cursor touchstart.cursor', () => {
      const [at] = d3.mouse(panel.svg.node());
      const touch = d3.event.touches ? d3.event.touches[0] : d3.event;
      point(panel, Time.seconds(Timeline.scale.invert(at)), touch);
    }).on('mouseleave.cursor', () => point(panel, null));
    panel.svg.on('keydown', () => key(panel, d3.event)).on('blur', () => point(panel, null));
  }

  function key(panel, event) {
    const [from, to] = spanShown();
    const step = (to - from) / (event.shiftKey ? 20 : 120);
    const isSeen = cursorSeconds !== null && cursorSeconds >= from && cursorSeconds <= to;
    const at = isSeen ? cursorSeconds : (from + to) / 2;
    switch (event.key) {
      case 'ArrowLeft': point(panel, Math.max(0, at - step)); break;
      case 'ArrowRight': point(panel, Math.min(DAY.durationSeconds, at + step)); break;
      case '+': case '=': scaleBy(2, at); break;
      case '-': scaleBy(.5, at); break;
      case '0': apply(d3.zoomIdentity); break;
      case 'Escape': point(panel, null); break;
      default: return;
    }
    event.preventDefault();
  }

  function show(from, to) {
    const [left, right] = Timeline.edges;
    const a = whole(Time.axis(Math.max(0, from)));
    const b = whole(Time.axis(Math.min(DAY.durationSeconds, to)));
    const k = Math.min(zoomMax(), (right - left) / Math.max(b - a, .01));
    apply(d3.zoomIdentity.translate(left - a * k, 0).scale(k));
  }

  function scaleBy(factor, around) {
    const [from, to] = spanShown();
    const middle = around === undefined ? (from + to) / 2 : around;
    const start = middle - (middle - from) / factor;
    const length = Math.min(DAY.durationSeconds, (to - from) / factor);
    const first = Math.max(0, Math.min(start, DAY.durationSeconds - length));
    show(first, first + length);
  }

  function point(panel, seconds, event) {
    cursorSeconds = seconds;
    for (const other of Timeline.panels) if (other.svg) showCursor(other);
    Cursor.set(seconds);
    if (seconds === null) return Readout.hide();
    const box = panel.svg.node().getBoundingClientRect();
    const x = event ? event.clientX
      : box.left + Timeline.px(seconds) / Timeline.edges[2] * box.width;
    const near = Time.seconds(Timeline.scale.invert(NEAR_PIXELS)) -
      Time.seconds(Timeline.scale.invert(0));
    Readout.show(panel.tracker, seconds, near, x, event ? event.clientY : Math.max(box.top, 60));
  }

  function showCursor(panel) {
    const [left, right] = Timeline.edges;
    const at = cursorSeconds === null ? -1 : Timeline.px(cursorSeconds);
    const isIn = at >= left && at <= right;
    panel.cursor.attr('visibility', isIn ? 'visible' : 'hidden');
    if (isIn) panel.cursor.attr('x1', at).attr('x2', at);
  }

  // Lets the tables of gaps show their spans on the timeline.
  function addShowButtons() {
    for (const button of document.querySelectorAll('.show')) {
      button.hidden = false;
      button.addEventListener('click', () => {
        const [from, to] = button.dataset.span.split(' ').map(Number);
        const margin = Math.max(300, (to - from) * .3);
        show(from - margin, to + margin);
        element('timeline-section').scrollIntoView();
      });
    }
  }

  function start(measure) {
    whole = measure();
    Timeline.draw(whole);
    const buttons = {
      'zoom-in': () => scaleBy(2), 'zoom-out': () => scaleBy(.5),
      'zoom-whole': () => apply(d3.zoomIdentity),
    };
    for (const id of Object.keys(buttons)) element(id).addEventListener('click', buttons[id]);
    addShowButtons();
    Period.listeners.push(([from, to]) => show(from, to));
    let width = element('timeline').clientWidth;
    window.addEventListener('resize', () => {
      if (element('timeline').clientWidth === width) return;
      width = element('timeline').clientWidth;
      const shown = spanShown();
      whole = measure();
      show(...shown);
    });
  }

  return { listen, showCursor, start };
})();
