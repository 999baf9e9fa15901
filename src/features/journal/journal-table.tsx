import { useMemo, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { changeKindLabel } from "@/data/changes/change-labels";
import { useApi } from "@/data/client/api-context";
import type { JournalEntry } from "@/data/journal/journal-entry";
import { createRecordIndex } from "@/lib/search/record-search";
import { formatSortParam } from "@/lib/search/sort-param";
import { formatCount, pluralize } from "@/lib/text/numbers";
import { localZone } from "@/lib/time/dates";
import { paths } from "@/lib/url/paths";
import { NoResults } from "@/ui/collection-table/no-results";
import { SearchTools } from "@/ui/collection-table/search-tools";
import { useFoundRows } from "@/ui/collection-table/use-found-rows";
import { DataTable } from "@/ui/data-table/data-table";
import { type RowAction } from "@/ui/data-table/data-table-types";
import { useSelection } from "@/ui/data-table/use-selection";
import { useSaveFile } from "@/ui/download/use-save-file";
import { EmptyState } from "@/ui/feedback/states";
import { useEditSearchParams } from "@/ui/hooks/use-edit-search-params";
import { Button } from "@/ui/primitives/button";
import { LinkButton } from "@/ui/primitives/link-button";
import { useQueryDraft } from "@/ui/query-field/use-query-draft";
import { DownloadIcon, JournalIcon, ListIcon, RefreshIcon, UndoIcon } from "@/ui/theme/icons";
import { journalColumns } from "./journal-columns";
import { JournalEntryPanel } from "./journal-entry-panel";
import { createJournalFile } from "./journal-file";
import { formatJournalFilters, type JournalFilters, parseJournalFilters } from "./journal-filters";
import { journalEntryId } from "./journal-labels";
import { complete, fields, parse, schema } from "./journal-search";
import { JournalSelection } from "./journal-selection";
import classes from "./journal-table.module.css";
import { UndoDialog } from "./undo-dialog";
import { useCheckOutcomes } from "./use-check-outcomes";

interface JournalTableProps {
  readonly entries: readonly JournalEntry[];
  readonly isLoading: boolean;
  /** When the entries were read, in ms since 1970. Relative times are computed from it. */
  readonly readAt: number;
}

/** The table of changes with search, details and undo. */
export function JournalTable({ entries, isLoading, readAt }: JournalTableProps) {
  const api = useApi();
  const navigate = useNavigate();
  const { search } = useLocation();
  const filters = useMemo(() => parseJournalFilters(new URLSearchParams(search)), [search]);
  const editAddress = useEditSearchParams(paths.journal(api.projectId));
  const updateFilters = (changes: Partial<JournalFilters>) =>
    editAddress((params) => formatJournalFilters({ ...parseJournalFilters(params), ...changes }));
  const [query, setQuery] = useQueryDraft(filters.query, (text) => updateFilters({ query: text }));
  const entryHref = (changes: Partial<JournalFilters>) =>
    `${paths.journal(api.projectId)}${formatJournalFilters({ ...filters, query, ...changes })}`;
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
  const { selection, selected, setSelection } = useSelection(entries, journalEntryId);
  const [entriesToUndo, setEntriesToUndo] = useState<readonly JournalEntry[] | null>(null);
  const { check: checkEntries, isChecking } = useCheckOutcomes();
  const saving = useSaveFile({ tellsFailure: true });
  const openEntry = entries.find(({ id }) => id === filters.entry);
  const isFiltered = parsed.terms.length > 0;

  if (!isLoading && entries.length === 0) return <EmptyJournal />;

  const entryActions = (entry: JournalEntry): readonly RowAction[] => [
    {
      id: "open",
      label: "Open",
      icon: <ListIcon />,
      shortcut: "Enter",
      onSelect: () => void navigate(entryHref({ entry: entry.id })),
    },
    entry.outcome === "unknown"
      ? {
          id: "check",
          label: "Check outcome",
          icon: <RefreshIcon />,
          onSelect: () => checkEntries([entry]),
        }
      : { id: "undo", label: "Undo…", icon: <UndoIcon />, onSelect: () => setEntriesToUndo([entry]) },
  ];

  return (
    <>
      <div className={classes.tools} data-no-print>
        <SearchTools
          label="Search activity"
          placeholder="Search or filter: kind:deleted is:unknown at:today"
          query={query}
          onQueryChange={setQuery}
          found={{ search: JOURNAL_SEARCH, parsed }}
          rows={entries}
        />
        <div className={classes.amount}>
          <span>
            {isFiltered
              ? `${formatCount(rows.length)} of ${pluralize(entries.length, "change", "changes")} match`
              : pluralize(entries.length, "change", "changes")}
          </span>
          {isFiltered && rows.length > 0 && (
            <Button
              variant="default"
              leftSection={<DownloadIcon />}
              onClick={() =>
                void saving.save(createJournalFile(rows, api.projectId, new Date()), rows.length)
              }
            >
              Download matches as JSON
            </Button>
          )}
        </div>
      </div>
      <DataTable
        label="Changes"
        columns={columns}
        rows={rows}
        rowId={journalEntryId}
        rowLabel={(entry) => `${changeKindLabel(entry)} ${entry.name}`}
        rowHref={({ id }) => entryHref({ entry: id })}
        rowActions={entryActions}
        rowTone={({ undoneBy }) => (undoneBy === null ? undefined : "muted")}
        rowsWord={JOURNAL_NOUN}
        loading={isLoading}
        sort={filters.sort}
        onSortChange={(sort) => updateFilters({ sort })}
        orderKey={`${formatSortParam(filters.sort)} ${query}`}
        selection={selection}
        onSelectionChange={setSelection}
        widthsKey="journal"
        empty={<NoResults {...JOURNAL_NOUN} count={entries.length} onClear={() => setQuery("")} />}
      />
      <JournalSelection
        selection={selection}
        selected={selected}
        rows={rows}
        isChecking={isChecking}
        onChange={setSelection}
        onUndo={setEntriesToUndo}
        onCheck={checkEntries}
      />
      {openEntry && entriesToUndo === null && (
        <JournalEntryPanel
          entry={openEntry}
          now={now}
          isChecking={isChecking}
          onCheck={() => checkEntries([openEntry])}
          onUndo={() => setEntriesToUndo([openEntry])}
          onClose={() => updateFilters({ entry: null })}
          entryHref={(entry) => entryHref({ entry })}
        />
      )}
      {entriesToUndo !== null && (
        <UndoDialog entries={entriesToUndo} onClose={() => setEntriesToUndo(null)} />
      )}
    </>
  );
}

const JOURNAL_SEARCH = { fields, complete };
const JOURNAL_NOUN = { singular: "change", plural: "changes" };

function EmptyJournal() {
  const { projectId } = useApi();
  return (
    <EmptyState
      icon={<JournalIcon size={24} />}
      title="No changes yet"
      detail="Changes you make in this project from this browser appear here. You can undo them at any time."
      action={
        <LinkButton variant="default" to={paths.subscriptions(projectId)}>
          Go to subscriptions
        </LinkButton>
      }
    />
  );
}
