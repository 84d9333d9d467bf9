import World

extension OtherUse {
  /// True if this app keeps the satellite receiver on.
  var holdsFineLocation: Bool {
    switch self {
    case .navigation, .workout: true
    case .phone, .camera, .game, .video, .call, .music: false
    }
  }

  /// True if this app is on the screen, so that the tracker is not in the foreground.
  var isOnScreen: Bool {
    switch self {
    case .phone, .camera, .game, .video, .navigation: true
    case .call, .workout, .music: false
    }
  }

  /// The memory that this app takes from suspended apps: 0 for none, 1 for a camera or a game.
  /// While a camera or a game is in use, a suspended app survives for half an hour to two hours
  /// (LIFE-4). The other values are a judgment without a source.
  var memoryIntensity: Double {
    switch self {
    case .camera, .game: 1
    case .navigation, .video: 0.4
    case .phone: 0.2
    case .call, .workout, .music: 0
    }
  }

  /// The mean traffic of the app, in bytes a second. The values are a judgment without a source:
  /// video at 2 Mbit/s, music and calls at 130 and 60 kbit/s, maps and feeds in bursts.
  var bytesPerSecond: Double {
    switch self {
    case .video: 250_000
    case .music: 16_000
    case .call: 7500
    case .phone: 8000
    case .navigation: 2000
    case .game: 500
    case .camera, .workout: 0
    }
  }
}
