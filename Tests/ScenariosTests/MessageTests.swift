import TestSupport
import Testing
import TrackingEngine

@testable import Scenarios

/// Tests every message that a scenario's author can get, word for word, without the file's name
/// before it. The first line of a row's own text is line 6, or 5 if it replaces one of the four
/// default sections of `scenarioText`.
@Suite("What a scenario file's author is told")
struct MessageTests {
  static let rows: [(text: String, message: String)] = [
    (
      "phone: { carired: pocket }",
      ":6: unknown key 'carired' in 'phone'; accepted: accelerometer, battery, "
        + "batteryHealth, carried, model, profile, readings, system, unit; "
        + "did you mean 'carried'?"
    ),
    (
      "phoen: { carried: pocket }",
      ":6: unknown key 'phoen'; accepted: odograph, extends, name, description, "
        + "start, timeZone, duration, phone, permissions, world, places, day, week, "
        + "replay, car, person, server, trackers, expect; did you mean 'phone'?"
    ),
    (
      "car: {}",
      ":6: the phone connects to nothing in this car; accepted: 'bluetooth: NAME', "
        + "'carPlay: true' or 'accessory: NAME'"
    ),
    (
      "car: { blueetooth: x }",
      ":6: unknown key 'blueetooth' in 'car'; accepted: bluetooth, carPlay, accessory; "
        + "did you mean 'bluetooth'?"
    ),
    (
      "phone: [pocket]",
      ":6: 'phone' is a list; accepted: a mapping with the keys accelerometer, battery, "
        + "batteryHealth, carried, model, profile, readings, system, unit"
    ),
    (
      "phone: { carried: pocked }",
      ":6: 'carried' is 'pocked'; accepted: pocket, bag, hand, mount, table, left; "
        + "did you mean 'pocket'?"
    ),
    (
      "phone: { profile: iphone-31 }",
      ":6: 'profile' is 'iphone-31'; accepted: iphone-13, iphone-14, iphone-se; did "
        + "you mean 'iphone-13'?"
    ),
    (
      "phone: { system: ios-71 }",
      ":6: 'system' is 'ios-71'; accepted: ios-17, ios-26; did you mean 'ios-17'?"
    ),
    (
      "phone: { battery: 192 % }",
      ":6: 'battery' is '192 %'; accepted: a share such as 80 %, from 0 % to 100 %"
    ),
    (
      "phone: { battery: 0.8 }",
      ":6: 'battery' is '0.8'; accepted: a share such as 80 %, from 0 % to 100 %"
    ),
    (
      "phone: { batteryHealth: 185 % }",
      ":6: 'batteryHealth' is '185 %'; accepted: a share such as 80 %, from 20 % to 100 %"
    ),
    (
      "phone: { batteryHealth: 1 % }",
      ":6: 'batteryHealth' is '1 %'; accepted: a share such as 80 %, from 20 % to 100 %"
    ),
    (
      "phone: { batteryHealth: 85 %, model: { battery.healthShare: 90 % } }",
      ":6: 'batteryHealth' and 'battery.healthShare' are both given; accepted: one"
    ),
    (
      "phone: { model: { gnss.trackingWats: 100 mW } }",
      ":6: unknown model parameter 'gnss.trackingWats'; accepted: "
        + "gnss.trackingWatts, battery.healthShare; did you mean 'gnss.trackingWatts'?"
    ),
    (
      "phone: { readings: { forceQuitRelanch: stays-dead } }",
      ":6: unknown reading 'forceQuitRelanch'; accepted: forceQuitRelaunch; "
        + "did you mean 'forceQuitRelaunch'?"
    ),
    (
      "phone: { readings: { forceQuitRelaunch: stay-dead } }",
      ":6: 'forceQuitRelaunch' is 'stay-dead'; accepted: relaunches, stays-dead; "
        + "did you mean 'stays-dead'?"
    ),
    (
      "phone: { model: { gnss.trackingWatts: lots } }",
      ":6: 'gnss.trackingWatts' is 'lots'; accepted: a power such as 150 mW, not "
        + "negative"
    ),
    (
      "permissions: { location: allways }",
      ":6: 'location' is 'allways'; accepted: always, whenInUse, denied, restricted, "
        + "ask; did you mean 'always'?"
    ),
    (
      "permissions: maybe",
      ":6: 'permissions' is 'maybe'; accepted: a mapping with the keys location, "
        + "accuracy, motion, notifications, answers"
    ),
    (
      "world: { area: city }",
      ":6: 'area' is 'city'; accepted: urban, suburban, rural"
    ),
    (
      "places: { home: { at: [95, 0] } }",
      ":5: 'at' is [95.0, 0.0]; accepted: latitude from -90 to 90, longitude from "
        + "-180 to 180"
    ),
    (
      "places: { home: { at: [45, 8, 2] } }",
      ":5: 'at' is a list of 3; accepted: [latitude, longitude] in degrees, such as "
        + "[45.52, -122.68]"
    ),
    (
      "places: { home: { at: [north, west] } }",
      ":5: 'at' is 'north' and 'west', not two numbers; accepted: [latitude, longitude] in "
        + "degrees, such as [45.52, -122.68]"
    ),
    (
      "places: { home: { at: Berlin } }",
      ":5: 'at' is 'Berlin'; accepted: [latitude, longitude] in degrees, such as "
        + "[45.52, -122.68]"
    ),
    (
      "places: { home: { radius: 5 m } }",
      ":5: key 'at' is missing in 'home'; accepted: [latitude, longitude] in "
        + "degrees, such as [45.52, -122.68]"
    ),
    (
      "places: { home: { at: [45, 8], radius: -5 m } }",
      ":5: 'radius' is '-5 m'; accepted: a length such as 100 m or 1.5 km, from 1 m "
        + "to 100 km"
    ),
    (
      "places: { home: { at: [45, 8], radius: 60 } }",
      ":5: 'radius' is '60'; accepted: a length such as 100 m or 1.5 km, from 1 m to "
        + "100 km"
    ),
    (
      "places: { home: { at: [45, 8], radius: 60 ft } }",
      ":5: 'radius' is '60 ft'; accepted: a length such as 100 m or 1.5 km, from 1 m "
        + "to 100 km"
    ),
    (
      "places: { home: { at: [45, 8], indoors: yes } }",
      ":5: 'indoors' is 'yes'; accepted: true, false"
    ),
    (
      "places: { home: { at: [45, 8], indoors: false, window: true } }",
      ":5: 'home' has a window, but is outdoors; accepted: 'window' for a place indoors"
    ),
    (
      "places: { home: { at: [45, 8] }, home: { at: [46, 8] } }",
      ":5: key 'home' is given twice in one mapping"
    ),
    (
      "start: yesterday",
      ":5: 'start' is 'yesterday'; accepted: a date and time such as "
        + "2026-03-02T06:30:00 or 2026-03-02T06:30:00Z"
    ),
    (
      "start: 2026-02-30T06:30:00",
      ":5: 'start' is on a day that no calendar has, 2026-02-30; accepted: a day that exists"
    ),
    (
      "start: 9999-02-03T06:30:00",
      ":5: 'start' is in the year 9999; accepted: a year from 1678 to 2261"
    ),
    (
      "start: 2026-03-08T02:30:00",
      ":5: 02:30 on 2026-03-08 does not exist in America/Los_Angeles: the clocks "
        + "skip it; accepted: another time, or one with its offset, such as "
        + "2026-03-08T02:30-08:00"
    ),
    (
      "start: 2026-11-01T01:30:00",
      ":5: 01:30 on 2026-11-01 happens twice in America/Los_Angeles; accepted: one "
        + "with its offset, 2026-11-01T01:30-07:00 or 2026-11-01T01:30-08:00"
    ),
    (
      "timeZone: America/Los_Angelos",
      ":5: 'timeZone' is 'America/Los_Angelos'; accepted: a region's name such as "
        + "Europe/Berlin, UTC, GMT, or an offset such as UTC+1; did you mean 'America/Los_Angeles'?"
    ),
    (
      "timeZone: CEST",
      ":5: 'timeZone' is 'CEST'; accepted: a region's name such as Europe/Berlin, UTC, "
        + "GMT, or an offset such as UTC+1"
    ),
    (
      "duration: forever",
      ":6: 'duration' is 'forever'; accepted: a duration such as 90 s, 45 min or 8 h "
        + "15 min, from 1 min to 3660 d"
    ),
    (
      "duration: 10 s",
      ":6: 'duration' is '10 s'; accepted: a duration such as 90 s, 45 min or 8 h 15 "
        + "min, from 1 min to 3660 d"
    ),
    (
      "duration: 24",
      ":6: 'duration' is '24'; accepted: a duration such as 90 s, 45 min or 8 h 15 "
        + "min, from 1 min to 3660 d"
    ),
    (
      "day: []",
      ":5: 'day' is an empty list; accepted: at least one leg"
    ),
    (
      "day: home",
      ":5: 'day' is 'home'; accepted: a list of legs such as - stay: home"
    ),
    (
      "day: [{ stay: hoem }]",
      ":5: no place is called 'hoem'; accepted: home, office; did you mean 'home'?"
    ),
    (
      "day: [{ sleep: home }]",
      ":5: unknown key 'sleep' in 'day'; accepted: stay, walk, run, cycle, drive, "
        + "train, fly, jump, until, for, via, route, speed, carried, area, tunnels, sky, network, "
        + "timeZone"
    ),
    (
      "day: [{ for: 1 h }]",
      ":5: the leg has no action; accepted: one of stay, walk, run, cycle, drive, "
        + "train, fly, jump"
    ),
    (
      "day: [{ stay: home, walk: office }]",
      ":5: the leg has two actions: stay, walk; accepted: one of stay, walk, run, "
        + "cycle, drive, train, fly, jump"
    ),
    (
      "day: [{ walk: office }]",
      ":5: the first leg is a move, but has no starting place; accepted: a "
        + "first leg such as - stay: home"
    ),
    (
      "day: [{ stay: home }, { walk: office }]",
      ":5: a stay with legs after it has no end; accepted: 'until:' or 'for:'"
    ),
    (
      "day: [{ stay: home, until: 07:00, for: 1 h }]",
      ":5: 'until' and 'for' are both given; accepted: one of them"
    ),
    (
      "day: [{ stay: home, for: 0 min }]",
      ":5: 'for' is '0 min'; accepted: a duration such as 90 s, 45 min or 8 h 15 "
        + "min, above 0"
    ),
    (
      "day: [{ stay: home, for: 1 h }, { stay: office }]",
      ":5: the person is not there: the leg before ends at 'home'; accepted: a leg "
        + "that goes there, or 'jump:'"
    ),
    (
      "day: [{ stay: home, for: 1 h }, { walk: home }]",
      ":5: the person is there already; accepted: a route with 'via:'"
    ),
    (
      "day: [{ stay: home, until: 07:00 }, { walk: office }, { stay: office, until: "
        + "06:45 }]",
      ":5: 'until' is '06:45'; accepted: a time after 2026-03-02T07:00; days begin at the "
        + "start's time of day, 06:30"
    ),
    (
      "day:\n  - { stay: home, until: 05:00 }\n  - { walk: office }\n"
        + "  - { stay: office, until: 17:00 }",
      ":8: 'until' is '17:00'; accepted: a time after 2026-03-03T05:00, the 'until' of line 6; "
        + "days begin at the start's time of day, 06:30"
    ),
    (
      "day: [{ stay: home, until: 24:00 ± 5 min }]",
      ":5: 'until' is '24:00 ± 5 min'; accepted: a time such as 07:45, 07:45 ± 15 min or "
        + "2026-03-02T07:45:00; did you mean '00:00 ± 5 min'?"
    ),
    (
      "day: [{ stay: home, until: 25:00 }]",
      ":5: 'until' is '25:00'; accepted: a time such as 07:45, 07:45 ± 15 min or "
        + "2026-03-02T07:45:00"
    ),
    (
      "day: [{ stay: home, speed: 3 km/h }]",
      ":5: 'speed' does not go with 'stay', which has no route; accepted: until, for, "
        + "carried, area, sky, network"
    ),
    (
      "day: [{ stay: home, for: 1 h }, { walk: office, speed: 3 knots }]",
      ":5: 'speed' is '3 knots'; accepted: a speed such as 1.4 m/s or 30 km/h, from "
        + "0.1 to 350 m/s"
    ),
    (
      "day: [{ stay: home, for: 1 h }, { train: office, tunnels: [{ from: 1 km }] }]",
      ":5: key 'for' is missing in 'tunnels'"
    ),
    (
      "day: [{ stay: home, for: 1 h },\n  { train: office, tunnels: [{ from: 1 km, "
        + "for: 2 km }, { from: 2 km, for: 1 km }] }]",
      ":6: a tunnel begins before the last one ends; accepted: in order"
    ),
    (
      "week: { monday: [{ stay: home }], funday: [{ stay: home }] }",
      ":6: unknown key 'funday' in 'week'; accepted: monday, tuesday, wednesday, "
        + "thursday, friday, saturday, sunday, workdays, weekend; did you mean 'sunday'?"
    ),
    (
      "replay: a.gpx",
      ":6: 'day' and 'replay' are both given; accepted: one of them"
    ),
    (
      "person: [{ opens: app }]",
      ":6: the act has no occasion; accepted: one of at, onArrival, onDeparture, timesPerDay, "
        + "whenBattery"
    ),
    (
      "person: [{ at: 08:00 }]",
      ":6: the act has no action; accepted: one of opens, leaves, forceQuits, "
        + "installs, acts, taps, answers, permits, switches, reboots, unlocks, charges, "
        + "unplugs, uses, updates, crashes, heatsTo"
    ),
    (
      "person: [{ at: 08:00, opens: app, leaves: app }]",
      ":6: the act has two actions; accepted: one of opens, leaves, "
        + "forceQuits, installs, acts, taps, answers, permits, switches, reboots, "
        + "unlocks, charges, unplugs, uses, updates, crashes, heatsTo"
    ),
    (
      "person: [{ at: 08:00, opens: door }]",
      ":6: 'opens' is 'door'; accepted: app"
    ),
    (
      "person: [{ at: 08:00, dances: app }]",
      ":6: unknown key 'dances' in 'person'; accepted: at, onArrival, onDeparture, "
        + "timesPerDay, whenBattery, habit, on, after, between, chance, for, opens, "
        + "leaves, forceQuits, installs, acts, taps, answers, permits, switches, "
        + "reboots, unlocks, charges, unplugs and 7 more"
    ),
    (
      "person: [{ at: 08:00, uses: camera }]",
      ":6: 'uses' does not say for how long; accepted: for: 20 min"
    ),
    (
      "person: [{ at: 08:00, onArrival: office, opens: app }]",
      ":6: the act has two occasions: at, onArrival; accepted: one of them"
    ),
    (
      "person: [{ onArrival: ofice, opens: app }]",
      ":6: no place is called 'ofice'; accepted: home, office; did you mean 'office'?"
    ),
    (
      "person: [{ onArrival: office, opens: app }]",
      ":6: no leg leads to 'office'; accepted: home"
    ),
    (
      "day: [{ stay: home, for: 1 h }, { walk: office, speed: 40 km/h }]",
      ":5: '40 km/h' is too fast for 'walk'; accepted: at most 8 km/h; did you mean 'cycle'?"
    ),
    (
      "day: [{ stay: home, for: 1 h }, { cycle: office, speed: 200 km/h }]",
      ":5: '200 km/h' is too fast for 'cycle'; accepted: at most 43 km/h; did you mean 'train'?"
    ),
    (
      "world: { network: wifi }",
      ":6: 'network' is 'wifi'; accepted: none, poorCellular, cellular"
    ),
    (
      "person: [{ at: 08:00, after: 5 min, opens: app }]",
      ":6: 'after' is given without its occasion; accepted: onArrival, onDeparture"
    ),
    (
      "person: [{ timesPerDay: 3, between: [7 h, 9 h], opens: app }]",
      ":6: 'between' is a list; accepted: two times of day such as [07:00, 23:00]"
    ),
    (
      "person: [{ timesPerDay: many, opens: app }]",
      ":6: 'timesPerDay' is 'many'; accepted: a number, from 0.01 to 500"
    ),
    (
      "person: [{ habit: phone-user }]",
      ":6: 'habit' is 'phone-user'; accepted: phone-use, nightly-charging; did you mean "
        + "'phone-use'?"
    ),
    (
      "person: [{ habit: phone-use, opens: app }]",
      ":6: 'opens' does not go with the habit 'phone-use'; accepted: on, timesPerDay, for"
    ),
    (
      "person: [{ at: 08:00, forgets: phone }]",
      ":6: 'at' does not go with 'forgets'; accepted: onDeparture, chance, on"
    ),
    (
      "person: [{ at: 08:00, switches: { wfi: off } }]",
      ":6: unknown key 'wfi' in 'switches'; accepted: lowPowerMode, airplaneMode, wifi, "
        + "locationServices, backgroundAppRefresh; did you mean 'wifi'?"
    ),
    (
      "person: [{ at: 08:00, switches: { wifi: of } }]",
      ":6: 'wifi' is 'of'; accepted: on, off; did you mean 'on'?"
    ),
    (
      "person: [{ at: 08:00, permits: { location: sometimes } }]",
      ":6: 'location' is 'sometimes'; accepted: always, whenInUse, denied"
    ),
    (
      "person: [{ at: 08:00, opens: app, with: { a: b } }]",
      ":6: 'with' does not go with 'opens'; accepted: acts"
    ),
    (
      "person: [{ at: 08:00, acts: startTirp }]",
      ":6: no act is called 'startTirp'; accepted: startTracking, stopTracking, changeSettings, "
        + "startTrip, stopTrip, sendNow, openURL, signIn, signOut, giveConsent, withdrawConsent, "
        + "setHome, workOutTimeOutdoors; did you mean 'startTrip'?"
    ),
    (
      "person: [{ at: 08:00, acts: startTrip, with: { mode: spaceship } }]",
      ":6: 'mode' is 'spaceship'; accepted: walk, run, bicycle, car, taxi, bus, tram, train, "
        + "metro, gondola, monorail, sleigh, plane, boat, scooter"
    ),
    (
      "person: [{ at: 08:00, acts: startTrip, with: { purpose: work } }]",
      ":6: 'startTrip' does not read 'purpose'; accepted: mode"
    ),
    (
      "person: [{ at: 08:00, acts: changeSettings, with: { footFixSpacing: banana } }]",
      ":6: 'footFixSpacing' is 'banana'; accepted: a length such as 100 m or 1.5 km, or off"
    ),
    (
      "person: [{ at: 08:00, acts: changeSettings, with: { sendIntervall: 5 min } }]",
      ":6: 'changeSettings' does not read 'sendIntervall'; accepted: a name that "
        + "'odograph settings' lists; did you mean 'sendInterval'?"
    ),
    (
      "person: [{ at: 08:00, acts: sendNow, with: { to: me } }]",
      ":6: 'sendNow' does not read 'to'; accepted: no 'with:'"
    ),
    (
      "person: [{ at: 07:00, opens: app },\n  { at: 08:00, installs: app }]",
      ":6: the person opens the app before it is installed, which is on line 7; accepted: "
        + "a later time"
    ),
    (
      "person: [{ at: 07:00, on: saturday, opens: app }]",
      ":6: the scenario has no such day at '07:00'"
    ),
    (
      "person: [{ at: 08:00, leaves: app, for: 2 min }]",
      ":6: 'for' does not go with 'leaves'; accepted: opens, charges, uses, switches, "
        + "heatsTo"
    ),
    (
      "person: [{ whenBattery: 20 %, leaves: app }]",
      ":6: 'whenBattery' is '20 %'; accepted: a condition such as \"< 20 %\""
    ),
    (
      "person: [{ whenBattery: < 20 %, on: monday, leaves: app }]",
      ":6: 'on' is given without 'at'"
    ),
    (
      "person: [{ whenBattery: < 20 %, chance: 30 %, leaves: app }]",
      ":6: 'chance' is given without 'at'"
    ),
    (
      "person: [{ at: 2027-01-01T08:00:00, opens: app }]",
      ":6: 'at' is '2027-01-01T08:00:00', outside the scenario; accepted: from "
        + "2026-03-02T06:30 to 2026-03-03T06:30"
    ),
    (
      "server: [{ at: 15:00 }]",
      ":6: the event has no action; accepted: one of outage, answers, pushes, status, fails, "
        + "delay, refusesEntry, consent"
    ),
    (
      "server: [{ from: 15:00, until: 16:00, status: 200 }]",
      ":6: 'status' is '200'; accepted: a whole number from 300 to 599"
    ),
    (
      "server: [{ from: 15:00, until: 16:00, status: 500, delay: 3 s }]",
      ":6: 'status' and 'delay' are both given; accepted: one of them"
    ),
    (
      "server: [{ from: 15:00, until: 16:00, fails: hang }]",
      ":6: 'fails' is 'hang'; accepted: error-with-200, garbage, redirect, cut-short, "
        + "breaks-off, hangs; did you mean 'hangs'?"
    ),
    (
      "server: [{ from: 15:00, until: 16:00, refusesEntry: 0 }]",
      ":6: 'refusesEntry' is '0'; accepted: a whole number from 1 to 10000"
    ),
    (
      "server: [{ from: 15:00, until: 16:00, delay: 3 s, retryAfter: 9 s }]",
      ":6: 'retryAfter' is given alone; accepted: it together with 'status'"
    ),
    (
      "server: [{ at: 15:00, consent: given, to: omh:steps:1.0 }]",
      ":6: 'to' is 'omh:steps:1.0'; accepted: omh:geoposition:1.0, omh:time-interval:1.0"
    ),
    (
      "server: [{ from: 15:00, outage: true }]",
      ":6: key 'until' is missing in 'server'; accepted: a time such as 13:40"
    ),
    (
      "server: [{ from: 15:00, until: 14:00, outage: true }]",
      ":6: 'until' is '14:00'; accepted: a time after '15:00'"
    ),
    (
      "server: [{ from: 15:00, until: 15:10, outage: true, for: stranger }]",
      ":6: 'for' is 'stranger'; accepted: overland-high-resolution, "
        + "overland-battery-saving, ehe-pilot-1"
    ),
    (
      "server: [{ at: 15:00, answers: ok }]",
      ":6: 'answers' is 'ok'; accepted: a mapping, which becomes a JSON object"
    ),
    (
      "trackers: []",
      ":6: 'trackers' is an empty list; accepted: at least one tracker"
    ),
    (
      "trackers: [overland-high-resolutoin]",
      ":6: no preset is called 'overland-high-resolutoin'; accepted: "
        + PresetLibrary.names.joined(separator: ", ") + "; did you mean "
        + "'overland-high-resolution'?"
    ),
    (
      "trackers: [ehe-pilot-1, ehe-pilot-1]",
      ":6: two trackers are called 'ehe-pilot-1'; accepted: a 'name:' of its own for "
        + "each"
    ),
    (
      "trackers: [{ name: a }]",
      ":6: key 'preset' is missing in 'trackers'; accepted: "
        + PresetLibrary.names.joined(separator: ", ")
    ),
    (
      "trackers: [{ preset: ehe-pilot-1, hoem: home }]",
      ":6: unknown key 'hoem' in 'trackers'; accepted: preset, name, set, contract, "
        + "home, wifiZone, trackedCenter, gate; did you mean 'home'?"
    ),
    (
      "trackers: [{ preset: ehe-pilot-1, home: school }]",
      ":6: no place is called 'school'; accepted: home, office"
    ),
    (
      "trackers: [{ preset: ehe-pilot-1, contract: fhir }]",
      ":6: 'contract' is 'fhir'; accepted: overland, compass, http-2xx, open-humans, "
        + "icecondor, puretrack, owntracks, fhir-ehe, fhir-jupyterhealth, check-in, gate, none; "
        + "did you mean 'fhir-ehe'?"
    ),
    (
      "trackers: [{ preset: ehe-pilot-1, set: { homeRadios: 50 m } }]",
      ":6: no setting is called 'homeRadios'; accepted: a name that 'odograph settings' "
        + "lists; did you mean 'homeRadius'?"
    ),
    (
      "trackers: [{ preset: ehe-pilot-1, set: { homeRadius: wide } }]",
      ":6: 'homeRadius' is 'wide'; accepted: a length such as 100 m or 1.5 km"
    ),
    (
      "trackers: [{ preset: ehe-pilot-1, set: { desiredAccuracy: bets } }]",
      ":6: 'desiredAccuracy' is 'bets'; accepted: bestForNavigation, best, "
        + "nearestTenMeters, hundredMeters, kilometer, threeKilometers, reduced; did you "
        + "mean 'best'?"
    ),
    (
      "trackers: [ehe-pilot-1]\nexpect: { ehe-pilot-2: { positionCoverage: '> 0' } }",
      ":7: no tracker is called 'ehe-pilot-2'; accepted: ehe-pilot-1; did you mean "
        + "'ehe-pilot-1'?"
    ),
    (
      "trackers: [ehe-pilot-1]\nexpect: { ehe-pilot-1: { positionCoverag: '> 0' } }",
      ":7: no measure is called 'positionCoverag'; accepted: a name that "
        + "'odograph measures' lists; did you mean 'positionCoverage'?"
    ),
    (
      "trackers: [ehe-pilot-1]\nexpect: { ehe-pilot-1: { positionCoverage: 0.95 } }",
      ":7: 'positionCoverage' is '0.95'; accepted: a condition such as \">= 0.95\", "
        + "of a share from 0 to 1 or in %"
    ),
    (
      "name: &n Day",
      ":6: anchors (&name) and aliases (*name) are not read; accepted: the value "
        + "itself, or 'extends:' for what scenarios share"
    ),
    (
      "name: !text &n Day",
      ":6: anchors (&name) and aliases (*name) are not read; accepted: the value "
        + "itself, or 'extends:' for what scenarios share"
    ),
    (
      "description: { a: 1 }",
      ":6: 'description' is a mapping; accepted: a text"
    ),
    (
      "name: [a",
      ":7: this is not YAML: did not find expected ',' or ']'"
    ),
    (
      "name: a: b",
      ":6: this is not YAML: mapping values are not allowed in this context"
    ),
    (
      "people:\n\t- name: a",
      ":7: a tab indents the line; accepted: spaces"
    ),
    (
      "---\nname: second",
      ":6: a second document begins; accepted: one document a file"
    ),
    (
      "extends: nowhere.yaml",
      ":6: there is no file 'nowhere.yaml'"
    ),
    (
      "odograph: 1",
      ":6: key 'odograph' is given twice in one mapping"
    ),
    (
      "week: { monday: [{ stay: home }] }\nduration: 2 d\nday:",
      ":5: no plan for 2026-03-03, a tuesday; accepted: "
        + "a 'day:' for every day, or 'tuesday:' under 'week:'"
    ),
    (
      "person: [{ at: 08:00 ± many min, opens: app }]",
      ":6: 'at' is '08:00 ± many min'; accepted: a time such as 07:45, 07:45 ± 15 "
        + "min or 2026-03-02T07:45:00"
    ),
    (
      "places: { home: { at: [45, 8], wfi: Net } }",
      ":5: unknown key 'wfi' in 'home'; accepted: at, radius, indoors, window, wifi, "
        + "wifiKnown, charger; did you mean 'wifi'?"
    ),
    (
      "replay: { file: nowhere.gpx }\nday:\nstart:",
      ":4: there is no file 'nowhere.gpx'"
    ),
    (
      "replay: nowhere.gpx\nday:",
      ":5: there is no file 'nowhere.gpx'"
    ),
    (
      "trackers: [./mine.yaml]",
      ":6: there is no file './mine.yaml'"
    ),
    (
      "timeZone:",
      ":1: key 'timeZone' is missing, and 'start' has no offset; accepted: such as "
        + "timeZone: Europe/Berlin"
    ),
    (
      "start:",
      ":5: 'start' is empty; accepted: such as start: 2026-03-02T06:30:00"
    ),
    (
      "duration: 2 d\nday: [{ stay: home, until: 08:00 }, { walk: office }]",
      ":6: on 2026-03-03 the person is still at 'office', where the day before ended, and this day "
        + "begins at 'home'; accepted: a leg back at the end of the day, 'week:' with days of their own, "
        + "or one day with 'duration: 1 d'"
    ),
    (
      "day: [{ stay: home, until: 08:00 ± 10 h }]",
      ":5: 'until' is '08:00 ± 10 h', which may be before the scenario's start; accepted: a "
        + "smaller ±, such as one within 1 h 30 min"
    ),
    (
      "day: [{ stay: home, for: 1 h }, { fly: office, tunnels: [{ from: 1 km, for: 1 km }] }]",
      ":5: a flight has no tunnels; accepted: 'tunnels' of legs on the ground"
    ),
    ("name: \"\"", ":6: 'name' is ''; accepted: a name"),
    (
      "name: \"To\u{202E} work\"",
      ":6: 'To? work' has a character that does not show, U+202E; accepted: text without control "
        + "characters"
    ),
    (
      "expect: { ehe-pilot-1: { positionCoverage: '>= 95' } }",
      ":6: 'positionCoverage' is '>= 95'; accepted: a condition such as \">= 0.95\", of a share from 0 "
        + "to 1 or in %"
    ),
    (
      "expect:\n  ehe-pilot-1:\n    positionCoverage: >= 0.5",
      ":8: this is not YAML: did not find expected comment or line break; accepted: conditions in "
        + "quotes, such as \">= 0.5\""
    ),
    ("name: A\nname: B", ":7: key 'name' is given twice in one mapping"),
    (
      "? [a, b] : c",
      ":6: a key is a list; accepted: a word"
    ),
    (
      "name: \"a\\qb\"",
      ":6: this is not YAML: found unknown escape character"
    ),
  ]

  @Test(
    "A file that is no mapping at all is told as that",
    arguments: [("- a\n- b\n", "a list"), ("hello\n", "'hello'")])
  func noMapping(_ text: String, _ found: String) {
    #expect(
      message { try scenario(text) }.hasPrefix(
        "day.yaml:1: the file is \(found); accepted: a mapping with the keys odograph, "))
  }

  @Test("A share is expected in parts of one or in per cent")
  func expectedShare() throws {
    for text in ["'>= 0.95'", "'>= 95 %'"] {
      let expectations = try scenario(
        scenarioText(
          "trackers: [ehe-pilot-1]", "expect: { ehe-pilot-1: { positionCoverage: \(text) } }")
      ).expectations
      #expect(expectations.map(\.value) == [0.95])
    }
  }

  @Test(
    "Every mistake is told with its line, what is accepted and the nearest spelling",
    arguments: rows.indices)
  func mistake(_ index: Int) {
    let row = MessageTests.rows[index]
    #expect(message { try scenario(scenarioText(row.text)) } == "day.yaml" + row.message)
  }
}
