import { groupColumns } from "@/features/subscriptions/groups/group-columns";
import type { PersonNames } from "@/features/subscriptions/recipients/model/person-names";
import type { Recipient } from "@/features/subscriptions/recipients/model/recipient-index";
import { recipientName } from "@/features/subscriptions/recipients/model/recipient-labels";
import { getOwnership, ownershipLabel } from "@/features/subscriptions/recipients/model/recipient-search";
import { channelLabel } from "@/lib/recipients/channels";
import { pluralize } from "@/lib/text/numbers";
import type { Column } from "@/ui/data-table/data-table-types";
import shared from "@/ui/theme/shared.module.css";
import { ExternalBadge } from "./external-badge";
import classes from "./recipients.module.css";

/**
 * Returns all columns.
 * @param zone IANA time zone of the displayed times
 */
export function recipientColumns(
  ownDomains: readonly string[],
  zone: string,
  now: Date,
  personName: PersonNames,
): readonly Column<Recipient>[] {
  const { deliveries, week, idle, next } = groupColumns(zone, now);
  const columns: readonly Column<Recipient>[] = [
    {
      id: "address",
      header: "Recipient",
      twoLines: true,
      cell: (row) => (
        <RecipientCell name={recipientName(row)} person={personName(row.channel, row.address)} />
      ),
    },
    {
      id: "channel",
      header: "Channel",
      width: "clamp(84px, 12cqw, 130px)",
      narrow: "detail",
      cell: ({ channel }) => channelLabel(channel),
    },
    { id: "domain", header: "Domain", isOptional: true, width: "18cqw", cell: ({ domain }) => domain ?? "—" },
    {
      id: "side",
      isOptional: ownDomains.length === 0,
      header: "Internal/external",
      width: "150px",
      narrow: "aside",
      cell: (row) =>
        getOwnership(row, ownDomains) === "outside" ? (
          <ExternalBadge />
        ) : (
          (ownershipLabel(getOwnership(row, ownDomains)) ?? "—")
        ),
    },
    deliveries,
    week,
    idle,
    next,
    {
      id: "spellings",
      isOptional: true,
      header: "Spellings",
      width: "16cqw",
      cell: ({ variants }) =>
        variants.length === 1 ? (
          "One"
        ) : (
          <span className={shared.dim}>{pluralize(variants.length, "spelling", "spellings")}</span>
        ),
    },
  ];
  return columns.map((column) => ({ ...column, sortable: true }));
}

/** Shows a person's name before the address, or only the address when the person is unknown. */
function RecipientCell({ name, person }: { readonly name: string; readonly person: string | null }) {
  if (person === null) return name;
  return (
    <>
      {`${person} `}
      <span className={classes.address}>{name}</span>
    </>
  );
}
