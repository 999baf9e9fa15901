import { useQuery } from "@tanstack/react-query";
import type { Client } from "@/api/client";
import { describeError, getRawResponse } from "@/api/describe-error";
import { HttpError } from "@/api/errors";
import { useApi, useConnectionStatus } from "@/data/backend/backend";
import type { Problem } from "@/lib/text/problem";
import { projectQueries } from "./projects";

const MAX_SUGGESTED = 5;

/**
 * Key of a query without data. Pages observe this query unless the project is unavailable. If they
 * observed the project list instead, they would render again while it loads.
 */
const UNUSED_KEY = ["no-projects"];

export interface ProjectError {
  readonly problem: Problem;
  /** Raw response when parsing failed. */
  readonly raw: unknown;
  /**
   * Other projects that the API key may access, without those that it couldn't open. Empty while unknown. Null unless
   * the project is unavailable.
   */
  readonly otherProjects: readonly { readonly id: number; readonly name: string }[] | null;
}

/** Whether the project doesn't exist or the key can't access it (upstream-facts, Everywhere). */
function isProjectUnavailable(error: unknown): boolean {
  if (!(error instanceof HttpError)) return false;
  return error.closedProject !== null || (error.status === 404 && error.detail === "Project not found.");
}

export function useProjectError(error: Error | null): ProjectError | null {
  const { client, projectId } = useApi();
  const isUnavailable = isProjectUnavailable(error);
  const query = projectQueries.list(client);
  const { closedProjects } = useConnectionStatus(client);
  const { data } = useQuery({
    ...query,
    queryKey: isUnavailable ? query.queryKey : UNUSED_KEY,
    enabled: isUnavailable,
  });
  if (error === null) return null;
  return {
    problem: describeError(error),
    raw: getRawResponse(error),
    otherProjects: isUnavailable
      ? (data?.projects ?? [])
          .filter(({ id }) => String(id) !== projectId && !closedProjects.has(String(id)))
          .slice(0, MAX_SUGGESTED)
      : null,
  };
}

/**
 * Describes a failed call. Returns null for a rejected API key if the app already reports it for
 * all pages.
 */
export function describeFailure(client: Client, error: unknown): Problem | null {
  if (!(error instanceof HttpError) || !error.isAboutKey) return describeError(error);
  if (client.connectionStatus.get().keyRefusal !== null) return null;
  return {
    title: "The API key changed during the request",
    detail: "The previous key was rejected, so nothing was saved. Try again.",
    canRetry: true,
  };
}
