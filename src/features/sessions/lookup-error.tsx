import { Button } from "@mantine/core";
import { HttpError } from "@/api/errors";
import { useRetryRefusedEndpoints } from "@/data/client/optional-endpoint";
import { useCanOtherPrefixHelp } from "@/data/client/path-prefix";
import type { ProjectError as ProjectErrorDetails } from "@/data/projects/project-error";
import { paths } from "@/lib/url/paths";
import { ProjectError } from "@/ui/feedback/project-error";
import { LinkButton } from "@/ui/primitives/link-button";

interface LookupErrorProps {
  readonly failure: ProjectErrorDetails;
  readonly error: Error | null;
  readonly onRetry: () => void;
}

/**
 * Explains why the lookup failed. Older servers reject API keys for this endpoint. Newer servers may have moved it.
 */
export function LookupError({ failure, error, onRetry }: LookupErrorProps) {
  const isBlockedForKeys = isSessionAuthRequired(error);
  // A refusal is remembered for a day.
  const retryRefused = useRetryRefusedEndpoints();
  const isPrefixWrong = useCanOtherPrefixHelp(error);
  return (
    <ProjectError
      error={
        isBlockedForKeys ? { ...failure, problem: { ...failure.problem, detail: BLOCKED_FOR_KEYS } } : failure
      }
      onRetry={onRetry}
      linkTo={paths.sessions}
      actions={
        failure.problem.canRetry ? undefined : (
          <>
            <Button variant="default" onClick={retryRefused}>
              Check again
            </Button>
            {(isPrefixWrong || isBlockedForKeys) && (
              <LinkButton variant="default" to={paths.connect()}>
                {isPrefixWrong ? "Change path prefix" : "Connect to another server"}
              </LinkButton>
            )}
          </>
        )
      }
    />
  );
}

const BLOCKED_FOR_KEYS =
  "This server version doesn't let API keys read session properties. Update the server, or view the properties in the server's interface.";

/** Whether the server rejects API keys for this endpoint (upstream-facts, Sessions). */
function isSessionAuthRequired(error: Error | null): boolean {
  return (
    error instanceof HttpError &&
    error.status === 403 &&
    /does not support personal api key/i.test(error.detail ?? "")
  );
}
