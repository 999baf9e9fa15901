import { parseInstant } from "@/lib/time/dates";

/**
 * How a server computes deliveries after a time change: at the same time in UTC, or at the same
 * local time. Derived from records, because newer servers may use either rule (server-generations,
 * 2026 fields). Detected rules are stored with the capabilities.
 */
export const UTC_RULE = "clock-rule-utc";
export const LOCAL_RULE = "clock-rule-local";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Returns a date's season, or null near time changes, whose dates differ between zones. */
function getSeason(date: Date): "may-august" | "november-february" | null {
  const month = date.getUTCMonth();
  if (month >= 4 && month <= 7) return "may-august";
  const isWinter = month < 2 || month === 11 || (month === 10 && date.getUTCDate() > 9);
  return isWinter ? "november-february" : null;
}

function readDate(record: object, field: string): Date | null {
  const value: unknown = Reflect.get(record, field);
  return typeof value === "string" ? parseInstant(value) : null;
}

/** Returns the rule that a record proves, or null if it proves no rule. */
function measureRule(record: object): string | null {
  const start = readDate(record, "start_date");
  const next = readDate(record, "next_delivery_date");
  const seasons = new Set([start && getSeason(start), next && getSeason(next)]);
  if (start === null || next === null || seasons.size < 2 || seasons.has(null)) return null;
  const delay = (((next.getTime() - start.getTime()) % DAY_MS) + DAY_MS) % DAY_MS;
  // `next_delivery_date` may be up to 30 minutes later than scheduled, because of delivery slots.
  const isWithinSlot = (from: number) => delay >= from && delay < from + 30 * MINUTE_MS;
  if (isWithinSlot(0)) return UTC_RULE;
  return isWithinSlot(60 * MINUTE_MS) || isWithinSlot(DAY_MS - 60 * MINUTE_MS) ? LOCAL_RULE : null;
}

/** Returns the rules that the records prove. If there are two, the records contradict each other. */
export function measureClockRules(records: readonly object[]): ReadonlySet<string> {
  return new Set(records.flatMap((record) => measureRule(record) ?? []));
}

/** Whether deliveries follow UTC, and no record contradicts this. */
export function provesUtcRule(rules: ReadonlySet<string>): boolean {
  return rules.has(UTC_RULE) && !rules.has(LOCAL_RULE);
}
