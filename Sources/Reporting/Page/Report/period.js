'use strict';
// The span of time that the map and the timeline show: all of it, or one local day.

const Period = DAY && (() => {
  const whole = [0, DAY.durationSeconds];
  const spans = (pieces) => (pieces || []).map(([start, end]) => [start, end]);
  const unsimulated = spans(DAY.unsimulated);
  const simulated = without([whole], unsimulated);
  const unjudged = without(spans(DAY.unknown), unsimulated);
  const listeners = [];
  let span = whole;

  // Returns the spans without the parts that lie in holes. Both lists are in the order of time.
  function without(list, holes) {
    return holes.reduce((rest, [from, to]) => rest.flatMap(([start, end]) =>
      [[start, Math.min(end, from)], [Math.max(start, to), end]].filter(([a, b]) => a < b)
    ), list);
  }

  // Returns the local days with simulated time, each with its start and its end.
  function days() {
    const edges = [0, ...Time.midnights(), DAY.durationSeconds];
    return edges.slice(1).map((end, i) => [edges[i], end])
      .filter((day) => without([day], unsimulated).length);
  }

  function set(next) {
    span = next;
    for (const listener of listeners) listener(span);
  }

  function button(text, label, step, chosen) {
    const made = make('button', text);
    made.type = 'button';
    made.setAttribute('aria-label', label);
    made.addEventListener('click', () => {
      const count = chosen.options.length;
      chosen.selectedIndex = (chosen.selectedIndex + step + count) % count;
      chosen.dispatchEvent(new Event('change'));
    });
    return made;
  }

  // Adds a choice of the day, if there are several.
  function addControls(bar) {
    const all = days();
    if (all.length < 2) return;
    const chosen = make('select');
    chosen.append(new Option(`all ${all.length} days`, ''));
    all.forEach((day, i) => chosen.append(new Option(Time.date(day[0]), String(i))));
    chosen.addEventListener('change', () => {
      set(chosen.value === '' ? whole : all[Number(chosen.value)]);
    });
    const label = make('label', 'Day');
    label.append(chosen);
    bar.append(
      label, button('‹', 'Previous day', -1, chosen), button('›', 'Next day', 1, chosen),
      make('span', 'The map and the timeline show the same day.', 'quiet'));
  }

  return {
    whole, listeners, simulated, unsimulated, unjudged, addControls,
    judged: without(simulated, unjudged),
    isUnsimulatedAt: (seconds) => unsimulated.some(([a, b]) => a < seconds && seconds < b),
    get span() { return span; },
  };
})();
