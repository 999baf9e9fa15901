import { Box, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router-dom";
import type { ExplicitMember } from "@/api/members";
import { getRaw } from "@/api/parsers";
import { useApi } from "@/data/backend/backend";
import { changeKindLabel, formatFieldChange } from "@/data/changes/change-labels";
import { useCollection } from "@/data/collection/use-collection";
import { exportCollection } from "@/data/exports/exports";
import { journalQueries, useJournalUpdates } from "@/data/journal/journal-queries";
import {
  memberCollection,
  memberId,
  memberQueries,
  useIsProjectOpen,
  withProjectOpenness,
} from "@/data/members/members";
import type { AccessContext, KnownPerson } from "@/data/people/known-people";
import { useArePeopleLoading, useIsOrganizationLoaded, useKnownPeople } from "@/data/people/known-people";
import { useProjectError } from "@/data/projects/projects";
import { EmailFact } from "@/features/members/level/member-cells";
import {
  MemberChangesContext,
  useMemberChanges,
  useMemberChangesContext,
} from "@/features/members/level/use-member-changes";
import {
  addRefusal,
  memberName,
  removalRefusal,
  useLastMemberList,
} from "@/features/members/model/member-rules";
import { useCurrentPermissions } from "@/features/members/model/use-current-permissions";
import { isMembersUnavailable, MembersUnavailable } from "@/features/members/parts/members-unavailable";
import { pluralize } from "@/lib/text/numbers";
import { encodeParam, paths } from "@/lib/url/paths";
import { DEFAULT_LIST_SEARCH_PARAMS, formatListSearch } from "@/lib/url/url-state";
import { RefreshErrorNotice } from "@/ui/collection-table/collection-frame";
import { RawJson } from "@/ui/feedback/copy-button";
import { ErrorState, ProjectError, SkeletonLines } from "@/ui/feedback/states";
import { LocalAndUtcTime } from "@/ui/feedback/time-stamp";
import { Page } from "@/ui/page/page";
import { ButtonWithDisabledReason, LinkButton } from "@/ui/primitives/link-button";
import { KeyValueList, Section } from "@/ui/primitives/section";
import { ProgressLine } from "@/ui/primitives/status";
import { PlusIcon, TrashIcon, UsersIcon } from "@/ui/theme/icons";
import shared from "@/ui/theme/shared.module.css";
import { ChangeLog } from "@/ui/virtual-list/change-log";
import { AccessSection, LevelChangesSection } from "./access-section";
import { PersonSubscriptions, SectionError } from "./person-subscriptions";

export function PersonPage() {
  const api = useApi();
  // Servers and Activity have UUIDs in lower case.
  const uuid = (useParams()["uuid"] ?? "").toLowerCase();
  const collection = memberCollection(api);
  const members = useCollection(collection);
  const { records } = members;
  const isProjectOpen = useIsProjectOpen(members);
  const isEveryone = useIsOrganizationLoaded();
  const listedMember = records.find((member) => memberId(member).toLowerCase() === uuid);
  // A member without a user can't be fetched by UUID, so the list's record is used.
  const isNamed = listedMember === undefined || listedMember.user?.uuid != null;
  const query = useQuery({
    ...memberQueries.detail(api, uuid),
    enabled: isNamed,
    // The list's record is shown until the request confirms it.
    placeholderData: () => listedMember,
  });
  // The list's record is still shown if the request fails.
  const served = isNamed && query.data !== undefined ? query.data : listedMember;
  const member = served && withProjectOpenness(served, isProjectOpen);
  const person = useKnownPeople().find((knownPerson) => knownPerson.uuid.toLowerCase() === uuid);
  // A person without an explicit level may be in the organization, so the page waits while the
  // organization's people load.
  const arePeopleLoading = useArePeopleLoading();
  const isLoadingPerson = member === null && person === undefined && arePeopleLoading;
  const failure = useProjectError(query.error);
  const permissions = useCurrentPermissions(records);
  const memberChanges = useMemberChanges(permissions);
  const listUrl = `${paths.members(api.projectId)}${formatListSearch(useLastMemberList() ?? DEFAULT_LIST_SEARCH_PARAMS)}`;

  const listLink = <LinkButton to={listUrl}>All members</LinkButton>;
  const title = member ? memberName(member) : (person?.name ?? "Person");
  const retry = () => void query.refetch();
  const isKnown = member != null || (member === null && person !== undefined);

  return (
    <MemberChangesContext value={memberChanges}>
      <Page
        title={title}
        breadcrumbs={[{ label: "Members", to: listUrl }]}
        actions={isKnown && <PersonActions member={member ?? null} uuid={uuid} />}
      >
        {failure && !isKnown && isMembersUnavailable(query.error) && (
          <MembersUnavailable error={query.error} onRetry={retry} />
        )}
        {failure && !isKnown && !isMembersUnavailable(query.error) && (
          <ProjectError error={failure} onRetry={retry} linkTo={paths.members} actions={listLink} />
        )}
        {failure && isKnown && <RefreshErrorNotice problem={failure.problem} onRetry={retry} />}
        {!failure && (member === undefined || isLoadingPerson) && <SkeletonLines count={10} />}
        {member === null && person === undefined && !isLoadingPerson && (
          <ErrorState problem={NOT_FOUND} actions={listLink} />
        )}
        {isKnown && (
          <PersonFacts
            member={member ?? null}
            person={person ?? null}
            context={{ isProjectOpen, isEveryone }}
            uuid={uuid}
            isRefetching={query.isFetching}
          />
        )}
      </Page>
    </MemberChangesContext>
  );
}

const NOT_FOUND = {
  title: "Member not found",
  detail:
    "No one with this UUID has an explicit level in this project. The person may have been removed, or may have only organization access.",
  canRetry: false,
};

interface PersonActionsProps {
  /** Null without an explicit level. */
  readonly member: ExplicitMember | null;
  readonly uuid: string;
}

function PersonActions({ member, uuid }: PersonActionsProps) {
  const { projectId } = useApi();
  const { permissions, remove } = useMemberChangesContext();
  return (
    <>
      {member === null || member.user !== null ? (
        <LinkButton leftSection={<UsersIcon />} to={paths.offboard(projectId, uuid)}>
          Offboard…
        </LinkButton>
      ) : null}
      {member === null ? (
        <LinkButton
          variant="filled"
          leftSection={<PlusIcon />}
          to={`${paths.addMembers(projectId)}?person=${encodeParam(uuid)}`}
          disabledReason={addRefusal(permissions)}
        >
          Add as member…
        </LinkButton>
      ) : (
        <ButtonWithDisabledReason
          leftSection={<TrashIcon />}
          disabledReason={removalRefusal(member, permissions)}
          onClick={() => remove(member)}
        >
          Remove…
        </ButtonWithDisabledReason>
      )}
    </>
  );
}

interface PersonFactsProps {
  /** Null without an explicit level. */
  readonly member: ExplicitMember | null;
  /** Details from all loaded lists, or null for an unknown person. */
  readonly person: KnownPerson | null;
  readonly context: AccessContext;
  readonly uuid: string;
  readonly isRefetching: boolean;
}

function PersonFacts({ member, person, context, uuid, isRefetching }: PersonFactsProps) {
  const email = member?.user?.email || person?.email || "";
  const hasLeft = member !== null && member.user === null;
  return (
    <Stack maw={960}>
      <ProgressLine isActive={isRefetching} label="Updating member" />
      <AccessSection member={member} person={person} context={context} />
      {member && !hasLeft && <LevelChangesSection member={member} />}
      {!hasLeft && <PersonSubscriptions uuid={uuid} email={email} />}
      {!hasLeft && <PersonExports uuid={uuid} />}
      <PersonJournal uuid={uuid} />
      <Section title="Details">
        <KeyValueList
          items={[
            { label: "Email", value: member ? <EmailFact member={member} /> : email || "—" },
            ...(member?.user?.role_at_organization
              ? [{ label: "Role", value: member.user.role_at_organization }]
              : []),
            ...(member && !member.inherited_access
              ? [
                  { label: "Joined", value: <LocalAndUtcTime iso={member.joined_at} /> },
                  { label: "Updated", value: <LocalAndUtcTime iso={member.updated_at} /> },
                ]
              : []),
            ...(hasLeft ? [] : [{ label: "UUID", value: uuid }]),
            ...(member && !member.inherited_access ? [{ label: "Membership ID", value: member.id }] : []),
            ...(member?.parent_membership_id
              ? [{ label: "Organization membership ID", value: member.parent_membership_id }]
              : []),
          ]}
        />
        {member && (
          <Box mt="sm">
            <RawJson value={getRaw(member)} />
          </Box>
        )}
      </Section>
    </Stack>
  );
}

/** Links to the exports if the person owns the API key. Servers don't return other people's exports. */
function PersonExports({ uuid }: { readonly uuid: string }) {
  const { me: keyHolder } = useMemberChangesContext().permissions;
  return (
    <Section title="Exports">
      {keyHolder !== null && keyHolder.toLowerCase() === uuid ? (
        <CurrentUserExports />
      ) : (
        <p>Only the creator of an export can see it.</p>
      )}
    </Section>
  );
}

function CurrentUserExports() {
  const api = useApi();
  const collection = exportCollection(api);
  const { count, error } = useCollection(collection);
  return (
    <>
      {error !== null && <SectionError error={error} onRetry={collection.resume} />}
      <p className={shared.quietLinks}>
        <Link to={paths.exports(api.projectId)}>
          {count === null ? "Your exports" : pluralize(count, "export", "exports")}
        </Link>
      </p>
    </>
  );
}

function PersonJournal({ uuid }: { readonly uuid: string }) {
  const { data = [] } = useQuery(journalQueries.record(useApi(), uuid, "member"));
  useJournalUpdates();
  return (
    <ChangeLog
      entries={data.map((entry) => ({
        ...entry,
        label: changeKindLabel(entry),
        details: entry.changes.map((change) => formatFieldChange(change)),
      }))}
    />
  );
}
