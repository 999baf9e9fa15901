// @vitest-environment jsdom
import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { parseAst } from "vite";
import { describe, expect, it } from "vitest";
import { contractEndpoints } from "@/api/endpoints";
import { listProjects } from "@/api/people";
import { pages } from "@/app/pages";
import { routeUrls } from "./browser/support/route-urls";
import { read, repositoryFiles, root } from "./repository-files";

const files = repositoryFiles();
const sources = files.filter((path) => /^src\/.*\.tsx?$/.test(path) && !/\.(?:test|fixture)\./.test(path));

/** Returns the IDs of a Markdown file's headings, as GitHub and Help make them. */
function listAnchors(path: string): readonly string[] {
  const prose = read(path).replace(/```[\s\S]*?```/g, "");
  return [...prose.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

function isDead(link: string, folder: string): boolean {
  const [path = "", anchor] = link.split("#");
  const target = join(folder, path);
  if (!existsSync(join(root, target))) return true;
  return anchor !== undefined && target.endsWith(".md") && !listAnchors(target).includes(anchor);
}

describe("links", () => {
  it("in Markdown files lead somewhere", () => {
    const dead = files
      .filter((path) => path.endsWith(".md"))
      .flatMap((path) => {
        const links = [...read(path).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
        return links
          .filter((link) => !/^[a-z]+:/.test(link))
          .map((link) => (link.startsWith("#") ? basename(path) + link : link))
          .filter((link) => isDead(link, dirname(path)))
          .map((link) => `${path}: ${link}`);
      });
    expect(dead).toEqual([]);
  });

  it("of accessibility criteria name tests that exist", () => {
    const named = read("test/accessibility.md").matchAll(/`([^`]+\.(?:test|spec)\.tsx?)` “([^”]+)”/g);
    const missing = [...named].filter(([, path = "", title = ""]) => !read(path).includes(title));
    expect(missing.map(([text]) => text)).toEqual([]);
  });

  it("from the app to Help lead to a page and a heading", () => {
    const links = sources.flatMap((path) =>
      [...read(path).matchAll(/<HelpLink page="([\w-]+)"(?: section="([\w-]+)")?/g)].map(
        ([, page = "", section]) => `${page}.md${section === undefined ? "" : `#${section}`}`,
      ),
    );
    expect(links.length).toBeGreaterThan(5);
    expect(links.filter((link) => isDead(link, "src/features/help/pages"))).toEqual([]);
  });
});

it("every page has a URL for the accessibility tests", () => {
  expect(Object.keys(routeUrls).toSorted()).toEqual(
    Object.values(pages)
      .map(({ path }) => path)
      .toSorted(),
  );
});

it("README's table names the 18 endpoints of the contract and the project list", () => {
  const rows = [...read("README.md").matchAll(/^\| `((?:GET|POST|PATCH|DELETE) [^`]+)` \|/gm)];
  const expected = [listProjects, ...contractEndpoints].map(
    ({ method, path }) => `${method} ${path.replace("/api/environments/:project_id/", "")}`,
  );
  expect(expected).toHaveLength(19);
  expect(rows.map(([, endpoint]) => endpoint).toSorted()).toEqual(expected.toSorted());
});

it("a feature imports no other feature", () => {
  const crossing = sources.filter((path) => {
    const [, layer, feature] = path.split("/");
    const imported = [...read(path).matchAll(/["']@\/features\/([\w-]+)/g)].map(([, name]) => name);
    return layer === "features" && imported.some((name) => name !== feature);
  });
  expect(crossing).toEqual([]);
});

describe("requests that change something", () => {
  const ENDPOINT = /export const (\w+) = defineEndpoint\(\{[^}]*?method: "(\w+)"/g;
  const writes = sources
    .filter((path) => path.startsWith("src/api/"))
    .flatMap((path) => [...read(path).matchAll(ENDPOINT)])
    .flatMap(([, name = "", method]) => (method === "GET" ? [] : [name]));
  const client = sources.filter((path) => /^src\/(?:data|features|app|ui|http|lib)\//.test(path));

  it("are known by their method", () => {
    expect(writes).toEqual(
      expect.arrayContaining(["createSubscription", "deleteSubscription", "updateAccess"]),
    );
    expect(writes).not.toContain("getSubscription");
  });

  it("never include the DELETE of a subscription, which no server accepts", () => {
    const DELETION =
      /\bdeleteSubscription\b|["'`]subscriptions\.delete["'`]|\bcontractEndpoints\b|["'`]DELETE["'`]/;
    expect(client.filter((path) => DELETION.test(read(path)))).toEqual([]);
  });

  it("are sent only by modules that record them in the journal", () => {
    // Both implementations of `MemberBackend` send for the module that calls these functions.
    const functions = ["addLevel", "setLevel", "removeLevel"];
    const isWriting = new RegExp(`\\b(?:${[...writes, ...functions].join("|")})\\b`);
    const unrecorded = client.filter((path) => {
      const source = read(path);
      return isWriting.test(source) && !source.includes("sendJournaled(");
    });
    expect(unrecorded).toEqual([
      "src/data/members/access-controls.ts",
      "src/data/members/member-backends.ts",
      // Asks for a regular expression and changes nothing.
      "src/data/sessions/recording-regex.ts",
    ]);
  });
});

describe("every timer", () => {
  interface Node {
    readonly type: string;
    readonly start: number;
    readonly end: number;
    readonly [field: string]: unknown;
  }

  const isNode = (value: unknown): value is Node =>
    typeof value === "object" && value !== null && "type" in value;
  const childNodes = (node: Node) => Object.values(node).flat().filter(isNode);

  /** Whether a delay is written in the code, and doesn't come from a server, a clock, or a caller. */
  function isConstant(delay: Node): boolean {
    if (delay.type === "Literal") return true;
    if (delay.type === "Identifier") return /^[A-Z][A-Z\d_]*$/.test(String(delay["name"]));
    if (delay.type === "ConditionalExpression")
      return [delay["consequent"], delay["alternate"]].every((part) => isNode(part) && isConstant(part));
    return delay.type === "BinaryExpression" && childNodes(delay).every(isConstant);
  }

  function findUnboundedDelays(code: string): readonly string[] {
    const found: string[] = [];
    const text = ({ start, end }: Node) => code.slice(start, end);

    /** Returns the delay of a call or option that starts a timer. */
    function findDelay(node: Node): Node | undefined {
      const [first, second] = childNodes(node);
      if (node.type === "Property" && first && text(first) === "refetchInterval") return second;
      if (node.type !== "CallExpression" || first === undefined) return undefined;
      const [, run, delay] = [first, ...[node["arguments"]].flat().filter(isNode)];
      const name = text(first).replace(/^(?:globalThis|window|self)\./, "");
      if (name === "AbortSignal.timeout") return run;
      return name === "setTimeout" || name === "setInterval" ? delay : undefined;
    }

    function visit(node: Node): void {
      const delay = findDelay(node);
      const isFine =
        delay === undefined ||
        isConstant(delay) ||
        text(delay).startsWith("boundWait(") ||
        (delay.type === "ArrowFunctionExpression" && text(delay).includes("boundWait("));
      if (!isFine) found.push(text(delay));
      childNodes(node).forEach(visit);
    }
    parseAst(code, { lang: "tsx" }).body.forEach((statement) => isNode(statement) && visit(statement));
    return found;
  }

  it("takes its delay from a constant, or bounds it", () => {
    const unbounded = sources
      .filter((path) => /setTimeout|setInterval|AbortSignal\.timeout|refetchInterval/.test(read(path)))
      .flatMap((path) => findUnboundedDelays(read(path)).map((delay) => `${path}: ${delay}`));
    expect(unbounded).toEqual([]);
  });

  it.each([
    ["setTimeout(run, retryAfterMs)", ["retryAfterMs"]],
    ["globalThis.setInterval(run, retryAt - Date.now())", ["retryAt - Date.now()"]],
    ["AbortSignal.timeout(Math.min(MAX_MS, seconds * 1_000))", ["Math.min(MAX_MS, seconds * 1_000)"]],
    ["setTimeout(run, isFast ? 0 : 2 * DELAY_MS)", []],
    ["setTimeout(run, boundWait(retryAt - Date.now()))", []],
    ["setTimeout(run)", []],
  ])("is found: %s", (code, delays) => {
    expect(findUnboundedDelays(code)).toEqual(delays);
  });
});
