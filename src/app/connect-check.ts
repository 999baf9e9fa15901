import { listProjects } from "@/contract/projects";
import { createClient } from "@/http/client";
import type { Connection, Fetch } from "@/http/connection";
import { HttpError } from "@/http/errors";

/** What a first request told about a connection that works. */
export interface Reached {
  /** The project to open, where the key may list its projects and there is one. */
  readonly firstProject: string | null;
}

/** Asks the server for its projects. @throws what `request` throws, unless the key merely may not list projects */
export async function checkConnection(connection: Connection, fetch: Fetch): Promise<Reached> {
  const client = createClient({ connection, fetch });
  try {
    const { results } = await client.request(listProjects, { path: {} });
    return { firstProject: results[0] ? String(results[0].id) : null };
  } catch (error) {
    // A key limited to one project may not list them (upstream-facts, Everywhere); its project's id is then typed.
    if (error instanceof HttpError && error.status === 403) return { firstProject: null };
    throw error;
  }
}
