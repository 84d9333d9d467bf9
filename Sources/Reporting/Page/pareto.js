'use strict';
// Coverage against battery, with intervals: one plot of all scenarios and a small one for each.
// Needs D3.

const Pareto = (() => {
  const scale = DATA.axisIsShare ? 100 : 1;
  const axisWords = `${DATA.axisTitle}${DATA.axisIsShare ? ', %' : ''}`;
  const costWords = `${DATA.costTitle}, square-root scale`;

  const number = (value) => {
    const magnitude = Math.abs(value);
    return magnitude >= 1000 ? Math.round(value).toLocaleString('en') : decimal(value, magnitude >= 100 ? 0 : magnitude >= 10 ? 1 : 2);
  };
  const interval = (range, k) => range.low === null ? '' : ` (${number(range.low * k)} to ${number(range.high * k)})`;

  // Returns the same axes for every scenario, so that the plots can be compared. The axes of the
  // large plot also include its single seeds, and leave out tens of percent without a tracker.
  function domains(plots, isLarge) {
    const of = (pick) => plots.flatMap((plot) => plot.points).filter((p) => p.cost && p.axis).flatMap(pick).filter((value) => value !== null);
    const seeds = (part) => (p) => isLarge ? (p.seeds || []).map((seed) => seed[part]) : [];
    const costs = [...of((p) => [p.cost.mean, p.cost.high || p.cost.mean]), ...of(seeds(0))];
    const axes = [...of((p) => [p.axis.mean, p.axis.low, p.axis.high]), ...of(seeds(1))].map((value) => value * scale);
    const least = isLarge ? Math.max(0, Math.floor((d3.min(axes) || 0) / 10) * 10 - 10) : 0;
    return {
      cost: [Math.min(0, d3.min(costs) || 0), d3.max(costs) || 1],
      axis: DATA.axisIsShare ? [least, 100] : [Math.min(0, d3.min(axes) || 0), d3.max(axes) || 1],
    };
  }

  // Returns tick values that are spread evenly on a square-root scale: 0, 1, 2, 5, 10, 20 …
  function costTicks(x, isSmall) {
    const most = x.domain()[1];
    const ticks = [0];
    for (let unit = .01; unit <= most; unit *= 10) {
      for (const factor of [1, 2, 5]) {
        const value = +(unit * factor).toPrecision(3);
        if (value <= most && x(value) - x(ticks[ticks.length - 1]) >= (isSmall ? 34 : 44)) ticks.push(value);
      }
    }
    return ticks;
  }

  function draw(box, plot, size, limits) {
    const { width, height, margin, isSmall } = size;
    const svg = d3.select(box).insert('svg', ':first-child').attr('viewBox', `0 0 ${width} ${height}`).attr('role', 'img')
      .attr('aria-label', `${plot.name}: ${axisWords} against ${costWords}; ${plot.front.length ? `Pareto front: ${plot.front.join(', ')}` : 'no Pareto front'}. The tables have the figures.`);
    // A square-root scale spreads low costs, where most trackers lie beside one that costs ten
    // times as much.
    const x = d3.scaleSqrt().domain(limits.cost).nice(5).range([margin.left, width - margin.right]);
    const y = d3.scaleLinear().domain(limits.axis).nice(5).range([height - margin.bottom, margin.top]);
    const ticks = isSmall ? 4 : 6;
    for (const tick of y.ticks(ticks)) svg.append('line').attr('class', 'grid').attr('x1', margin.left).attr('x2', width - margin.right).attr('y1', y(tick)).attr('y2', y(tick));
    svg.append('g').attr('class', 'axis').attr('transform', `translate(0,${height - margin.bottom})`).call(d3.axisBottom(x).tickValues(costTicks(x, isSmall)).tickFormat((v) => v).tickSizeOuter(0));
    svg.append('g').attr('class', 'axis').attr('transform', `translate(${margin.left},0)`).call(d3.axisLeft(y).ticks(ticks).tickSizeOuter(0));
    if (!isSmall) {
      svg.append('text').attr('class', 'label').attr('x', width - margin.right).attr('y', height - 6).attr('text-anchor', 'end').text(costWords);
      svg.append('text').attr('class', 'label').attr('x', 0).attr('y', 10).text(axisWords);
    }
    const known = plot.points.filter((p) => p.cost && p.axis);
    // The Pareto front as steps: no tracker lies both to the left of it and above it.
    const front = known.filter((p) => p.isOnFront).sort((a, b) => a.cost.mean - b.cost.mean);
    if (front.length) {
      let d = '';
      front.forEach((p, i) => {
        const [px, py] = [x(p.cost.mean), y(p.axis.mean * scale)];
        d += i ? `H${px}V${py}` : `M${px},${DATA.axisIsBetterHigh ? height - margin.bottom : margin.top}V${py}`;
      });
      svg.append('path').attr('class', 'front').attr('d', d + `H${width - margin.right}`);
    }
    for (const point of known) {
      const g = svg.append('g').attr('class', Marks.color(point.mark));
      const cx = x(point.cost.mean), cy = y(point.axis.mean * scale);
      if (!isSmall) {
        (point.seeds || []).forEach(([cost, axis]) => {
          if (cost !== null && axis !== null) g.append('circle').attr('class', 'seed').attr('cx', x(cost)).attr('cy', y(axis * scale)).attr('r', 1.6);
        });
      }
      const line = (x1, y1, x2, y2) => g.append('line').attr('class', 'whisker').attr('x1', x1).attr('x2', x2).attr('y1', y1).attr('y2', y2);
      if (point.cost.low !== null) line(x(point.cost.low), cy, x(point.cost.high), cy);
      if (point.axis.low !== null) line(cx, y(point.axis.low * scale), cx, y(point.axis.high * scale));
      Marks.append(g, point.mark, cx, cy, isSmall ? 10 : 14, point.isOnFront);
      g.append('title').text(`${point.name}: ${DATA.axisTitle} ${number(point.axis.mean * scale)}${interval(point.axis, scale)}, ` +
        `${DATA.costTitle} ${number(point.cost.mean)}${interval(point.cost, 1)}` +
        (point.draws > 1 ? `; on the Pareto front in ${point.drawsOnFront} of ${point.draws} draws` : point.isOnFront ? '; on the Pareto front' : ''));
    }
    if (!isSmall) {
      // Trackers on the Pareto front get their names first.
      const named = [...known].sort((a, b) => b.isOnFront - a.isOnFront || b.axis.mean - a.axis.mean);
      placeNames(svg, named.map((p) => ({ x: x(p.cost.mean), y: y(p.axis.mean * scale), name: p.name })),
        { left: margin.left, right: width, top: 2, bottom: height - margin.bottom + 4 });
    }
  }

  function start() {
    const main = element('pareto');
    if (main) {
      const width = Math.max(320, Math.min(900, main.clientWidth || 700));
      const size = { width, height: Math.max(300, width * .5), margin: { top: 20, right: 16, bottom: 40, left: 40 } };
      draw(main, DATA.main, size, domains([DATA.main], true));
    }
    const limits = domains(DATA.scenarios);
    for (const box of document.querySelectorAll('.small-plot')) {
      const size = { width: 260, height: 180, margin: { top: 8, right: 10, bottom: 22, left: 30 }, isSmall: true };
      draw(box, DATA.scenarios[Number(box.dataset.index)], size, limits);
    }
  }

  return { start };
})();
Pareto.start();
