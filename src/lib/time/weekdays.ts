/** The days of the week as they go over the wire, Monday first. */
export const WEEKDAYS = [
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
  "sunday",
] as const;

/** A day of the week as it goes over the wire. */
export type Weekday = (typeof WEEKDAYS)[number];
