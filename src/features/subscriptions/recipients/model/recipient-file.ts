import { channelLabel } from "@/lib/recipients/channels";
import type { Recipient } from "./recipient-index";
import { leftOutWords } from "./recipient-labels";
import { type Side, sideOf } from "./recipient-search";

const SIDES: Readonly<Record<NonNullable<Side>, string>> = { own: "Own", outside: "Outside" };
const timeText = (time: number | null) => (time === null ? null : new Date(time).toISOString());

/** The columns of a file, in the order of those on the screen; whole, where the screen shortens. */
export function recipientFileColumns(
  shown: readonly { readonly id: string; readonly header: string }[],
  own: readonly string[],
) {
  const cells: Readonly<Record<string, (row: Recipient) => string | number | null>> = {
    address: ({ address }) => address,
    channel: ({ channel }) => channelLabel(channel),
    domain: ({ domain }) => domain,
    side: (row) => sideWords(sideOf(row, own)),
    deliveries: ({ records }) => records.length,
    week: ({ perWeek }) => perWeek,
    idle: leftOutWords,
    next: ({ next }) => timeText(next),
    spellings: ({ spellings }) => spellings.map(({ text }) => JSON.stringify(text)).join(" "),
  };
  return shown.map(({ id, header }) => ({ id, header, text: (row: Recipient) => cells[id]?.(row) ?? null }));
}

/** "Own", "Outside"; null where it is neither. */
export function sideWords(side: Side): string | null {
  return side === null ? null : SIDES[side];
}

/** Everything that is known of a recipient, with the ids of its deliveries. */
export function recipientFields(row: Recipient, own: readonly string[]): Readonly<Record<string, unknown>> {
  return {
    channel: row.channel,
    address: row.address,
    spellings: row.spellings,
    domain: row.domain,
    side: sideOf(row, own),
    deliveries_per_week: row.perWeek,
    next_delivery_date: timeText(row.next),
    ended: row.ended,
    overdue: row.overdue,
    schedule_unknown: row.unclear,
    subscription_ids: row.records.map(({ id }) => id),
  };
}
