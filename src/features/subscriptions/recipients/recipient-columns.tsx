import { ownershipLabel } from "@/features/subscriptions/recipients/model/recipient-file";
import type { Recipient } from "@/features/subscriptions/recipients/model/recipient-index";
import {
  excludedSubscriptionsMessage,
  formatPerWeek,
  recipientName,
} from "@/features/subscriptions/recipients/model/recipient-labels";
import { getOwnership } from "@/features/subscriptions/recipients/model/recipient-search";
import { channelLabel } from "@/lib/recipients/channels";
import { formatCount, pluralize } from "@/lib/text/numbers";
import type { Column } from "@/ui/data-table/data-table-types";
import { timeColumn } from "@/ui/data-table/time-cell";
import { ExternalBadge } from "./external-badge";
import classes from "./recipients.module.css";

/** Always visible. */
export const RECIPIENT_LEAD_COLUMN = "address";

/** Returns the default columns, without the lead column. */
export function defaultRecipientColumns(ownDomains: readonly string[]): readonly string[] {
  return ["channel", ...(ownDomains.length > 0 ? ["side"] : []), "deliveries", "week", "idle", "next"];
}

/** Storage key of the column widths. */
export const RECIPIENT_WIDTHS_KEY = "recipients";

/** @param zone IANA zone of the displayed times */
export function recipientColumns(
  ownDomains: readonly string[],
  zone: string,
  now: Date,
): readonly Column<Recipient>[] {
  const columns: readonly Column<Recipient>[] = [
    { id: RECIPIENT_LEAD_COLUMN, header: "Recipient", cell: recipientName },
    {
      id: "channel",
      header: "Channel",
      width: "130px",
      narrow: "detail",
      cell: ({ channel }) => channelLabel(channel),
    },
    { id: "domain", header: "Domain", width: "18%", cell: ({ domain }) => domain ?? "—" },
    {
      id: "side",
      header: "Internal/external",
      width: "150px",
      cell: (row) =>
        getOwnership(row, ownDomains) === "outside" ? (
          <ExternalBadge />
        ) : (
          (ownershipLabel(getOwnership(row, ownDomains)) ?? "—")
        ),
    },
    {
      id: "deliveries",
      header: "Subscriptions",
      width: "136px",
      align: "end",
      cell: ({ records }) => formatCount(records.length),
    },
    {
      id: "week",
      header: "Per week",
      width: "110px",
      align: "end",
      cell: ({ perWeek }) => formatPerWeek(perWeek),
    },
    {
      id: "idle",
      header: "Not counted",
      width: "170px",
      wideOnly: true,
      cell: (row) => excludedSubscriptionsMessage(row) ?? "—",
    },
    {
      ...timeColumn(({ next }) => (next === null ? null : new Date(next).toISOString()), zone, now),
      id: "next",
      header: "Next delivery",
      narrow: "end",
    },
    {
      id: "spellings",
      header: "Spellings",
      width: "16%",
      cell: ({ variants }) =>
        variants.length === 1 ? (
          "One"
        ) : (
          <span className={classes.dim}>{pluralize(variants.length, "spelling", "spellings")}</span>
        ),
    },
  ];
  return columns.map((column) => ({ ...column, sortable: true }));
}
