import { Suspense } from "react";
import { Outlet, useLocation } from "react-router-dom";
import { useApi } from "@/data/backend/backend";
import { useCollection } from "@/data/collection/use-collection";
import { memberCollection } from "@/data/members/members";
import { useProjectError } from "@/data/projects/projects";
import { LevelHelp } from "@/features/members/level/member-cells";
import { MemberChangesContext, useMemberChanges } from "@/features/members/level/use-member-changes";
import {
  addRefusal,
  parseMemberListFilters,
  useRememberMemberList,
} from "@/features/members/model/member-rules";
import { useCurrentPermissions } from "@/features/members/model/use-current-permissions";
import { isMembersUnavailable, MembersUnavailable } from "@/features/members/parts/members-unavailable";
import { paths } from "@/lib/url/paths";
import { formatListSearch } from "@/lib/url/url-state";
import { useFilterParams } from "@/ui/hooks/use-edit-search-params";
import { HelpLink, Page } from "@/ui/page/page";
import { LinkButton } from "@/ui/primitives/link-button";
import { PlusIcon } from "@/ui/theme/icons";
import { MemberTable } from "./member-table";

export function MemberListPage() {
  const api = useApi();
  const path = paths.members(api.projectId);
  const { filters, updateFilters } = useFilterParams(path, parseMemberListFilters, formatListSearch);
  useRememberMemberList(filters, useLocation().pathname === path);
  const collection = memberCollection(api);
  const state = useCollection(collection);
  const failure = useProjectError(state.error);
  const permissions = useCurrentPermissions(state.records);
  const memberChanges = useMemberChanges(permissions);
  const isClosed = state.records.length === 0 && failure !== null;
  const isOff = isClosed && isMembersUnavailable(state.error);

  return (
    <Page
      title="Members"
      help={
        <>
          <HelpLink page="members" topic="access levels" /> <LevelHelp />
        </>
      }
      actions={
        isClosed ? undefined : (
          <>
            <LinkButton to={paths.offboard(api.projectId)}>Offboard…</LinkButton>
            <LinkButton
              variant="filled"
              // The URL includes the list's filters, because the list stays visible behind the drawer.
              to={`${paths.addMembers(api.projectId)}${formatListSearch(filters)}`}
              leftSection={<PlusIcon />}
              disabledReason={addRefusal(permissions)}
            >
              <span>
                Add <span data-object>members</span>
              </span>
            </LinkButton>
          </>
        )
      }
    >
      <MemberChangesContext value={memberChanges}>
        {isOff ? (
          <MembersUnavailable error={state.error} onRetry={collection.resume} />
        ) : (
          <MemberTable
            filters={filters}
            onFiltersChange={updateFilters}
            collection={collection}
            state={state}
            failure={failure}
          />
        )}
        <Suspense fallback={null}>
          <Outlet />
        </Suspense>
      </MemberChangesContext>
    </Page>
  );
}
