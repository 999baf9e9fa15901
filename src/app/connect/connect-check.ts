import { getMe } from "@/contract/people";
import { listProjects } from "@/contract/projects";
import type { Client } from "@/http/client";
import { HttpError } from "@/http/errors";
import { personLabel } from "@/lib/text/person-label";
import { listRefusalMessage } from "./connect-messages";

export interface AccessibleProject {
  readonly id: string;
  readonly name: string;
}

export interface ConnectionResult {
  readonly host: string;
  /** Name or email of the key's owner. Null when the key can't read it. */
  readonly userName: string | null;
  /** Null when the key can't list projects. The user then enters a project ID. */
  readonly projects: readonly AccessibleProject[] | null;
  /** Why the key can't list projects, or null when it can. */
  readonly listRefusal: string | null;
}

/** Resolves with the value or the 403 error. Rejects with other errors. */
async function orForbidden<Value>(promise: Promise<Value>): Promise<Value | HttpError> {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof HttpError && error.status === 403) return error;
    throw error;
  }
}

async function fetchUserName(client: Client): Promise<string | null> {
  try {
    const me = await client.request(getMe, { path: {} });
    return personLabel(me);
  } catch {
    // The name is optional, because many keys can't read it.
    return null;
  }
}

/**
 * Checks a server and key by reading the key's owner and accessible projects. Reads no data inside
 * the projects.
 * @throws the errors of `request` when the server can't be used
 */
export async function checkConnection(client: Client): Promise<ConnectionResult> {
  const projectList = await orForbidden(client.request(listProjects, { path: {} }));
  const userName = await fetchUserName(client);
  const host = client.connection.label;
  return projectList instanceof HttpError
    ? { host, userName, projects: null, listRefusal: listRefusalMessage(projectList.missingScope) }
    : {
        host,
        userName,
        projects: projectList.results.map(({ id, name }) => ({
          id: String(id),
          name: name ?? `Project ${id}`,
        })),
        listRefusal: null,
      };
}
