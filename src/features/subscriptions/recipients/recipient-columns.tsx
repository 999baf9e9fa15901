import { sideWords } from "@/features/subscriptions/recipients/model/recipient-file";
import type { Recipient } from "@/features/subscriptions/recipients/model/recipient-index";
import { leftOutWords, paceWords } from "@/features/subscriptions/recipients/model/recipient-labels";
import { sideOf } from "@/features/subscriptions/recipients/model/recipient-search";
import { channelLabel } from "@/lib/recipients/channels";
import { formatCount, plural } from "@/lib/text/numbers";
import type { Column } from "@/ui/data-table/data-table-types";
import { TimeStamp } from "@/ui/feedback/time-stamp";
import { OutsideMark } from "./external-badge";
import classes from "./recipients.module.css";

/** The column that every row needs. */
export const LEAD = "address";

/** Columns beside the address that are shown unless the page's address says otherwise: the side once there is one. */
export function usualColumns(own: readonly string[]): readonly string[] {
  return ["channel", ...(own.length > 0 ? ["side"] : []), "deliveries", "week", "idle", "next"];
}

/** Under which the widths of the columns are kept. */
export const WIDTHS_KEY = "recipients";

/** The columns of recipients. Times are counted from `now`; hours are those of `zone` (IANA). */
export function recipientColumns(
  own: readonly string[],
  zone: string,
  now: Date,
): readonly Column<Recipient>[] {
  const columns: readonly Column<Recipient>[] = [
    { id: LEAD, header: "Recipient", cell: ({ address }) => address },
    { id: "channel", header: "Channel", width: "130px", cell: ({ channel }) => channelLabel(channel) },
    { id: "domain", header: "Domain", width: "18%", cell: ({ domain }) => domain ?? "—" },
    {
      id: "side",
      header: "Own or outside",
      width: "150px",
      cell: (row) =>
        sideOf(row, own) === "outside" ? <OutsideMark /> : (sideWords(sideOf(row, own)) ?? "—"),
    },
    {
      id: "deliveries",
      header: "Deliveries",
      width: "120px",
      align: "end",
      cell: ({ records }) => formatCount(records.length),
    },
    {
      id: "week",
      header: "Per week",
      width: "110px",
      align: "end",
      cell: ({ perWeek }) => paceWords(perWeek),
    },
    {
      id: "idle",
      header: "Not counted",
      width: "170px",
      cell: (row) => leftOutWords(row) ?? "—",
    },
    {
      id: "next",
      header: "Next delivery",
      width: "136px",
      cell: ({ next }) => (
        <TimeStamp iso={next === null ? null : new Date(next).toISOString()} zone={zone} now={now} />
      ),
    },
    {
      id: "spellings",
      header: "Spellings",
      width: "16%",
      cell: ({ spellings }) =>
        spellings.length === 1 ? (
          "One"
        ) : (
          <span className={classes.dim}>{plural(spellings.length, "spelling", "spellings")}</span>
        ),
    },
  ];
  return columns.map((column) => ({ ...column, sortable: true }));
}
