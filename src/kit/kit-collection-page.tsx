import { useState } from "react";
import { completeQuery } from "@/lib/query/query-completion";
import { parseQuery, type QueryField } from "@/lib/query/query-text";
import { type ListAddress, PLAIN_ADDRESS } from "@/lib/search/list-search-params";
import type { Problem } from "@/lib/text/problem";
import { BulkChoices } from "@/ui/collection-table/bulk-action-buttons";
import { BrokenRecords, RefreshFailed, SearchLost } from "@/ui/collection-table/collection-notices";
import { CollectionTable } from "@/ui/collection-table/collection-table";
import { ListArrangement } from "@/ui/collection-table/list-view-options";
import { NoneReadable, NothingFound } from "@/ui/collection-table/no-results";
import { SelectionBar } from "@/ui/collection-table/selection-bar";
import { ArrangementShape } from "@/ui/collection-table/toolbar-skeleton";
import type { Column } from "@/ui/data-table/data-table-types";
import { DownloadButton } from "@/ui/download/download-button";
import { ProjectFailed } from "@/ui/feedback/project-error";
import { Section } from "@/ui/primitives/section";
import { ViewLinks } from "@/ui/saved-views/view-links";
import classes from "./kit.module.css";
import { unreachable } from "./kit-errors";

interface File {
  readonly id: number;
  readonly name: string;
}

const FILES: readonly File[] = ["png", "pdf", "csv"].map((kind, id) => ({ id, name: `Report.${kind}` }));
const WORD = { one: "file", other: "files" };
const FIELDS: readonly QueryField[] = [{ name: "name", label: "Name", kind: "text" }];
const SEARCH = {
  fields: FIELDS,
  complete: (text: string, caret: number) => completeQuery(text, caret, FIELDS),
};
const COLUMNS: readonly Column<File>[] = [
  { id: "name", header: "Name", cell: ({ name }) => name },
  { id: "number", header: "Number", width: "120px", cell: ({ id }) => id },
];
const USUAL = ["number"];
const BROKEN = [{ index: 3, raw: { id: "three" }, issues: [{ path: "id", message: "expected number" }] }];
const CLOSED: Problem = {
  title: "There is no such project",
  detail: "Or the key may not use it.",
  canRetry: false,
};
const NO_VIEWS = { views: [], save: accept, rename: accept, remove: () => null, error: null };
const STEERING = {
  pause: nothing,
  resume: nothing,
  loadAll: nothing,
  refresh: nothing,
  seenChanges: nothing,
};
const idOf = ({ id }: File) => id;

/** A page of a collection as its pieces make it up, and what it says when something is the matter. */
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
        <Files />
        <ArrangementShape />
        <RefreshFailed problem={unreachable} onRetry={nothing} />
        <SearchLost />
        <BrokenRecords broken={BROKEN} {...WORD} />
        <NothingFound {...WORD} count={12} isWhole={false} onClear={nothing} />
        <NoneReadable other={WORD.other} />
        <ProjectFailed
          failure={{ problem: CLOSED, raw: undefined, others: [{ id: 2, name: "Another project" }] }}
          onRetry={nothing}
          linkTo={() => "/kit"}
        />
      </div>
    </Section>
  );
}

function Files() {
  const [address, setAddress] = useState(PLAIN_ADDRESS);
  const { query } = address;
  const change = (part: Partial<ListAddress>) => setAddress({ ...address, ...part });
  const rows = FILES.filter(({ name }) => name.toLowerCase().includes(query.toLowerCase()));
  return (
    <CollectionTable
      {...WORD}
      label="Files"
      searchLabel="Search files"
      placeholder="Search the names"
      memory="kit-files"
      state={STATE}
      steering={STEERING}
      failure={null}
      linkTo={() => "/kit"}
      now={new Date()}
      address={address}
      onAddress={change}
      query={query}
      onQuery={(text) => change({ query: text })}
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
      lead="name"
      usual={USUAL}
      arrange={
        <ListArrangement
          path="/kit"
          saved={NO_VIEWS}
          columns={COLUMNS}
          lead="name"
          usual={USUAL}
          look={address}
          onChange={change}
          widthsKey="kit-files"
        />
      }
      rowId={idOf}
      rowLabel={({ name }) => name}
      renderEmpty={({ clear }) => <NothingFound {...WORD} count={FILES.length} isWhole onClear={clear} />}
      renderSelection={({ selection, setSelection }, askForDownload) => (
        <SelectionBar selection={selection} rows={rows} idOf={idOf} onChange={setSelection}>
          <BulkChoices actions={() => [{ id: "download", label: "Download…", onSelect: askForDownload }]}>
            <DownloadButton onClick={askForDownload} />
          </BulkChoices>
        </SelectionBar>
      )}
      renderDownload={() => null}
    />
  );
}

const STATE = {
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

function nothing() {}

function accept() {
  return true;
}
