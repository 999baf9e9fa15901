import { listExports } from "@/contract/exports";
import { listMembers } from "@/contract/members";
import { getMe } from "@/contract/people";
import { listProjects } from "@/contract/projects";
import { listSubscriptions } from "@/contract/subscriptions";
import type { Client } from "@/http/client";
import { HttpError } from "@/http/errors";
import { personLabel } from "@/lib/text/person-label";

/** A project the key may open. */
export interface AccessibleProject {
  readonly id: string;
  readonly name: string;
}

/** What a first look at a server told. */
export interface ConnectionResult {
  readonly host: string;
  /** Name or address of the key's owner; null where the key may not ask. */
  readonly userName: string | null;
  /** Null where the key may not list projects: then the id is typed. */
  readonly projects: readonly AccessibleProject[] | null;
  /** What was refused, in words; writing cannot be tried without changing something. */
  readonly forbidden: readonly string[];
}

/** What newer servers call the project of a key that may not list projects (upstream-facts, Everywhere). */
const CURRENT_PROJECT = "@current";

/** The value, or the 403 that stands in its way; every other failure is thrown. */
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
    // Optional: outside of the contract, and many keys may not ask.
    return null;
  }
}

/** Tries each kind of reading once, on one project. */
async function findForbiddenResources(client: Client, projectId: string): Promise<readonly string[]> {
  const path = { project_id: projectId };
  const query = { limit: 1 };
  const probes: readonly (readonly [string, Promise<unknown>])[] = [
    ["deliveries", client.request(listSubscriptions, { path, query: query })],
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
 * Looks at a server with a key: who it belongs to, which projects it opens, what it may not read.
 * @throws what `request` throws when the server cannot be used at all
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
