import { useQueryClient } from "@tanstack/react-query";
import { Suspense, useMemo } from "react";
import { Outlet, useLocation } from "react-router-dom";
import { useApi } from "@/data/api-context";
import { useCollection } from "@/data/collections";
import { memberCollection } from "@/data/members";
import { useProjectFailure } from "@/data/project-failure";
import { readListAddress } from "@/lib/list-address";
import { paths } from "@/lib/paths";
import { PlusIcon } from "@/ui/icons";
import { LinkButton } from "@/ui/link-button";
import { Page } from "@/ui/page";
import { LevelHelp } from "./level-help";
import { useKeepListPlace } from "./list-place";
import { writeListFilters } from "./member-filters";
import { MovesContext } from "./member-moves";
import { addRefusal } from "./member-rules";
import { MemberTable } from "./member-table";
import { isAway, MembersAway } from "./members-away";
import { useMemberMoves } from "./use-member-moves";
import { useStanding } from "./use-standing";

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
