import type { ProjectRoute } from "@/emulator/backend/backend";
import { DEFAULT_GENERATION } from "@/emulator/backend/generation";
import { getPersonAt } from "@/emulator/company/people-seed";
import { createDemoKeys, createDemoProjects, requireScope, resolveProject } from "@/emulator/dispatch/auth";
import { ApiError, toErrorResponse } from "@/emulator/request/errors";
import { createDatabase } from "@/emulator/storage/database";

export const TEST_SEED = 1;
const TEST_TIME = new Date("2026-11-21T10:00:00Z");

interface CallOptions {
  readonly body?: object;
  readonly key?: string;
  /** Index of the key's owner in the organization. Defaults to the first person. */
  readonly as?: number;
}

function matchPath(template: string, path: string): Record<string, string> | undefined {
  const names: string[] = [];
  const pattern = template.replace(/:(\w+)/g, (_, name: string) => {
    names.push(name);
    return "([^/]+)";
  });
  const values = new RegExp(`^${pattern}$`).exec(path);
  return values
    ? Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(values[index + 1] ?? "")]))
    : undefined;
}

/**
 * Creates functions that call routes without faults or delays. Each caller has its own database,
 * and a clock that only `advance` moves.
 */
export function createRouteCaller(routes: readonly ProjectRoute[]) {
  const projects = createDemoProjects(TEST_SEED);
  let time = TEST_TIME.getTime();
  const now = () => new Date(time);
  const database = createDatabase({ persistence: null, seed: TEST_SEED, now });

  async function answer(method: string, address: string, options: CallOptions): Promise<Response> {
    const url = new URL(`http://emulator.example/api/environments/${address}`);
    const key = createDemoKeys(TEST_SEED).find(({ value }) => value === (options.key ?? "phx_demo_all"));
    for (const route of routes) {
      const params = route.method === method ? matchPath(route.path, url.pathname) : undefined;
      if (!params || !key) continue;
      requireScope(key, route.scope, []);
      const project = resolveProject(params["project_id"] ?? "", key, projects);
      const { user } = getPersonAt(TEST_SEED, options.as ?? 0);
      return route.handle({
        request: new Request(url, { method }),
        url,
        params,
        key: { ...key, user },
        user,
        now: now(),
        generation: DEFAULT_GENERATION,
        sendTestNow: "full",
        seed: TEST_SEED,
        projects,
        faults: [],
        project,
        seededAt: database.seededAt(),
        body: async () => ({ ...options.body }),
        send: () => undefined,
        storeFile: null,
        respondAfter: () => undefined,
        open: (resource) => resource.open(database.store(project, resource.name)),
      });
    }
    throw new Error(`no route for ${method} ${address}`);
  }

  async function send(method: string, address: string, options: CallOptions = {}): Promise<Response> {
    try {
      return await answer(method, address, options);
    } catch (error) {
      if (error instanceof ApiError) return toErrorResponse(error);
      throw error;
    }
  }

  async function call(
    method: string,
    address: string,
    options: CallOptions = {},
  ): Promise<{ status: number; body: unknown }> {
    const response = await send(method, address, options);
    const text = await response.text();
    return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
  }

  return {
    advance(ms: number) {
      time += ms;
    },
    /** Sends a request. `address` starts with the project ID. */
    send,
    call,
  };
}
