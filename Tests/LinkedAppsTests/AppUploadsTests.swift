import Evaluation
import Foundation
import PhoneAPI
import Recordings
import Scenarios
import Testing
import Text

@testable import Simulation

@Suite("The server of an app in a process of its own")
struct AppUploadsTests {
  static func json(each: String, latitude: String = "where[0]") throws -> AppRecording {
    .uploadedJSON(
      JSONPositions(
        each: try #require(JSONPath(each)),
        columns: PositionColumns(
          time: try #require(JSONPath("@.at")), latitude: try #require(JSONPath(latitude)),
          longitude: try #require(JSONPath("@['where'][1]")))))
  }

  @Test("Each position that the server stores counts from its arrival on")
  func uploads() throws {
    let delivered = try SampleApp.run("uploading", recorded: .positions).result
    let (stored, remarks) = try SampleApp.run(
      "uploading", recorded: .uploads, server: .contract(.overland))
    #expect(stored.contract == "overland")
    #expect(delivered.coverage.fixCount > 400)
    // Only what the last requests carry is missing; each carries a few seconds of positions.
    #expect(stored.coverage.fixCount <= delivered.coverage.fixCount)
    #expect(stored.coverage.fixCount > delivered.coverage.fixCount - 20)
    // All that counts has arrived, so that measures of delivery say nothing.
    #expect(stored.delivery == nil)
    #expect(remarks.contains { $0.contains("that its server stored count as recorded") })
  }

  @Test("An outage delays what counts as recorded, and loses nothing")
  func outage() throws {
    let away = SampleApp.walk + "\nserver: [{ outage: true, from: 07:12, until: 07:18 }]\n"
    let server = AppServer.contract(.overland)
    let usual = try SampleApp.run("uploading", recorded: .uploads, server: server).result
    let late = try SampleApp.run("uploading", recorded: .uploads, server: server, away).result
    #expect(abs(late.coverage.fixCount - usual.coverage.fixCount) < 20)
    let moving = try [usual].mean("positionCoverageMoving")
    #expect(moving > 0.9)
    // The walk of some seven minutes begins at 07:10, so that most of it falls into the outage.
    #expect(try [late].mean("positionCoverageMoving") < 0.5)
    // The app has the positions, and its server has not.
    let held = try [late].mean("gapCauses.recorded.heldByEngine")
    #expect(held > 180)
  }

  @Test("Positions delivered count, and their way to the server is measured")
  func delivery() throws {
    let result = try SampleApp.run(
      "uploading", recorded: .positions, server: .contract(.overland)
    ).result
    let delivery = try #require(result.delivery)
    #expect(delivery.recorded == result.coverage.fixCount)
    #expect(delivery.received > delivery.recorded - 20)
    #expect(delivery.lost == 0)
    #expect(try #require(delivery.latencyP50Seconds) > 0)
  }

  @Test("Positions are found by paths in the app's own JSON")
  func paths() throws {
    let stored = try SampleApp.run(
      "uploading", recorded: .uploads, server: .contract(.overland)
    ).result
    let found = try SampleApp.run(
      "uploading-json", recorded: try Self.json(each: "$.batch.points[*]"), server: .accepting
    ).result
    #expect(found.contract == nil && found.delivery == nil)
    // The bodies differ in length, and so the requests in time.
    #expect(abs(found.coverage.fixCount - stored.coverage.fixCount) < 20)
    #expect(found.coverage.shareWithinReportedAccuracy == nil)
    #expect(try [found].mean("positionCoverageMoving") > 0.9)
  }

  @Test("Paths that lead nowhere are remarked, with the form of the first body")
  func nowhere() throws {
    let (result, remarks) = try SampleApp.run(
      "uploading-json", recorded: try Self.json(each: "$.batch.point[*]"), server: .accepting)
    #expect(result.coverage.fixCount == 0)
    let remark = try #require(remarks.first { $0.contains("recorded nothing") })
    #expect(remark.contains("{'batch': {'points': [{'at', 'where': [a text, …]}"))
    #expect(remark.contains("did you mean 'points'?"))
    let (_, others) = try SampleApp.run(
      "uploading-json", recorded: try Self.json(each: "$.batch.points[*]", latitude: "were[0]"),
      server: .accepting)
    #expect(others.contains { $0.contains("without a value at were[0]; did you mean 'where'?") })
  }

  @Test("Uploads that the server does not understand are remarked with its answer")
  func misunderstood() throws {
    let (result, remarks) = try SampleApp.run(
      "uploading-json", recorded: .uploads, server: .contract(.overland))
    #expect(result.coverage.fixCount == 0)
    #expect(
      remarks.contains { $0.contains("its server stored no position of it; the first request") })
    #expect(remarks.contains { $0.contains("answered 400") })
  }

  @Test("A server's errors apply to an accepting server too")
  func errors() throws {
    let refusing = SampleApp.walk + "\nserver: [{ status: 503, from: 07:00, until: 08:00 }]\n"
    let (result, remarks) = try SampleApp.run(
      "uploading-json", recorded: try Self.json(each: "$.batch.points[*]"), server: .accepting,
      refusing)
    #expect(result.coverage.fixCount == 0)
    #expect(remarks.contains { $0.contains("the server accepted no request of it") })
  }

  @Test("Without a server, requests fail and the report says so; uploads are refused")
  func none() throws {
    let (_, remarks) = try SampleApp.run("uploading", recorded: .positions)
    #expect(remarks.contains("uploading has no server, so its requests fail."))
    for recorded in [AppRecording.uploads, try Self.json(each: "$.batch.points[*]")] {
      let error = #expect(throws: InputError.self) {
        _ = try SampleApp.run("uploading", recorded: recorded)
      }
      #expect(error?.description.contains("has no server that stores them") == true)
    }
  }
}
