/// The people that the committed model was trained on. All others are used to judge it.
///
/// They are about half the people of each set, chosen before anyone looked at the data: the first,
/// third, fifth and so on by their numbers. The runner with the hip sensor and the minute of
/// driving are used for judging only: one person is too few to train on, and another sensor at
/// another place is the harder test.
enum TrainingSubjects {
  static let all: Set<String> = [
    "accel-pocket50/1", "accel-pocket50/3",
    "accel-spswhar/s01", "accel-spswhar/s03", "accel-spswhar/s07", "accel-spswhar/s11",
    "accel-spswhar/s13", "accel-spswhar/s17", "accel-spswhar/s21", "accel-spswhar/s23",
    "accel-wisdm/1600", "accel-wisdm/1606", "accel-wisdm/1612", "accel-wisdm/1622",
    "accel-wisdm/1626", "accel-wisdm/1634", "accel-wisdm/1639",
  ]
}
