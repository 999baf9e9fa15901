import { listExports } from "@/contract/exports";
import { listMembers } from "@/contract/members";
import { getMe } from "@/contract/people";
import { listProjects } from "@/contract/projects";
import { listSubscriptions } from "@/contract/subscriptions";
import type { Client } from "@/http/client";
import { HttpError } from "@/http/errors";
import { personLabel } from "@/lib/text/person-label";

/** A project the key may open. */
export interface ReachedProject {
  readonly id: string;
  readonly name: string;
}

/** What a first look at a server told. */
export interface Reached {
  readonly host: string;
  /** Name or address of the key's owner; null where the key may not ask. */
  readonly who: string | null;
  /** Null where the key may not list projects: then the id is typed. */
  readonly projects: readonly ReachedProject[] | null;
  /** What was refused, in words; writing cannot be tried without changing something. */
  readonly refused: readonly string[];
}

/** What newer servers call the project of a key that may not list projects (upstream-facts, Everywhere). */
const CURRENT_PROJECT = "@current";

/** The value, or the 403 that stands in its way; every other failure is thrown. */
async function orRefusal<Value>(promise: Promise<Value>): Promise<Value | HttpError> {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof HttpError && error.status === 403) return error;
    throw error;
  }
}

function refusalWords(what: string, error: HttpError): string {
  return error.missingScope === null ? what : `${what} (${error.missingScope})`;
}

async function askWho(client: Client): Promise<string | null> {
  try {
    const me = await client.request(getMe, { path: {} });
    return personLabel(me);
  } catch {
    // Optional: outside of the contract, and many keys may not ask.
    return null;
  }
}

/** Tries each kind of reading once, on one project. */
async function askWhatIsRefused(client: Client, projectId: string): Promise<readonly string[]> {
  const path = { project_id: projectId };
  const one = { limit: 1 };
  const tries: readonly (readonly [string, Promise<unknown>])[] = [
    ["deliveries", client.request(listSubscriptions, { path, query: one })],
    ["exports", client.request(listExports, { path, query: one })],
    ["members", client.request(listMembers, { path })],
  ];
  const answers = await Promise.all(
    tries.map(async ([what, answer]) => {
      const error = await answer.then(
        () => null,
        (reason: unknown) => reason,
      );
      return error instanceof HttpError && error.status === 403 ? refusalWords(what, error) : null;
    }),
  );
  return answers.filter((words) => words !== null);
}

/**
 * Looks at a server with a key: who it belongs to, which projects it opens, what it may not read.
 * @throws what `request` throws when the server cannot be used at all
 */
export async function checkConnection(client: Client): Promise<Reached> {
  const listed = await orRefusal(client.request(listProjects, { path: {} }));
  const projects =
    listed instanceof HttpError
      ? null
      : listed.results.map(({ id, name }) => ({ id: String(id), name: name ?? `Project ${id}` }));
  const projectId = projects === null ? CURRENT_PROJECT : projects[0]?.id;
  const [who, refused] = await Promise.all([
    askWho(client),
    projectId === undefined ? [] : askWhatIsRefused(client, projectId),
  ]);
  const listRefusal = listed instanceof HttpError ? [refusalWords("the list of projects", listed)] : [];
  return { host: client.connection.label, who, projects, refused: [...listRefusal, ...refused] };
}
