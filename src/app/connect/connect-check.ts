import { listExports } from "@/contract/exports";
import { listMembers } from "@/contract/members";
import { getMe } from "@/contract/people";
import { listProjects } from "@/contract/projects";
import { listSubscriptions } from "@/contract/subscriptions";
import type { Client } from "@/http/client";
import { HttpError } from "@/http/errors";
import { personLabel } from "@/lib/text/person-label";

export interface AccessibleProject {
  readonly id: string;
  readonly name: string;
}

/** Result of a connection check. */
export interface ConnectionResult {
  readonly host: string;
  /** Name or email of the key's owner; null when the key can't read it. */
  readonly userName: string | null;
  /** Null when the key can't list projects; the user then enters an ID. */
  readonly projects: readonly AccessibleProject[] | null;
  /** Resources the key can't read. Write access can't be tested without changing data. */
  readonly forbidden: readonly string[];
}

/** Alias of the key's project on newer servers (upstream-facts, Everywhere). */
const CURRENT_PROJECT = "@current";

/** Resolves with the value or the 403 error. Rejects with any other error. */
async function orForbidden<Value>(promise: Promise<Value>): Promise<Value | HttpError> {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof HttpError && error.status === 403) return error;
    throw error;
  }
}

function formatForbidden(resource: string, error: HttpError): string {
  return error.missingScope === null ? resource : `${resource} (${error.missingScope})`;
}

async function fetchUserName(client: Client): Promise<string | null> {
  try {
    const me = await client.request(getMe, { path: {} });
    return personLabel(me);
  } catch {
    // Optional: not part of the contract, and many keys can't read it.
    return null;
  }
}

/** Sends one read per resource to one project. */
async function findForbiddenResources(client: Client, projectId: string): Promise<readonly string[]> {
  const path = { project_id: projectId };
  const query = { limit: 1 };
  const probes: readonly (readonly [string, Promise<unknown>])[] = [
    ["subscriptions", client.request(listSubscriptions, { path, query: query })],
    ["exports", client.request(listExports, { path, query: query })],
    ["members", client.request(listMembers, { path })],
  ];
  const results = await Promise.all(
    probes.map(async ([resource, answer]) => {
      const error = await answer.then(
        () => null,
        (reason: unknown) => reason,
      );
      return error instanceof HttpError && error.status === 403 ? formatForbidden(resource, error) : null;
    }),
  );
  return results.filter((resource) => resource !== null);
}

/**
 * Checks a server and key: the key's owner, accessible projects and unreadable resources. @throws the errors
 * of `request` when the server can't be used
 */
export async function checkConnection(client: Client): Promise<ConnectionResult> {
  const projectList = await orForbidden(client.request(listProjects, { path: {} }));
  const projects =
    projectList instanceof HttpError
      ? null
      : projectList.results.map(({ id, name }) => ({ id: String(id), name: name ?? `Project ${id}` }));
  const projectId = projects === null ? CURRENT_PROJECT : projects[0]?.id;
  const [userName, forbidden] = await Promise.all([
    fetchUserName(client),
    projectId === undefined ? [] : findForbiddenResources(client, projectId),
  ]);
  const forbiddenList =
    projectList instanceof HttpError ? [formatForbidden("the list of projects", projectList)] : [];
  return { host: client.connection.label, userName, projects, forbidden: [...forbiddenList, ...forbidden] };
}
