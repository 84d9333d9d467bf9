import World

extension OtherUse {
  /// Whether another app holds the satellite receiver on meanwhile.
  var holdsFineLocation: Bool {
    switch self {
    case .navigation, .workout: true
    case .phone, .camera, .game, .video, .call, .music: false
    }
  }

  /// Whether the screen is lit and the tracker not in the foreground.
  var isOnScreen: Bool {
    switch self {
    case .phone, .camera, .game, .video, .navigation: true
    case .call, .workout, .music: false
    }
  }

  /// How much memory it takes from apps that wait: 0 for none, 1 for a camera or a game, beside which a
  /// suspended app lasts half an hour to two hours (LIFE-4). The rest is judgement.
  var memoryIntensity: Double {
    switch self {
    case .camera, .game: 1
    case .navigation, .video: 0.4
    case .phone: 0.2
    case .call, .workout, .music: 0
    }
  }

  /// What the app sends and receives in the mean. Judgement: video at 2 Mbit/s, music and calls at
  /// 130 and 60 kbit/s, maps and feeds in bursts.
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
