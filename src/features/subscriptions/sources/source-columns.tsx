import { isSourceMissing, type SourceReference, shortSourceLabel } from "@/data/catalog/source-labels";
import { groupColumns } from "@/features/subscriptions/groups/group-table";
import type { ReferenceNames } from "@/lib/search/record-schema";
import { formatCount } from "@/lib/text/numbers";
import type { Column } from "@/ui/data-table/data-table-types";
import shared from "@/ui/theme/shared.module.css";
import { type SourceGroup, sourceKindLabel } from "./source-index";

interface SourceColumnOptions {
  /** IANA time zone of the displayed times. */
  readonly zone: string;
  readonly now: Date;
  readonly names: ReferenceNames;
  /** Returns the source's URL on the server, or null when unknown. */
  readonly getUrl: (reference: SourceReference) => string | null;
}

export function sourceColumns({
  zone,
  now,
  names,
  getUrl,
}: SourceColumnOptions): readonly Column<SourceGroup>[] {
  const { deliveries, week, idle, next } = groupColumns(zone, now);
  const columns: readonly Column<SourceGroup>[] = [
    {
      id: "source",
      header: "Source",
      value: ({ reference }) => sourceText(reference, names),
      cell: ({ reference }) => (
        <>
          {shortSourceLabel(reference, names)}
          {isSourceMissing(reference, names) && (
            <>
              {" "}
              <span className={shared.count}>Deleted or hidden</span>
            </>
          )}
        </>
      ),
      fullText: ({ reference }) => sourceText(reference, names),
    },
    {
      id: "kind",
      header: "Kind",
      width: "110px",
      wideOnly: true,
      narrow: "detail",
      value: ({ kind }) => sourceKindLabel(kind),
    },
    {
      id: "id",
      header: "ID",
      width: "90px",
      wideOnly: true,
      align: "end",
      narrow: "aside",
      value: ({ id }) => id,
      cell({ id, reference }) {
        const url = getUrl(reference);
        return url === null ? (
          id
        ) : (
          <a href={url} target="_blank" rel="noreferrer">
            {id}
          </a>
        );
      },
    },
    deliveries,
    {
      id: "recipients",
      header: "Recipients",
      width: "120px",
      align: "end",
      value: ({ recipientCount }) => recipientCount,
      cell: ({ recipientCount }) => formatCount(recipientCount),
    },
    week,
    idle,
    next,
  ];
  return columns.map((column) => ({ ...column, sortable: true }));
}

function sourceText(reference: SourceReference, names: ReferenceNames): string {
  const label = shortSourceLabel(reference, names);
  return isSourceMissing(reference, names) ? `${label}: deleted or hidden` : label;
}
