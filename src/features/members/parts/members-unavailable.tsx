import { useApi } from "@/data/client/api-context";
import { HttpError } from "@/http/errors";
import { paths } from "@/lib/url/paths";
import { ErrorState } from "@/ui/feedback/states";
import { LinkButton } from "@/ui/primitives/link-button";

/** Why a server has no explicit members at all: the route is gone, or the project does not do without them. */
type UnavailableReason = "route" | "permissioning";

function unavailableReason(error: unknown): UnavailableReason | null {
  if (!(error instanceof HttpError)) return null;
  if (error.status === 404 && error.detail === "Endpoint not found.") return "route";
  const isOff = error.status === 400 && /project-based permissioning/i.test(error.detail ?? "");
  return isOff ? "permissioning" : null;
}

/** Whether members cannot be had here, whatever is tried. */
export function isMembersUnavailable(error: unknown): boolean {
  return unavailableReason(error) !== null;
}

/** Whether the project does without explicit members, so that nobody is one. Where the route is gone nobody can tell. */
export function hasNoMembersEndpoint(error: unknown): boolean {
  return unavailableReason(error) === "permissioning";
}

interface MembersUnavailableProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** Says plainly that there are no explicit members to manage here, and why. */
export function MembersUnavailable({ error, onRetry }: MembersUnavailableProps) {
  const { client, projectId } = useApi();
  const { prefix } = client.connection;
  const otherActions = (
    <LinkButton variant="default" to={paths.offboard(projectId)}>
      Offboard a person
    </LinkButton>
  );
  if (unavailableReason(error) === "permissioning") {
    return (
      <ErrorState
        problem={{
          title: "Everyone in the organization has access",
          detail:
            "This project doesn't use project-based permissions, so it has no members of its own. An owner can turn them on in the server's settings.",
          canRetry: true,
        }}
        onRetry={onRetry}
        actions={otherActions}
      />
    );
  }
  return (
    <ErrorState
      problem={{
        title: "This server doesn't support members",
        detail: `The API endpoint doesn't exist on this server version or path. This connection uses /api/${prefix}/. Try /api/${prefix === "projects" ? "environments" : "projects"}/ under Connect.`,
        canRetry: true,
      }}
      onRetry={onRetry}
      actions={
        <>
          <LinkButton variant="default" to={paths.connect(paths.members(projectId))}>
            Change path prefix
          </LinkButton>
          {otherActions}
        </>
      }
    />
  );
}
