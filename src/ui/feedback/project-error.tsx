import type { ReactNode } from "react";
import type { Problem } from "@/lib/text/problem";
import { LinkButton } from "@/ui/primitives/link-button";
import { ErrorState } from "./states";

export interface DisplayError {
  readonly problem: Problem;
  /** Raw response when parsing failed. */
  readonly raw: unknown;
  /** Other projects when the API key can't access this project. Otherwise null. */
  readonly otherProjects: readonly { readonly id: number; readonly name: string }[] | null;
}

interface ProjectErrorProps {
  readonly error: DisplayError;
  readonly onRetry: () => void;
  /** Returns the path of the current page in another project. */
  readonly linkTo: (projectId: number) => string;
  readonly actions?: ReactNode;
}

/**
 * Shows the error state for a project's records. Links to other projects when the API key can't
 * access this project.
 */
export function ProjectError({ error, onRetry, linkTo, actions }: ProjectErrorProps) {
  const { problem, raw, otherProjects } = error;
  return (
    <ErrorState
      problem={problem}
      onRetry={onRetry}
      raw={raw}
      actions={
        otherProjects?.map(({ id, name }) => (
          <LinkButton key={id} variant="default" to={linkTo(id)}>
            {name || `Project ${id}`}
          </LinkButton>
        )) ?? actions
      }
    />
  );
}
