import PhoneAPI
import Testing
import Timekeeping
import World

@testable import SimulatedPhone

/// An app that sends requests of `bytes` at the given seconds, over the cellular network, on a
/// phone whose transfers do not fail and whose server answers at once with headers alone.
private func sending(
  atSeconds seconds: [Double], bytes: Int = 0, _ network: NetworkAvailability = .cellular,
  device: String = "iphone-13", cellular: String? = nil, fixed: [String: Double] = [:],
  seed: UInt64 = 1
) throws -> Bench {
  let script = TestApp.Script(launched: { app, _ in
    for second in seconds {
      _ = app.schedule(after: .seconds(second), "send") {
        app.send(
          HTTPRequest(method: "POST", url: "x", body: [UInt8](repeating: 1, count: bytes)))
      }
    }
  })
  let rates = ["network.transferFailuresPerSecond": 0, "network.serverSeconds": 0.0]
  return try Bench(
    World([.walk(minutes: 30, network: network)]), device: device,
    fixed: rates.merging(fixed) { $1 }, readings: cellular.map { ["cellular": $0] } ?? [:],
    seed: seed, person: .opens(atMinute: 0), server: TestServer(), script: script
  ).run()
}

/// The bits of request line and headers, in each direction.
private let headerBits = 400.0 * 8

@Suite("Modem")
struct ModemTests {
  private let lte = ["modem.tailWatts": 0.3, "modem.tailSeconds": 10]
  /// Joules of a burst: 0.15 s at 1.0 W, 0.44 J a megabit up, and 0.052 J a megabit down at 20
  /// Mbit/s.
  private let lteBurst = 0.15 + headerBits * 0.44e-6 + headerBits / 20e6 + headerBits * 0.052e-6

  @Test("RAD-13: a small upload over LTE costs 3.3 J: promotion, burst, tail")
  func lteUpload() throws {
    let bench = try sending(atSeconds: [0], fixed: lte)
    let expected = 0.2 * 0.8 + lteBurst + 10 * 0.3
    #expect(abs(bench.joules(.modem) - expected) < 1e-9)
    #expect(abs(expected - 3.3) < 0.02)
  }

  @Test("RAD-13: an upload in the tail needs no promotion and starts the tail anew")
  func tailIsRestarted() throws {
    let bench = try sending(atSeconds: [0, 6], fixed: lte)
    // The first tail lasts from the end of the first exchange to 6 s, the second 10 s.
    let firstTail = 6 - (0.2 + 0.15 + headerBits / 20e6)
    let expected = 0.2 * 0.8 + 2 * lteBurst + (firstTail + 10) * 0.3
    #expect(abs(bench.joules(.modem) - expected) < 1e-8)
  }

  @Test(
    "RAD-13: over the drawn tails a small upload costs 1.5 to 12 J; RAD-4: tails last 5 to 12 s")
  func ranges() throws {
    var costs: [Double] = []
    for seed in UInt64(1)...40 {
      let bench = try sending(atSeconds: [0], seed: seed)
      #expect((5...12).contains(bench.model.device.modem.cellular.tail[0].seconds))
      costs.append(bench.joules(.modem))
    }
    // The floor of the tail's power, 0.1 W over 5 s, lies a little below the fact's range.
    #expect(costs.allSatisfy { (0.8...12).contains($0) })
    #expect((2...5).contains(costs.quantile(0.5)))
  }

  @Test("RAD-18: ten small uploads a minute apart cost nearly ten times one with all the data")
  func batching() throws {
    let many = try sending(atSeconds: (0..<10).map { Double($0) * 60 }, bytes: 100, fixed: lte)
    let one = try sending(atSeconds: [0], bytes: 1000, fixed: lte)
    #expect((9.9...10.1).contains(many.joules(.modem) / one.joules(.modem)))
  }

  @Test("RAD-11, RAD-18: a poor signal makes the burst 1.7 times as strong and 3 times as long")
  func poorSignal() throws {
    let good = try sending(atSeconds: [0], bytes: 1_000_000, fixed: lte)
    let poor = try sending(atSeconds: [0], bytes: 1_000_000, .poorCellular, fixed: lte)
    let rest = 0.2 * 0.8 + 10 * 0.3
    // 8 Mbit at 5 Mbit/s take 1.6 s at 1.0 W, and 0.44 J a megabit.
    #expect(abs(good.joules(.modem) - rest - 1.6 - 8 * 0.44) < 0.01)
    let expected = rest + (3 * 1.6 + 8 * 0.44) * 1.7
    #expect(abs(poor.joules(.modem) - expected) < 0.01)
  }

  @Test("RAD-12: without service the modem searches with 400 mW for a sixth of the time")
  func search() throws {
    let bench = try Bench(World([.drive(minutes: 60, network: .none)]), script: nil).run()
    #expect(abs(bench.joules(.modem) - 3600 * 0.4 / 6) < 1e-6)
  }

  @Test("RAD-14: on 5G a small upload costs 1.2 to 2 times what it does on LTE")
  func fiveG() throws {
    for seed in UInt64(1)...20 {
      let lte = try sending(atSeconds: [0], cellular: "lte", seed: seed).joules(.modem)
      let fiveG = try sending(atSeconds: [0], cellular: "5g", seed: seed).joules(.modem)
      #expect((1.2...2).contains(fiveG / lte))
    }
  }

  @Test("RAD-2: the first LTE phones paid 10 to 13 J for a small upload, most of it for the tail")
  func firstLTE() throws {
    for seed in UInt64(1)...20 {
      let bench = try sending(atSeconds: [0], cellular: "lte-2011", seed: seed)
      #expect((10...13.2).contains(bench.joules(.modem)))
    }
  }

  @Test("RAD-6: a small 3G upload costs 8.8 J, through DCH and FACH; 5 to 12 J over the sources")
  func threeG() throws {
    let fixed = [
      "modem.promotionSeconds": 2, "modem.burstWatts": 0.7, "modem.tailWatts": 0.7,
      "modem.tailSeconds": 5, "modem.lowTailWatts": 0.35, "modem.lowTailSeconds": 12,
    ]
    let bench = try sending(atSeconds: [0], device: "nokia-n95", fixed: fixed)
    // RAD-5: 2 s at 0.53 W, 0.15 s and the answer at 1 Mbit/s at 0.7 W, 5 s at 0.7 W, 12 s at 0.35
    // W.
    let expected = 1.06 + (0.15 + headerBits / 1e6) * 0.7 + 3.5 + 4.2
    #expect(abs(bench.joules(.modem) - expected) < 1e-9)
    #expect(abs(expected - 8.8) < 0.1)
    for seed in UInt64(1)...30 {
      let drawn = try sending(atSeconds: [0], device: "nokia-n95", seed: seed)
      #expect((5...12).contains(drawn.joules(.modem)))
    }
  }

  @Test("RAD-5: from FACH the way up to DCH takes 1.5 s, not 2 s")
  func fromFACH() throws {
    let fixed = [
      "modem.promotionSeconds": 2, "modem.burstWatts": 0.7, "modem.tailWatts": 0.7,
      "modem.tailSeconds": 5, "modem.lowTailWatts": 0.35, "modem.lowTailSeconds": 12,
    ]
    // The first exchange ends after 2.15 s, and DCH at 7.15 s. At 10 s the channel is in FACH.
    let bench = try sending(atSeconds: [0, 10], device: "nokia-n95", fixed: fixed)
    let burst = (0.15 + headerBits / 1e6) * 0.7
    let inFACH = 10 - (2 + 0.15 + headerBits / 1e6 + 5)
    let expected = 1.06 + 2 * burst + 3.5 + inFACH * 0.35 + 1.5 * 0.55 + 3.5 + 4.2
    #expect(abs(bench.joules(.modem) - expected) < 1e-8)
  }

  /// Returns the mean power of the modem while it sends 60 bytes every `seconds`, after the first
  /// two hours [W].
  private func keepAliveWatts(each seconds: Double, paging: String) throws -> Double {
    let fixed = [
      "modem.promotionSeconds": 2, "modem.burstWatts": 0.7, "modem.tailWatts": 0.7,
      "modem.tailSeconds": 5, "modem.lowTailWatts": 0.35, "modem.lowTailSeconds": 5,
      "modem.pagingWatts": 0.012, "modem.pagingSeconds": 600, "modem.pagingPromotionSeconds": 0.5,
    ]
    let bench = Bench(
      World([.still(minutes: 240, network: .cellular)]), device: "nokia-n95",
      system: "unrestricted", fixed: fixed, readings: ["pagingChannel": paging], script: nil)
    for minute in stride(from: 0.0, to: 120, by: seconds / 60) {
      bench.phone.sendKeepAlive(bytes: 60)
      try bench.run(toMinute: minute + seconds / 60)
    }
    let before = bench.joules(.modem)
    let start = bench.phone.now
    for _ in 1...10 {
      bench.phone.sendKeepAlive(bytes: 60)
      try bench.phone.run(until: bench.phone.now + .seconds(seconds))
    }
    bench.phone.settle()
    return (bench.joules(.modem) - before) / (bench.phone.now - start).seconds
  }

  @Test("RAD-10: where the network pages, a keep-alive goes over FACH alone, and waiting is cheap")
  func keepAlives() throws {
    // From PCH each costs 0.5 s and 0.15 s at 0.35 W and 5 s of FACH; the time between costs 12 mW.
    for seconds in [40.0, 150, 300] {
      let onFACH = 0.5 + 0.15 + 5
      let expected = (onFACH * 0.35 + (seconds - onFACH) * 0.012) / seconds
      #expect(abs(try keepAliveWatts(each: seconds, paging: "cell-pch") - expected) < 1e-6)
      // Without that state each costs the promotion and DCH too: 2 s, 0.15 s, 5 s, and 5 s of FACH.
      let idle = (1.06 + 0.15 * 0.7 + 3.5 + 1.75) / seconds
      #expect(abs(try keepAliveWatts(each: seconds, paging: "idle") - idle) < 1e-4)
    }
  }

  @Test("RAD-17: over GSM 1.7 J to begin with, 0.036 J a kilobyte, and 6 s of 0.25 W")
  func gsm() throws {
    let bench = try sending(
      atSeconds: [0], bytes: 9600, device: "nokia-n95", cellular: "gsm")
    // 10 kB are sent and 0.4 kB received.
    let expected = 1.7 + 10.4 * 0.036 + 6 * 0.25
    #expect(abs(bench.joules(.modem) - expected) < 1e-9)
  }

  @Test("RAD-15: a small upload over Wi-Fi costs about 0.1 J; RAD-17: the N95 has to join first")
  func wifi() throws {
    let bench = try sending(atSeconds: [0], .wifi)
    // 0.403 W for 50 ms of burst, 0.25 s of tail, and the answer at 20 Mbit/s.
    #expect(abs(bench.joules(.wifi) - 0.403 * (0.3 + headerBits / 20e6)) < 1e-9)
    #expect(bench.joules(.modem) == 0)
    let nokia = try sending(atSeconds: [0], .wifi, device: "nokia-n95")
    let expected = 5.9 + 0.635 * (0.3 + headerBits / 20e6)
    #expect(abs(nokia.joules(.wifi) - expected) < 1e-9)
  }

  @Test("What is sent while other apps stream pays for its burst, not for the connection or a tail")
  func sharedWithOthers() throws {
    let script = TestApp.Script(launched: { app, _ in
      _ = app.schedule(after: .seconds(120.0), "send") {
        app.send(HTTPRequest(method: "POST", url: "x"))
      }
    })
    let fixed = lte.merging(
      ["network.transferFailuresPerSecond": 0, "network.serverSeconds": 0]
    ) { $1 }
    func run(_ script: TestApp.Script?) throws -> Double {
      let bench = Bench(
        World([.walk(minutes: 30)]), fixed: fixed, person: .opens(atMinute: 0),
        server: TestServer(), script: script)
      try bench.run(toMinute: 1)
      bench.phone.modem.stream(bytesPerSecond: 10_000, over: .cellular)
      try bench.run(toMinute: 3)
      bench.phone.modem.stream(bytesPerSecond: 0, over: .cellular)
      try bench.run()
      return bench.joules(.modem)
    }
    let others = try run(nil)
    // 120 s connected at 0.3 W, of which 4 ms a second at 1.0 W; 0.052 J a megabit; a tail of 10 s.
    let stream = 0.3 + 0.004 * (1.0 - 0.3) + 0.08 * 0.052
    #expect(abs(others - (120 * stream + 3)) < 1e-6)
    // The connection's 0.3 W are paid for in the 0.15 s of the burst and while the answer comes.
    let paid = 0.3 * (0.15 + headerBits / 20e6)
    #expect(abs(try run(script) - others - (lteBurst - paid)) < 1e-6)
  }
}
