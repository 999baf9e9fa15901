import { pluralize } from "@/lib/text/numbers";

const UNITS = [
  { ms: 3_600_000, singular: "hour", plural: "hours" },
  { ms: 60_000, singular: "minute", plural: "minutes" },
  { ms: 1_000, singular: "second", plural: "seconds" },
] as const;

/**
 * Formats a duration, rounded up to seconds: "34 seconds", "2 minutes 5 seconds", "1 hour". The minimum is one
 * second.
 */
export function formatDuration(ms: number): string {
  let left = Math.max(1, Math.ceil(ms / 1000)) * 1000;
  const parts: string[] = [];
  for (const unit of UNITS) {
    const count = Math.floor(left / unit.ms);
    left -= count * unit.ms;
    if (count > 0) parts.push(pluralize(count, unit.singular, unit.plural));
  }
  return parts.join(" ");
}
