'use strict';
// Each part starts only if its library is there. Otherwise the page names the package, and the
// tables have the figures.
if (typeof d3 !== 'undefined') Plots.glance();
if (DAY) {
  if (typeof d3 !== 'undefined') {
    Timeline.start();
    Legend.add(element('legend'));
  }
  if (typeof L !== 'undefined') {
    Period.addControls(element('day-controls'));
    DayMap.make();
  }
}
