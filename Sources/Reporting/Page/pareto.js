'use strict';
// Coverage against battery, with intervals: one large plot of all scenarios or of a chosen one, and
// a small one for each. Needs D3.

const Pareto = (() => {
  const scale = DATA.axisIsShare ? 100 : 1;
  const axisWords = `${DATA.axisTitle}${DATA.axisIsShare ? ', %' : ''}`;
  const costWords = `${DATA.costTitle}, square-root scale`;
  const SMALL = {
    width: 260, height: 180, margin: { top: 8, right: 10, bottom: 22, left: 30 }, isSmall: true,
  };
  // What the large plot shows.
  const view = { plot: DATA.main, isWhole: false, hasRuns: false };

  function number(value) {
    const magnitude = Math.abs(value);
    if (magnitude >= 1000) return Math.round(value).toLocaleString('en');
    return decimal(value, magnitude >= 100 ? 0 : magnitude >= 10 ? 1 : 2);
  }

  const interval = (range, factor) => range.low === null ? ''
    : ` (${number(range.low * factor)} to ${number(range.high * factor)})`;

  const isDrawn = (point) => point.cost && point.axis;
  const numbers = (values) => values.filter((value) => value !== null);
  const edges = (range) => [range.mean, range.low, range.high];

  // Returns the span of the axes. The whole range starts at zero and ends at full coverage; the
  // other range fits the data.
  function domains(plots, isWhole, hasRuns) {
    const points = plots.flatMap((plot) => plot.points).filter(isDrawn);
    const runs = hasRuns ? points.flatMap((point) => point.seeds || []) : [];
    const costs = numbers([
      ...points.flatMap((point) => edges(point.cost)), ...runs.map((run) => run[0])]);
    const axes = numbers([
      ...points.flatMap((point) => edges(point.axis)), ...runs.map((run) => run[1])])
      .map((value) => value * scale);
    const [low, high] = [d3.min(axes) || 0, d3.max(axes) || 1];
    if (isWhole) {
      return {
        cost: [Math.min(0, d3.min(costs) || 0), d3.max(costs) || 1],
        axis: DATA.axisIsShare ? [0, 100] : [Math.min(0, low), high],
      };
    }
    const margin = (high - low || 1) * .06;
    const top = DATA.axisIsShare ? Math.min(100, high + margin) : high + margin;
    return { cost: d3.extent(costs), axis: [Math.max(Math.min(0, low), low - margin), top] };
  }

  // Returns tick values that are spread evenly on a square-root scale: 0, 1, 2, 5, 10, 20 …
  function costTicks(x, isSmall) {
    const [least, most] = x.domain();
    const room = isSmall ? 34 : 44;
    const ticks = least <= 0 ? [0] : [];
    for (let unit = .01; unit <= most; unit *= 10) {
      for (const factor of [1, 2, 5]) {
        const value = +(unit * factor).toPrecision(3);
        const last = ticks.length ? x(ticks[ticks.length - 1]) : -Infinity;
        if (value >= least && value <= most && x(value) - last >= room) ticks.push(value);
      }
    }
    return ticks.length > 1 ? ticks : x.ticks(3);
  }

  // Draws the Pareto front as steps: no tracker lies both to the left of it and above it.
  function drawFront(svg, points, x, y, { width, height, margin }) {
    const front = points.filter((point) => point.isOnFront)
      .sort((a, b) => a.cost.mean - b.cost.mean);
    if (!front.length) return;
    const start = DATA.axisIsBetterHigh ? height - margin.bottom : margin.top;
    const steps = front.map((point, i) => {
      const [px, py] = [x(point.cost.mean), y(point.axis.mean * scale)];
      return i ? `H${px}V${py}` : `M${px},${start}V${py}`;
    });
    svg.append('path').attr('class', 'front')
      .attr('d', `${steps.join('')}H${width - margin.right}`);
  }

  function drawRuns(svg, points, x, y) {
    for (const point of points) {
      const cloud = svg.append('g').attr('class', Marks.color(point.mark))
        .attr('data-tracker', point.name);
      for (const [cost, axis] of point.seeds || []) {
        if (cost === null || axis === null) continue;
        cloud.append('circle').attr('class', 'seed').attr('cx', x(cost))
          .attr('cy', y(axis * scale)).attr('r', 1.8);
      }
    }
  }

  function words(point) {
    const front = point.draws > 1
      ? `; on the Pareto front in ${point.drawsOnFront} of ${point.draws} draws`
      : point.isOnFront ? '; on the Pareto front' : '';
    return `${point.name}: ${DATA.axisTitle} ${number(point.axis.mean * scale)}` +
      `${interval(point.axis, scale)}, ${DATA.costTitle} ${number(point.cost.mean)}` +
      `${interval(point.cost, 1)}${front}`;
  }

  function draw(box, plot, size, limits, hasRuns) {
    const { width, height, margin, isSmall } = size;
    const front = plot.front.length ? `Pareto front: ${plot.front.join(', ')}` : 'no Pareto front';
    const svg = Chart.frame(box, size,
      `${plot.name}: ${axisWords} against ${costWords}; ${front}. The tables have the figures.`);
    // A square-root scale spreads low costs, where most trackers lie beside one that costs ten
    // times as much.
    const x = d3.scaleSqrt().domain(limits.cost).nice(5)
      .range([margin.left, width - margin.right]);
    const y = d3.scaleLinear().domain(limits.axis).nice(5)
      .range([height - margin.bottom, margin.top]);
    const bottom = d3.axisBottom(x).tickValues(costTicks(x, isSmall)).tickFormat((v) => v);
    Chart.axes(svg, size, y, bottom, d3.axisLeft(y).ticks(isSmall ? 4 : 6));
    if (!isSmall) Chart.titles(svg, size, costWords, axisWords);
    const points = plot.points.filter(isDrawn);
    drawFront(svg, points, x, y, size);
    if (hasRuns) drawRuns(svg, points, x, y);
    for (const point of points) {
      Chart.point(svg, point, Chart.positions(x, point.cost),
        Chart.positions(y, point.axis, scale), isSmall ? 10 : 14, words(point));
    }
    if (isSmall) return;
    const items = points.map((point) => (
      { x: x(point.cost.mean), y: y(point.axis.mean * scale), name: point.name }));
    Labels.place(svg, items,
      { left: margin.left, right: width, top: 12, bottom: height - margin.bottom });
  }

  function drawLarge() {
    const box = element('pareto');
    const width = Math.max(320, Math.min(900, box.clientWidth || 700));
    const margin = { top: 20, right: 16, bottom: 40, left: 46 };
    const size = { width, height: Math.max(300, width * .5), margin };
    draw(box, view.plot, size, domains([view.plot], view.isWhole, view.hasRuns), view.hasRuns);
  }

  function addBox(bar, text, key) {
    const [label, box] = [make('label'), make('input')];
    box.type = 'checkbox';
    box.addEventListener('change', () => {
      view[key] = box.checked;
      drawLarge();
    });
    label.append(box, text);
    bar.append(label);
  }

  function addControls(bar) {
    if (DATA.scenarios.length > 1) {
      const chosen = make('select');
      [DATA.main, ...DATA.scenarios].forEach((plot, i) =>
        chosen.append(new Option(plot.name, String(i))));
      chosen.addEventListener('change', () => {
        view.plot = [DATA.main, ...DATA.scenarios][Number(chosen.value)];
        drawLarge();
      });
      const label = make('label', 'Scenario');
      label.append(chosen);
      bar.append(label);
    }
    addBox(bar, 'whole range', 'isWhole');
    const hasRuns = DATA.main.points.some((point) => (point.seeds || []).length > 1);
    if (hasRuns) addBox(bar, 'every run', 'hasRuns');
  }

  function start() {
    if (element('pareto')) {
      drawLarge();
      addControls(element('pareto-controls'));
    }
    const limits = domains(DATA.scenarios, true, false);
    for (const box of document.querySelectorAll('.small-plot')) {
      draw(box, DATA.scenarios[Number(box.dataset.index)], SMALL, limits, false);
    }
    Links.start(DATA.main.points.map((point) => point.name));
  }

  return { start };
})();
Pareto.start();
