/// A static drawing on a page, in the units of its view box.
struct Drawing: Encodable {
  struct Rect: Encodable {
    var style: String
    var x: Double
    var y: Double
    var width: Double
    var height: Double
    var opacity: Double
  }

  struct Line: Encodable {
    var style: String
    var x1: Double
    var y1: Double
    var x2: Double
    var y2: Double
  }

  struct Dot: Encodable {
    var style: String
    var x: Double
    var y: Double
  }

  struct Shape: Encodable {
    var style: String
    var shape: Int
    var x: Double
    var y: Double
  }

  struct Words: Encodable {
    var style: String
    var x: Double
    var y: Double
    var text: String
  }

  /// The map under a drawn map. What lies beyond its size is not drawn.
  struct Ground: Encodable {
    struct Path: Encodable {
      var style: String
      /// The lines, in the syntax of SVG.
      var d: String
    }

    var width: Double
    var height: Double
    var paths: [Path]
  }

  /// The text alternative of the drawing.
  var label: String
  var width: Double
  var height: Double
  var ground: Ground? = nil
  var rects: [Rect] = []
  var lines: [Line] = []
  var dots: [Dot] = []
  var shapes: [Shape] = []
  var texts: [Words] = []

  init(label: String, width: Double, height: Double) {
    self.label = label
    self.width = width
    self.height = height
  }

  /// Adds a tracker's shape and name at the start of a row.
  mutating func name(_ name: String, _ mark: TrackerMark, y: Double, length: Int = 30) {
    shapes.append(Shape(style: mark.colorClass, shape: mark.shape, x: 0, y: y - 7))
    texts.append(Words(style: "start", x: 18, y: y + 4, text: Self.short(name, to: length)))
  }

  /// Returns a name that fits beside a drawing.
  static func short(_ name: String, to length: Int = 30) -> String {
    name.count > length ? name.prefix(length - 1) + "…" : name
  }

  mutating func text(_ text: String, _ x: Double, _ y: Double, _ style: String = "middle") {
    texts.append(Words(style: style, x: Self.rounded(x), y: y, text: text))
  }

  static func rounded(_ value: Double) -> Double { (value * 10).rounded() / 10 }
}

/// A linear scale from values to places in a drawing.
struct DrawingScale {
  var low: Double
  var high: Double
  var from: Double
  var to: Double

  /// Makes a scale over values; nil if there are none.
  init?(_ values: [Double], from: Double, to: Double) {
    guard let low = values.min(), let high = values.max() else { return nil }
    self.low = low
    self.high = high > low ? high : low + 1
    self.from = from
    self.to = to
  }

  func callAsFunction(_ value: Double) -> Double {
    Drawing.rounded(from + (value - low) / (high - low) * (to - from))
  }
}
