import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams } from "react-router-dom";
import type { ExplicitMember } from "@/api/members";
import { useApi } from "@/data/client/api-context";
import { useCollection } from "@/data/collection/use-collection";
import { memberCollection, memberId, memberQueries } from "@/data/members/members";
import { useIsProjectOpen, withProjectOpenness } from "@/data/members/project-openness";
import { useArePeopleLoading, useIsOrganizationLoaded, useKnownPeople } from "@/data/people/known-people";
import { useProjectError } from "@/data/projects/project-error";
import {
  MemberChangesContext,
  useMemberChangesContext,
} from "@/features/members/level/member-changes-context";
import { useMemberChanges } from "@/features/members/level/use-member-changes";
import { formatMemberListFilters, useLastMemberList } from "@/features/members/model/member-filters";
import { addRefusal, memberName, removalRefusal } from "@/features/members/model/member-rules";
import { useCurrentPermissions } from "@/features/members/model/use-current-permissions";
import { isMembersUnavailable, MembersUnavailable } from "@/features/members/parts/members-unavailable";
import { DEFAULT_LIST_SEARCH_PARAMS } from "@/lib/search/list-search-params";
import { encodeParam, paths } from "@/lib/url/paths";
import { RefreshErrorNotice } from "@/ui/collection-table/collection-notices";
import { ProjectError } from "@/ui/feedback/project-error";
import { ErrorState, SkeletonLines } from "@/ui/feedback/states";
import { Page } from "@/ui/page/page";
import { ButtonWithDisabledReason } from "@/ui/primitives/button-with-disabled-reason";
import { LinkButton } from "@/ui/primitives/link-button";
import { PlusIcon, TrashIcon, UsersIcon } from "@/ui/theme/icons";
import { PersonFacts } from "./person-facts";

export function PersonPage() {
  const api = useApi();
  const { uuid = "" } = useParams();
  const queryClient = useQueryClient();
  const collection = memberCollection(queryClient, api);
  const members = useCollection(collection);
  const { records } = members;
  const isProjectOpen = useIsProjectOpen(members);
  const isEveryone = useIsOrganizationLoaded();
  const listedMember = records.find((member) => memberId(member).toLowerCase() === uuid.toLowerCase());
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
  const person = useKnownPeople().find(
    (knownPerson) => knownPerson.uuid.toLowerCase() === uuid.toLowerCase(),
  );
  // A person without an explicit level may be in the organization, so the page waits while the
  // organization's people load.
  const arePeopleLoading = useArePeopleLoading();
  const isLoadingPerson = member === null && person === undefined && arePeopleLoading;
  const failure = useProjectError(query.error);
  const permissions = useCurrentPermissions(records);
  const memberChanges = useMemberChanges(permissions);
  const listUrl = `${paths.members(api.projectId)}${formatMemberListFilters(useLastMemberList() ?? DEFAULT_LIST_SEARCH_PARAMS)}`;

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
          <ProjectError
            error={failure}
            onRetry={retry}
            linkTo={paths.members}
            actions={<BackToMemberList listUrl={listUrl} />}
          />
        )}
        {failure && isKnown && <RefreshErrorNotice problem={failure.problem} onRetry={retry} />}
        {!failure && (member === undefined || isLoadingPerson) && <SkeletonLines count={10} />}
        {member === null && person === undefined && !isLoadingPerson && <PersonNotFound listUrl={listUrl} />}
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

function BackToMemberList({ listUrl }: { readonly listUrl: string }) {
  return (
    <LinkButton variant="default" to={listUrl}>
      All members
    </LinkButton>
  );
}

function PersonNotFound({ listUrl }: { readonly listUrl: string }) {
  return (
    <ErrorState
      problem={{
        title: "Member not found",
        detail:
          "No one with this UUID has an explicit level in this project. The person may have been removed, or may have only organization access.",
        canRetry: false,
      }}
      actions={<BackToMemberList listUrl={listUrl} />}
    />
  );
}

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
        <LinkButton variant="default" leftSection={<UsersIcon />} to={paths.offboard(projectId, uuid)}>
          Offboard…
        </LinkButton>
      ) : null}
      {member === null ? (
        <LinkButton
          leftSection={<PlusIcon />}
          to={`${paths.addMembers(projectId)}?person=${encodeParam(uuid)}`}
          disabledReason={addRefusal(permissions)}
        >
          Add as member…
        </LinkButton>
      ) : (
        <ButtonWithDisabledReason
          variant="default"
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
