import AppleCombine

// Apple's Foundation brings these two names of Combine, so that many files import Foundation alone.

/// An object whose published properties report that they will change.
public typealias ObservableObject = AppleCombine.ObservableObject
/// A property whose values are published.
public typealias Published = AppleCombine.Published
