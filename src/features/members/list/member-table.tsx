import { Group } from "@mantine/core";
import { useMemo } from "react";
import { Link, useNavigate } from "react-router-dom";
import type { ExplicitMember } from "@/api/members";
import { getRawFields } from "@/api/parsers";
import { useApi } from "@/data/backend/backend";
import { useSavedViews } from "@/data/browser-storage/project-settings";
import { explainLevel, getEffectiveLevel, isLevelRedundant, levelLabel } from "@/data/changes/access-levels";
import type { Collection, CollectionState } from "@/data/collection/collection";
import { useProjectAccess } from "@/data/members/access-controls";
import { memberId } from "@/data/members/members";
import { EmailCell, LevelCell, PersonCell } from "@/features/members/level/member-cells";
import { useMemberChangesContext } from "@/features/members/level/use-member-changes";
import { accessSourceLabel } from "@/features/members/model/member-messages";
import {
  addRefusal,
  levelRefusal,
  MEMBER_NOUN,
  memberName,
  memberSearch,
  REDUNDANT_QUERY,
  removalRefusal,
} from "@/features/members/model/member-rules";
import { useEmptyListNote, useMissingPeopleNote } from "@/features/members/parts/members-unavailable";
import { formatDay, localZone } from "@/lib/time/dates";
import { encodeParam, paths } from "@/lib/url/paths";
import { DEFAULT_LIST_SEARCH_PARAMS, formatListSearch, type ListSearchParams } from "@/lib/url/url-state";
import { CollectionTable } from "@/ui/collection-table/collection-table";
import { type Column, type RowAction, timeColumn } from "@/ui/data-table/data-table-types";
import { type DisplayError, EmptyState } from "@/ui/feedback/states";
import { useNow } from "@/ui/feedback/time-stamp";
import { ButtonWithDisabledReason, LinkButton } from "@/ui/primitives/link-button";
import { EditIcon, ListIcon, PlusIcon, TrashIcon, UsersIcon } from "@/ui/theme/icons";
import shared from "@/ui/theme/shared.module.css";
import { hasExplicitLevel, type ListedPerson, markCurrentUser, useListedPeople } from "./listed-people";
import {
  MemberBulkActions,
  redundantLevelsLabel,
  redundantLevelsMessage,
  useMemberTask,
} from "./use-member-task";

interface MemberTableProps {
  readonly filters: ListSearchParams;
  readonly onFiltersChange: (changes: Partial<ListSearchParams>) => boolean;
  readonly collection: Collection<ExplicitMember>;
  readonly state: CollectionState<ExplicitMember>;
  readonly failure: DisplayError | null;
}

export function MemberTable({ failure, state: collectionState, ...list }: MemberTableProps) {
  const api = useApi();
  const { projectId } = api;
  const now = useNow();
  const { permissions } = useMemberChangesContext();
  const people = useListedPeople(collectionState);
  const records = useMemo(() => markCurrentUser(people, permissions.me), [people, permissions.me]);
  const state = useMemo(() => {
    const added = records.length - collectionState.records.length;
    const count = collectionState.count === null ? null : collectionState.count + added;
    return { ...collectionState, records, count };
  }, [collectionState, records]);
  const rowActions = useMemberRowActions();
  const hasDates = useProjectAccess() === undefined;
  const columns = useMemo(() => memberColumns(localZone(), now, hasDates), [now, hasDates]);
  return (
    <CollectionTable
      {...MEMBER_NOUN}
      {...list}
      label="Members"
      placeholder={`Search or filter: level:admin is:redundant${hasDates ? " joined:2026" : ""}`}
      storageKey="members"
      state={state}
      records={records}
      loadError={failure}
      projectId={projectId}
      linkTo={paths.members}
      now={now}
      search={memberSearch}
      columns={columns}
      savedViews={useSavedViews(api, "members")}
      renderFindings={() => (
        <>
          <AccessNotes state={collectionState} />
          <RedundantLevelsNotice records={records} query={list.filters.query} />
        </>
      )}
      rowId={memberId}
      rowLabel={memberName}
      rowHref={(member) => paths.member(projectId, memberId(member))}
      rowActions={rowActions}
      rowTone={(member) => (member.user === null ? "muted" : undefined)}
      empty={<NoMembers state={collectionState} />}
      renderActions={(selected, openDownload) => (
        <MemberBulkActions selected={selected} onDownload={openDownload} />
      )}
      getAllFields={getRawFields}
    />
  );
}

/** Shows the access of people without an explicit level, if the server reports it, and whose access the list may lack. */
function AccessNotes({ state }: { readonly state: CollectionState<ExplicitMember> }) {
  const level = useProjectAccess()?.defaultLevel ?? null;
  const missingNote = useMissingPeopleNote(state);
  const emptyNote = useEmptyListNote(state);
  const notes = [level === null ? null : `Project default: ${levelLabel(level)}`, missingNote ?? emptyNote];
  return notes.map(
    (note) =>
      note !== null && (
        <p key={note} className={shared.notice} data-no-print>
          {note}
        </p>
      ),
  );
}

function NoMembers({ state }: { readonly state: CollectionState<ExplicitMember> }) {
  const { permissions } = useMemberChangesContext();
  const { projectId } = useApi();
  const note = useEmptyListNote(state);
  const missingNote = useMissingPeopleNote(state);
  const access = useProjectAccess();
  const defaultLevel = access?.defaultLevel == null ? "" : ` (${levelLabel(access.defaultLevel)})`;
  return (
    <EmptyState
      icon={<UsersIcon size={24} />}
      title={access === undefined ? "No members yet" : "No explicit levels"}
      detail={
        <>
          <p>
            {access === undefined
              ? "Members have an explicit level in this project. People with only organization access aren't listed."
              : `No one has an explicit level. Access comes from the project default${defaultLevel}, roles, and the organization.`}
          </p>
          {note !== null && <p>{note}</p>}
          {missingNote !== null && <p>{missingNote}</p>}
        </>
      }
      action={
        <LinkButton
          variant="filled"
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
  readonly query: string;
}

/** Links to the list of redundant levels. In that list, offers to remove them. */
function RedundantLevelsNotice({ records, query }: RedundantLevelsNoticeProps) {
  const { projectId } = useApi();
  const { permissions } = useMemberChangesContext();
  const openMemberTask = useMemberTask(permissions);
  const redundantMembers = useMemo(() => records.filter(isLevelRedundant), [records]);
  if (redundantMembers.length === 0) return null;
  if (query.trim() !== REDUNDANT_QUERY) {
    return (
      <p className={`${shared.notice} ${shared.quietLinks}`} data-no-print>
        <Link
          to={`${paths.members(projectId)}${formatListSearch({ ...DEFAULT_LIST_SEARCH_PARAMS, query: REDUNDANT_QUERY })}`}
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
        disabledReason={addRefusal(permissions)}
        onClick={() => openMemberTask(redundantMembers, { kind: "clean-up" })}
      >
        Remove redundant levels…
      </ButtonWithDisabledReason>
    </Group>
  );
}

/** Columns without values on servers with access controls. */
const DATE_COLUMNS: readonly string[] = ["joined", "updated"];

/**
 * Returns the available columns, without dates unless `hasDates` is true. Times are relative to
 * `now`, in the IANA time zone `zone`.
 */
export function memberColumns(zone: string, now: Date, hasDates: boolean): readonly Column<ListedPerson>[] {
  const columns: readonly Column<ListedPerson>[] = [
    {
      id: "person",
      header: "Person",
      width: "clamp(150px, 15cqw, 240px)",
      value: memberName,
      cell: (member) => <PersonCell member={member} />,
    },
    {
      id: "email",
      header: "Email",
      narrow: "detail",
      value: ({ user }) => user?.email || null,
      cell: (member) => <EmailCell member={member} />,
    },
    {
      id: "verified",
      header: "Verified",
      isOptional: true,
      alwaysInFile: true,
      width: "90px",
      value: ({ user }) => (user?.is_email_verified == null ? null : user.is_email_verified ? "Yes" : "No"),
    },
    {
      id: "level",
      header: "Explicit",
      width: "132px",
      value: ({ level }) => (level === null ? null : levelLabel(level)),
      cell: (member) => (hasExplicitLevel(member) ? <LevelCell member={member} /> : "None"),
    },
    {
      id: "organization",
      header: "Organization",
      width: "112px",
      wideOnly: true,
      value: (member) => levelLabel(member.parent_level),
    },
    {
      id: "effective",
      header: "Effective",
      width: "112px",
      narrow: "end",
      value: (member) => levelLabel(getEffectiveLevel(member)),
      filter: (member) => {
        const level = getEffectiveLevel(member);
        return level === null ? null : { field: "effective", value: level, label: "this effective level" };
      },
    },
    {
      id: "why",
      header: "Reason",
      width: hasDates ? "106px" : "clamp(106px, 19cqw, 214px)",
      value: explainLevel,
      cell: accessSourceLabel,
      fullText: explainLevel,
    },
    {
      ...timeColumn((member) => member.joined_at, zone, now),
      cell: ({ joined_at: at }) => (at === null ? "—" : formatDay(at, { zone })),
      id: "joined",
      header: "Joined",
      wideOnly: true,
    },
    {
      ...timeColumn((member) => member.updated_at, zone, now),
      cell: ({ updated_at: at }) => (at === null ? "—" : formatDay(at, { zone })),
      id: "updated",
      header: "Updated",
      wideOnly: true,
    },
    { id: "uuid", header: "UUID", isOptional: true, width: "20cqw", value: ({ user }) => user?.uuid ?? null },
  ];
  return columns
    .filter(({ id }) => hasDates || !DATE_COLUMNS.includes(id))
    .map((column) => ({ ...column, sortable: true }));
}

/** Returns the actions of a row's menu. Disabled actions have a reason. */
function useMemberRowActions(): (member: ListedPerson) => readonly RowAction[] {
  const { projectId } = useApi();
  const navigate = useNavigate();
  const { permissions, changeLevel, remove } = useMemberChangesContext();
  return (member) => [
    {
      id: "open",
      label: "Open",
      icon: <ListIcon />,
      shortcut: "Enter",
      onSelect: () => void navigate(paths.member(projectId, memberId(member))),
    },
    ...(hasExplicitLevel(member)
      ? permissions.levels
          .filter((level) => level !== member.level)
          .map((level) => ({
            id: `level-${level}`,
            label: `Set to ${levelLabel(level)}`,
            icon: <EditIcon />,
            disabledReason: levelRefusal(member, level, permissions),
            onSelect: () => changeLevel(member, level),
          }))
      : [
          {
            id: "add",
            label: "Add as member…",
            icon: <PlusIcon />,
            disabledReason: addRefusal(permissions),
            onSelect: () =>
              void navigate(`${paths.addMembers(projectId)}?person=${encodeParam(memberId(member))}`),
          },
        ]),
    {
      id: "offboard",
      label: "Offboard…",
      icon: <UsersIcon />,
      key: "o",
      disabledReason: member.user === null ? "The server didn't return this user." : undefined,
      onSelect: () => void navigate(paths.offboard(projectId, member.user?.uuid ?? undefined)),
    },
    ...(hasExplicitLevel(member)
      ? [
          {
            id: "remove",
            label: "Remove…",
            icon: <TrashIcon />,
            tone: "danger" as const,
            key: "Delete",
            shortcut: "Del",
            disabledReason: removalRefusal(member, permissions),
            onSelect: () => remove(member),
          },
        ]
      : []),
  ];
}
