/// A symmetric positive definite system of linear equations, solved by Cholesky's decomposition.
package struct PositiveSystem {
  private var lower: [[Double]]

  /// Decomposes the matrix. Returns nil if the matrix is not positive definite.
  ///
  /// - Parameter matrix: a square matrix, given by its rows. Only its lower half is read.
  package init?(_ matrix: [[Double]]) {
    lower = matrix
    for row in matrix.indices {
      for column in 0...row {
        var sum = matrix[row][column]
        for place in 0..<column { sum -= lower[row][place] * lower[column][place] }
        if row == column {
          guard sum > 0, sum.isFinite else { return nil }
          lower[row][row] = sum.squareRoot()
        } else {
          lower[row][column] = sum / lower[column][column]
        }
      }
    }
  }

  /// Returns the solution for one right side.
  package func solve(_ right: [Double]) -> [Double] {
    var solution = right
    for row in lower.indices {
      for column in 0..<row { solution[row] -= lower[row][column] * solution[column] }
      solution[row] /= lower[row][row]
    }
    for row in lower.indices.reversed() {
      for below in (row + 1)..<max(row + 1, lower.count) {
        solution[row] -= lower[below][row] * solution[below]
      }
      solution[row] /= lower[row][row]
    }
    return solution
  }

  /// Returns the product of the decomposition's lower half and a vector. A vector of independent
  /// standard normal values becomes a vector with the matrix as its covariance.
  package func correlated(_ vector: [Double]) -> [Double] {
    lower.indices.map { row in
      (0...row).reduce(0.0) { $0 + lower[row][$1] * vector[$1] }
    }
  }
}
