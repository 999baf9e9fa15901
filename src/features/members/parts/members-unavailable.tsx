import { HttpError } from "@/api/errors";
import type { ExplicitMember } from "@/api/members";
import { useApi } from "@/data/backend/backend";
import { isEndpointMissing, useCanOtherPrefixHelp } from "@/data/backend/optional-endpoint";
import type { CollectionState } from "@/data/collection/collection";
import { useProjectAccess } from "@/data/members/access-controls";
import { hasNoExplicitMembers, useIsMarkedPrivate } from "@/data/members/members";
import { useArePeopleLoading, useIsOrganizationLoaded } from "@/data/people/known-people";
import type { Problem } from "@/lib/text/problem";
import { paths } from "@/lib/url/paths";
import { ErrorState } from "@/ui/feedback/states";
import { LinkButton } from "@/ui/primitives/link-button";

const NOT_PRIVATE_NOTE =
  "The server doesn't mark this project as private, so everyone in the organization may already have access. The server may refuse to add people until an owner makes the project private.";
const UNKNOWN_ORGANIZATION_NOTE =
  "The organization's members couldn't be read, so some people with access may be missing.";
const EMPTY_LIST_NOTE =
  "If your organization uses role-based access, the server lists nobody here and doesn't let you add people. Manage access through roles on the server instead.";

/**
 * Returns `route` if the endpoint doesn't exist, or `permissioning` if the project doesn't use project-based
 * permissions. Null for other errors.
 */
function unavailableReason(error: unknown): "route" | "permissioning" | null {
  if (!(error instanceof HttpError)) return null;
  if (isEndpointMissing(error)) return "route";
  return hasNoExplicitMembers(error) ? "permissioning" : null;
}

export function isMembersUnavailable(error: unknown): boolean {
  return unavailableReason(error) !== null;
}

interface MembersUnavailableProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

export function MembersUnavailable({ error, onRetry }: MembersUnavailableProps) {
  const { client, projectId } = useApi();
  const canChangePrefix = useCanOtherPrefixHelp(error);
  return (
    <ErrorState
      problem={describeMembersUnavailable(error, canChangePrefix ? client.connection.prefix : null)}
      onRetry={onRetry}
      actions={
        <>
          {canChangePrefix && (
            <LinkButton to={paths.connect(paths.members(projectId))}>Change path prefix</LinkButton>
          )}
          <LinkButton to={paths.offboard(projectId)}>Offboard a person</LinkButton>
        </>
      }
    />
  );
}

/**
 * Explains why a project's explicit members are unavailable.
 * @param prefix path prefix of the connection, or null when the other prefix can't help
 */
function describeMembersUnavailable(error: unknown, prefix: string | null): Problem {
  if (unavailableReason(error) === "permissioning") {
    return {
      title: "Everyone in the organization has access",
      detail:
        "This project doesn't use project-based permissions, so it has no members of its own. An owner can turn on these permissions in the server's settings.",
      canRetry: true,
    };
  }
  const otherPrefix = prefix === "projects" ? "environments" : "projects";
  return {
    title: "This server doesn't support members",
    detail:
      prefix === null
        ? "The server no longer has explicit members. Manage access in the server's settings."
        : `The members endpoint wasn't found under /api/${prefix}/. Try the path prefix /api/${otherPrefix}/.`,
    canRetry: true,
  };
}

/** Explains that people with access may be missing from the list. Null if everyone is known, and while people load. */
export function useMissingPeopleNote({
  phase,
}: Pick<CollectionState<ExplicitMember>, "phase">): string | null {
  const isEveryone = useIsOrganizationLoaded();
  const isLoading = useArePeopleLoading();
  return phase !== "complete" || isLoading || isEveryone ? null : UNKNOWN_ORGANIZATION_NOTE;
}

/**
 * Explains an empty list. Everyone may already have access, or roles may grant it. In both cases, the server may refuse
 * to add people. Returns null on servers with access controls, and if the list is incomplete or has members.
 */
export function useEmptyListNote({
  records,
  phase,
  broken,
}: Pick<CollectionState<ExplicitMember>, "records" | "phase" | "broken">): string | null {
  const hasAccessControls = useProjectAccess() !== undefined;
  const isMarkedPrivate = useIsMarkedPrivate();
  // With access controls, anyone in the organization can get a level, so neither note applies.
  if (hasAccessControls || phase !== "complete" || records.length > 0 || broken.length > 0) return null;
  return isMarkedPrivate === false ? NOT_PRIVATE_NOTE : EMPTY_LIST_NOTE;
}
