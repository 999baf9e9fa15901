import type { ReactNode } from "react";
import type { Problem } from "@/lib/text/problem";
import { LinkButton } from "@/ui/primitives/link-button";
import { ErrorState } from "./states";

/** Why something of a project could not be loaded. */
export interface DisplayError {
  readonly problem: Problem;
  /** What the server sent, where it could not be read. */
  readonly raw: unknown;
  /** Other projects, where this one is closed to the key; else null. */
  readonly otherProjects: readonly { readonly id: number; readonly name: string }[] | null;
}

interface ProjectErrorProps {
  readonly error: DisplayError;
  readonly onRetry: () => void;
  /** The address of the same page in another project. */
  readonly linkTo: (projectId: number) => string;
  /** Other ways on, in a project that is open. */
  readonly actions?: ReactNode;
}

/** Says what failed, in the place of a project's records, and leads out of a project that is closed. */
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
