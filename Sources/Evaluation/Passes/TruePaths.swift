import World

/// The true paths of the person and the phone, for the passes that run at each record.
///
/// The type is a class, because Swift would copy a struct for each call. Copying a `World` counts
/// the references of its dozen arrays, which took a fifth of the time of a fix.
final class TruePaths {
  @exclusivity(unchecked) private(set) var person: Trajectory
  @exclusivity(unchecked) private(set) var phone: Trajectory

  init(_ world: World) {
    person = world.person
    phone = world.phone
  }

  /// Continues on paths that have grown.
  func extend(to world: World) {
    person = world.person
    phone = world.phone
  }
}
