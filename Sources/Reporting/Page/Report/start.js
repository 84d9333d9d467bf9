'use strict';
// Each part starts only if its library is there. Otherwise plain.js has drawn in its place.
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
