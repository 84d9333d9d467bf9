/// A quadratic polynomial that predicts one figure of a simulation from the simulation's
/// parameters.
///
/// It is fitted by least squares to simulations with drawn parameters, and then takes the place of
/// the simulation where very many parameters have to be tried. Such a polynomial is called a
/// response surface (Box and Wilson, 1951), or an emulator.
package struct ResponseSurface: Sendable {
  private let coefficients: [Double]
  /// The standard deviation of the simulations around the polynomial, in the unit of the figure.
  package let residual: Double
  /// The share of the figure's variance that the polynomial explains, 0 to 1.
  package let explainedShare: Double

  /// Fits the polynomial.
  ///
  /// - Parameters:
  ///   - inputs: the parameters of each simulation, scaled so that they vary by about 1.
  ///   - outputs: the figure of each simulation.
  /// - Returns: nil if there are too few simulations for the number of parameters.
  package init?(inputs: [[Double]], outputs: [Double]) {
    let terms = inputs.map(Self.terms)
    guard let count = terms.first?.count, terms.count > count + 1 else { return nil }
    var matrix = [[Double]](repeating: [Double](repeating: 0, count: count), count: count)
    var right = [Double](repeating: 0, count: count)
    for (row, output) in zip(terms, outputs) {
      for a in 0..<count {
        right[a] += row[a] * output
        for b in 0...a { matrix[a][b] += row[a] * row[b] }
      }
    }
    // A tiny ridge keeps constant inputs from making the system unsolvable.
    for a in 0..<count { matrix[a][a] += 1e-9 * Double(terms.count) }
    guard let system = PositiveSystem(matrix) else { return nil }
    let solution = system.solve(right)
    let mean = outputs.reduce(0, +) / Double(outputs.count)
    let squares = zip(terms, outputs).reduce(0.0) { sum, pair in
      let error = pair.1 - Self.dot(solution, pair.0)
      return sum + error * error
    }
    let total = outputs.reduce(0.0) { $0 + ($1 - mean) * ($1 - mean) }
    coefficients = solution
    residual = (squares / Double(terms.count - count)).squareRoot()
    explainedShare = total > 0 ? max(0, 1 - squares / total) : 1
  }

  package func value(at input: [Double]) -> Double { Self.dot(coefficients, Self.terms(input)) }

  /// The terms of the polynomial: 1, each input, and each product of two inputs.
  private static func terms(_ input: [Double]) -> [Double] {
    var terms = [1.0]
    terms.reserveCapacity((input.count + 1) * (input.count + 2) / 2)
    terms += input
    for a in input.indices { for b in a..<input.count { terms.append(input[a] * input[b]) } }
    return terms
  }

  private static func dot(_ a: [Double], _ b: [Double]) -> Double {
    var sum = 0.0
    for index in a.indices { sum += a[index] * b[index] }
    return sum
  }
}
