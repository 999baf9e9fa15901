// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { routePaths } from "@/app/routes/route-table";
import { contractEndpoints, endpoints } from "@/contract/endpoints";
import { listProjects } from "@/contract/projects";
import { read, repositoryFiles } from "./repository-files";

const PROJECT_PATH = "/api/environments/:project_id/";
const MAX_README_LINES = 150;

interface EndpointRow {
  readonly endpoint: string;
  /** The first path in the table's "page" column, or null if no page sends the request. */
  readonly page: string | null;
  readonly code: string;
  readonly test: string;
}

function readEndpointTable(markdown: string): readonly EndpointRow[] {
  const target = (cell = "") => /\]\(([^)]+)\)/.exec(cell)?.[1] ?? "";
  return [...markdown.matchAll(/^\| `((?:GET|POST|PATCH|DELETE) [^`]+)` \|(.*)\|(.*)\|(.*)\|$/gm)].map(
    ([, endpoint = "", page = "", code, test]) => ({
      endpoint,
      page: /`([^`]+)`/.exec(page)?.[1] ?? null,
      code: target(code),
      test: target(test),
    }),
  );
}

/** Maps each endpoint, in the notation of the README, to its export name in the contract. */
function readExportNames(): ReadonlyMap<string, string> {
  const sources = repositoryFiles().filter((path) => /^src\/contract\/[\w-]+\.ts$/.test(path));
  const names = sources.flatMap((path) =>
    [...read(path).matchAll(/export const (\w+) = defineEndpoint\(\{\s*id: "([^"]+)"/g)].map(
      ([, name = "", id = ""]) => [id, name] as const,
    ),
  );
  return new Map(names.map(([id, name]) => [endpoints[id] ? format(endpoints[id]) : id, name]));
}

function format({ method, path }: { readonly method: string; readonly path: string }): string {
  return `${method} ${path.startsWith(PROJECT_PATH) ? path.slice(PROJECT_PATH.length) : path}`;
}

describe("README's table of endpoints", () => {
  const rows = readEndpointTable(read("README.md"));

  it("has the 18 endpoints of the contract and the project list", () => {
    const all = [listProjects, ...contractEndpoints].map(format);
    expect(all).toHaveLength(19);
    expect(rows.map(({ endpoint }) => endpoint).toSorted()).toEqual(all.toSorted());
  });

  it.each(rows)("$endpoint names a page that exists", ({ endpoint, page }) => {
    if (endpoint === "DELETE subscriptions/:id/") expect(page).toBeNull();
    else
      expect(routePaths.filter((path) => path === page || path === `/p/:projectId${page}`)).toHaveLength(1);
  });

  const names = readExportNames();

  it.each(rows)("$endpoint links to the code that sends it, and to a test", ({ endpoint, code, test }) => {
    const name = names.get(endpoint) ?? "no such endpoint";
    expect(repositoryFiles()).toEqual(expect.arrayContaining([code, test]));
    expect(code).not.toMatch(/\.test\.|endpoints\.ts$/);
    expect(read(code)).toMatch(new RegExp(`\\b${name}\\b`));
    expect(test).toMatch(/\.(?:test|spec)\.tsx?$/);
  });

  it("would notice a planted row", () => {
    expect(readEndpointTable("| `GET a/:id/` | `/a` | [b](src/b.ts) | [c](c.test.ts) |\n")).toEqual([
      { endpoint: "GET a/:id/", page: "/a", code: "src/b.ts", test: "c.test.ts" },
    ]);
  });
});

it(`README has at most ${MAX_README_LINES} lines`, () => {
  expect(read("README.md").trimEnd().split("\n").length).toBeLessThanOrEqual(MAX_README_LINES);
});
