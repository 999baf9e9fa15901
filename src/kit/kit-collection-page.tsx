import { useState } from "react";
import { completeQuery } from "@/lib/query/query-completion";
import { parseQuery, type QueryField } from "@/lib/query/query-text";
import { DEFAULT_LIST_SEARCH_PARAMS, type ListSearchParams } from "@/lib/search/list-search-params";
import type { Problem } from "@/lib/text/problem";
import { BulkActionButtons } from "@/ui/collection-table/bulk-action-buttons";
import {
  InvalidRecordsNotice,
  RefreshErrorNotice,
  SearchUnavailableNotice,
} from "@/ui/collection-table/collection-notices";
import { CollectionTable } from "@/ui/collection-table/collection-table";
import { ListViewOptions } from "@/ui/collection-table/list-view-options";
import { AllRecordsInvalid, NoResults } from "@/ui/collection-table/no-results";
import { SelectionBar } from "@/ui/collection-table/selection-bar";
import { ToolbarSkeleton } from "@/ui/collection-table/toolbar-skeleton";
import type { Column } from "@/ui/data-table/data-table-types";
import { DownloadButton } from "@/ui/download/download-button";
import { ProjectError } from "@/ui/feedback/project-error";
import { Section } from "@/ui/primitives/section";
import { ViewLinks } from "@/ui/saved-views/view-links";
import classes from "./kit.module.css";
import { UNREACHABLE_PROBLEM } from "./kit-errors";

interface SampleFile {
  readonly id: number;
  readonly name: string;
}

const FILES: readonly SampleFile[] = ["png", "pdf", "csv"].map((kind, id) => ({
  id,
  name: `Report.${kind}`,
}));
const FILE_NOUN = { singular: "file", plural: "files" };
const FIELDS: readonly QueryField[] = [{ name: "name", label: "Name", kind: "text" }];
const SEARCH = {
  fields: FIELDS,
  complete: (text: string, caret: number) => completeQuery(text, caret, FIELDS),
};
const COLUMNS: readonly Column<SampleFile>[] = [
  { id: "name", header: "Name", cell: ({ name }) => name },
  { id: "number", header: "Number", width: "120px", cell: ({ id }) => id },
];
const DEFAULT_COLUMN_IDS = ["number"];
const INVALID_RECORDS = [
  { index: 3, raw: { id: "three" }, issues: [{ path: "id", message: "expected number" }] },
];
const PROJECT_NOT_FOUND: Problem = {
  title: "Project not found",
  detail: "Or the key can't access it.",
  canRetry: false,
};
const NO_VIEWS = { views: [], save: returnTrue, rename: returnTrue, remove: () => null, error: null };
const CONTROLS = {
  pause: noop,
  resume: noop,
  loadAll: noop,
  refresh: noop,
  dismissChanges: noop,
};
const getFileId = ({ id }: SampleFile) => id;

export function KitCollectionPage() {
  return (
    <Section title="A page of a collection">
      <div className={classes.stack}>
        <ViewLinks
          current="all"
          views={[
            { view: "all", label: "All", to: "/kit", count: 3 },
            { view: "old", label: "Old", to: "/kit?view=old" },
          ]}
        />
        <FilesTable />
        <ToolbarSkeleton />
        <RefreshErrorNotice problem={UNREACHABLE_PROBLEM} onRetry={noop} />
        <SearchUnavailableNotice />
        <InvalidRecordsNotice broken={INVALID_RECORDS} {...FILE_NOUN} />
        <NoResults {...FILE_NOUN} count={12} isFullyLoaded={false} onClear={noop} />
        <AllRecordsInvalid pluralNoun={FILE_NOUN.plural} />
        <ProjectError
          error={{
            problem: PROJECT_NOT_FOUND,
            raw: undefined,
            otherProjects: [{ id: 2, name: "Another project" }],
          }}
          onRetry={noop}
          linkTo={() => "/kit"}
        />
      </div>
    </Section>
  );
}

function FilesTable() {
  const [listParams, setListParams] = useState(DEFAULT_LIST_SEARCH_PARAMS);
  const { query } = listParams;
  const updateParams = (part: Partial<ListSearchParams>) => setListParams({ ...listParams, ...part });
  const rows = FILES.filter(({ name }) => name.toLowerCase().includes(query.toLowerCase()));
  return (
    <CollectionTable
      {...FILE_NOUN}
      label="Files"
      searchLabel="Search files"
      placeholder="Search the names"
      storageKey="kit-files"
      state={COLLECTION_STATE}
      controls={CONTROLS}
      loadError={null}
      linkTo={() => "/kit"}
      now={new Date()}
      listParams={listParams}
      onListParamsChange={updateParams}
      query={query}
      onQueryChange={(text) => updateParams({ query: text })}
      found={{
        search: SEARCH,
        parsed: parseQuery(query, FIELDS),
        rows,
        matching: query === "" ? null : rows.length,
        isFinding: false,
        isWaiting: false,
        error: null,
      }}
      columns={COLUMNS}
      leadColumnId="name"
      defaultColumnIds={DEFAULT_COLUMN_IDS}
      viewOptions={
        <ListViewOptions
          path="/kit"
          savedViews={NO_VIEWS}
          columns={COLUMNS}
          leadColumnId="name"
          defaultColumnIds={DEFAULT_COLUMN_IDS}
          settings={listParams}
          onChange={updateParams}
          widthsKey="kit-files"
        />
      }
      rowId={getFileId}
      rowLabel={({ name }) => name}
      renderEmpty={({ clear }) => (
        <NoResults {...FILE_NOUN} count={FILES.length} isFullyLoaded onClear={clear} />
      )}
      renderSelection={({ selection, setSelection }, askForDownload) => (
        <SelectionBar selection={selection} rows={rows} getRowId={getFileId} onChange={setSelection}>
          <BulkActionButtons
            actions={() => [{ id: "download", label: "Download…", onSelect: askForDownload }]}
          >
            <DownloadButton onClick={askForDownload} />
          </BulkActionButtons>
        </SelectionBar>
      )}
      renderDownload={() => null}
    />
  );
}

const COLLECTION_STATE = {
  phase: "complete",
  records: FILES,
  marks: new Map(),
  broken: [],
  count: FILES.length,
  miscount: 0,
  pageSize: 100,
  isRefreshing: false,
  changes: null,
  isOutdated: false,
  loadedAt: Date.now(),
} as const;

function noop() {}

function returnTrue() {
  return true;
}
