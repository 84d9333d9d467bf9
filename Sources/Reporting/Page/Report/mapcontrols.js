'use strict';
// The legend of the map, in which a reader switches its layers on and off. Needs Leaflet.

const MapControls = (() => {
  // Adds a checkbox that shows and hides layers. Returns a function that switches it.
  function addToggle(bar, label, layers, isOn, map, options = {}) {
    const box = make('input');
    box.type = 'checkbox';
    const apply = () => {
      for (const layer of layers) {
        if (box.checked) layer.addTo(map); else layer.remove();
      }
      if (options.onChange) options.onChange(box.checked);
    };
    const set = (isChecked) => {
      box.checked = isChecked;
      apply();
    };
    box.addEventListener('change', apply);
    set(isOn);
    const made = make('label');
    made.append(box, ...(options.key ? [options.key] : []), label);
    bar.append(made);
    return set;
  }

  function addButton(bar, text, act) {
    const made = make('button', text);
    made.type = 'button';
    made.addEventListener('click', act);
    bar.append(made);
  }

  // Adds the choice of the tracker in focus, whose gaps the map shows.
  function addFocus(bar, map, groups, toggles) {
    const chosen = make('select');
    chosen.append(new Option('no tracker', ''));
    groups.forEach((group, i) => chosen.append(new Option(group.tracker.name, String(i))));
    const apply = () => groups.forEach((group, i) => {
      if (String(i) !== chosen.value) return group.gaps.remove();
      group.gaps.addTo(map);
      toggles[i](true);
    });
    const focus = groups.findIndex((group) => group.tracker === DATA.trackers[DATA.shown[0]]);
    chosen.value = groups.length ? String(Math.max(focus, 0)) : '';
    chosen.addEventListener('change', apply);
    apply();
    const label = make('label', 'place not known by');
    label.append(chosen);
    bar.append(label);
  }

  function add(bar, map, base, groups, view) {
    const onChange = () => view.refit();
    const route = [base.truth, ...(DAY.phone.length ? [base.phone] : [])];
    addToggle(bar, 'true route', route, true, map, { onChange });
    if (Period.unjudged.length) {
      addToggle(bar, 'assumed route, dotted', [base.assumed], true, map, { onChange });
    }
    const first = DATA.shown.map((index) => DATA.trackers[index]);
    const toggles = groups.map((group) => addToggle(
      bar, group.tracker.name, [group.track, group.dots], first.includes(group.tracker), map,
      { onChange, key: Marks.key(group.tracker.mark) }));
    addFocus(bar, map, groups, toggles);
    if (DAY.places.length) addToggle(bar, 'places', [base.places], true, map, { onChange });
    const isAlone = groups.length === 1;
    const stays = [base.trueStays, ...groups.map((group) => group.stays)];
    addToggle(bar, 'stays', stays, isAlone, map, { onChange });
    if (groups.some((group) => group.tracker.view.fences.length)) {
      const fences = groups.map((group) => group.fences);
      addToggle(bar, 'watched regions', fences, isAlone, map, { onChange });
    }
    if (base.ground.length) addToggle(bar, 'streets and land', base.ground, true, map);
    addButton(bar, 'Everything', view.fitAll);
    addButton(bar, 'True route', view.fitRoute);
  }

  return { add };
})();
