import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/data/client/api-context";
import { describeError, getRawResponse } from "@/http/describe-error";
import { HttpError } from "@/http/errors";
import type { Problem } from "@/lib/text/problem";
import { projectQueries } from "./projects";

const MAX_SUGGESTED = 5;

/** Why something of a project could not be loaded, and what to do instead. */
export interface ProjectError {
  readonly problem: Problem;
  /** What the server sent, where it could not be read. */
  readonly raw: unknown;
  /** Ways out of a closed project: others that the key may see, if it may list them. Null where the project is open. */
  readonly otherProjects: readonly { readonly id: number; readonly name: string }[] | null;
}

/** Whether a project does not exist or the key may not use it (upstream-facts, Everywhere): then nothing in it can be done. */
function isProjectUnavailable(error: unknown): boolean {
  if (!(error instanceof HttpError)) return false;
  if (error.status === 404) return error.detail === "Project not found.";
  return error.status === 403 && /access to the (requested )?project/i.test(error.detail ?? "");
}

/** An error of a page's query or collection in words; null without one. */
export function useProjectError(error: Error | null): ProjectError | null {
  const { client, projectId } = useApi();
  const isUnavailable = isProjectUnavailable(error);
  const { data } = useQuery({ ...projectQueries.list(client), enabled: isUnavailable });
  if (error === null) return null;
  return {
    problem: describeError(error),
    raw: getRawResponse(error),
    otherProjects: isUnavailable
      ? (data?.results ?? []).filter(({ id }) => String(id) !== projectId).slice(0, MAX_SUGGESTED)
      : null,
  };
}
