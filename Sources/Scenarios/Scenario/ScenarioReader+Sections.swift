import Documents
import Evaluation
import Geodesy
import Recordings
import Text
import Timekeeping
import TrackingEngine
import World

extension ScenarioReader {
  func readArea(_ node: SourceNode?) throws(InputError) -> AreaClass? {
    guard let node else { return nil }
    return try Fields(node, keys: ScenarioKeys.world).choice("area")
  }

  func readNetwork(_ node: SourceNode?) throws(InputError) -> NetworkAvailability? {
    guard let node else { return nil }
    return try Fields(node, keys: ScenarioKeys.world).choice("network")
  }

  func readCar(_ node: SourceNode?) throws(InputError) -> Car? {
    guard let node else { return nil }
    let fields = try Fields(node, keys: ScenarioKeys.car)
    let car = Car(
      bluetoothName: try fields["bluetooth"]?.visibleName(),
      hasCarPlay: try fields.flag("carPlay") ?? false,
      accessoryName: try fields["accessory"]?.visibleName())
    guard car != Car() else {
      throw node.refused(
        "the phone connects to nothing in this car",
        accepted: "'bluetooth: NAME', 'carPlay: true' or 'accessory: NAME'")
    }
    return car
  }

  func readPhone(_ node: SourceNode?) throws(InputError) -> PhoneSetup {
    var phone = PhoneSetup()
    guard let node else { return phone }
    let fields = try Fields(node, keys: ScenarioKeys.phone)
    phone.calibration = try readCalibration(fields)
    if let calibrated = phone.calibration?.profile {
      phone.profile = calibrated.phone
      phone.system = calibrated.system
    } else if let profile = fields["profile"] {
      phone.profile = try profile.word(oneOf: vocabulary.profiles)
    }
    if phone.calibration == nil || fields["system"] != nil {
      phone.system = try readSystem(fields["system"], profile: phone.profile)
    }
    if let battery = try fields.quantity("battery") { phone.batteryLevel = battery }
    if let carried = try fields.choice("carried", as: Carrying.self) { phone.carried = carried }
    phone.accelerometer = try fields["accelerometer"].map { (node) throws(InputError) in
      try AccelerometerRecording.read(
        path: ScenarioInheritance.path(try node.text("a path"), from: node.location),
        mention: node.location)
    }
    phone.model = try readModel(fields["model"])
    if let node = fields["batteryHealth"], let health = try fields.quantity("batteryHealth") {
      guard !phone.model.contains(where: { $0.name == "battery.healthShare" }) else {
        throw InputError(
          node.location, "'batteryHealth' and 'battery.healthShare' are both given",
          accepted: "one")
      }
      phone.model.append(ModelOverride("battery.healthShare", value: health))
    }
    phone.readings = try readReadings(fields["readings"], profile: phone.profile)
    if let calibration = phone.calibration { phone.take(calibration) }
    return phone
  }

  /// Reads the phone profile that the entry `profile` names by its path; nil if the entry is
  /// missing or names a phone.
  private func readCalibration(_ fields: Fields) throws(InputError) -> PhoneCalibration? {
    let unit: PhoneUnit = try fields.choice("unit") ?? .same
    guard let node = fields["profile"], case .text(let text, _) = node.content,
      PresetLibrary.isPath(text)
    else {
      guard unit == .same else {
        throw try fields.required("unit").refused(
          "'unit' is 'another', but the phone is not calibrated",
          accepted: "'unit: another' beside the path of a phone profile, 'profile: my-phone.yaml'")
      }
      return nil
    }
    let path = ScenarioInheritance.path(text, from: node.location)
    let profile = try PhoneProfileReader(vocabulary: vocabulary)
      .read(path: path, mention: node.location)
    return PhoneCalibration(profile: profile, file: path, unit: unit)
  }

  private func readModel(_ node: SourceNode?) throws(InputError) -> [ModelOverride] {
    var model: [ModelOverride] = []
    for entry in try node?.entries("a mapping of model parameters") ?? [] {
      try vocabulary.requireParameter(entry)
      let value = try ModelValue(entry.key, range: vocabulary.modelRanges[entry.key])
        .read(entry.value)
      model.append(ModelOverride(entry.key, value: value))
    }
    return model
  }

  /// Reads the phone's operating system. Without an entry, returns the default system if the phone
  /// profile supports it, otherwise the first system that the profile supports.
  func readSystem(_ node: SourceNode?, profile: String) throws(InputError) -> String {
    let running = vocabulary.limits[profile]?.systems
    guard let node else {
      let usual = PhoneSetup().system
      return running?.contains(usual) == false ? running?.first ?? usual : usual
    }
    let system = try node.word(oneOf: vocabulary.systems)
    guard let running, !running.contains(system) else { return system }
    throw InputError(
      node.location, "\(quoted(profile)) does not run \(quoted(system))", accepted: listing(running)
    )
  }

  func readReadings(
    _ node: SourceNode?, profile: String
  ) throws(InputError) -> [ModelVariantChoice] {
    var choices: [ModelVariantChoice] = []
    for entry in try node?.entries("a mapping of readings") ?? [] {
      guard let accounts = vocabulary.readings[entry.key] else {
        throw InputError(
          entry.keyLocation, "unknown reading \(quoted(entry.key))", word: entry.key,
          oneOf: vocabulary.readings.keys.sorted())
      }
      let account = try entry.value.word(oneOf: accounts)
      if let possible = vocabulary.limits[profile]?.readings[entry.key], !possible.contains(account)
      {
        throw InputError(
          entry.value.location, "\(quoted(profile)) has no \(quoted(entry.key)) \(quoted(account))",
          accepted: listing(possible))
      }
      choices.append(ModelVariantChoice(entry.key, account))
    }
    return choices
  }

  func readPermissions(_ node: SourceNode?) throws(InputError) -> Permissions {
    var permissions = Permissions()
    guard let node else { return permissions }
    if case .text("ask", _) = node.content {
      permissions.location = .ask
      permissions.motion = .ask
      permissions.notifications = .ask
      return permissions
    }
    let fields = try Fields(node, keys: ScenarioKeys.permissions)
    permissions.location = try fields.choice("location") ?? permissions.location
    permissions.accuracy = try fields.choice("accuracy") ?? permissions.accuracy
    permissions.motion = try fields.choice("motion") ?? permissions.motion
    permissions.notifications = try fields.choice("notifications") ?? permissions.notifications
    // A person who allows the app While Using is assumed not to change to Always when asked (BG-5).
    if permissions.location == .whenInUse { permissions.answers.always = .refuses }
    if let answers = fields["answers"] {
      permissions.answers = try answers.promptReplies(always: permissions.answers.always)
    }
    return permissions
  }

  func readPlaces(_ node: SourceNode?, map: ScenarioMap?) throws(InputError) -> [Place] {
    var places: [Place] = []
    for entry in try node?.entries("a mapping of names to places") ?? [] {
      let fields = try Fields(entry.value, keys: ScenarioKeys.place)
      let at = try fields.required("at", accepted: SourceNode.acceptedCoordinate)
      guard entry.key.contains(where: { !$0.isWhitespace }) else {
        throw InputError(entry.keyLocation, "a place has no name", accepted: "a name")
      }
      var place = Place(name: entry.key, coordinate: try position(at, on: map))
      if case .text(let address, _) = at.content { place.address = address }
      place.radiusMeters = try fields.quantity("radius") ?? place.radiusMeters
      let mapped = map?.routes?.place(at: place.coordinate)
      place.area = mapped?.area
      place.isIndoors = try fields.flag("indoors") ?? mapped?.isIndoors ?? place.isIndoors
      place.hasWindow = try fields.flag("window") ?? place.hasWindow
      if place.hasWindow, !place.isIndoors, let window = fields["window"] {
        throw window.refused(
          "\(quoted(place.name)) has a window, but is outdoors",
          accepted: "'window' for a place indoors")
      }
      place.wifiName = try fields["wifi"]?.text("a network's name")
      place.isWifiKnown = try fields.flag("wifiKnown")
      place.hasCharger = try fields.flag("charger") ?? place.hasCharger
      places.append(place)
    }
    return places
  }

  /// Reads the position of a place: a coordinate, or an address that the map knows.
  private func position(_ node: SourceNode, on map: ScenarioMap?) throws(InputError) -> Coordinate {
    guard let map, case .text(let address, _) = node.content, !node.isNothing else {
      return try node.coordinate()
    }
    switch routeReading {
    case .planning(let locate): return try locate(address, node.location)
    case .frozen:
      if let place = map.routes?.place(address) { return place.coordinate }
      throw InputError(
        node.location, "\(map.routesPath.printable) has no place \(quoted(address))",
        accepted: "'\(map.routing)', which finds it, or [latitude, longitude]")
    }
  }

  /// Reads the expectations of the trackers.
  ///
  /// An extended file may contain expectations of a tracker that this scenario does not list. These
  /// expectations are ignored.
  ///
  /// - Parameter file: the content of the scenario's own file, without the files that it extends.
  func readExpectations(
    _ node: SourceNode?, trackers: [TrackerChoice], file: String?
  ) throws(InputError) -> [Expectation] {
    var expectations: [Expectation] = []
    for entry in try node?.entries("a mapping of trackers to expectations") ?? [] {
      guard trackers.contains(where: { $0.name == entry.key }) else {
        if entry.keyLocation.file != file { continue }
        throw InputError(
          entry.keyLocation, "no tracker is called \(quoted(entry.key))", word: entry.key,
          oneOf: trackers.map(\.name))
      }
      for measure in try entry.value.entries("a mapping of measures to conditions") {
        expectations.append(try readExpectation(measure, tracker: entry.key))
      }
    }
    return expectations
  }

  private func readExpectation(
    _ entry: SourceEntry, tracker: String
  ) throws(InputError) -> Expectation {
    guard Measures.definition(of: entry.key) != nil else {
      throw InputError(
        entry.keyLocation, "no measure is called \(quoted(entry.key))", word: entry.key,
        oneOf: Measures.names, listedBy: "odograph measures")
    }
    let text = try entry.value.text(MeasureCondition.accepted(for: entry.key))
    guard let condition = MeasureCondition(measure: entry.key, text: text) else {
      throw entry.value.refused(accepted: MeasureCondition.accepted(for: entry.key))
    }
    return Expectation(
      tracker: tracker, measure: entry.key, condition.comparison, condition.value,
      location: entry.keyLocation)
  }
}

extension SourceNode {
  /// Returns the value of a setting as one text. A list becomes a text in brackets, as the option
  /// `--set` accepts it: "[45.52, -122.68]".
  func settingText() throws(InputError) -> String {
    switch content {
    case .text(let text, _): return text
    case .list(let elements):
      var texts: [String] = []
      for element in elements { texts.append(try element.settingText()) }
      return "[" + texts.joined(separator: ", ") + "]"
    case .mapping: throw refused(accepted: "a value or a list of values")
    }
  }
}
