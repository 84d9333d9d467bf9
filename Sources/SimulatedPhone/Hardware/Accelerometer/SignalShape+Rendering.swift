import MotionSensing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The computation of a window's samples from its `SignalShape`, without memory allocation.
///
/// First the noise is written to the window. Then harmonics and gravity are added. Last, the sum is
/// rotated from the world's axes to the phone's axes. The last two steps process four samples at a
/// time.
extension SignalShape {
  typealias Block = AccelerometerWindow.Block
  private typealias Quad = SIMD4<Float>

  func render(into window: inout AccelerometerWindow, pose: Pose, _ draws: inout Draws) {
    layNoise(in: &window, &draws)
    if strideHertz > 0 { addHarmonics(to: &window, &draws) }
    turn(&window, pose)
  }

  // MARK: - Noise

  /// Writes the noise and the resonance to the window. The resonance is an autoregressive process
  /// of second order with a pole at `resonanceHertz`.
  private func layNoise(in window: inout AccelerometerWindow, _ draws: inout Draws) {
    let rate = Float(AccelerometerWindow.rateHertz)
    let radius = exp(-.pi * resonanceWidthHertz / rate)
    let first = 2 * radius * cos(2 * .pi * resonanceHertz / rate)
    let second = -radius * radius
    // Variance of the process driven by unit noise, and correlation of neighbors.
    let variance = (1 - second) / ((1 + second) * ((1 - second) * (1 - second) - first * first))
    let drive = 1 / variance.squareRoot()
    let neighbor = first / (1 - second)
    let spread = SIMD4<Float>(resonance, 0)
    let plain = SIMD4<Float>(noise, 0)
    let burstBlock = Int(draws.bits() & 3)
    var older = draws.noise()
    var old = older * neighbor + draws.noise() * (1 - neighbor * neighbor).squareRoot()
    // A copy stays in registers, unlike an argument.
    var stream = draws
    withUnsafeTemporaryAllocation(
      of: SIMD4<Float>.self, capacity: AccelerometerWindow.sampleCount
    ) { values in
      for block in 0..<AccelerometerWindow.blockCount {
        let strength = block == burstBlock ? burst : 1
        let (spread, plain) = (spread * strength, plain * strength)
        for sample in block * Block.scalarCount..<(block + 1) * Block.scalarCount {
          let unit = stream.noise()
          let new = old * first + older * second + unit * drive
          (older, old) = (old, new)
          // The three numbers of one word are independent: each drives one axis and is noise on
          // another.
          let other = SIMD4(unit.y, unit.z, unit.x, unit.w)
          values[sample] = new * spread + other * plain
        }
      }
      separate(values, into: &window)
    }
    draws = stream
  }

  /// Writes the three axes of the samples to the window, four samples at a time.
  private func separate(
    _ values: UnsafeMutableBufferPointer<SIMD4<Float>>, into window: inout AccelerometerWindow
  ) {
    window.x.withUnsafeMutableBytes { up in
      window.y.withUnsafeMutableBytes { forward in
        window.z.withUnsafeMutableBytes { sideways in
          for sample in stride(from: 0, to: AccelerometerWindow.sampleCount, by: 4) {
            let (a, b, c, d) = (
              values[sample], values[sample + 1], values[sample + 2], values[sample + 3]
            )
            let place = sample * MemoryLayout<Float>.stride
            up.storeBytes(of: SIMD4(a.x, b.x, c.x, d.x), toByteOffset: place, as: SIMD4.self)
            forward.storeBytes(of: SIMD4(a.y, b.y, c.y, d.y), toByteOffset: place, as: SIMD4.self)
            sideways.storeBytes(of: SIMD4(a.z, b.z, c.z, d.z), toByteOffset: place, as: SIMD4.self)
          }
        }
      }
    }
  }

  // MARK: - Harmonics

  /// Complex numbers, one for each of four samples.
  private struct Phasor {
    var real: Quad
    var imaginary: Quad

    @inline(__always)
    static func * (a: Phasor, b: Phasor) -> Phasor {
      Phasor(
        real: a.real * b.real - a.imaginary * b.imaginary,
        imaginary: a.real * b.imaginary + a.imaginary * b.real)
    }
  }

  /// Four samples along the world's axes, before the rotation to the phone's axes.
  private struct Axes {
    var up = Quad.zero
    var forward = Quad.zero
    var sideways = Quad.zero

    @inline(__always)
    mutating func add(_ phasor: Phasor, _ line: Line) {
      up += phasor.real * line.real.x + phasor.imaginary * line.imaginary.x
      forward += phasor.real * line.real.y + phasor.imaginary * line.imaginary.y
      sideways += phasor.real * line.real.z + phasor.imaginary * line.imaginary.z
    }
  }

  /// The amplitude and phase of one harmonic on the three axes.
  private struct Line {
    var real: SIMD3<Float>
    var imaginary: SIMD3<Float>
  }

  private func addHarmonics(to window: inout AccelerometerWindow, _ draws: inout Draws) {
    let angle = 2 * Float.pi * strideHertz / Float(AccelerometerWindow.rateHertz)
    let start = phasor(start: 2 * .pi * draws.uniform(), turn: angle)
    let advance = Phasor(
      real: Quad(repeating: cos(4 * angle)), imaginary: Quad(repeating: sin(4 * angle)))
    let first = line(up.first, forward.first, sideways.first, &draws)
    let second = line(up.second, forward.second, sideways.second, &draws, alignment: 1)
    let third = line(up.third, forward.third, sideways.third, &draws)
    let fourth = line(up.fourth, forward.fourth, sideways.fourth, &draws, alignment: sharpness)
    let sixth = line(up.sixth, forward.sixth, sideways.sixth, &draws)
    window.x.withUnsafeMutableBytes { up in
      window.y.withUnsafeMutableBytes { forward in
        window.z.withUnsafeMutableBytes { sideways in
          var stride = start
          for place in Swift.stride(from: 0, to: up.count, by: MemoryLayout<Quad>.stride) {
            let step = stride * stride
            let overtone = step * step
            var axes = Axes()
            axes.add(stride, first)
            axes.add(step, second)
            axes.add(step * stride, third)
            axes.add(overtone, fourth)
            axes.add(overtone * step, sixth)
            stride = stride * advance
            Self.add(axes.up, to: up, place)
            Self.add(axes.forward, to: forward, place)
            Self.add(axes.sideways, to: sideways, place)
          }
        }
      }
    }
  }

  @inline(__always)
  private static func add(
    _ quad: Quad, to axis: UnsafeMutableRawBufferPointer, _ place: Int
  ) {
    axis.storeBytes(
      of: axis.load(fromByteOffset: place, as: Quad.self) + quad, toByteOffset: place, as: Quad.self
    )
  }

  private func phasor(start: Float, turn: Float) -> Phasor {
    let angles = start + turn * Quad(0, 1, 2, 3)
    return Phasor(
      real: Quad(cos(angles.x), cos(angles.y), cos(angles.z), cos(angles.w)),
      imaginary: Quad(sin(angles.x), sin(angles.y), sin(angles.z), sin(angles.w)))
  }

  /// Returns a harmonic with random phases.
  ///
  /// - Parameter alignment: the mean cosine of the phase on the vertical axis. At 1 and −1 this
  ///   phase is fixed: 0° at 1, and 180° at −1.
  private func line(
    _ up: Float, _ forward: Float, _ sideways: Float, _ draws: inout Draws, alignment: Float = 0
  ) -> Line {
    let (scatter, strength) = (draws.noise(), draws.noise())
    var cosine = SIMD3(scatter.x, scatter.y, scatter.z) / 1.7320508
    cosine.x = alignment + (1 - abs(alignment)) * cosine.x
    var sine = (SIMD3<Float>(repeating: 1) - cosine * cosine).squareRoot()
    if scatter.y < 0 { sine.x = -sine.x }
    if scatter.z < 0 { sine.y = -sine.y }
    let factor =
      SIMD3<Float>(repeating: 1) + irregularity * SIMD3(strength.x, strength.y, strength.z)
    let amplitude = SIMD3(up, forward, sideways) * factor
    return Line(real: amplitude * cosine, imaginary: amplitude * sine)
  }

  // MARK: - Turning

  /// Adds gravity and the slow change, and turns the samples to the phone's axes. Four samples at a
  /// time leave room in the registers for the rotation.
  ///
  /// `elapsed` is the time of each sample within the window, from −½ to ½ of the window's length.
  private func turn(_ window: inout AccelerometerWindow, _ pose: Pose) {
    window.x.withUnsafeMutableBytes { x in
      window.y.withUnsafeMutableBytes { y in
        window.z.withUnsafeMutableBytes { z in
          var elapsed = (Quad(0, 1, 2, 3) - 31.5) / Float(AccelerometerWindow.sampleCount)
          for place in stride(from: 0, to: x.count, by: MemoryLayout<Quad>.stride) {
            let up =
              x.load(fromByteOffset: place, as: Quad.self) + elapsed * change.x
              + AccelerometerWindow.standardGravity
            let forward = y.load(fromByteOffset: place, as: Quad.self) + elapsed * change.y
            let sideways = z.load(fromByteOffset: place, as: Quad.self) + elapsed * change.z
            let turned = (
              up * pose.up.x + forward * pose.forward.x + sideways * pose.sideways.x,
              up * pose.up.y + forward * pose.forward.y + sideways * pose.sideways.y,
              up * pose.up.z + forward * pose.forward.z + sideways * pose.sideways.z
            )
            x.storeBytes(of: turned.0, toByteOffset: place, as: Quad.self)
            y.storeBytes(of: turned.1, toByteOffset: place, as: Quad.self)
            z.storeBytes(of: turned.2, toByteOffset: place, as: Quad.self)
            elapsed += 4 / Float(AccelerometerWindow.sampleCount)
          }
        }
      }
    }
  }
}
