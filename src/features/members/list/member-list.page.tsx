import { useQueryClient } from "@tanstack/react-query";
import { Suspense, useMemo } from "react";
import { Outlet, useLocation } from "react-router-dom";
import { useApi } from "@/data/client/api-context";
import { useCollection } from "@/data/collection/use-collection";
import { memberCollection } from "@/data/members/members";
import { useProjectFailure } from "@/data/projects/project-error";
import { LevelHelp } from "@/features/members/level/level-help";
import { MovesContext } from "@/features/members/level/member-changes-context";
import { useMemberMoves } from "@/features/members/level/use-member-changes";
import { writeListFilters } from "@/features/members/model/member-filters";
import { useKeepListPlace } from "@/features/members/model/member-list-url";
import { addRefusal } from "@/features/members/model/member-rules";
import { useStanding } from "@/features/members/model/use-current-permissions";
import { isAway, MembersAway } from "@/features/members/parts/members-unavailable";
import { readListAddress } from "@/lib/search/list-search-params";
import { paths } from "@/lib/url/paths";
import { Page } from "@/ui/page/page";
import { LinkButton } from "@/ui/primitives/link-button";
import { PlusIcon } from "@/ui/theme/icons";
import { MemberTable } from "./member-table";

/** Everybody with access of their own to a project. */
export function MemberListPage() {
  const api = useApi();
  const queries = useQueryClient();
  const { pathname, search } = useLocation();
  const filters = useMemo(() => readListAddress(new URLSearchParams(search)), [search]);
  useKeepListPlace(filters, pathname === paths.members(api.projectId));
  const collection = memberCollection(queries, api);
  const state = useCollection(collection);
  const failure = useProjectFailure(state.error);
  const standing = useStanding(state.records);
  const moves = useMemberMoves(standing);
  const isClosed = state.records.length === 0 && failure !== null;
  const isOff = isClosed && isAway(state.error);

  return (
    <Page
      title="Members"
      description={
        <>
          Who has access of their own to this project, what the organisation gives them, and what comes of
          both. <LevelHelp />
        </>
      }
      actions={
        isClosed ? undefined : (
          <>
            <LinkButton variant="default" to={paths.offboard(api.projectId)}>
              Offboard…
            </LinkButton>
            <LinkButton
              // The form over this very page of the list: it stays behind the drawer.
              to={`${paths.addMembers(api.projectId)}${writeListFilters(filters)}`}
              leftSection={<PlusIcon />}
              disabledReason={addRefusal(standing)}
            >
              Add members
            </LinkButton>
          </>
        )
      }
    >
      <MovesContext value={moves}>
        {isOff ? (
          <MembersAway error={state.error} onRetry={collection.resume} />
        ) : (
          <MemberTable filters={filters} collection={collection} state={state} failure={failure} />
        )}
        <Suspense fallback={null}>
          <Outlet />
        </Suspense>
      </MovesContext>
    </Page>
  );
}
