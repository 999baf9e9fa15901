import { getMe, type Me } from "@/contract/people";
import { listProjects, type Project } from "@/contract/projects";
import { isListRefused, listOwnerProjects } from "@/data/projects/projects";
import type { Client } from "@/http/client";
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
  /**
   * If the key can't list projects, those of its owner's organization. The key may not open all of them, and none are
   * known if the key can't read its owner.
   */
  readonly projects: readonly AccessibleProject[];
  /** Why the key can't list projects, or null when it can. */
  readonly listRefusal: string | null;
}

async function fetchMe(client: Client): Promise<Me | null> {
  try {
    return await client.request(getMe, { path: {} });
  } catch {
    // The owner is optional, because many keys can't read it.
    return null;
  }
}

const toAccessible = ({ id, name }: Project): AccessibleProject => ({
  id: String(id),
  name: name || `Project ${id}`,
});

/**
 * Checks a server and key by reading the key's owner and accessible projects. Reads no data inside
 * the projects.
 * @throws the errors of `request` when the server can't be used
 */
export async function checkConnection(client: Client): Promise<ConnectionResult> {
  const projectList = await client.request(listProjects, { path: {} }).catch((error: unknown) => {
    if (isListRefused(error)) return error;
    throw error;
  });
  const me = await fetchMe(client);
  const isRefused = projectList instanceof Error;
  return {
    host: client.connection.label,
    userName: me && personLabel(me),
    projects: (isRefused ? listOwnerProjects(me) : projectList.results).map(toAccessible),
    listRefusal: isRefused ? listRefusalMessage(projectList.missingScope) : null,
  };
}
