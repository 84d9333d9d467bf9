'use strict';
// Draws the lanes of one panel of the timeline. Needs D3.

const LaneDrawing = (() => {
  const LETTER_PIXELS = 6.2;
  // The class of the text on pieces that are not dark. On a pattern the text has a halo.
  const INK = {
    'p-place': 'light', 'p-still': 'light', 'p-stationary': 'light', 'p-suspended': 'light',
    'p-resting': 'light', 'p-granted': 'light', 'p-foreground': 'on-dark', 'p-running': 'on-dark',
    'p-tracking': 'on-dark', 'p-cycling': 'on-dark', 'p-background': 'on-mid',
  };
  const PATTERNS = ['p-quiet', ...['person', 'dead', 'system', 'signal', 'engine', 'sending',
    'unexplained'].map((family) => `p-${family}`)];

  const bottomOf = (lane) => lane.top + lane.height;

  const drawers = {
    pieces: drawPieces,
    known(frame, lane) {
      const middle = lane.top + lane.height / 2;
      const judged = Period.judged.filter(([a, b]) => b > frame.from && a < frame.to);
      const d = judged.map(([a, b]) =>
        `M${frame.px(a).toFixed(1)},${middle - 2}H${frame.px(b).toFixed(1)}v4` +
        `H${frame.px(a).toFixed(1)}z`);
      frame.body.append('path').attr('class', 'covered').attr('d', d.join(''));
      drawPieces(frame, lane);
    },
    marks: drawMarks,
    level(frame, lane) {
      drawBase(frame, lane);
      frame.body.append('path').attr('class', 'level').attr('d', steps(frame, lane));
    },
    area(frame, lane) {
      drawBase(frame, lane);
      frame.body.append('path').attr('class', 'area').attr('d', steps(frame, lane, true));
    },
    age(frame, lane) {
      drawBase(frame, lane);
      const bottom = bottomOf(lane);
      const line = (points) => points.map(([at, age]) =>
        `L${frame.px(at).toFixed(1)},${(bottom - age / lane.max * lane.height).toFixed(1)}`);
      const d = lane.ages.map((points) =>
        `M${frame.px(points[0][0]).toFixed(1)},${bottom}${line(points).join('')}V${bottom}Z`);
      frame.body.append('path').attr('class', 'area').attr('d', d.join(''));
    },
  };

  function drawBase({ body, left, right }, lane) {
    body.append('line').attr('class', 'lane-base').attr('x1', left).attr('x2', right)
      .attr('y1', bottomOf(lane)).attr('y2', bottomOf(lane));
  }

  // Draws one path for each class of pieces, however many pieces there are.
  function drawPieces(frame, lane) {
    const paths = new Map();
    const labels = [];
    for (const [start, end, label] of lane.pieces) {
      const css = lane.css(label);
      if (end < frame.from || start > frame.to || !css) continue;
      const a = Math.max(frame.px(start), frame.left - 2);
      const w = Math.max(Math.min(frame.px(end), frame.right + 8) - a, .8);
      paths.set(css, `${paths.get(css) || ''}M${a.toFixed(1)},${lane.top}h${w.toFixed(1)}` +
        `v${lane.height}h${(-w).toFixed(1)}z`);
      const text = lane.words(label);
      if (lane.height > 11 && w > text.length * LETTER_PIXELS + 8) labels.push([a + 4, text, css]);
    }
    for (const [css, d] of paths) frame.body.append('path').attr('d', d).attr('class', css);
    for (const [at, text, css] of labels) {
      const ink = PATTERNS.includes(css) ? 'light name' : INK[css] || '';
      frame.body.append('text').attr('class', `inside ${ink}`)
        .attr('x', Math.max(at, frame.left + 4)).attr('y', lane.top + lane.height / 2 + 4)
        .text(text);
    }
  }

  // The outline of each kind of mark at a position x in a lane from t to b.
  const shapes = {
    wake: (x, t, b) => `M${x},${b}V${t + 5}`,
    launch: (x, t, b) => `M${x},${t}l4,${b - t}h-8z`,
    request: (x, t, b) => `M${x},${b}V${t + 3}m-3,3l3,-3l3,3`,
    requestFailed: (x, t) => `M${x - 3.5},${t + 3}l7,7m0,-7l-7,7`,
    notification: (x, t) => `M${x},${t + 3}a4,4 0 1 0 .01,0z`,
    tap: (x, t) => `M${x},${t + 2}l5,5l-5,5l-5,-5z`,
    record: (x, t) => `M${x - 4},${t + 4}h8v8h-8z`,
  };
  const markClass = { launch: 'mark solid', requestFailed: 'mark failed', tap: 'mark solid' };

  function drawMarks(frame, lane) {
    drawBase(frame, lane);
    const bottom = bottomOf(lane);
    const paths = {};
    const seen = lane.marks.filter(([at]) => at >= frame.from && at <= frame.to);
    for (const [at, kind] of seen) {
      const outline = shapes[kind](+frame.px(at).toFixed(1), lane.top, bottom);
      paths[kind] = (paths[kind] || '') + outline;
    }
    for (const kind of Object.keys(paths)) {
      frame.body.append('path').attr('class', markClass[kind] || 'mark').attr('d', paths[kind]);
    }
    // Write the text of a mark beside it where there is room.
    seen.forEach(([at, , text], i) => {
      const next = i + 1 < seen.length ? frame.px(seen[i + 1][0]) : frame.right + 8;
      if (next - frame.px(at) <= text.length * LETTER_PIXELS + 14) return;
      frame.body.append('text').attr('class', 'inside light').attr('x', frame.px(at) + 7)
        .attr('y', bottom - 3).text(text);
    });
  }

  function steps(frame, lane, isArea) {
    const bottom = bottomOf(lane);
    const x = (seconds) => frame.px(seconds).toFixed(1);
    const y = (value) => (bottom - value / lane.max * lane.height).toFixed(1);
    const first = Math.max(0, lastAt(lane.levels, frame.from, (level) => level[0]));
    let d = '';
    for (let i = first; i < lane.levels.length; i++) {
      const [at, value] = lane.levels[i];
      const start = isArea ? bottom : y(value);
      d += d ? `H${x(at)}V${y(value)}` : `M${x(at)},${start}V${y(value)}`;
      if (at > frame.to) break;
    }
    return d && `${d}H${x(DAY.durationSeconds)}${isArea ? `V${bottom}Z` : ''}`;
  }

  // Hatches the spans without figures in every lane.
  function drawBlanks(frame, spans, className, text, top, bottom) {
    for (const [start, end] of spans) {
      if (end < frame.from || start > frame.to) continue;
      const a = Math.max(frame.px(start), frame.left);
      const w = Math.min(frame.px(end), frame.right) - a;
      frame.body.append('rect').attr('class', className).attr('x', a).attr('y', top)
        .attr('width', Math.max(.8, w)).attr('height', bottom - top);
      if (w <= text.length * LETTER_PIXELS + 8) continue;
      frame.body.append('text').attr('class', 'inside light name').attr('text-anchor', 'middle')
        .attr('x', a + w / 2).attr('y', (top + bottom) / 2 + 4).text(text);
    }
  }

  // Draws all lanes of a panel. The frame gives the panel's body, the edges of the drawing, the
  // span of time and the position of an instant.
  function draw(frame, lanes, top, bottom) {
    for (const lane of lanes) drawers[lane.kind](frame, lane);
    drawBlanks(frame, Period.unjudged, 'p-unjudged', 'not judged', top, bottom);
    drawBlanks(frame, Period.unsimulated, 'p-unsimulated', 'not simulated', top, bottom);
  }

  return { draw };
})();
