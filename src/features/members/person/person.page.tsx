import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams } from "react-router-dom";
import { useApi } from "@/data/client/api-context";
import { useCollection } from "@/data/collection/use-collection";
import { memberCollection, memberId, memberQueries } from "@/data/members/members";
import { useKnownPeople, usePeopleAreComing } from "@/data/people/known-people";
import { useProjectFailure } from "@/data/projects/project-error";
import { MovesContext } from "@/features/members/level/member-changes-context";
import { useMemberMoves } from "@/features/members/level/use-member-changes";
import { writeListFilters } from "@/features/members/model/member-filters";
import { useListPlace } from "@/features/members/model/member-list-url";
import { nameOf } from "@/features/members/model/member-rules";
import { useStanding } from "@/features/members/model/use-current-permissions";
import { isAway, MembersAway } from "@/features/members/parts/members-unavailable";
import { PLAIN_ADDRESS } from "@/lib/search/list-search-params";
import { paths } from "@/lib/url/paths";
import { RefreshFailed } from "@/ui/collection-table/collection-notices";
import { ProjectFailed } from "@/ui/feedback/project-error";
import { ErrorState, SkeletonLines } from "@/ui/feedback/states";
import { Page } from "@/ui/page/page";
import { LinkButton } from "@/ui/primitives/link-button";
import { PersonActions } from "./person-actions";
import { PersonFacts } from "./person-facts";

/** One person: where their access comes from, what a change would do, and what reaches them. */
export function PersonPage() {
  const api = useApi();
  const { uuid = "" } = useParams();
  const queries = useQueryClient();
  const collection = memberCollection(queries, api);
  const { records } = useCollection(collection);
  const listed = records.find((member) => memberId(member).toLowerCase() === uuid.toLowerCase());
  // Somebody who left can be asked for by nobody: the list is all there is.
  const isNamed = listed === undefined || listed.user?.uuid != null;
  const query = useQuery({
    ...memberQueries.detail(api, uuid),
    enabled: isNamed,
    // What the list already served stands at once, and is confirmed behind.
    placeholderData: () => listed,
  });
  // It stands as well where the confirmation fails.
  const member = isNamed && query.data !== undefined ? query.data : listed;
  const person = useKnownPeople().find((known) => known.uuid.toLowerCase() === uuid.toLowerCase());
  // Who has no explicit level may still be named by the organisation.
  const areComing = usePeopleAreComing();
  const isSought = member === null && person === undefined && areComing;
  const failure = useProjectFailure(query.error);
  const standing = useStanding(records);
  const moves = useMemberMoves(standing);
  const list = `${paths.members(api.projectId)}${writeListFilters(useListPlace() ?? PLAIN_ADDRESS)}`;

  const title = member ? nameOf(member) : (person?.name ?? "Person");
  const retry = () => void query.refetch();
  const isKnown = member != null || (member === null && person !== undefined);

  return (
    <MovesContext value={moves}>
      <Page
        title={title}
        breadcrumbs={[{ label: "Members", to: list }]}
        actions={isKnown && <PersonActions member={member ?? null} uuid={uuid} />}
      >
        {failure && !isKnown && isAway(query.error) && <MembersAway error={query.error} onRetry={retry} />}
        {failure && !isKnown && !isAway(query.error) && (
          <ProjectFailed
            failure={failure}
            onRetry={retry}
            linkTo={paths.members}
            actions={<BackToList list={list} />}
          />
        )}
        {failure && isKnown && <RefreshFailed problem={failure.problem} onRetry={retry} />}
        {!failure && (member === undefined || isSought) && <SkeletonLines n={10} />}
        {member === null && person === undefined && !isSought && <NobodyHere list={list} />}
        {isKnown && (
          <PersonFacts
            member={member ?? null}
            person={person ?? null}
            uuid={uuid}
            isRefetching={query.isFetching}
          />
        )}
      </Page>
    </MovesContext>
  );
}

function BackToList({ list }: { readonly list: string }) {
  return (
    <LinkButton variant="default" to={list}>
      All members
    </LinkButton>
  );
}

function NobodyHere({ list }: { readonly list: string }) {
  return (
    <ErrorState
      problem={{
        title: "There is no such member",
        detail:
          "Nobody with this UUID has an explicit level in this project. They may have been removed, or have their access from the organisation alone.",
        canRetry: false,
      }}
      actions={<BackToList list={list} />}
    />
  );
}
