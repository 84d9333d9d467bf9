'use strict';
// Each part starts only if its library is there. Otherwise the page names the package, and the
// tables have the figures.
if (typeof d3 !== 'undefined') {
  Plots.glance();
  if (DAY) Timeline.start();
}
if (typeof L !== 'undefined' && DAY) DayMap.make();
