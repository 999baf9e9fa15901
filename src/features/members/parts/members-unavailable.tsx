import { useApi } from "@/data/client/api-context";
import { isEndpointMissing } from "@/data/client/path-prefix";
import { useCanOtherPrefixHelp } from "@/data/client/use-can-other-prefix-help";
import { hasNoExplicitMembers } from "@/data/members/project-openness";
import { HttpError } from "@/http/errors";
import { paths } from "@/lib/url/paths";
import { ErrorState } from "@/ui/feedback/states";
import { LinkButton } from "@/ui/primitives/link-button";
import { describeMembersUnavailable, type UnavailableReason } from "./members-unavailable-messages";

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
