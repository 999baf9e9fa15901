import { Button, Group, Stack } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useNavigate } from "react-router-dom";
import { useApi } from "@/data/backend/backend";
import type { SourceKind, SourceReference } from "@/data/catalog/source-labels";
import { useLoadSourceNames, useSourceNames } from "@/data/catalog/source-names";
import { changeKindLabel } from "@/data/changes/change-labels";
import { DEMO_ENTRY_TAB, type JournalEntry } from "@/data/journal/journal-entry";
import { checkJournalEntry } from "@/data/reconcile/check-outcome";
import { createRecordIndex } from "@/lib/search/record-search";
import { formatCount, pluralize } from "@/lib/text/numbers";
import { toCivilDay } from "@/lib/time/calendar-days";
import { localZone } from "@/lib/time/dates";
import { paths } from "@/lib/url/paths";
import { buildSearch, formatSortParam, parseSortParam, type SortStep } from "@/lib/url/url-state";
import { NoResults } from "@/ui/collection-table/collection-frame";
import { useFoundRows } from "@/ui/collection-table/collection-search";
import { DownloadButton, SearchTools, useSearchBox } from "@/ui/collection-table/search-tools";
import { SelectionBar } from "@/ui/collection-table/selection-bar";
import { DataTable } from "@/ui/data-table/data-table";
import { useSelection } from "@/ui/data-table/data-table-header";
import type { RowAction, RowTone } from "@/ui/data-table/data-table-types";
import { buildFile, useSaveFile } from "@/ui/download/use-save-file";
import { EmptyState } from "@/ui/feedback/states";
import { toasts } from "@/ui/feedback/toasts";
import { useFilterParams } from "@/ui/hooks/use-edit-search-params";
import { LinkButton, SubmitButton } from "@/ui/primitives/link-button";
import { useQueryDraft } from "@/ui/query-field/search-field";
import { DownloadIcon, JournalIcon, ListIcon, RefreshIcon, UndoIcon } from "@/ui/theme/icons";
import {
  groupJournal,
  type JournalRow,
  journalColumns,
  journalRowId,
  rowEntries,
  toFlatRows,
  toSelectedEntries,
  toSelectedRows,
} from "./journal-columns";
import { JournalEntryPanel } from "./journal-entry-panel";
import { describeCheckResult, formatJournalDay, journalEntryId } from "./journal-messages";
import { JOURNAL_SEARCH, schema } from "./journal-search";
import { UndoDialog } from "./undo-dialog";

interface JournalTableProps {
  readonly entries: readonly JournalEntry[];
  readonly isLoading: boolean;
  /** Time when the entries were read, in ms since 1970. Base of relative times. */
  readonly readAt: number;
}

export function JournalTable({ entries, isLoading, readAt }: JournalTableProps) {
  const api = useApi();
  const navigate = useNavigate();
  const path = paths.journal(api.projectId);
  const { filters, updateFilters } = useFilterParams(path, parseJournalFilters, formatJournalFilters);
  const [query, setQuery] = useQueryDraft(filters.query, (text) => updateFilters({ query: text }));
  const entryHref = (changes: Partial<JournalFilters>) =>
    `${path}${formatJournalFilters({ ...filters, query, ...changes })}`;
  const now = useMemo(() => new Date(readAt), [readAt]);
  const { names } = useSourceNames();
  useLoadSourceNames(useMemo(() => listChangedSources(entries), [entries]));
  const columns = useMemo(() => journalColumns(now, names), [now, names]);
  const [index] = useState(() => createRecordIndex(schema));
  const parsed = useMemo(() => JOURNAL_SEARCH.parse(query), [query]);
  const { rows: found, isBusy: isFinding } = useFoundRows(index, entries, {
    query: parsed,
    sort: filters.sort,
    now: readAt,
    zone: localZone(),
    names,
  });
  const getCounter = () => ({ index, now: readAt, zone: localZone() });
  const isSorted = filters.sort.length > 0;
  const rows = useMemo(
    () => (isSorted ? toFlatRows(found) : groupJournal(found, localZone(), filters.open)),
    [found, isSorted, filters.open],
  );
  const { box, clear, search: searchFor } = useSearchBox(rows.length, setQuery);
  const { selection, selected, setSelection } = useSelection(entries, journalEntryId);
  const selectedUnknown = selected.filter(isUnknown);
  const selectedRows = useMemo(() => toSelectedRows(rows, selection), [rows, selection]);
  const [entriesToUndo, setEntriesToUndo] = useState<readonly JournalEntry[] | null>(null);
  const { check: checkEntries, isChecking } = useCheckOutcomes();
  const saveEntries = useSaveEntries();
  const openEntry = entries.find(({ id }) => id === filters.entry);
  const isFiltered = parsed.terms.length > 0;

  if (!isLoading && entries.length === 0) return <EmptyJournal />;

  const rowHref = (row: JournalRow) => {
    if (row.kind === "day") return undefined;
    return row.kind === "entry"
      ? entryHref({ entry: row.entry.id })
      : entryHref({ open: row.isOpen ? null : row.batch.id });
  };
  const rowActions = (row: JournalRow): readonly RowAction[] => {
    const href = rowHref(row);
    const unknownEntries = rowEntries(row).filter(isUnknown);
    const open: RowAction = {
      id: "open",
      label: row.kind === "batch" && row.isOpen ? "Close" : "Open",
      icon: <ListIcon />,
      shortcut: "Enter",
      onSelect: () => href !== undefined && void navigate(href),
    };
    const check: RowAction = {
      id: "check",
      label: "Check outcome",
      icon: <RefreshIcon />,
      onSelect: () => checkEntries(unknownEntries),
    };
    const undo: RowAction = {
      id: "undo",
      label: "Undo…",
      icon: <UndoIcon />,
      key: "u",
      onSelect: () => setEntriesToUndo(rowEntries(row)),
    };
    return [
      ...(href === undefined ? [] : [open]),
      ...(unknownEntries.length > 0 ? [check] : []),
      ...(unknownEntries.length === rowEntries(row).length ? [] : [undo]),
    ];
  };

  return (
    <div ref={box}>
      <Stack gap="xs" data-no-print>
        <SearchTools
          label="Search activity"
          placeholder="Search or filter: kind:deleted is:unknown at:today"
          query={query}
          onQueryChange={setQuery}
          found={{ search: JOURNAL_SEARCH, parsed, isFinding, getCounter }}
          rows={entries}
        />
        <Group gap="4px 12px" mih={28} c="dimmed" fz="sm">
          <span>
            {isFiltered
              ? `${formatCount(found.length)} of ${pluralize(entries.length, "change", "changes")} match`
              : pluralize(entries.length, "change", "changes")}
            {entries.some(({ tab }) => tab === DEMO_ENTRY_TAB) && ". Some are part of the demo data."}
          </span>
          {isFiltered && found.length > 0 && (
            <Button leftSection={<DownloadIcon />} onClick={() => saveEntries(found)}>
              Download matches as JSON
            </Button>
          )}
        </Group>
      </Stack>
      <DataTable
        label="Changes"
        columns={columns}
        rows={rows}
        rowId={journalRowId}
        rowLabel={(row) => journalRowLabel(row, now)}
        rowHref={rowHref}
        rowActions={rowActions}
        rowTone={getRowTone}
        loading={isLoading}
        sort={filters.sort}
        onSortChange={(sort) => updateFilters({ sort })}
        orderKey={`${formatSortParam(filters.sort)} ${query}`}
        selection={selectedRows}
        onSelectionChange={(next) => setSelection(toSelectedEntries(rows, selection, next))}
        widthsKey="journal"
        empty={
          <NoResults
            {...JOURNAL_NOUN}
            count={entries.length}
            onClear={clear}
            nearest={{ query, getCounter, onSelect: searchFor }}
          />
        }
      />
      <SelectionBar selection={selection} rows={found} getRowId={journalEntryId} onChange={setSelection}>
        <DownloadButton onClick={() => saveEntries(selected)} />
        {selectedUnknown.length > 0 && (
          <SubmitButton
            loading={isChecking}
            leftSection={<RefreshIcon />}
            onClick={() => !isChecking && checkEntries(selectedUnknown)}
          >
            Check {pluralize(selectedUnknown.length, "outcome", "outcomes")}
          </SubmitButton>
        )}
        <Button variant="filled" leftSection={<UndoIcon />} onClick={() => setEntriesToUndo(selected)}>
          Undo…
        </Button>
      </SelectionBar>
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
    </div>
  );
}

function isUnknown({ outcome }: JournalEntry): boolean {
  return outcome === "unknown";
}

function journalRowLabel(row: JournalRow, now: Date): string {
  if (row.kind === "entry") return `${changeKindLabel(row.entry)} ${row.entry.name}`;
  return row.kind === "batch"
    ? row.batch.label
    : formatJournalDay(row.day, toCivilDay(now.getTime(), localZone()));
}

/** Returns the dashboards and insights that the changes refer to, so that their names can be loaded. */
function listChangedSources(entries: readonly JournalEntry[]): readonly SourceReference[] {
  const changed = entries.flatMap(({ changes }) => changes);
  const idsOf = (kind: SourceKind) => {
    const values = changed
      .filter(({ field }) => field === kind)
      .flatMap(({ before, after }) => [before, after]);
    return [...new Set(values)].filter((value) => typeof value === "number");
  };
  return [
    ...idsOf("dashboard").map((dashboard) => ({ dashboard, insight: null })),
    ...idsOf("insight").map((insight) => ({ dashboard: null, insight })),
  ];
}

const JOURNAL_NOUN = { singular: "change", plural: "changes" };

function EmptyJournal() {
  const { projectId } = useApi();
  return (
    <EmptyState
      icon={<JournalIcon size={24} />}
      title="No changes yet"
      detail="Changes you make in this project from this browser appear here. You can undo most of them."
      action={<LinkButton to={paths.subscriptions(projectId)}>Go to subscriptions</LinkButton>}
    />
  );
}

function getRowTone(row: JournalRow): RowTone | undefined {
  if (row.kind === "day") return "heading";
  return rowEntries(row).every(({ undoneBy }) => undoneBy !== null) ? "muted" : undefined;
}

interface JournalFilters {
  /** Search text in the query language, as typed. */
  readonly query: string;
  readonly sort: readonly SortStep[];
  /** ID of the open entry. */
  readonly entry: string | null;
  /** ID of the bulk action whose changes are listed. */
  readonly open: string | null;
}

/** Parses the URL's parameters. Ignores invalid ones. */
function parseJournalFilters(search: URLSearchParams): JournalFilters {
  return {
    query: search.get("q") ?? "",
    sort: parseSortParam(search.get("sort") ?? ""),
    entry: search.get("entry"),
    open: search.get("open"),
  };
}

/** Returns the query string with "?", or an empty string for the defaults. */
function formatJournalFilters({ query, sort, entry, open }: JournalFilters): string {
  return buildSearch({ q: query, sort: formatSortParam(sort), open, entry });
}

/** Provides `check`, which looks up unknown outcomes on the server, one change at a time. */
function useCheckOutcomes() {
  const api = useApi();
  const { mutate, isPending } = useMutation({
    mutationFn: async (entries: readonly JournalEntry[]) => {
      const checked: JournalEntry[] = [];
      for (const entry of entries) checked.push(await checkJournalEntry(api, entry));
      return checked;
    },
    onSuccess: (checked) => void toasts.show(describeCheckResult(checked)),
  });
  return { check: mutate, isChecking: isPending };
}

/** Returns a function that saves entries as a JSON file. */
export function useSaveEntries(): (entries: readonly JournalEntry[]) => void {
  const { projectId } = useApi();
  const saving = useSaveFile({ showsErrorToast: true });
  return (entries) => void saving.save(createJournalFile(entries, projectId, new Date()), entries.length);
}

/** Creates a JSON file of the entries without the internal tab ID. Unknown values are null. */
function createJournalFile(entries: readonly JournalEntry[], projectId: string, now: Date) {
  return buildFile(
    entries,
    { format: "json", fields: "all", bom: false },
    {
      columns: [],
      getAllFields: ({ tab: _tab, changes, ...entry }) => ({
        ...entry,
        changes: changes.map(({ field, before = null, after = null }) => ({ field, before, after })),
      }),
      fileName: `Activity of project ${projectId} ${now.toISOString().slice(0, 10)}`,
    },
  );
}
