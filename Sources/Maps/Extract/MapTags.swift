import World

/// The tags of OpenStreetMap that Odograph reads, and their meanings.
///
/// Source of the meanings: the wiki of OpenStreetMap, wiki.openstreetmap.org/wiki/Map_features.
enum MapTags {
  /// The kinds of ways on which people move.
  static let streets = [
    "motorway", "motorway_link", "trunk", "trunk_link", "primary", "primary_link", "secondary",
    "secondary_link", "tertiary", "tertiary_link", "unclassified", "residential", "living_street",
    "service", "track", "cycleway", "footway", "pedestrian", "path", "steps", "bridleway", "road",
  ]
  static let pathsWithoutCars: Set<String> = [
    "track", "cycleway", "footway", "pedestrian", "path", "steps", "bridleway",
  ]
  static let rails = ["rail", "light_rail", "subway", "tram", "narrow_gauge"]
  static let stations = ["station", "halt", "stop", "tram_stop"]

  /// The objects to keep, as Osmium's filter expressions.
  static let filters = [
    "w/highway=" + streets.joined(separator: ","), "w/railway=" + rails.joined(separator: ","),
    "n/highway=traffic_signals,crossing,stop,give_way", "n/railway=level_crossing",
    "n/railway=" + stations.joined(separator: ","), "wr/building", "wr/natural=wood,water",
    "wr/landuse=forest,reservoir,basin", "wr/waterway=riverbank", "w/waterway=river,canal",
    "w/natural=coastline",
    "nwr/addr:housenumber", "nwr/name", "nwr/amenity", "nwr/shop",
  ]

  /// The objects that orient a reader from afar.
  static let overviewFilters = [
    "w/highway=motorway,motorway_link,trunk,trunk_link,primary,secondary,tertiary",
    "w/railway=rail", "wr/natural=wood,water", "wr/landuse=forest,reservoir",
    "wr/waterway=riverbank", "w/waterway=river,canal", "w/natural=coastline",
  ]

  /// Osmium's configuration: which closed ways are lines or areas, and which tags it writes.
  static let exportConfiguration = """
    {
      "attributes": {},
      "linear_tags": ["highway", "railway", "waterway=river", "waterway=canal",
        "natural=coastline"],
      "area_tags": ["building", "natural", "landuse", "amenity", "shop", "office", "leisure",
        "waterway=riverbank", "addr:housenumber"],
      "include_tags": ["highway", "railway", "building", "building:levels", "height", "natural",
        "landuse", "waterway", "amenity", "shop", "office", "name", "addr:housenumber",
        "addr:street", "addr:city", "addr:postcode", "tunnel", "covered", "maxspeed", "surface",
        "place"]
    }
    """

  /// The usual speed in km/h on a kind of way for which the map gives no limit.
  ///
  /// These are estimates: round values that are common in towns of many countries.
  static func usualKilometersPerHour(onStreet kind: String) -> Double? {
    switch kind {
    case "motorway": 110
    case "trunk": 85
    case "motorway_link", "trunk_link": 55
    case "primary": 55
    case "secondary", "primary_link", "road": 50
    case "tertiary", "secondary_link", "tertiary_link", "unclassified": 45
    case "residential": 35
    case "service", "living_street", "track", "pedestrian": 15
    default: nil
    }
  }

  /// Returns the speed in km/h that the tag `maxspeed` allows; nil for a value without a number.
  static func kilometersPerHour(maxspeed text: String) -> Double? {
    let first = text.split(separator: ";").first ?? ""
    switch first.split(separator: ":").last ?? "" {
    case "walk", "living_street": return 7
    case "urban": return 50
    default: break
    }
    let words = first.split(separator: " ")
    guard let word = words.first, let number = Double(word), (1...300).contains(number) else {
      return nil
    }
    return words.last == "mph" ? number * 1.609344 : number
  }

  /// The height in meters of a building; nil if the map does not give it.
  static func heightMeters(height: String?, levels: String?) -> Double? {
    if let text = height?.split(separator: " ").first, let meters = Double(text), meters > 0 {
      return min(meters, 900)
    }
    // A level is some 3 m high.
    return levels.flatMap { Double($0) }.flatMap { $0 > 0 ? min($0 * 3, 900) : nil }
  }

  static func stopCause(highway: String?, railway: String?) -> StopCause? {
    switch highway {
    case "traffic_signals": return .signals
    case "crossing": return .crossing
    case "stop": return .stopSign
    case "give_way": return .giveWay
    default: break
    }
    guard let railway else { return nil }
    if railway == "level_crossing" { return .levelCrossing }
    return stations.contains(railway) ? .station : nil
  }
}
