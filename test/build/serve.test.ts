import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildHeaders } from "../../.scripts/headers.mjs";
import { type Site, serve } from "../../.scripts/serve.mjs";
import { root } from "../repository-files";

const folder = join(root, "dist");
let site: Site;

beforeAll(async () => {
  site = await serve({ folder });
});

afterAll(() => site.close());

function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(site.url + path, { headers });
}

describe("the build server", () => {
  const script = readdirSync(join(folder, "assets")).find((name) => /^start-.*\.js$/.test(name)) ?? "";

  it.each(["/", "/connect", "/p/1/subscriptions", "/p/1/subscriptions/7/edit?view=trash"])(
    "serves the app for %s",
    async (path) => {
      const response = await get(path);
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toMatch(/^text\/html/);
      expect(response.headers.get("cache-control")).toBe("no-cache");
      expect(await response.text()).toContain('<div id="root">');
    },
  );

  it.each(["/assets/gone-123.js", "/assets/gone", "/api/projects/", "/favicon.ico"])(
    "returns 404 for %s",
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );

  it.each([["br"], ["gzip"]])("sends %s to clients that accept it", async (encoding) => {
    const response = await get(`/assets/${script}`, { "accept-encoding": encoding });
    expect(response.headers.get("content-encoding")).toBe(encoding);
    expect(response.headers.get("content-type")).toMatch(/javascript/);
    expect(response.headers.get("vary")).toMatch(/accept-encoding/i);
    expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  });

  it.each(["/", "/assets/gone.js"])("sends every security header for %s", async (path) => {
    const { headers } = await get(path);
    for (const [name, value] of Object.entries(buildHeaders())) expect(headers.get(name)).toBe(value);
  });

  it("disables all unused browser features", () => {
    const headers = buildHeaders();
    expect(headers["Content-Security-Policy"]?.split("; ")).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "form-action 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types default",
      ]),
    );
    expect(headers["Content-Security-Policy"]).not.toMatch(/unsafe|'(?:nonce|sha)/);
    expect(headers).toMatchObject({
      "Referrer-Policy": "no-referrer",
      "X-Content-Type-Options": "nosniff",
      "Cross-Origin-Opener-Policy": "same-origin",
    });
  });

  it.each(["/..%2fpackage.json", "/%2e%2e/package.json", "/assets/..%2f..%2fpackage.json"])(
    "serves nothing outside of its folder: %s",
    async (path) => {
      expect(await (await get(path)).text()).not.toContain("devDependencies");
    },
  );

  it("rejects writes", async () => {
    expect((await fetch(`${site.url}/`, { method: "POST" })).status).toBe(405);
  });

  it("uses the next port when its port is taken", async () => {
    const port = Number(new URL(site.url).port);
    const second = await serve({ folder, port });
    expect(Number(new URL(second.url).port)).toBeGreaterThan(port);
    await second.close();
  });
});
