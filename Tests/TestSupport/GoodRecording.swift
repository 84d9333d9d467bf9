/// A recording without a fault, for tests that damage it or only need one.
package let goodGPX = """
  <?xml version="1.0" encoding="UTF-8"?>
  <gpx version="1.1"><trk><trkseg>
  <trkpt lat="45.5" lon="-122.6"><ele>3</ele><time>2026-03-02T08:00:00Z</time></trkpt>
  <trkpt lat="45.6" lon="-122.6"><speed>2</speed><time>2026-03-02T08:00:05.5Z</time></trkpt>
  </trkseg></trk></gpx>
  """
