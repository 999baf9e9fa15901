import { Group } from "@mantine/core";
import { useMemo } from "react";
import { Link } from "react-router-dom";
import type { ExplicitMember } from "@/api/members";
import { useSavedViews } from "@/data/browser-storage/saved-views";
import { isLevelRedundant } from "@/data/changes/access-levels";
import { useApi } from "@/data/client/api-context";
import type { Collection, CollectionState } from "@/data/collection/collection";
import { useProjectAccess } from "@/data/members/access-controls";
import { memberId } from "@/data/members/members";
import type { ProjectError } from "@/data/projects/project-error";
import { useMemberChangesContext } from "@/features/members/level/member-changes-context";
import {
  formatMemberListFilters,
  type MemberListFilters,
  parseMemberListFilters,
  REDUNDANT_QUERY,
} from "@/features/members/model/member-filters";
import { emptyListMessage, projectDefaultMessage } from "@/features/members/model/member-messages";
import {
  addRefusal,
  type CurrentPermissions,
  MEMBER_NOUN,
  memberName,
} from "@/features/members/model/member-rules";
import { useEmptyListNote, useMissingPeopleNote } from "@/features/members/model/use-empty-list-note";
import { DEFAULT_LIST_SEARCH_PARAMS } from "@/lib/search/list-search-params";
import { localZone } from "@/lib/time/dates";
import { paths } from "@/lib/url/paths";
import { CollectionTable } from "@/ui/collection-table/collection-table";
import { EmptyState } from "@/ui/feedback/states";
import { lazyPage } from "@/ui/hooks/lazy-page";
import { useEditSearchParams } from "@/ui/hooks/use-edit-search-params";
import { useNow } from "@/ui/hooks/use-now";
import { lazyOverlay } from "@/ui/overlay/lazy-overlay";
import { ButtonWithDisabledReason } from "@/ui/primitives/button-with-disabled-reason";
import { LinkButton } from "@/ui/primitives/link-button";
import { PlusIcon, UsersIcon } from "@/ui/theme/icons";
import shared from "@/ui/theme/shared.module.css";
import { markCurrentUser } from "./current-user-flag";
import { type ListedPerson, useListedPeople } from "./listed-people";
import { memberColumns } from "./member-columns";
import { redundantLevelsLabel, redundantLevelsMessage } from "./member-task-messages";
import { useMemberRowActions } from "./use-member-row-actions";
import { memberSearch } from "./use-member-search";
import { useMemberTask } from "./use-member-task";

interface MemberTableProps {
  readonly filters: MemberListFilters;
  readonly collection: Collection<ExplicitMember>;
  readonly state: CollectionState<ExplicitMember>;
  readonly failure: ProjectError | null;
}

export function MemberTable({ filters, collection, state: collectionState, failure }: MemberTableProps) {
  const api = useApi();
  const { projectId } = api;
  const now = useNow();
  const editAddress = useEditSearchParams(paths.members(projectId));
  const { permissions } = useMemberChangesContext();
  const people = useListedPeople(collectionState);
  const records = useMemo(() => markCurrentUser(people, permissions.me), [people, permissions.me]);
  const state = useMemo(() => {
    const added = records.length - collectionState.records.length;
    const count = collectionState.count === null ? null : collectionState.count + added;
    return { ...collectionState, records, count };
  }, [collectionState, records]);
  const updateFilters = (changes: Partial<MemberListFilters>) =>
    editAddress((params) => formatMemberListFilters({ ...parseMemberListFilters(params), ...changes }));
  const rowActions = useMemberRowActions();
  const hasDates = useProjectAccess() === undefined;
  const columns = useMemo(() => memberColumns(localZone(), now, hasDates), [now, hasDates]);
  return (
    <CollectionTable
      {...MEMBER_NOUN}
      label="Members"
      placeholder={`Search or filter: level:admin is:redundant${hasDates ? " joined:2026" : ""}`}
      storageKey="members"
      collection={collection}
      state={state}
      records={records}
      loadError={failure}
      projectId={projectId}
      linkTo={paths.members}
      now={now}
      filters={filters}
      onFiltersChange={updateFilters}
      search={memberSearch}
      columns={columns}
      savedViews={useSavedViews(api, "members")}
      renderFindings={() => (
        <>
          <ProjectDefault />
          <OrganizationAccess state={collectionState} />
          <RedundantLevelsNotice records={records} filters={filters} />
        </>
      )}
      rowId={memberId}
      rowLabel={memberName}
      rowHref={(member) => paths.member(projectId, memberId(member))}
      rowActions={rowActions}
      rowTone={(member) => (member.user === null ? "muted" : undefined)}
      empty={<NoMembers state={collectionState} permissions={permissions} />}
      renderActions={({ selected }, openDownload) => (
        <LazyMemberBulkActions selected={selected} onDownload={openDownload} />
      )}
      renderDownload={(download) => <LazyMemberListDownload {...download} />}
    />
  );
}

// These parts load after the rows.
const LazyMemberListDownload = lazyOverlay(() => import("./member-list-download"), "MemberListDownload");
const { Component: LazyMemberBulkActions } = lazyPage(
  () => import("./member-bulk-actions"),
  "MemberBulkActions",
);

/** Explains whose access the list may lack. */
function OrganizationAccess({ state }: { readonly state: CollectionState<ExplicitMember> }) {
  const missingNote = useMissingPeopleNote(state);
  const emptyNote = useEmptyListNote(state);
  const note = missingNote ?? emptyNote;
  return (
    note !== null && (
      <p className={shared.notice} data-no-print>
        {note}
      </p>
    )
  );
}

/** Shows the access of people without an explicit level, if the server reports it. */
function ProjectDefault() {
  const level = useProjectAccess()?.defaultLevel ?? null;
  return (
    level !== null && (
      <p className={shared.notice} data-no-print>
        {projectDefaultMessage(level)}
      </p>
    )
  );
}

interface NoMembersProps {
  readonly state: CollectionState<ExplicitMember>;
  readonly permissions: CurrentPermissions;
}

function NoMembers({ state, permissions }: NoMembersProps) {
  const { projectId } = useApi();
  const note = useEmptyListNote(state);
  const missingNote = useMissingPeopleNote(state);
  const access = useProjectAccess();
  return (
    <EmptyState
      icon={<UsersIcon size={24} />}
      title={access === undefined ? "No members yet" : "No explicit levels"}
      detail={
        <>
          <p>{emptyListMessage(access)}</p>
          {note !== null && <p>{note}</p>}
          {missingNote !== null && <p>{missingNote}</p>}
        </>
      }
      action={
        <LinkButton
          to={paths.addMembers(projectId)}
          leftSection={<PlusIcon />}
          disabledReason={addRefusal(permissions)}
        >
          Add members
        </LinkButton>
      }
    />
  );
}

interface RedundantLevelsNoticeProps {
  readonly records: readonly ListedPerson[];
  readonly filters: MemberListFilters;
}

/** Links to the list of redundant levels. In that list, offers to remove them. */
function RedundantLevelsNotice({ records, filters }: RedundantLevelsNoticeProps) {
  const { projectId } = useApi();
  const { permissions } = useMemberChangesContext();
  const openMemberTask = useMemberTask(permissions);
  const redundantMembers = useMemo(() => records.filter(isLevelRedundant), [records]);
  if (redundantMembers.length === 0) return null;
  if (filters.query.trim() !== REDUNDANT_QUERY) {
    return (
      <p className={`${shared.notice} ${shared.quietLinks}`} data-no-print>
        <Link
          to={`${paths.members(projectId)}${formatMemberListFilters({ ...DEFAULT_LIST_SEARCH_PARAMS, query: REDUNDANT_QUERY })}`}
        >
          {redundantLevelsLabel(redundantMembers.length)}
        </Link>
      </p>
    );
  }
  return (
    <Group component="p" gap="4px 12px" className={shared.notice} data-no-print>
      <span>{redundantLevelsMessage(redundantMembers.length)}</span>
      <ButtonWithDisabledReason
        variant="default"
        disabledReason={addRefusal(permissions)}
        onClick={() => openMemberTask(redundantMembers, { kind: "clean-up" })}
      >
        Remove redundant levels…
      </ButtonWithDisabledReason>
    </Group>
  );
}
