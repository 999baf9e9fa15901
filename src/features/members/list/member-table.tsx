import { useMemo } from "react";
import type { ExplicitMember } from "@/contract/members";
import { useApi } from "@/data/client/api-context";
import type { Collection, CollectionState } from "@/data/collection/collection";
import { memberId } from "@/data/members/members";
import type { ProjectFailure } from "@/data/projects/project-error";
import { useMoves } from "@/features/members/level/member-changes-context";
import { type ListFilters, writeListFilters } from "@/features/members/model/member-filters";
import { MEMBERS, nameOf } from "@/features/members/model/member-rules";
import { readListAddress } from "@/lib/search/list-search-params";
import { localZone } from "@/lib/time/dates";
import { paths } from "@/lib/url/paths";
import { CollectionTable } from "@/ui/collection-table/collection-table";
import { useAddressEdit } from "@/ui/hooks/use-edit-search-params";
import { useNow } from "@/ui/hooks/use-now";
import { useQueryDraft } from "@/ui/query-field/use-query-draft";
import { withOwnMarked } from "./current-user-flag";
import { LEAD, memberColumns, USUAL_COLUMNS, WIDTHS_KEY } from "./member-columns";
import { Arrange, Download, NoRows, Selection } from "./member-list-lazy-parts";
import { RedundantLine } from "./redundant-levels-notice";
import { useRowActions } from "./use-member-row-actions";
import { useMemberSearch } from "./use-member-search";

interface MemberTableProps {
  readonly filters: ListFilters;
  readonly collection: Collection<ExplicitMember>;
  readonly state: CollectionState<ExplicitMember>;
  readonly failure: ProjectFailure | null;
}

/** The members with what finds, sorts and steers them. */
export function MemberTable({ filters, collection, state: served, failure }: MemberTableProps) {
  const { projectId } = useApi();
  const now = useNow();
  const editAddress = useAddressEdit(paths.members(projectId));
  const { standing } = useMoves();
  const records = useMemo(() => withOwnMarked(served.records, standing.me), [served.records, standing.me]);
  const state = useMemo(() => ({ ...served, records }), [served, records]);
  const change = (part: Partial<ListFilters>) =>
    editAddress((params) => writeListFilters({ ...readListAddress(params), ...part }));
  const [query, setQuery] = useQueryDraft(filters.query, (text) => change({ query: text }));
  const found = useMemberSearch(collection, records, { query, sort: filters.sort, now });
  const rowActions = useRowActions();
  const columns = useMemo(() => memberColumns(localZone(), now), [now]);
  return (
    <CollectionTable
      {...MEMBERS}
      label="Members"
      searchLabel="Search members"
      placeholder="Search, or narrow down: level:admin is:redundant joined:2026"
      memory={WIDTHS_KEY}
      state={state}
      steering={collection}
      failure={failure}
      linkTo={paths.members}
      now={now}
      address={filters}
      onAddress={change}
      query={query}
      onQuery={setQuery}
      found={found}
      columns={columns}
      lead={LEAD}
      usual={USUAL_COLUMNS}
      arrange={<Arrange filters={filters} columns={columns} onChange={change} />}
      below={<RedundantLine records={records} filters={filters} />}
      rowId={memberId}
      rowLabel={nameOf}
      rowHref={(member) => paths.member(projectId, memberId(member))}
      rowActions={rowActions}
      rowTone={(member) => (member.user === null ? "muted" : undefined)}
      renderEmpty={({ isFiltered, clear }) => (
        <NoRows state={state} standing={standing} isFiltered={isFiltered} onClear={clear} />
      )}
      renderSelection={({ rows, selection, selected, setSelection }, askForDownload) => (
        <Selection
          selection={selection}
          selected={selected}
          rows={rows}
          onChange={setSelection}
          onDownload={askForDownload}
        />
      )}
      renderDownload={(shown, close) => (
        <Download
          shown={shown.rows}
          selected={shown.selected}
          records={records}
          columns={shown.columns}
          now={now}
          onClose={close}
        />
      )}
    />
  );
}
