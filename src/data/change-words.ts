const FIELDS: ReadonlyMap<string, string> = new Map([
  ["title", "Title"],
  ["target_type", "Channel"],
  ["target_value", "Recipients"],
  ["dashboard", "Dashboard"],
  ["insight", "Insight"],
  ["frequency", "Unit"],
  ["interval", "Every"],
  ["byweekday", "Weekdays"],
  ["bysetpos", "Position"],
  ["start_date", "Start"],
  ["until_date", "End"],
  ["count", "Number of deliveries"],
  ["invite_message", "Message"],
  ["deleted", "In the bin"],
]);

/** What a person calls a field of a subscription; its wire name where this version does not know it. */
export function fieldLabel(field: string): string {
  return FIELDS.get(field) ?? field;
}

/** A value of a field as a text: "nothing" where there is none. */
export function valueWords(value: unknown): string {
  if (value === null || value === undefined || value === "") return "nothing";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.length === 0 ? "nothing" : value.join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
