import type { Subscription } from "@/api/subscriptions";
import { useApi } from "@/data/backend/backend";
import type { ResumeDates } from "@/data/browser-storage/project-settings";
import { getSubscriptionState } from "@/features/subscriptions/model/subscription-rules";
import { formatCivilDay, parseCivilDay, toLocalInput } from "@/lib/time/calendar-days";
import { showChunkLoadError, toasts } from "@/ui/feedback/toasts";
import { useConfirm } from "@/ui/overlay/confirm";

/** Formats the day of a reminder: "Dec 15, 2026". Returns invalid input unchanged. */
export function formatReminderDay(day: string): string {
  const civilDay = parseCivilDay(day);
  return civilDay === null
    ? day
    : formatCivilDay(civilDay, { day: "numeric", month: "short", year: "numeric" });
}

/** Returns the day of a paused record's reminder, as `YYYY-MM-DD`. Null without one, and for other records. */
export function getReminderDay(record: Subscription, dates: ResumeDates, now: Date): string | null {
  const day = dates.get(record.id);
  return day !== undefined && getSubscriptionState(record, now) === "paused" ? day : null;
}

/** Describes a paused record's reminder: "Reminder in this browser on Dec 15, 2026." Null without one. */
export function reminderMessage(record: Subscription, dates: ResumeDates, now: Date): string | null {
  const day = getReminderDay(record, dates, now);
  return day === null ? null : `Reminder in this browser on ${formatReminderDay(day)}.`;
}

/**
 * Whether the day of a paused record's reminder has come.
 * @param zone IANA time zone of the dates
 */
export function isResumeDue(record: Subscription, dates: ResumeDates, now: Date, zone: string): boolean {
  const day = getReminderDay(record, dates, now);
  return day !== null && day <= toLocalInput(now.toISOString(), zone).slice(0, 10);
}

/**
 * Returns a function that pauses or resumes a record, and shows a toast with Undo. Asks for
 * confirmation if resuming sends or may send a delivery.
 */
export function usePauseActions() {
  const api = useApi();
  const confirm = useConfirm();

  return async (record: Subscription, isEnabled: boolean): Promise<void> => {
    try {
      const { setEnabled } = await import("./set-enabled");
      await setEnabled({ api, toasts, confirm }, record, isEnabled);
    } catch {
      showChunkLoadError();
    }
  };
}
