import { Button } from "@mantine/core";
import { useMemo, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { kindWord } from "@/data/changes/change-labels";
import { useApi } from "@/data/client/api-context";
import type { JournalEntry } from "@/data/journal/journal-entry";
import { createRecordIndex } from "@/lib/search/record-search";
import { writeSort } from "@/lib/search/sort-param";
import { formatCount, plural } from "@/lib/text/numbers";
import { localZone } from "@/lib/time/dates";
import { paths } from "@/lib/url/paths";
import { NothingFound } from "@/ui/collection-table/no-results";
import { SearchTools } from "@/ui/collection-table/search-tools";
import { useFoundRows } from "@/ui/collection-table/use-found-rows";
import { DataTable } from "@/ui/data-table/data-table";
import { type RowAction } from "@/ui/data-table/data-table-types";
import { useSelection } from "@/ui/data-table/use-selection";
import { useSaving } from "@/ui/download/use-save-file";
import { EmptyState } from "@/ui/feedback/states";
import { useAddressEdit } from "@/ui/hooks/use-edit-search-params";
import { LinkButton } from "@/ui/primitives/link-button";
import { useQueryDraft } from "@/ui/query-field/use-query-draft";
import { DownloadIcon, JournalIcon, ListIcon, RefreshIcon, UndoIcon } from "@/ui/theme/icons";
import { journalColumns } from "./journal-columns";
import { EntryPanel } from "./journal-entry-panel";
import { journalFile } from "./journal-file";
import { type JournalFilters, readJournalFilters, writeJournalFilters } from "./journal-filters";
import { idOf } from "./journal-labels";
import { complete, fields, parse, schema } from "./journal-search";
import { JournalSelection } from "./journal-selection";
import classes from "./journal-table.module.css";
import { UndoDialog } from "./undo-dialog";
import { useCheck } from "./use-check-outcomes";

interface JournalTableProps {
  readonly entries: readonly JournalEntry[];
  readonly isLoading: boolean;
  /** When the entries were read, in ms since 1970: times are counted from there. */
  readonly readAt: number;
}

/** The writes with what finds them, opens one, and takes them back. */
export function JournalTable({ entries, isLoading, readAt }: JournalTableProps) {
  const api = useApi();
  const navigate = useNavigate();
  const { search } = useLocation();
  const filters = useMemo(() => readJournalFilters(new URLSearchParams(search)), [search]);
  const editAddress = useAddressEdit(paths.journal(api.projectId));
  const change = (part: Partial<JournalFilters>) =>
    editAddress((params) => writeJournalFilters({ ...readJournalFilters(params), ...part }));
  const [query, setQuery] = useQueryDraft(filters.query, (text) => change({ query: text }));
  const hrefOf = (part: Partial<JournalFilters>) =>
    `${paths.journal(api.projectId)}${writeJournalFilters({ ...filters, query, ...part })}`;
  const now = useMemo(() => new Date(readAt), [readAt]);
  const columns = useMemo(() => journalColumns(now), [now]);
  const [index] = useState(() => createRecordIndex(schema));
  const parsed = useMemo(() => parse(query), [query]);
  const { rows } = useFoundRows(index, entries, {
    query: parsed,
    sort: filters.sort,
    now: readAt,
    zone: localZone(),
  });
  const { selection, selected, setSelection } = useSelection(entries, idOf);
  const [undoing, setUndoing] = useState<readonly JournalEntry[] | null>(null);
  const { check, isChecking } = useCheck();
  const saving = useSaving({ tellsFailure: true });
  const open = entries.find(({ id }) => id === filters.entry);
  const isFiltered = parsed.terms.length > 0;

  if (!isLoading && entries.length === 0) return <EmptyJournal />;

  const actionsOf = (entry: JournalEntry): readonly RowAction[] => [
    {
      id: "open",
      label: "Open",
      icon: <ListIcon />,
      shortcut: "Enter",
      onSelect: () => void navigate(hrefOf({ entry: entry.id })),
    },
    entry.outcome === "unknown"
      ? { id: "check", label: "Check on the server", icon: <RefreshIcon />, onSelect: () => check([entry]) }
      : { id: "undo", label: "Undo…", icon: <UndoIcon />, onSelect: () => setUndoing([entry]) },
  ];

  return (
    <>
      <div className={classes.tools} data-no-print>
        <SearchTools
          label="Search the journal"
          placeholder="Search, or narrow down: kind:deleted is:unknown at:today"
          query={query}
          onQuery={setQuery}
          found={{ search: SEARCH, parsed }}
          rows={entries}
        />
        <div className={classes.amount}>
          <span>
            {isFiltered
              ? `${formatCount(rows.length)} of ${plural(entries.length, "write", "writes")} match`
              : plural(entries.length, "write", "writes")}
          </span>
          {isFiltered && rows.length > 0 && (
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<DownloadIcon />}
              onClick={() => void saving.save(journalFile(rows, api.projectId, new Date()), rows.length)}
            >
              Download these as JSON
            </Button>
          )}
        </div>
      </div>
      <DataTable
        label="Writes"
        columns={columns}
        rows={rows}
        rowId={idOf}
        rowLabel={(entry) => `${kindWord(entry)} ${entry.name}`}
        rowHref={({ id }) => hrefOf({ entry: id })}
        rowActions={actionsOf}
        rowTone={({ undoneBy }) => (undoneBy === null ? undefined : "muted")}
        rowsWord={WORD}
        loading={isLoading}
        sort={filters.sort}
        onSortChange={(sort) => change({ sort })}
        orderKey={`${writeSort(filters.sort)} ${query}`}
        selection={selection}
        onSelectionChange={setSelection}
        widthsKey="journal"
        empty={<NothingFound {...WORD} count={entries.length} onClear={() => setQuery("")} />}
      />
      <JournalSelection
        selection={selection}
        selected={selected}
        rows={rows}
        isChecking={isChecking}
        onChange={setSelection}
        onUndo={setUndoing}
        onCheck={check}
      />
      {open && undoing === null && (
        <EntryPanel
          entry={open}
          now={now}
          isChecking={isChecking}
          onCheck={() => check([open])}
          onUndo={() => setUndoing([open])}
          onClose={() => change({ entry: null })}
          hrefOf={(entry) => hrefOf({ entry })}
        />
      )}
      {undoing !== null && <UndoDialog entries={undoing} onClose={() => setUndoing(null)} />}
    </>
  );
}

const SEARCH = { fields, complete };
const WORD = { one: "write", other: "writes" };

function EmptyJournal() {
  const { projectId } = useApi();
  return (
    <EmptyState
      icon={<JournalIcon size={24} />}
      title="Nothing was written yet"
      detail="Whatever you schedule, change, delete or restore in this project from this browser is noted here, with what stood there before. From here it can be undone, also days later. A write that was interrupted stands here too, and can be checked. The newest 10,000 writes are kept."
      action={
        <LinkButton variant="default" to={paths.subscriptions(projectId)}>
          Go to the deliveries
        </LinkButton>
      }
    />
  );
}
