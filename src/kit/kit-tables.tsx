import { useState } from "react";
import type { SortStep } from "@/lib/search/record-order";
import { DataTable } from "@/ui/data-table/data-table";
import { type Column, type RowAction, type RowId } from "@/ui/data-table/data-table-types";
import { EmptyState } from "@/ui/feedback/states";
import { TimeStamp } from "@/ui/feedback/time-stamp";
import { useToasts } from "@/ui/feedback/toasts";
import { SegmentedField } from "@/ui/form/choice-fields";
import { TagList } from "@/ui/form/tag-list";
import { Button } from "@/ui/primitives/button";
import { Section } from "@/ui/primitives/section";
import { Status, type StatusTone } from "@/ui/primitives/status";
import { CopyIcon, EditIcon, MailIcon, TrashIcon } from "@/ui/theme/icons";
import classes from "./kit.module.css";
import { KitLongTable } from "./kit-long-table";

interface Sample {
  readonly id: number;
  readonly title: string;
  readonly source: string;
  readonly recipients: readonly string[];
  readonly schedule: string;
  readonly next: string | null;
  readonly author: string;
  readonly state: readonly [StatusTone, string];
}

function createSample(
  id: number,
  row: Pick<Sample, "title" | "source" | "schedule" | "next" | "state"> & { readonly people: number },
): Sample {
  const { people, ...fields } = row;
  return {
    ...fields,
    id,
    recipients: Array.from(
      { length: people },
      (_, index) => `${["ana", "raj", "mei", "tom"][index % 4]}${index > 3 ? index : ""}@example.com`,
    ),
    author: ["Ana Lima", "Raj Patel", "Mei Chen"][id % 3] ?? "",
  };
}

const SAMPLES: readonly Sample[] = [
  createSample(0, {
    title: "Weekly revenue",
    source: "Dashboard 12",
    people: 1,
    schedule: "Every Monday",
    next: "2026-11-23T08:00:00Z",
    state: ["positive", "Active"],
  }),
  createSample(1, {
    title: "Sign-ups by country, last 90 days, with and without trial",
    source: "Insight 4fGh",
    people: 6,
    schedule: "Every day",
    next: "2026-11-22T07:00:00Z",
    state: ["positive", "Active"],
  }),
  createSample(2, {
    title: "Churn watch",
    source: "Dashboard 3",
    people: 3,
    schedule: "First Monday of the month",
    next: "2026-12-07T09:00:00Z",
    state: ["warning", "Overdue"],
  }),
  createSample(3, {
    title: "Board pack",
    source: "Dashboard 40",
    people: 2,
    schedule: "Every 3 months",
    next: null,
    state: ["neutral", "Ended"],
  }),
  createSample(4, {
    title: "Marketing funnel",
    source: "Dashboard 7",
    people: 12,
    schedule: "Every 2 weeks on Friday",
    next: "2026-11-27T15:00:00Z",
    state: ["positive", "Active"],
  }),
];

const NOW = new Date("2026-11-21T09:00:00Z");

const COLUMNS: readonly Column<Sample>[] = [
  { id: "title", header: "Title", cell: (row) => row.title, width: "24%", sortable: true },
  { id: "source", header: "Source", cell: (row) => row.source, width: "12%" },
  {
    id: "to",
    header: "Recipients",
    width: "21%",
    cell: (row) => <TagList label="Recipients" items={row.recipients.map((label) => ({ label }))} max={1} />,
  },
  { id: "schedule", header: "Schedule", cell: (row) => row.schedule, width: "16%" },
  {
    id: "next",
    header: "Next delivery",
    cell: (row) => <TimeStamp iso={row.next} now={NOW} />,
    sortable: true,
  },
  { id: "by", header: "Created by", cell: (row) => row.author, wideOnly: true },
  { id: "state", header: "State", cell: (row) => <Status tone={row.state[0]} label={row.state[1]} /> },
];

type TableState = "rows" | "loading" | "refetching" | "empty";

export function KitTables() {
  const [tableState, setTableState] = useState<TableState>("rows");
  // The long table is hidden by default, because it makes the page very long.
  const [showsLongTable, setShowsLongTable] = useState(false);
  return (
    <>
      <SegmentedField<TableState>
        label="Table"
        value={tableState}
        onChange={setTableState}
        options={[
          { value: "rows", label: "Rows" },
          { value: "loading", label: "Loading" },
          { value: "refetching", label: "Refetching" },
          { value: "empty", label: "Empty" },
        ]}
      />
      <SampleTable tableState={tableState} />
      <Section title="Selection, sorting, compact">
        <div className={classes.stack}>
          <SelectableTable />
        </div>
      </Section>
      <section aria-labelledby="kit-long">
        <h2 id="kit-long">A long table</h2>
        {showsLongTable ? (
          <KitLongTable />
        ) : (
          <Button variant="default" onClick={() => setShowsLongTable(true)}>
            Show 100,000 rows
          </Button>
        )}
      </section>
    </>
  );
}

function SampleTable({ tableState }: { readonly tableState: TableState }) {
  const toasts = useToasts();
  const rowActions = (row: Sample): readonly RowAction[] => [
    {
      id: "edit",
      key: "e",
      shortcut: "E",
      label: "Edit",
      icon: <EditIcon />,
      onSelect: () => void toasts.show({ title: `Edit ${row.title}` }),
    },
    {
      id: "copy",
      label: "Duplicate",
      icon: <CopyIcon />,
      onSelect: () => void toasts.show({ title: "Duplicated" }),
    },
    {
      id: "send",
      label: "Send now",
      icon: <MailIcon />,
      onSelect: () => undefined,
      disabledReason: "The API key is missing the scope subscription:write",
    },
    {
      id: "delete",
      label: "Delete",
      icon: <TrashIcon />,
      tone: "danger",
      onSelect: () => void toasts.show({ title: "Deleted" }),
    },
  ];
  return (
    <DataTable
      label="Samples"
      columns={COLUMNS}
      rows={tableState === "empty" ? [] : SAMPLES}
      rowId={(row) => row.id}
      rowLabel={(row) => row.title}
      rowHref={(row) => `/kit?open=${row.id}`}
      rowActions={rowActions}
      rowTone={(row) => (row.next === null ? "muted" : undefined)}
      loading={tableState === "loading"}
      skeletonRowCount={6}
      refetching={tableState === "refetching"}
      empty={<EmptyState icon={<MailIcon />} title="No matches" detail="Remove a filter." />}
    />
  );
}

function SelectableTable() {
  const [selection, setSelection] = useState<ReadonlySet<RowId>>(new Set([1]));
  const [sort, setSort] = useState<readonly SortStep[]>([{ columnId: "title", direction: "ascending" }]);
  return (
    <DataTable
      label="Samples to select"
      columns={COLUMNS}
      rows={SAMPLES}
      rowId={(row) => row.id}
      rowLabel={(row) => row.title}
      density="compact"
      sort={sort}
      onSortChange={setSort}
      selection={selection}
      onSelectionChange={setSelection}
    />
  );
}
