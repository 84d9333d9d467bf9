/// Who the committed model was trained on. Everybody else is left to judge it.
///
/// About half the people of each set, taken before anything was looked at: the first, third, fifth and
/// so on by their numbers. The runner with the hip sensor and the minute of driving are wholly left for
/// judging: one person is no basis, and another sensor on another place is the harder question.
enum TrainingSubjects {
  static let all: Set<String> = [
    "accel-pocket50/1", "accel-pocket50/3",
    "accel-spswhar/s01", "accel-spswhar/s03", "accel-spswhar/s07", "accel-spswhar/s11",
    "accel-spswhar/s13", "accel-spswhar/s17", "accel-spswhar/s21", "accel-spswhar/s23",
    "accel-wisdm/1600", "accel-wisdm/1606", "accel-wisdm/1612", "accel-wisdm/1622",
    "accel-wisdm/1626", "accel-wisdm/1634", "accel-wisdm/1639",
  ]
}
