import { spawnSync } from "node:child_process";
import { createServer, get, type IncomingHttpHeaders, type RequestListener } from "node:http";
import { join } from "node:path";
import { createServer as createDevServer } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { devProxy, parseUpstream, serveWithProxy } from "../../.scripts/dev-proxy.mjs";
import { API_HEADERS, buildHeaders } from "../../.scripts/headers.mjs";
import type { Site } from "../../.scripts/serve.mjs";
import { type Emulator, postControl, startEmulator } from "../browser/support/backends.mjs";
import { root } from "../repository-files";

function startServer(listener: RequestListener): Promise<Site> {
  const server = createServer(listener);
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      const close = () => {
        server.closeAllConnections();
        return new Promise((done) => server.close(done));
      };
      resolve({ url: `http://127.0.0.1:${port}`, close });
    });
  });
}

/** Returns the status for a path that is sent unchanged. Browsers and `fetch` would normalize it. */
function fetchRawPath(site: Site, path: string): Promise<number | undefined> {
  const { hostname, port } = new URL(site.url);
  return new Promise((resolve, reject) => {
    get({ hostname, port, path }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on("error", reject);
  });
}

async function startDev(upstream: string): Promise<Site> {
  const server = await createDevServer({
    configFile: false,
    root,
    logLevel: "silent",
    plugins: [devProxy(upstream)],
    optimizeDeps: { noDiscovery: true },
    server: { port: 0, host: "127.0.0.1", watch: null, ws: false },
  });
  await server.listen();
  return {
    url: (server.resolvedUrls?.local[0] ?? "").replace(/\/$/, ""),
    close: () => server.close(),
  };
}

const startBuilt = (upstream: string) => serveWithProxy({ build: "dist-live", upstream });

/** Headers that a browser sends, and an API key. */
const FROM_BROWSER = {
  origin: "http://127.0.0.1:1",
  referer: "http://127.0.0.1:1/p/1/subscriptions",
  cookie: "sessionid=abc",
  authorization: "Bearer phx_some_key",
};

/** Headers with which a server could affect the page's origin. */
const DANGEROUS_HEADERS = [
  ["Clear-Site-Data", '"storage"'],
  ["Refresh", "0;url=https://x.test/"],
  ["Service-Worker-Allowed", "/"],
  ["Strict-Transport-Security", "max-age=31536000"],
  ["NEL", "{}"],
  ["Report-To", "{}"],
] as const;

interface ReceivedRequest {
  readonly url: string | undefined;
  readonly method: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

describe.each([
  ["the dev server", startDev],
  ["the server of the build", startBuilt],
])("%s in front of an echo server", (_, start) => {
  const received: ReceivedRequest[] = [];
  let foreignCallCount = 0;
  let finishSlowResponse = () => {};
  const open: Site[] = [];
  let site: Site;
  let stranger: Site;
  let upstream: Site;

  const answer: RequestListener = async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    received.push({ url: request.url, method: request.method, headers: request.headers, body });
    response.setHeader("Set-Cookie", ["sessionid=new", "csrftoken=new"]);
    response.setHeader("X-Request-Id", "r-1");
    response.setHeader("Content-Security-Policy", "script-src *");
    for (const [name, value] of DANGEROUS_HEADERS) response.setHeader(name, value);
    if (request.url === "/base/api/moved/")
      response.writeHead(302, { Location: `${stranger.url}/api/moved/` }).end();
    else if (request.url === "/base/api/slow/") {
      response.write("first");
      finishSlowResponse = () => response.end("last");
    } else response.end("{}");
  };

  beforeAll(async () => {
    stranger = await startServer((_request, response) => {
      foreignCallCount += 1;
      response.end("{}");
    });
    upstream = await startServer((request, response) => void answer(request, response));
    open.push(stranger, upstream);
    site = await start(`${upstream.url}/base/`);
    open.push(site);
  });

  afterAll(async () => {
    for (const one of open.toReversed()) await one.close();
  });

  it("sends the key, and nothing else about the page or the user", async () => {
    await fetch(`${site.url}/api/environments/1/?limit=2`, { headers: FROM_BROWSER });
    const { url, headers } = received.at(-1) ?? { headers: {} };
    expect(url).toBe("/base/api/environments/1/?limit=2");
    expect(headers.authorization).toBe("Bearer phx_some_key");
    expect(headers.host).toBe(new URL(upstream.url).host);
    expect(Object.keys(headers)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(?:origin|referer|cookie|x-forwarded.*)$/)]),
    );
  });

  it("forwards methods and bodies", async () => {
    const body = JSON.stringify({ title: "Zürich" });
    await fetch(`${site.url}/api/x/`, { method: "PATCH", headers: FROM_BROWSER, body });
    expect(received.at(-1)).toMatchObject({ method: "PATCH", body });
  });

  it("removes cookies, keeps other headers, and adds security headers", async () => {
    const { headers } = await fetch(`${site.url}/api/x/`, { headers: FROM_BROWSER });
    expect(headers.getSetCookie()).toEqual([]);
    expect(headers.get("x-request-id")).toBe("r-1");
    for (const [name, value] of Object.entries(API_HEADERS)) expect(headers.get(name)).toBe(value);
  });

  it("forwards on no header that changes the page's origin", async () => {
    const { headers } = await fetch(`${site.url}/api/x/`, { headers: FROM_BROWSER });
    for (const [name] of DANGEROUS_HEADERS)
      expect({ name, value: headers.get(name) }).toEqual({ name, value: null });
  });

  it.each([
    "/api/../admin/",
    "/api/x/../../admin/",
    "/api/%2e%2e/admin/",
    "/api/.%2E/admin/",
    "/api/%252e%252e/admin/",
    "/api/x%2f..%2f..%2fadmin/",
    "/api/..%5cadmin/",
    "/api/..\\admin/",
    "/api/..;/admin/",
    "/api/./x/",
    "/api//admin/",
    "/api/%2fadmin/",
    "/api/%zz/",
    "/api/%25zz/%252e%252e/%252e%252e/admin/",
    "/api/%25ff/%252e%252e/admin/",
    "/api/%25c0%25ae%25c0%25ae/admin/",
    "/api/..%09/admin/",
    "/api/..%00/admin/",
    "/api/.%2500./admin/",
  ])("refuses %s", async (path) => {
    const before = received.length;
    expect(await fetchRawPath(site, path)).toBe(400);
    expect(received.length).toBe(before);
  });

  it.each(["/apple/../api/x/", "//api/x/", "/%61pi/x/", "/api"])("doesn't forward %s", async (path) => {
    const before = received.length;
    await fetchRawPath(site, path);
    expect(received.length).toBe(before);
  });

  it("forwards dots, percent signs and slashes that lead nowhere else", async () => {
    for (const path of ["/api/v1.2/a%20b/100%25/..c/?next=/../x//y", "/api/x/?q=%2e%2e%2f"]) {
      expect(await fetchRawPath(site, path)).toBe(200);
      expect(received.at(-1)?.url).toBe(`/base${path}`);
    }
  });

  it("passes a redirect without following it", async () => {
    const moved = await fetch(`${site.url}/api/moved/`, { headers: FROM_BROWSER, redirect: "manual" });
    expect(moved.status).toBe(302);
    expect(moved.headers.get("location")).toBe(`${stranger.url}/api/moved/`);
    expect(moved.headers.getSetCookie()).toEqual([]);
    expect(foreignCallCount).toBe(0);
  });

  it("streams responses", async () => {
    const slow = await fetch(`${site.url}/api/slow/`, { headers: FROM_BROWSER });
    const reader = slow.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toBe("first");
    finishSlowResponse();
    expect((await reader?.read())?.value).toBe("last");
  });

  it("ignores other paths", async () => {
    const before = received.length;
    await fetch(`${site.url}/apix/`);
    await fetch(`${site.url}/p/1/api/`);
    expect(received.length).toBe(before);
  });

  it("tells the page that the server is its own origin", async () => {
    const config = await fetch(`${site.url}/config.json`);
    expect(config.headers.get("content-type")).toBe("application/json");
    expect(await config.json()).toEqual({ server: "/", prefix: "environments" });
  });
});

describe("the build server in front of the emulator", () => {
  let emulator: Emulator;
  let site: Site;

  beforeAll(async () => {
    emulator = await startEmulator();
    site = await startBuilt(emulator.url);
  });

  afterAll(async () => {
    await site.close();
    await emulator.close();
  });

  const path = "/api/environments/1/subscriptions/?limit=2";
  const headers = () => ({ ...FROM_BROWSER, authorization: `Bearer ${emulator.key}` });

  /** Returns the parts of a response that the proxy must not change. */
  async function gist(url: string) {
    const answer = await fetch(url, { headers: { authorization: headers().authorization } });
    return [answer.status, answer.headers.get("content-type"), await answer.text()];
  }

  it("lists with the key, and the emulator sees no other origin", async () => {
    const answer = await fetch(site.url + path, { headers: headers() });
    expect(await answer.json()).toMatchObject({ results: [{}, {}] });
    expect(answer.headers.has("access-control-allow-origin")).toBe(false);
  });

  it("forwards a 401 and a 404 unchanged", async () => {
    expect((await fetch(site.url + path)).status).toBe(401);
    for (const missing of ["/api/environments/1/subscriptions/987654321/", "/api/nowhere/"]) {
      const [status, ...rest] = await gist(site.url + missing);
      expect(status).toBe(404);
      expect([status, ...rest]).toEqual(await gist(emulator.url + missing));
    }
  });

  it("forwards a 500 unchanged", async () => {
    await postControl(emulator, "faults", [{ endpoint: "subscriptions.list", kind: "status", status: 500 }]);
    const proxied = await gist(site.url + path);
    expect(proxied).toEqual(await gist(emulator.url + path));
    expect(proxied[0]).toBe(500);
  });

  it("allows connections only to its own origin", async () => {
    const page = await fetch(`${site.url}/p/1/subscriptions`);
    for (const [name, value] of Object.entries(buildHeaders([]))) expect(page.headers.get(name)).toBe(value);
    expect(page.headers.get("content-security-policy")).toContain("connect-src 'self';");
  });

  it("serves the build as without a proxy: a missing file isn't the app", async () => {
    expect((await fetch(`${site.url}/assets/gone-123.js`)).status).toBe(404);
    expect((await fetch(`${site.url}/p/1/subscriptions`)).headers.get("cache-control")).toBe("no-cache");
  });

  it("returns 502 when the server is down", async () => {
    const gone = await startServer(() => {});
    const lonely = await startBuilt(gone.url);
    await gone.close();
    expect((await fetch(`${lonely.url}/api/x/`)).status).toBe(502);
    await lonely.close();
  });
});

describe("the URL in ENVIRONS_UPSTREAM", () => {
  it.each([
    ["https://eu.posthog.com/", "https://eu.posthog.com"],
    ["http://web:8000", "http://web:8000"],
    ["https://example.com/hog//", "https://example.com/hog"],
    ["", undefined],
  ])("maps %j to %j", (given, upstream) => {
    expect(parseUpstream(given)).toBe(upstream);
  });

  it.each(["eu.posthog.com", "localhost:8010", "ftp://a.b", "https://me:pw@a.b", "https://a.b/?c=d", "/"])(
    "rejects %j",
    (given) => {
      expect(() => parseUpstream(given)).toThrow(/^ENVIRONS_UPSTREAM isn't a server address/);
    },
  );

  it("stops `npm start` with one sentence when invalid", () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(root, ".scripts", "run.cjs"), "start"],
      { env: { ...process.env, ENVIRONS_UPSTREAM: "eu.posthog.com" }, encoding: "utf8" },
    );
    expect(status).toBe(1);
    expect(stdout).toBe("");
    expect(stderr.trim().split("\n")).toEqual([
      "ENVIRONS_UPSTREAM isn't a server address. Enter one like https://eu.posthog.com.",
    ]);
  });
});
