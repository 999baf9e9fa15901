import { HttpError } from "@/api/errors";
import { useApi } from "@/data/client/api-context";
import { isEndpointMissing, useCanOtherPrefixHelp } from "@/data/client/path-prefix";
import { hasNoExplicitMembers } from "@/data/members/project-openness";
import type { Problem } from "@/lib/text/problem";
import { paths } from "@/lib/url/paths";
import { ErrorState } from "@/ui/feedback/states";
import { LinkButton } from "@/ui/primitives/link-button";

function unavailableReason(error: unknown): UnavailableReason | null {
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
  const reason = unavailableReason(error) ?? "route";
  const canChangePrefix = useCanOtherPrefixHelp(error);
  const pathAction = canChangePrefix && (
    <LinkButton variant="default" to={paths.connect(paths.members(projectId))}>
      Change path prefix
    </LinkButton>
  );
  return (
    <ErrorState
      problem={describeMembersUnavailable(reason, canChangePrefix ? client.connection.prefix : null)}
      onRetry={onRetry}
      actions={
        <>
          {pathAction}
          <LinkButton variant="default" to={paths.offboard(projectId)}>
            Offboard a person
          </LinkButton>
        </>
      }
    />
  );
}

/**
 * `route`: the endpoint doesn't exist. `permissioning`: the project doesn't use project-based
 * permissions.
 */
type UnavailableReason = "route" | "permissioning";

/**
 * Explains why a project's explicit members are unavailable.
 * @param prefix path prefix of the connection, or null when the other prefix can't help
 */
function describeMembersUnavailable(reason: UnavailableReason, prefix: string | null): Problem {
  if (reason === "permissioning") {
    return {
      title: "Everyone in the organization has access",
      detail:
        "This project doesn't use project-based permissions, so it has no members of its own. An owner can turn on these permissions in the server's settings.",
      canRetry: true,
    };
  }
  const title = "This server doesn't support members";
  if (prefix === null) {
    return {
      title,
      detail: "The server no longer has explicit members. Manage access in the server's settings.",
      canRetry: true,
    };
  }
  const otherPrefix = prefix === "projects" ? "environments" : "projects";
  return {
    title,
    detail: `The members endpoint wasn't found under /api/${prefix}/. Try the path prefix /api/${otherPrefix}/.`,
    canRetry: true,
  };
}
