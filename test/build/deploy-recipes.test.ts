import { describe, expect, it } from "vitest";
import { API_HEADERS, buildHeaders, getCacheControl } from "../../.scripts/headers.mjs";
import { read } from "../repository-files";

const PAGE = "src/features/help/pages/deploying.md";

/** Returns a web server's configuration from the help, in two parts: the app's files, and the proxy. */
function readRecipe(language: string): readonly [string, string] {
  const block = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(read(PAGE))?.[1] ?? "";
  const [files = "", api = ""] = block.split(/(?=^ *(?:location|handle) \/api\/)/m);
  return [files, api];
}

/**
 * Returns the headers that a part of a recipe always sends. A header is written as `Name "value"`,
 * and in nginx as `add_header Name "value" always;`.
 */
function readHeaders(part: string): Readonly<Record<string, string>> {
  const lines = part.matchAll(/^ *(?:add_header )?([A-Z][\w-]+) "([^"]*)"(?: always;)?$/gm);
  return Object.fromEntries([...lines].map(([, name = "", value = ""]) => [name, value]));
}

/**
 * Returns the pattern of request targets that a recipe rejects. The pattern applies to the target
 * as the client sends it.
 */
function readUnsafeRule(part: string): RegExp {
  const rule = /(?:map \$request_uri [^}]*"~|vars_regexp \{http\.request\.orig_uri\} ")\(\?i\)([^"]+)"/;
  return new RegExp(rule.exec(part)?.[1] ?? "(?!)", "i");
}

describe.each(["nginx", "caddy"] as const)("the configuration for %s", (language) => {
  const [files, api] = readRecipe(language);

  it("sends the same headers as the servers here behind a proxy", () => {
    expect(readHeaders(files)).toEqual(buildHeaders([]));
  });

  it("sends the headers for API responses", () => {
    expect(readHeaders(api)).toEqual(API_HEADERS);
  });

  it("caches like the build server", () => {
    expect(files).toContain(`"${getCacheControl("/assets/x-1.js")}"`);
    expect(files).toContain(`"${getCacheControl("/")}"`);
  });

  const ORIGIN_HEADERS = [
    "Clear-Site-Data",
    "Refresh",
    "Service-Worker-Allowed",
    "Strict-Transport-Security",
    "NEL",
    "Report-To",
  ];

  it("names HSTS beside the certificate", () => {
    expect(files).toMatch(/(?:add_header|header) Strict-Transport-Security "max-age=31536000"/);
  });

  it.each(["Origin", "Referer", "Cookie", "Set-Cookie", ...ORIGIN_HEADERS])("removes %s", (name) => {
    expect(api).toMatch(
      new RegExp(`set_header ${name} "";|proxy_hide_header ${name};|header_(?:up|down) -${name}$`, "m"),
    );
  });

  it("refuses with 400 before it forwards", () => {
    const refusals = {
      nginx: [files, "if ($environs_is_unsafe) {\n        return 400;"],
      caddy: [api.split("reverse_proxy")[0], "respond @unsafe 400"],
    };
    const [part, refusal] = refusals[language];
    expect(part).toContain(refusal);
  });

  it.each([
    "/api/../admin/",
    "/api/x/..",
    "/api/..?x=1",
    "/api/./x/",
    "/api/..;/admin/",
    "/api/%2e%2e/admin/",
    "/api/.%2E/admin/",
    "/api/%252e%252e/admin/",
    "/api/%25%32%65./admin/",
    "/api/x%2f..%2f..%2fadmin/",
    "/api//admin/",
    "//api/x/",
    "/api/..%5cadmin/",
    "/api/..\\admin/",
    "/api/..%09/admin/",
    "/api/..%00/admin/",
    "/%61pi/../admin/",
  ])("refuses %s", (path) => {
    expect(path).toMatch(readUnsafeRule(files));
  });

  it.each([
    "/",
    "/assets/index-a1.2.js",
    "/p/%40current/subscriptions?q=..%2F//%25",
    "/api/environments/1/subscriptions/?limit=100&offset=0",
    "/api/environments/1/web_vitals/?pathname=%2Fdocs%2F..%2F%5c",
    "/api/v1.2/a..b/.well-known/..c/",
  ])("allows %s", (path) => {
    expect(path).not.toMatch(readUnsafeRule(files));
  });

  it("answers the addresses of the app with index.html", () => {
    expect(files).toMatch(/try_files (?:\$uri|\{path\}) \/index\.html/);
  });
});

it("notices a missing or changed header", () => {
  const planted = 'add_header Referrer-Policy "origin" always;';
  expect(readHeaders(planted)).toEqual({ "Referrer-Policy": "origin" });
  expect(readHeaders(planted)).not.toEqual(buildHeaders([]));
});
