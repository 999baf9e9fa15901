import type { Subscription } from "@/contract/subscriptions";
import type { ResumeDates } from "@/data/browser-storage/resume-dates";
import { toLocalInput } from "@/lib/time/local-input";

/**
 * Whether a paused record's resume date has come.
 * @param zone IANA time zone of the dates
 */
export function isResumeDue(
  record: Pick<Subscription, "id" | "deleted" | "enabled">,
  dates: ResumeDates,
  now: Date,
  zone: string,
): boolean {
  const day = dates.get(record.id);
  if (day === undefined || record.deleted || record.enabled !== false) return false;
  return day <= toLocalInput(now.toISOString(), zone).slice(0, 10);
}
