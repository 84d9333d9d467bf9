'use strict';
// Without a library its part stays away; the page says which package brings it, and the tables say it all.
if (typeof d3 !== 'undefined') {
  Plots.glance();
  if (DAY) Timeline.start();
}
if (typeof L !== 'undefined' && DAY) DayMap.make();
