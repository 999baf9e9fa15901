import type { ProjectFailure } from "@/data/projects/project-error";
import { HttpError } from "@/http/errors";
import { paths } from "@/lib/url/paths";
import { ProjectFailed } from "@/ui/feedback/project-error";
import { LinkButton } from "@/ui/primitives/link-button";

interface LookupFailedProps {
  readonly failure: ProjectFailure;
  readonly error: Error | null;
  readonly onRetry: () => void;
}

/** Why a look-up failed, in its place. Older servers keep these to themselves, newer ones may move them. */
export function LookupFailed({ failure, error, onRetry }: LookupFailedProps) {
  const isKeptBack = isOnlyForPages(error);
  const isMoved = error instanceof HttpError && error.detail === "Endpoint not found.";
  return (
    <ProjectFailed
      failure={isKeptBack ? { ...failure, problem: { ...failure.problem, detail: KEPT_BACK } } : failure}
      onRetry={onRetry}
      linkTo={paths.sessions}
      actions={
        isMoved || isKeptBack ? (
          <LinkButton variant="default" to={paths.connect()}>
            {isMoved ? "Change the path prefix" : "Connect to another server"}
          </LinkButton>
        ) : undefined
      }
    />
  );
}

const KEPT_BACK =
  "Older servers answer look-ups of session properties to their own pages only, and refuse every personal API key. No scope changes that; a newer version of the server does. Until then the same list stands on the server's own pages. Everything else here works as before.";

/** Whether the server refuses personal keys here as such (upstream-facts, Sessions). */
function isOnlyForPages(error: Error | null): boolean {
  return (
    error instanceof HttpError &&
    error.status === 403 &&
    /does not support personal api key/i.test(error.detail ?? "")
  );
}
