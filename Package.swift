// swift-tools-version:6.1
import PackageDescription

/// Odograph's house: one folder a target under `Sources/`, arrows only downwards.
///
/// Timekeeping and Geodesy import nothing of ours and may be imported by every target.
let package = Package(
  name: "odograph",
  platforms: [.macOS(.v14), .iOS(.v17)],
  products: [
    .executable(name: "odograph", targets: ["OdographCommand"]),
    .library(
      name: "Odograph",
      targets: [
        "Timekeeping", "Geodesy", "EventKernel", "World", "PhoneAPI", "PhoneConformance",
        "MotionSensing",
        "ModelParameters", "PhoneProfiles", "SimulatedPhone", "TrackingEngine", "RecordStorage",
        "Receiver", "ReceiverMemory",
        "Assessments",
        "Evaluation",
        "Scenarios", "Statistics", "RunObservation", "LinkedApps", "RunViews", "Simulation",
        "Experiments",
        "Campaigns",
        "Reporting",
      ]),
    // The accelerometer alone, for who has nothing to do with databases and scenarios.
    .library(
      name: "OdographMotion",
      targets: [
        "MotionSensing", "ModelParameters", "PhoneProfiles", "SimulatedPhone", "World",
        "EventKernel",
      ]),
    // For apps in a process of their own: PhoneAPI over the link, and Apple's modules over it.
    .library(name: "OdographApp", targets: ["PhoneClient", "PhoneAPI"]),
    .library(name: "CoreLocation", targets: ["CoreLocation"]),
    .library(name: "CoreMotion", targets: ["CoreMotion"]),
    .library(name: "BackgroundTasks", targets: ["BackgroundTasks"]),
    .library(name: "UserNotifications", targets: ["UserNotifications"]),
    .library(name: "UIKit", targets: ["UIKit"]),
    .library(name: "AVFAudio", targets: ["AVFAudio"]),
    .library(name: "PushKit", targets: ["PushKit"]),
    .library(name: "CallKit", targets: ["CallKit"]),
    .library(name: "ApplePhone", targets: ["ApplePhone"]),
    .library(name: "AppleSimulation", targets: ["AppleSimulation"]),
    .library(name: "SwiftUI", targets: ["SwiftUI"]),
    .library(name: "Network", targets: ["Network"]),
    .library(name: "Security", targets: ["Security"]),
    .library(name: "SystemConfiguration", targets: ["SystemConfiguration"]),
    .library(name: "AppleCombine", targets: ["AppleCombine"]),
    .library(name: "AppleOS", targets: ["AppleOS"]),
    .library(name: "AppleOSLog", targets: ["AppleOSLog"]),
    .plugin(name: "AppleNames", targets: ["AppleNames"]),
  ],
  dependencies: [
    // Narrow ranges: within a minor version only mistakes are mended. A newer minor version comes in
    // by a change of its own, with the whole of .ci/run. A build tells which versions it took:
    // odograph --version --verbose.
    //
    // The command line, its help and its completions. Apple's own; several releases a year.
    .package(
      url: "https://github.com/apple/swift-argument-parser", .upToNextMinor(from: "1.8.2")),
    // YAML with the place of each node, for messages that name line and column. On libyaml, whose
    // sources it brings; SwiftLint uses it, so that mistakes are found by many.
    .package(url: "https://github.com/jpsim/Yams", .upToNextMinor(from: "6.2.2")),
    // SQLite with migrations, cached statements and typed errors. One maintainer, many users,
    // its own statement of which SQLite it needs.
    .package(url: "https://github.com/groue/GRDB.swift", .upToNextMinor(from: "7.10.0")),
    // Only FlyingSocks, its sockets with async reads: HTTP itself is read here, with limits. One
    // maintainer, before 1.0, so that a minor version may break; the code that uses it is one file.
    .package(url: "https://github.com/swhitty/FlyingFox", .upToNextMinor(from: "0.27.1")),
    // Report pages. Of the Hummingbird project; small and without dependencies. Its own escaping
    // works on characters rather than scalars (2.1.1), so that ours replaces it.
    .package(
      url: "https://github.com/hummingbird-project/swift-mustache", .upToNextMinor(from: "2.1.1")),
  ],
  targets: [
    .target(name: "Timekeeping"),
    .target(name: "Geodesy"),
    .target(name: "Text", dependencies: ["Timekeeping", "Geodesy"]),
    // Documents of keys and values, which people write.
    .target(name: "Documents", dependencies: ["Text", "Timekeeping"]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .target(name: "Files", dependencies: ["Text", "Terminal", "CZlib"]),
    // Standard output, signals and the exit status.
    .target(name: "Terminal"),
    .target(name: "EventKernel", dependencies: ["Timekeeping"]),
    .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .target(
      name: "Cryptography",
      dependencies: ["Text", .target(name: "CCrypto", condition: .when(platforms: [.linux]))]),
    .target(name: "PhoneAPI", dependencies: ["Timekeeping", "Geodesy"]),
    .target(
      name: "PhoneConformance", dependencies: ["PhoneAPI", "Text", "Timekeeping", "Geodesy"]),
    .target(name: "World", dependencies: ["EventKernel", "PhoneAPI", "Timekeeping", "Geodesy"]),
    .target(name: "MotionSensing", dependencies: ["PhoneAPI", "Timekeeping"]),
    // The numbers of the phone's model: their ranges, their sources and their draws.
    .target(name: "ModelParameters", dependencies: ["EventKernel"]),
    // The numbers of each phone and of its system.
    .target(
      name: "PhoneProfiles", dependencies: ["ModelParameters", "EventKernel", "MotionSensing"]),
    .target(
      name: "SimulatedPhone",
      dependencies: [
        "ModelParameters", "PhoneProfiles", "EventKernel", "World", "PhoneAPI", "MotionSensing",
        "Timekeeping",
        "Geodesy",
      ]),
    // The user's account at a server, which needs no tracker.
    .target(name: "Accounts", dependencies: ["PhoneAPI", "Text", "Timekeeping"]),
    .target(
      name: "TrackingEngine",
      dependencies: ["Accounts", "PhoneAPI", "Text", "Timekeeping", "Geodesy"]),
    // Records in SQLite files, and their export in other formats.
    .target(
      name: "RecordStorage",
      dependencies: [
        "TrackingEngine", "PhoneAPI", "Text", "Timekeeping", "Geodesy",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ]),
    // The link between a phone and an app that is a process of its own.
    .target(name: "PhoneLink", dependencies: ["PhoneAPI", "Text", "Timekeeping", "Geodesy"]),
    .target(name: "CVirtualTime"),
    .target(name: "CProcess"),
    .target(
      name: "PhoneClient",
      dependencies: [
        "CVirtualTime", "PhoneLink", "PhoneAPI", "Cryptography", "Timekeeping", "Geodesy",
      ]),
    .target(name: "Receiver", dependencies: ["PhoneAPI", "Text", "Timekeeping", "Geodesy"]),
    // The server's store during a simulation.
    .target(name: "ReceiverMemory", dependencies: ["Receiver", "Timekeeping"]),
    // The text files of a target's folder, libraries of pages, versions of packages, the commit.
    .plugin(name: "GeneratedSources", capability: .buildTool()),
    // Leaflet and D3, embedded when the program is built.
    .target(name: "WebLibraries", plugins: ["GeneratedSources"]),
    .target(
      name: "ReceiverService",
      dependencies: [
        "Text", "WebLibraries", "Receiver", "Cryptography", "PhoneAPI", "Timekeeping", "Geodesy",
        .product(name: "FlyingSocks", package: "FlyingFox"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      exclude: ["Page"], plugins: ["GeneratedSources"]),
    .systemLibrary(name: "CGPS", pkgConfig: "libgps", providers: [.apt(["libgps-dev"])]),
    .target(name: "CCurl"),
    .target(
      name: "LivePhone",
      dependencies: [
        "CCurl", "Files", "Cryptography", "MotionSensing", "PhoneAPI", "Text", "Timekeeping",
        "Geodesy",
        .target(name: "CGPS", condition: .when(platforms: [.linux])),
      ]),
    // The results of a run's evaluation, and the definitions of all measures.
    .target(name: "Assessments", dependencies: ["Text", "Timekeeping"]),
    .target(
      name: "Evaluation", dependencies: ["Assessments", "Text", "World", "Timekeeping", "Geodesy"]),
    .target(name: "Routes", dependencies: ["Text", "Files", "World", "Geodesy"]),
    .target(
      name: "Maps",
      dependencies: [
        "Text", "Files", "Cryptography", "Routes", "World", "EventKernel", "PhoneAPI",
        "Timekeeping", "Geodesy",
      ]),
    .target(
      name: "Recordings",
      dependencies: [
        "Text", "Documents", "Files", "Terminal", "World", "MotionSensing", "Evaluation",
        "Timekeeping",
        "Geodesy",
      ]),
    .target(
      name: "Scenarios",
      dependencies: [
        "Text", "Documents", "Cryptography", "Files", "Routes", "Recordings", "EventKernel",
        "World", "PhoneAPI",
        "MotionSensing", "TrackingEngine", "Evaluation", "Timekeeping", "Geodesy", "Yams",
      ],
      exclude: ["Presets"], plugins: ["GeneratedSources"]),
    .target(name: "Statistics", dependencies: ["Text", "EventKernel"]),
    // What happens in a run, passed to the evaluation and to the run's files.
    .target(
      name: "RunObservation",
      dependencies: [
        "Text", "World", "PhoneAPI", "SimulatedPhone", "TrackingEngine", "Receiver", "Evaluation",
        "Timekeeping", "Geodesy",
      ]),
    // The positions that people's own apps write and send.
    .target(
      name: "AppPositions",
      dependencies: [
        "Text", "PhoneAPI", "Scenarios", "Recordings", "Timekeeping",
        .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    // People's own apps as processes: their start, their messages, their end.
    .target(
      name: "LinkedApps",
      dependencies: [
        "Text", "Files", "EventKernel", "PhoneAPI", "Scenarios", "SimulatedPhone", "Receiver",
        "RunObservation", "AppPositions", "PhoneLink", "CProcess", "Recordings", "Timekeeping",
        "Geodesy",
      ]),
    // One run, and people's own apps in their tests.
    .target(
      name: "Simulation",
      dependencies: [
        "Text", "Files", "Cryptography", "EventKernel", "World", "PhoneAPI", "Scenarios",
        "ModelParameters", "PhoneProfiles", "SimulatedPhone", "TrackingEngine", "RecordStorage",
        "Receiver", "ReceiverMemory",
        "Evaluation",
        "RunObservation",
        "LinkedApps", "CProcess", "Timekeeping", "Geodesy",
      ]),
    // What is written of a run while it goes on: its records, and `view.json`, the data from which
    // pictures are drawn.
    .target(
      name: "RunViews",
      dependencies: [
        "Text", "Files", "World", "PhoneAPI", "SimulatedPhone", "TrackingEngine", "Evaluation",
        "RunObservation", "Timekeeping", "Geodesy",
      ]),
    // Many runs of one scenario: compare, why, check.
    .target(
      name: "Experiments",
      dependencies: [
        "Text", "Files", "Cryptography", "Statistics", "EventKernel", "World", "PhoneAPI",
        "Recordings", "Scenarios", "ModelParameters", "PhoneProfiles", "SimulatedPhone",
        "TrackingEngine", "RecordStorage",
        "Evaluation",
        "RunObservation", "Simulation",
        "Timekeeping", "Geodesy",
      ]),
    // Work for many machines: shards, sweeps, studies, tuning.
    .target(
      name: "Campaigns",
      dependencies: [
        "Text", "Documents", "Files", "Cryptography", "Statistics", "World", "PhoneAPI",
        "Scenarios",
        "SimulatedPhone", "TrackingEngine", "Evaluation", "Simulation", "Experiments",
        "Timekeeping",
      ],
      exclude: ["Tuning/Python"], plugins: ["GeneratedSources"]),
    .target(
      name: "Reporting",
      dependencies: [
        "Text", "Files", "Cryptography", "WebLibraries", "Evaluation", "RunObservation",
        "RunViews", "Simulation",
        "Experiments", "Campaigns", "ModelParameters", "PhoneProfiles", "SimulatedPhone",
        "TrackingEngine", "RecordStorage",
        "PhoneAPI", "World", "Routes", "Scenarios", "Statistics", "Timekeeping", "Geodesy",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Mustache", package: "swift-mustache"),
      ],
      exclude: ["Page"], plugins: ["GeneratedSources"]),
    .target(
      name: "LiveTracking",
      dependencies: [
        "Accounts", "Text", "Files", "Terminal", "Cryptography", "World", "Scenarios", "Simulation",
        "ModelParameters", "PhoneProfiles", "SimulatedPhone", "Evaluation", "TrackingEngine",
        "RecordStorage", "LivePhone",
        "ReceiverService",
        "PhoneAPI", "Timekeeping", "Geodesy",
      ],
      exclude: ["Page"], plugins: ["GeneratedSources"]),
    // What commands share: options, completions, help.
    .target(
      name: "CommandOptions",
      dependencies: [
        "Text", "Files", "Terminal", "Recordings", "Scenarios", "Experiments", "TrackingEngine",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    // The commands of the group "Live".
    .target(
      name: "LiveCommands",
      dependencies: [
        "Text", "Files", "Terminal", "Cryptography", "Accounts", "Recordings", "Scenarios",
        "TrackingEngine", "RecordStorage", "PhoneAPI", "Receiver", "ReceiverService", "LivePhone",
        "LiveTracking", "Timekeeping", "CommandOptions",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    // The commands of the group "Write".
    .target(
      name: "WritingCommands",
      dependencies: [
        "Text", "Files", "Terminal", "Maps", "Routes", "Recordings", "Scenarios", "Simulation",
        "Experiments", "Evaluation", "EventKernel", "ModelParameters", "PhoneProfiles",
        "SimulatedPhone", "World", "PhoneAPI", "LivePhone", "Timekeeping", "Geodesy",
        "CommandOptions", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .executableTarget(
      name: "OdographCommand",
      dependencies: [
        "Text", "Files", "Terminal", "Routes", "Recordings", "Scenarios", "Simulation",
        "Experiments", "Evaluation", "Campaigns", "Reporting", "RunViews", "TrackingEngine",
        "RecordStorage", "World", "Receiver", "ReceiverService", "LivePhone", "LiveTracking",
        "Timekeeping", "CommandOptions", "LiveCommands", "WritingCommands",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .target(name: "CCrypto", condition: .when(platforms: [.linux])),
        .target(name: "CGPS", condition: .when(platforms: [.linux])),
      ],
      plugins: ["GeneratedSources"]),
    .testTarget(name: "TimekeepingTests", dependencies: ["Timekeeping"]),
    .testTarget(name: "GeodesyTests", dependencies: ["Geodesy"]),
    .testTarget(name: "TextTests", dependencies: ["Text", "Timekeeping"]),
    .testTarget(name: "StatisticsTests", dependencies: ["Statistics", "EventKernel"]),
    .testTarget(name: "EventKernelTests", dependencies: ["EventKernel", "Timekeeping"]),
    .testTarget(name: "CryptographyTests", dependencies: ["Cryptography", "Text"]),
    .testTarget(name: "TerminalTests", dependencies: ["Terminal"]),
    .testTarget(name: "FilesTests", dependencies: ["Files", "Text"]),
    .testTarget(
      name: "WorldTests", dependencies: ["World", "EventKernel", "Timekeeping", "Geodesy"]),
    .testTarget(name: "RoutesTests", dependencies: ["Routes", "World", "Text", "Geodesy"]),
    .testTarget(
      name: "MapsTests",
      dependencies: [
        "Maps", "Routes", "TestSupport", "Files", "World", "EventKernel", "Text", "Timekeeping",
        "Geodesy",
      ],
      exclude: ["Answers"]),
    .testTarget(
      name: "MotionSensingTests",
      dependencies: ["MotionSensing", "SimulatedPhone", "World", "PhoneAPI", "EventKernel"]),
    .testTarget(
      name: "SimulatedPhoneTests",
      dependencies: [
        "ModelParameters", "PhoneProfiles", "SimulatedPhone", "PhoneConformance", "World",
        "PhoneAPI", "MotionSensing",
        "EventKernel",
        "Timekeeping",
        "Geodesy",
      ]),
    // A process for the engine's tests to kill.
    .executableTarget(
      name: "StoreWriter",
      dependencies: ["TrackingEngine", "RecordStorage", "PhoneAPI", "Timekeeping", "Geodesy"],
      path: "Tests/StoreWriter"),
    .testTarget(
      name: "TrackingEngineTests",
      dependencies: [
        "TrackingEngine", "RecordStorage", "Accounts", "StoreWriter", "PhoneAPI", "Timekeeping",
        "Geodesy",
        .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    .testTarget(
      name: "ReceiverTests",
      dependencies: ["Receiver", "ReceiverMemory", "PhoneAPI", "Text", "Timekeeping", "Geodesy"]),
    .testTarget(
      name: "ReceiverServiceTests",
      dependencies: [
        "ReceiverService", "Receiver", "ReceiverMemory", "Cryptography", "PhoneAPI", "Text",
        "Timekeeping", "Geodesy",
        "TestSupport", .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    // gpsd, receivers, servers and programs for tests of what is live.
    .target(
      name: "LiveTestSupport",
      dependencies: [
        "LivePhone", "TrackingEngine", "RecordStorage", "Scenarios", "MotionSensing", "PhoneAPI",
        "Timekeeping",
        "Geodesy", "TestSupport",
      ],
      path: "Tests/LiveTestSupport"),
    .testTarget(
      name: "LivePhoneTests",
      dependencies: [
        "LivePhone", "LiveTestSupport", "TestSupport", "Simulation", "Experiments", "Recordings",
        "Scenarios", "World", "MotionSensing", "PhoneConformance", "TrackingEngine", "PhoneAPI",
        "Text", "Timekeeping", "Geodesy",
      ]),
    .testTarget(
      name: "LiveTrackingTests",
      dependencies: [
        "LiveTracking", "LivePhone", "LiveTestSupport", "Simulation", "SimulatedPhone", "Scenarios",
        "TrackingEngine", "PhoneAPI", "Text", "Timekeeping", "Geodesy",
        .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    .testTarget(
      name: "OdographCommandTests",
      dependencies: [
        "OdographCommand", "CommandOptions", "Files", "LiveTracking", "LivePhone",
        "LiveTestSupport",
        "TestSupport",
        "TrackingEngine", "RecordStorage", "Receiver", "ReceiverService", "Recordings",
        "Scenarios", "World", "PhoneAPI", "Text", "Timekeeping", "Geodesy",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    .testTarget(
      name: "EvaluationTests",
      dependencies: ["Assessments", "Evaluation", "EventKernel", "World", "Timekeeping", "Geodesy"]),
    // What tests of several targets need: folders of their own, recordings, messages.
    .target(name: "TestSupport", dependencies: ["Scenarios"], path: "Tests/TestSupport"),
    .testTarget(
      name: "RecordingsTests",
      dependencies: [
        "Recordings", "Scenarios", "TestSupport", "Text", "Files", "EventKernel", "World",
        "Timekeeping", "Geodesy",
      ]),
    .testTarget(
      name: "ScenariosTests",
      dependencies: [
        "TestSupport", "Text", "Documents", "Scenarios", "Routes", "Recordings", "EventKernel",
        "World",
        "PhoneAPI", "MotionSensing", "SimulatedPhone",
        "TrackingEngine", "Timekeeping", "Geodesy",
      ]),
    .testTarget(
      name: "LinkedAppsTests",
      dependencies: [
        "AppPositions", "LinkedApps", "RunObservation", "Simulation", "TestSupport", "Text",
        "PhoneLink",
        "Recordings", "Scenarios", "SimulatedPhone", "TrackingEngine", "Evaluation", "PhoneAPI",
        "Timekeeping", .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    .testTarget(
      name: "SimulationTests",
      dependencies: [
        "RunObservation", "Simulation", "Experiments", "TestSupport", "Text", "Cryptography",
        "Recordings", "Scenarios", "SimulatedPhone", "TrackingEngine", "Accounts", "Receiver",
        "ReceiverMemory",
        "Evaluation", "PhoneAPI", "EventKernel", "World", "Timekeeping", "Geodesy",
      ]),
    .testTarget(
      name: "ExperimentsTests",
      dependencies: [
        "Experiments", "Simulation", "TestSupport", "Text", "Files", "Cryptography", "Statistics",
        "Recordings", "Scenarios",
        "ModelParameters", "PhoneProfiles", "SimulatedPhone", "TrackingEngine", "RecordStorage",
        "Receiver", "Evaluation", "PhoneAPI",
        "EventKernel",
        "World", "Timekeeping", "Geodesy",
      ]),
    .testTarget(
      name: "CampaignsTests",
      dependencies: [
        "Campaigns", "Experiments", "Simulation", "TestSupport", "Text", "Files", "Cryptography",
        "Statistics", "Recordings", "Scenarios",
        "SimulatedPhone", "TrackingEngine", "Receiver", "Evaluation", "PhoneAPI", "EventKernel",
        "World", "Timekeeping", "Geodesy",
      ]),
    .testTarget(
      name: "ReportingTests",
      dependencies: [
        "Reporting", "Assessments", "TestSupport", "WebLibraries", "Routes", "Recordings",
        "RunObservation",
        "RunViews", "Simulation",
        "Experiments", "Campaigns", "Scenarios", "ModelParameters", "PhoneProfiles",
        "SimulatedPhone",
        "TrackingEngine", "Evaluation",
        "Statistics", "Files", "Text", "Documents", "World", "PhoneAPI", "Timekeeping", "Geodesy",
        .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    // Random days with every checker on: in tests over fixed seeds, in `make phone-storm` over new ones.
    .target(
      name: "PhoneStorm",
      dependencies: [
        "TestSupport", "Text", "Scenarios", "RunObservation", "Simulation", "ModelParameters",
        "PhoneProfiles",
        "SimulatedPhone",
        "PhoneConformance",
        "TrackingEngine", "Evaluation", "EventKernel", "World", "PhoneAPI", "Timekeeping",
        "Geodesy",
      ],
      path: "Tests/PhoneStorm"),
    .executableTarget(
      name: "PhoneStormCommand", dependencies: ["PhoneStorm", "Simulation"],
      path: "Tests/PhoneStormCommand"),
    .testTarget(
      name: "PhoneStormTests",
      dependencies: [
        "PhoneStorm", "TestSupport", "RunObservation", "Simulation", "SimulatedPhone", "Scenarios",
        "Evaluation",
        "TrackingEngine", "PhoneAPI", "Timekeeping", "Geodesy",
      ]),
    // Every reader of foreign bytes, for `make fuzz` and for the replay in the tests.
    .target(
      name: "FuzzTargets",
      dependencies: [
        "PhoneLink", "Text", "Documents", "Files", "Maps", "Routes", "Recordings", "Scenarios",
        "Receiver",
        "ReceiverMemory",
        "ReceiverService", "LivePhone", "Campaigns", "Experiments", "Simulation", "Evaluation",
        "TrackingEngine", "PhoneAPI",
        "Cryptography", "EventKernel", "World", "Timekeeping", "Geodesy",
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ],
      path: "Tests/FuzzTargets", exclude: ["Corpus", "Found"]),
    .executableTarget(name: "Fuzz", dependencies: ["FuzzTargets"], path: "Tests/Fuzz"),
    .testTarget(name: "FuzzTests", dependencies: ["FuzzTargets", "Fuzz", "TestSupport"]),
    // Modules under Apple's names, for apps that run on a simulated phone.
    .target(
      name: "AppleProcess",
      dependencies: [
        "AppleCombine", "CSwiftObject", "CVirtualTime", "PhoneClient", "PhoneLink", "PhoneAPI",
        "Timekeeping", "Geodesy",
      ],
      path: "Sources/Apple/AppleProcess"),
    .target(name: "CSwiftObject", path: "Sources/Apple/CSwiftObject"),
    .target(
      name: "CoreLocation",
      dependencies: ["AppleProcess", "PhoneAPI", "Timekeeping", "Geodesy"],
      path: "Sources/Apple/CoreLocation"),
    .target(
      name: "UIKit", dependencies: ["AppleProcess", "PhoneAPI", "Timekeeping"],
      path: "Sources/Apple/UIKit"),
    .target(
      name: "CoreMotion", dependencies: ["AppleProcess", "PhoneAPI", "Timekeeping"],
      path: "Sources/Apple/CoreMotion"),
    .target(
      name: "BackgroundTasks", dependencies: ["AppleProcess", "PhoneAPI", "Timekeeping"],
      path: "Sources/Apple/BackgroundTasks"),
    .target(
      name: "UserNotifications",
      dependencies: ["AppleProcess", "CoreLocation", "PhoneAPI", "Timekeeping"],
      path: "Sources/Apple/UserNotifications"),
    .target(
      name: "AVFAudio", dependencies: ["AppleProcess", "PhoneAPI"], path: "Sources/Apple/AVFAudio"),
    .target(
      name: "PushKit", dependencies: ["AppleProcess", "PhoneAPI"], path: "Sources/Apple/PushKit"),
    .target(
      name: "CallKit", dependencies: ["AppleProcess", "PhoneAPI"], path: "Sources/Apple/CallKit"),
    // PhoneAPI over Apple's frameworks, for apps that ship the code that was simulated. On Linux it
    // uses the modules under Apple's names.
    .target(
      name: "ApplePhone",
      dependencies: [
        "CoreLocation", "CoreMotion", "BackgroundTasks", "UserNotifications", "UIKit", "Network",
        "SystemConfiguration", "Security", "AVFAudio", "PushKit", "CallKit", "Cryptography",
        "PhoneAPI", "Timekeeping", "Geodesy",
      ], plugins: ["AppleNames"]),
    // Apps of a test's own process, over the modules under Apple's names.
    .target(
      name: "AppleSimulation",
      dependencies: ["Simulation", "Scenarios", "AppleProcess", "UIKit", "PhoneAPI", "Text"],
      path: "Sources/Apple/AppleSimulation"),
    .target(
      name: "Network", dependencies: ["AppleProcess", "PhoneAPI"], path: "Sources/Apple/Network"),
    .target(
      name: "SystemConfiguration", dependencies: ["AppleProcess", "PhoneAPI"],
      path: "Sources/Apple/SystemConfiguration"),
    .target(
      name: "Security", dependencies: ["AppleProcess", "PhoneAPI"], path: "Sources/Apple/Security"),
    // Under these three names of Apple's, packages such as ArgumentParser would take them for
    // Apple's whole modules, by #if canImport(os). An app's target imports them by module aliases.
    .target(name: "AppleCombine", path: "Sources/Apple/Combine"),
    .target(
      name: "SwiftUI", dependencies: ["AppleProcess", "UIKit", "AppleCombine", "PhoneAPI"],
      path: "Sources/Apple/SwiftUI"),
    .target(
      name: "AppleOS", dependencies: ["AppleProcess", "PhoneAPI"], path: "Sources/Apple/os"),
    .target(name: "AppleOSLog", dependencies: ["AppleOS"], path: "Sources/Apple/OSLog"),
    // Type aliases in an app's own module for the names of Foundation that the phone provides.
    .plugin(name: "AppleNames", capability: .buildTool()),
    // A tracker that runs in a process of its own. No test may depend on it: its virtual clocks
    // would take the place of the tests' own.
    .executableTarget(
      name: "SampleTracker",
      dependencies: [
        "PhoneClient", "PhoneAPI", .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ], path: "Tests/SampleTracker",
      exclude: ["Info.plist"]),
    // Trackers over the modules under Apple's names, one file a style. The name of the program's
    // link chooses the style. No test may depend on it either.
    .executableTarget(
      name: "AppleTrackers",
      dependencies: [
        "AppleProcess", "CoreLocation", "CoreMotion", "UIKit", "BackgroundTasks", "AppleCombine",
        "AppleOS", "Network", "SystemConfiguration", "Security", "SwiftUI",
        "UserNotifications",
      ],
      path: "Tests/AppleTrackers", exclude: ["Info.plist"],
      swiftSettings: [
        .unsafeFlags([
          "-module-alias", "os=AppleOS", "-module-alias", "OSLog=AppleOSLog",
          "-module-alias", "Combine=AppleCombine",
        ])
      ], plugins: ["AppleNames"]),
    .testTarget(
      name: "AppleSimulationTests",
      dependencies: [
        "AppleSimulation", "ApplePhone", "AppleProcess", "CoreLocation", "UIKit", "TestSupport",
        "RunObservation", "Simulation", "Scenarios", "SimulatedPhone", "TrackingEngine",
        "PhoneConformance",
        "EventKernel", "PhoneAPI", "Timekeeping", "Geodesy",
      ], plugins: ["AppleNames"]),
    // Measures the budgets that CONTRIBUTING.md lists; see Benchmarks/README.md.
    .executableTarget(
      name: "Bench",
      dependencies: [
        "EventKernel", "World", "PhoneAPI", "PhoneProfiles", "SimulatedPhone", "Scenarios",
        "Simulation",
        "Experiments", "Campaigns", "Reporting", "Timekeeping",
      ],
      path: "Benchmarks/Bench"),
    // The apps that Benchmarks/apps measures.
    .executableTarget(
      name: "MeasuredApps", dependencies: ["CoreLocation", "UIKit"], path: "Benchmarks/Apps"),
    .testTarget(name: "EndToEndTests", dependencies: ["Experiments", "TestSupport"]),
    .testTarget(name: "TidyTests", exclude: ["ratchet.json", "words.json"]),
  ],
  swiftLanguageModes: [.v6]
)

// The modules under Apple's names exist where Apple's own do not. Virtual time for an app's process
// replaces functions of Linux.
#if !os(Linux)
  let modules = Set(
    package.targets.filter { $0.path?.hasPrefix("Sources/Apple/") == true }.map(\.name)
      + ["AppleTrackers", "AppleSimulationTests", "AppleNames"]
      + ["CVirtualTime", "PhoneClient", "SampleTracker", "MeasuredApps", "OdographApp"])
  if let phone = package.targets.first(where: { $0.name == "ApplePhone" }) {
    phone.plugins = nil
    phone.dependencies.removeAll { dependency in
      guard case .byNameItem(let name, _) = dependency else { return false }
      return modules.contains(name)
    }
  }
  package.targets.removeAll { modules.contains($0.name) }
  package.products.removeAll { modules.contains($0.name) }
#endif

// The tests of some targets alone, without the time to build the others:
// ODOGRAPH_TESTS=RecordingsTests,ScenariosTests swift test
if let chosen = Context.environment["ODOGRAPH_TESTS"] {
  let names = Set(chosen.split(separator: ",").map(String.init))
  package.targets.removeAll { $0.type == .test && !names.contains($0.name) }
}
