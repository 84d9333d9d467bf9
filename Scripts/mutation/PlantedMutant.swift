#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The number of the mutant that this process runs; 0 runs the program as it is.
private let chosenMutant = getenv("ODOGRAPH_MUTANT").flatMap { Int(String(cString: $0)) } ?? 0

/// One byte a site in a file that the run and its child processes share; nil if none was asked for.
nonisolated(unsafe) private let reachedSites: UnsafeMutablePointer<UInt8>? = {
  guard let path = getenv("ODOGRAPH_MUTANT_SITES") else { return nil }
  let file = open(path, O_RDWR)
  guard file >= 0 else { return nil }
  defer { close(file) }
  let mapped = mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
  return mapped == MAP_FAILED ? nil : mapped?.assumingMemoryBound(to: UInt8.self)
}()

/// Marks a site as reached, and returns true if its mutant is the one to run.
public func plantedMutant(_ number: Int) -> Bool {
  if let reachedSites, number < 4096 { reachedSites[number] = 1 }
  return number == chosenMutant
}
