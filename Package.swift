// swift-tools-version:6.1
import PackageDescription

/// Odograph's house: one folder a target under `Sources/`, arrows only downwards.
///
/// Timekeeping and Geodesy import nothing of ours and may be imported by every target.
let package = Package(
  name: "odograph",
  platforms: [.macOS(.v14)],
  products: [
    .executable(name: "odograph", targets: ["OdographCommand"]),
    .library(
      name: "Odograph",
      targets: [
        "Timekeeping", "Geodesy", "EventKernel", "World", "PhoneAPI", "PhoneConformance",
        "MotionSensing",
        "SimulatedPhone", "TrackingEngine", "Receiver", "Evaluation", "Scenarios", "Statistics",
        "Experiments", "Reporting",
      ]),
    // The accelerometer alone, for who has nothing to do with databases and scenarios.
    .library(
      name: "OdographMotion", targets: ["MotionSensing", "SimulatedPhone", "World", "EventKernel"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.0.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.0.0"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.0"),
  ],
  targets: [
    .target(name: "Timekeeping"),
    .target(name: "Geodesy"),
    .target(name: "Text", dependencies: ["Timekeeping"]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .target(name: "Files", dependencies: ["Text", "CZlib"]),
    .target(name: "EventKernel", dependencies: ["Timekeeping"]),
    .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .target(
      name: "Cryptography",
      dependencies: [.target(name: "CCrypto", condition: .when(platforms: [.linux]))]),
    .target(name: "PhoneAPI", dependencies: ["Timekeeping", "Geodesy"]),
    .target(name: "PhoneConformance", dependencies: ["PhoneAPI", "Timekeeping", "Geodesy"]),
    .target(name: "World", dependencies: ["EventKernel", "Timekeeping", "Geodesy"]),
    .target(name: "MotionSensing", dependencies: ["PhoneAPI", "Timekeeping"]),
    .target(
      name: "SimulatedPhone",
      dependencies: [
        "EventKernel", "World", "PhoneAPI", "MotionSensing", "Timekeeping", "Geodesy",
      ]),
    .target(
      name: "TrackingEngine",
      dependencies: [
        "PhoneAPI", "Timekeeping", "Geodesy", .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    .target(name: "Receiver", dependencies: ["PhoneAPI", "Text", "Timekeeping", "Geodesy"]),
    .target(
      name: "ReceiverService",
      dependencies: [
        "Receiver", "Cryptography", "PhoneAPI", "Timekeeping", "Geodesy",
        .product(name: "FlyingSocks", package: "FlyingFox"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      resources: [.embedInCode("Page")]),
    .systemLibrary(name: "CGPS", pkgConfig: "libgps", providers: [.apt(["libgps-dev"])]),
    .target(
      name: "LivePhone",
      dependencies: [
        "Cryptography", "MotionSensing", "PhoneAPI", "Timekeeping", "Geodesy",
        .target(name: "CGPS", condition: .when(platforms: [.linux])),
      ]),
    .target(name: "Evaluation", dependencies: ["World", "Timekeeping", "Geodesy"]),
    .target(
      name: "Scenarios",
      dependencies: [
        "EventKernel", "World", "PhoneAPI", "MotionSensing", "SimulatedPhone", "TrackingEngine",
        "Evaluation", "Text", "Files", "Timekeeping", "Geodesy", "Yams",
      ],
      resources: [.embedInCode("Presets")]),
    .target(name: "Statistics", dependencies: ["EventKernel"]),
    .target(
      name: "Experiments",
      dependencies: [
        "Text", "Files", "Cryptography", "EventKernel", "Statistics", "World", "PhoneAPI",
        "Scenarios", "SimulatedPhone", "TrackingEngine", "Receiver", "Evaluation",
        "Timekeeping", "Geodesy",
      ],
      resources: [.embedInCode("Tuning/Python")]),
    .target(
      name: "Reporting",
      dependencies: [
        "Text", "Files", "Evaluation", "Experiments", "SimulatedPhone", "TrackingEngine",
        "PhoneAPI", "World", "Scenarios", "Statistics", "Timekeeping", "Geodesy",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Mustache", package: "swift-mustache"),
      ],
      resources: [.embedInCode("Page")]),
    .executableTarget(
      name: "OdographCommand",
      dependencies: [
        "Text", "Files", "Scenarios", "Evaluation", "Experiments", "Reporting", "SimulatedPhone",
        "TrackingEngine", "World", "PhoneAPI", "Timekeeping", "Receiver", "ReceiverService",
        "LivePhone", "Cryptography",
        "Geodesy",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      resources: [.embedInCode("Live/Page")]),
    .testTarget(name: "TimekeepingTests", dependencies: ["Timekeeping"]),
    .testTarget(name: "GeodesyTests", dependencies: ["Geodesy"]),
    .testTarget(name: "StatisticsTests", dependencies: ["Statistics", "EventKernel"]),
    .testTarget(name: "EventKernelTests", dependencies: ["EventKernel", "Timekeeping"]),
    .testTarget(name: "CryptographyTests", dependencies: ["Cryptography"]),
    .testTarget(
      name: "WorldTests", dependencies: ["World", "EventKernel", "Timekeeping", "Geodesy"]),
    .testTarget(
      name: "MotionSensingTests",
      dependencies: ["MotionSensing", "SimulatedPhone", "World", "PhoneAPI", "EventKernel"]),
    .testTarget(
      name: "SimulatedPhoneTests",
      dependencies: [
        "SimulatedPhone", "PhoneConformance", "World", "PhoneAPI", "MotionSensing", "EventKernel",
        "Timekeeping",
        "Geodesy",
      ]),
    // A process for the engine's tests to kill.
    .executableTarget(
      name: "StoreWriter", dependencies: ["TrackingEngine", "PhoneAPI", "Timekeeping", "Geodesy"],
      path: "Tests/StoreWriter"),
    .testTarget(
      name: "TrackingEngineTests",
      dependencies: ["TrackingEngine", "StoreWriter", "PhoneAPI", "Timekeeping", "Geodesy"]),
    .testTarget(
      name: "ReceiverTests", dependencies: ["Receiver", "PhoneAPI", "Timekeeping", "Geodesy"]),
    .testTarget(
      name: "ReceiverServiceTests",
      dependencies: [
        "ReceiverService", "Receiver", "Cryptography", "PhoneAPI", "Timekeeping", "Geodesy",
        .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    .testTarget(
      name: "LivePhoneTests",
      dependencies: [
        "LivePhone", "OdographCommand", "Experiments", "Scenarios", "SimulatedPhone",
        "MotionSensing", "PhoneConformance", "TrackingEngine", "PhoneAPI", "Timekeeping",
        "Geodesy", .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    .testTarget(
      name: "EvaluationTests", dependencies: ["Evaluation", "World", "Timekeeping", "Geodesy"]),
    .testTarget(
      name: "ScenariosTests",
      dependencies: [
        "Scenarios", "EventKernel", "World", "PhoneAPI", "MotionSensing", "SimulatedPhone",
        "TrackingEngine", "Timekeeping", "Geodesy",
      ]),
    .testTarget(
      name: "ExperimentsTests",
      dependencies: [
        "Cryptography", "Experiments", "Scenarios", "SimulatedPhone", "TrackingEngine", "Receiver",
        "Evaluation",
        "PhoneAPI", "EventKernel", "World", "Timekeeping",
      ]),
    .testTarget(
      name: "ReportingTests",
      dependencies: [
        "Reporting", "Experiments", "Scenarios", "SimulatedPhone", "TrackingEngine", "Evaluation",
        "Text",
        .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    .testTarget(name: "EndToEndTests", dependencies: ["OdographCommand"]),
  ],
  swiftLanguageModes: [.v6]
)
