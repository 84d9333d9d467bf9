// Former names that users' code may use; the next release removes them.

@available(*, deprecated, renamed: "TravelCalendar")
public typealias LivedCalendar = TravelCalendar
