import Foundation

/// Returns a number with this many decimals, and a hyphen before negative ones, as C's `printf`
/// writes it: the nearest text to the number itself, and of two equally near ones the even one.
package func decimalText(_ value: Double, _ decimals: Int) -> String {
  let power = decimalPowers.indices.contains(decimals) ? decimalPowers[decimals] : .nan
  let scaled = value.magnitude * power
  // From 2⁵² on, a product has no halves. False for NaN too.
  guard scaled < 0x1p52 else { return String(format: "%.\(decimals)f", value) }
  let sign = value.sign == .minus ? "-" : ""
  let digits = String(nearest(scaled, value.magnitude, power))
  guard decimals > 0 else { return sign + digits }
  let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.utf8.count)) + digits
  return sign + padded.dropLast(decimals) + "." + padded.suffix(decimals)
}

/// Returns the whole number nearest to the product of `value` and `power`; of two, the even one.
///
/// - Parameter scaled: the product, rounded to a `Double`.
private func nearest(_ scaled: Double, _ value: Double, _ power: Double) -> UInt64 {
  let whole = UInt64(scaled)
  let part = scaled - Double(whole)
  guard part >= 0.5 else { return whole }
  guard part == 0.5 else { return whole + 1 }
  // What the rounded product lacks says on which side of the half the number lies.
  let missing = (-scaled).addingProduct(value, power)
  let isUp = missing > 0 || missing == 0 && !whole.isMultiple(of: 2)
  return isUp ? whole + 1 : whole
}
