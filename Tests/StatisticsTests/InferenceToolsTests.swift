import EventKernel
import Statistics
import Testing

/// Tests of the tools with which a phone's parameters are inferred from measurements.
@Suite struct InferenceToolsTests {
  private let chance = SeededRandom(seed: 7)

  private func normals(_ count: Int, _ dimensions: Int) -> [[Double]] {
    (0..<count).map { row in
      (0..<dimensions).map { chance.stream("x").stream($0).normal(at: Int64(row)) }
    }
  }

  @Test func `a response surface finds the quadratic polynomial that made its data`() throws {
    let inputs = normals(60, 3)
    func figure(_ x: [Double]) -> Double { 2 + x[0] - 3 * x[1] * x[2] + 0.5 * x[2] * x[2] }
    let surface = try #require(ResponseSurface(inputs: inputs, outputs: inputs.map(figure)))
    #expect(abs(surface.value(at: [0.3, -1, 2]) - figure([0.3, -1, 2])) < 1e-6)
    #expect(surface.residual < 1e-6)
    #expect(surface.explainedShare > 0.999_999)
  }

  @Test func `a response surface states the noise of the simulations`() throws {
    let inputs = normals(2000, 2)
    let outputs = inputs.indices.map {
      inputs[$0][0] + 0.2 * chance.stream("noise").normal(at: Int64($0))
    }
    let surface = try #require(ResponseSurface(inputs: inputs, outputs: outputs))
    // The noise has the standard deviation 0.2; its estimate from 2,000 values errs by 0.2/√4000.
    #expect(abs(surface.residual - 0.2) < 0.012)
  }

  @Test func `a response surface needs more simulations than terms`() {
    // Three inputs have 1 + 3 + 6 = 10 terms.
    #expect(ResponseSurface(inputs: normals(11, 3), outputs: normals(11, 1).map { $0[0] }) == nil)
    #expect(ResponseSurface(inputs: normals(12, 3), outputs: normals(12, 1).map { $0[0] }) != nil)
  }

  @Test func `a Markov chain draws from the density it is given`() {
    // Two normal values with standard deviations 1 and 0.1 around 3 and -2.
    let chain = MarkovChain(dimensions: 2, chance: chance)
    let points = chain.points(2000, from: [0, 0]) { x in
      -(x[0] - 3) * (x[0] - 3) / 2 - (x[1] + 2) * (x[1] + 2) / 0.02
    }
    func moments(_ values: [Double]) -> (mean: Double, deviation: Double) {
      let mean = values.reduce(0, +) / Double(values.count)
      let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      return (mean, (squares / Double(values.count)).squareRoot())
    }
    let (a, b) = (moments(points.map { $0[0] }), moments(points.map { $0[1] }))
    #expect(points.count == 2000)
    #expect(abs(a.mean - 3) < 0.15 && abs(a.deviation - 1) < 0.15)
    #expect(abs(b.mean + 2) < 0.015 && abs(b.deviation - 0.1) < 0.015)
  }

  @Test func `an interval's score is its width and twenty times the miss at 90 percent`() {
    let interval = PredictionInterval(low: 2, middle: 3, high: 4)
    #expect(interval.score(3.9, share: 0.9) == 2)
    // 2 ÷ (1 − 0.9) = 20 times the distance 0.5 beyond the end.
    #expect(abs(interval.score(4.5, share: 0.9) - 12) < 1e-9)
    #expect(abs(interval.score(1.5, share: 0.9) - 12) < 1e-9)
  }

  @Test func `Student's t with four degrees of freedom has a variance of two`() {
    let student = StudentT(degrees: 4)
    let values = (0..<200_000).map { student.draw(chance.stream("t"), at: Int64($0)) }
    // 90 % of the values lie within 2.132 (table of Student's t).
    let within = values.count { abs($0) < 2.132 }
    #expect(abs(Double(within) / 200_000 - 0.9) < 0.005)
  }
}
