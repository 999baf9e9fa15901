import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, get, type IncomingHttpHeaders, type RequestListener, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer as createDevServer, preview } from "vite";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { API_HEADERS, buildHeaders, getCacheControl, parseUpstream, site } from "../.scripts/site";
import { startPreview } from "./browser/support/backends";

interface Server {
  readonly url: string;
  readonly close: () => Promise<unknown>;
}

/** A built app: the page, a script and its compressed copy. */
const folder = mkdtempSync(join(tmpdir(), "environs-"));
mkdirSync(join(folder, "assets"));
writeFileSync(join(folder, "index.html"), '<!doctype html><div id="root"></div>');
writeFileSync(join(folder, "assets", "index-1.js"), "export {};");
writeFileSync(join(folder, "assets", "index-1.js.br"), "compressed");
writeFileSync(join(folder, "config.json"), '{ "prefix": "environments" }');

afterAll(() => rmSync(folder, { recursive: true }));

function startServer(listener: RequestListener): Promise<Server> {
  const server = createServer(listener);
  const close = () => {
    server.closeAllConnections();
    return new Promise((done) => server.close(done));
  };
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve({ url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`, close });
    });
  });
}

async function startDev(upstream: string): Promise<Server> {
  const server = await createDevServer({
    configFile: false,
    root: folder,
    publicDir: folder,
    logLevel: "silent",
    plugins: [site(upstream)],
    optimizeDeps: { noDiscovery: true },
    server: { port: 0, host: "127.0.0.1", watch: null, hmr: false },
  });
  await server.listen();
  const url = (server.resolvedUrls?.local[0] ?? "").replace(/\/$/, "");
  return { url, close: () => server.close() };
}

/** Returns the status for a path that is sent unchanged. `fetch` would normalize it. */
function fetchRawPath({ url }: Server, path: string): Promise<number | undefined> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    get({ hostname, port, path }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on("error", reject);
  });
}

/** Asks for a WebSocket. Returns the status, or 101. */
function upgrade({ url }: Server, path: string): Promise<number | undefined> {
  const headers = { connection: "Upgrade", upgrade: "websocket", "sec-websocket-version": "13" };
  return new Promise((resolve, reject) => {
    const sent = request(url + path, { headers }, (response) => resolve(response.statusCode));
    sent.on("upgrade", () => resolve(101)).on("error", reject);
    sent.end();
  });
}

const FROM_BROWSER = {
  origin: "http://127.0.0.1:1",
  referer: "http://127.0.0.1:1/p/1/subscriptions",
  cookie: "sessionid=abc",
  authorization: "Bearer phx_some_key",
};

/** Headers with which a server could affect the page's origin. */
const DANGEROUS_HEADERS = {
  "Set-Cookie": "sessionid=new",
  "Clear-Site-Data": '"storage"',
  Refresh: "0;url=https://x.test/",
  "Service-Worker-Allowed": "/",
  "Strict-Transport-Security": "max-age=31536000",
  NEL: "{}",
  "Report-To": "{}",
};

describe.each([
  ["dev", startDev],
  ["preview", (upstream: string) => startPreview(folder, { upstream })],
])("the proxy of the %s server", (_, start) => {
  const received: { url: string; method: string; headers: IncomingHttpHeaders; body: string }[] = [];
  let foreignCalls = 0;
  let finishSlowResponse = () => {};
  let stranger: Server;
  let upstream: Server;
  let proxy: Server;

  const answer: RequestListener = async (incoming, response) => {
    const { url = "", method = "", headers } = incoming;
    let body = "";
    for await (const chunk of incoming) body += String(chunk);
    received.push({ url, method, headers, body });
    for (const [name, value] of Object.entries(DANGEROUS_HEADERS)) response.setHeader(name, value);
    response.setHeader("Content-Security-Policy", "script-src *");
    response.setHeader("X-Request-Id", "r-1");
    if (url === "/base/api/moved/") {
      response.writeHead(302, { Location: `${stranger.url}/api/moved/` }).end();
    } else if (url === "/base/api/slow/") {
      response.write("first");
      finishSlowResponse = () => response.end("last");
    } else response.writeHead(url.includes("broken") ? 500 : 200).end("{}");
  };

  beforeAll(async () => {
    stranger = await startServer((_request, response) => {
      foreignCalls += 1;
      response.end("{}");
    });
    upstream = await startServer((incoming, response) => void answer(incoming, response));
    proxy = await start(`${upstream.url}/base/`);
    received.length = 0;
  });

  afterAll(() => Promise.all([proxy, upstream, stranger].map((one) => one.close())));

  it("sends the key, and nothing else about the page or the user", async () => {
    await fetch(`${proxy.url}/api/environments/1/?limit=2`, { headers: FROM_BROWSER });
    const { url, headers } = received.at(-1) ?? { headers: {} };
    expect(url).toBe("/base/api/environments/1/?limit=2");
    expect(headers.authorization).toBe("Bearer phx_some_key");
    expect(headers.host).toBe(new URL(upstream.url).host);
    const names = Object.keys(headers).filter((name) => /^(?:origin|referer|cookie|x-forwarded)/.test(name));
    expect(names).toEqual([]);
  });

  it("forwards methods, bodies and errors", async () => {
    const body = JSON.stringify({ title: "Zürich" });
    await fetch(`${proxy.url}/api/x/`, { method: "PATCH", headers: FROM_BROWSER, body });
    expect(received.at(-1)).toMatchObject({ method: "PATCH", body });
    expect((await fetch(`${proxy.url}/api/broken/`)).status).toBe(500);
  });

  it("removes cookies and other headers that affect the origin, and adds security headers", async () => {
    const { headers } = await fetch(`${proxy.url}/api/x/`, { headers: FROM_BROWSER });
    expect(Object.keys(DANGEROUS_HEADERS).filter((name) => headers.has(name))).toEqual([]);
    expect(headers.get("x-request-id")).toBe("r-1");
    expect(headers.has("access-control-allow-origin")).toBe(false);
    for (const [name, value] of Object.entries(API_HEADERS)) expect(headers.get(name)).toBe(value);
  });

  it.each([
    "/api/../admin/",
    "/api/%252e%252e/admin/",
    "/api/x%2f..%2f..%2fadmin/",
    "/api/..%5cadmin/",
    "/api/..;/admin/",
    "/api//admin/",
    "/api/%zz/",
    "/api/..%09/admin/",
    "/api/..%00/admin/",
  ])("refuses %s", async (path) => {
    const before = received.length;
    expect(await fetchRawPath(proxy, path)).toBe(400);
    expect(received.length).toBe(before);
  });

  it.each(["/apple/../api/x/", "//api/x/", "/%61pi/x/", "/api", "/apix/", "/p/1/api/"])(
    "doesn't forward %s",
    async (path) => {
      const before = received.length;
      await fetchRawPath(proxy, path);
      expect(received.length).toBe(before);
    },
  );

  it("forwards dots, percent signs and slashes that lead nowhere else", async () => {
    for (const path of ["/api/v1.2/a%20b/..c/?next=/../x//y", "/api/x/?q=%2e%2e%2f"]) {
      expect(await fetchRawPath(proxy, path)).toBe(200);
      expect(received.at(-1)?.url).toBe(`/base${path}`);
    }
  });

  it("passes a redirect without following it", async () => {
    const moved = await fetch(`${proxy.url}/api/moved/`, { headers: FROM_BROWSER, redirect: "manual" });
    expect([moved.status, moved.headers.get("location")]).toEqual([302, `${stranger.url}/api/moved/`]);
    expect(foreignCalls).toBe(0);
  });

  it("streams responses", async () => {
    const slow = await fetch(`${proxy.url}/api/slow/`, { headers: FROM_BROWSER });
    const reader = slow.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toBe("first");
    finishSlowResponse();
    expect((await reader?.read())?.value).toBe("last");
  });

  it("refuses WebSockets instead of leaving them open", async () => {
    const before = received.length;
    expect(await upgrade(proxy, "/api/x/")).toBe(501);
    expect(received.length).toBe(before);
  });

  it("tells the page that the server is its own origin", async () => {
    const config = await fetch(`${proxy.url}/config.json`);
    expect(config.headers.get("content-type")).toBe("application/json");
    expect(await config.json()).toMatchObject({
      server: "/",
      address: expect.stringContaining(upstream.url),
      prefix: "environments",
    });
  });
});

it("an upstream that can't be reached is named when the server starts, and its requests get a 502", async () => {
  const gone = await startServer(() => {});
  await gone.close();
  const warn = vi.fn<(text: string) => void>();
  const plugin = site(gone.url);
  const { configResolved } = plugin;
  if (typeof configResolved !== "function") throw new Error("The plugin has no configResolved hook");
  Reflect.apply(configResolved, plugin, [{ logger: { warn } }]);
  await vi.waitFor(() =>
    expect(warn).toHaveBeenCalledWith(expect.stringContaining(`${gone.url} cannot be reached`)),
  );
  const lonely = await startPreview(folder, { upstream: gone.url });
  expect((await fetch(`${lonely.url}/api/x/`)).status).toBe(502);
  await lonely.close();
});

describe("the address in ENVIRONS_UPSTREAM", () => {
  it.each([
    ["https://eu.posthog.com/", "https://eu.posthog.com"],
    ["http://web:8000", "http://web:8000"],
    ["https://example.com/hog//", "https://example.com/hog"],
    ["", undefined],
  ])("of %j is %j", (given, upstream) => {
    expect(parseUpstream(given)).toBe(upstream);
  });

  it.each(["eu.posthog.com", "localhost:8010", "ftp://a.b", "https://me:pw@a.b", "https://a.b/?c=d", "/"])(
    "can't be %j",
    (given) => {
      expect(() => parseUpstream(given)).toThrow(/^ENVIRONS_UPSTREAM isn't a server address/);
    },
  );
});

describe("the server of the build", () => {
  let server: Server;

  beforeAll(async () => {
    server = await startPreview(folder);
  });
  afterAll(() => server.close());

  it("serves the app for every address, with security headers, and asks browsers to check for a new version", async () => {
    for (const path of ["/", "/connect", "/p/1/subscriptions/7/edit?view=trash"]) {
      const response = await fetch(server.url + path);
      expect(await response.text()).toContain('<div id="root">');
      expect(response.headers.get("cache-control")).toBe("no-cache");
      for (const [name, value] of Object.entries(buildHeaders()))
        expect(response.headers.get(name)).toBe(value);
    }
  });

  it("serves compressed scripts that browsers keep", async () => {
    const headers = { "accept-encoding": "br" };
    const raw = await new Promise<IncomingHttpHeaders>((resolve) => {
      get(`${server.url}/assets/index-1.js`, { headers }, (response) => resolve(response.resume().headers));
    });
    expect(raw["content-encoding"]).toBe("br");
    expect(raw["cache-control"]).toBe("public, max-age=31536000, immutable");
  });

  it.each(["/assets/gone-123.js", "/api/projects/"])("returns 404 for %s", async (path) => {
    expect((await fetch(server.url + path)).status).toBe(404);
  });

  it.each(["/..%2fpackage.json", "/assets/..%2f..%2fetc/passwd"])(
    "keeps %s inside its folder",
    async (path) => {
      expect(await (await fetch(server.url + path)).text()).not.toMatch(/devDependencies|root:/);
    },
  );

  it("rejects writes", async () => {
    expect((await fetch(`${server.url}/`, { method: "POST" })).status).toBe(405);
  });
});

describe("allowed connections", () => {
  const anywhere = "'self' https: http://localhost:* http://127.0.0.1:*";

  afterEach(() => {
    vi.unstubAllEnvs();
    writeFileSync(join(folder, "config.json"), "{}");
  });

  async function connectSrc(config: string): Promise<string | undefined> {
    writeFileSync(join(folder, "config.json"), config);
    const server = await startPreview(folder);
    const { headers } = await fetch(server.url);
    await server.close();
    return /connect-src ([^;]*);/.exec(headers.get("content-security-policy") ?? "")?.[1];
  }

  it.each([
    ["{}", anywhere],
    ['{ "server": "" }', anywhere],
    ['{ "server": "/" }', "'self'"],
    ['{ "server": "https://example.com:8443/hog/" }', "'self' https://example.com:8443"],
    ['{ "server": "eu.posthog.com/project/1" }', "'self' eu.posthog.com"],
  ])("follow config.json %s", async (config, expected) => {
    expect(await connectSrc(config)).toBe(expected);
  });

  it("follow ENVIRONS_CONNECT_SRC", async () => {
    vi.stubEnv("ENVIRONS_CONNECT_SRC", "https://a.example  https://*.b.example:8443");
    expect(await connectSrc('{ "server": "/" }')).toBe("'self' https://a.example https://*.b.example:8443");
  });

  it.each(["https://a.b;script-src *", "'unsafe-inline'", "data:"])("can't be %j", async (source) => {
    vi.stubEnv("ENVIRONS_CONNECT_SRC", source);
    await expect(connectSrc("{}")).rejects.toThrow(/^ENVIRONS_CONNECT_SRC contains /);
  });

  it("can't be broken out of by config.json", async () => {
    await expect(connectSrc('{ "server": "https://a.b;script-src" }')).rejects.toThrow(
      /^config\.json contains /,
    );
  });
});

it("allows no inline code, no eval and no frames", () => {
  const { "Content-Security-Policy": policy } = buildHeaders();
  expect(policy?.split("; ")).toEqual(
    expect.arrayContaining([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types default",
    ]),
  );
  expect(policy).not.toMatch(/unsafe|'(?:nonce|sha)/);
});

describe.each(["nginx", "caddy"])("the configuration for %s in the deployment guide", (language) => {
  const guide = readFileSync(".github/deploying.md", "utf8");
  const block = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(guide)?.[1] ?? "";
  const [files = "", api = ""] = block.split(/(?=^ *(?:location|handle) \/api\/)/m);

  function readHeaders(part: string): Readonly<Record<string, string>> {
    const lines = part.matchAll(/^ *(?:add_header )?([A-Z][\w-]+) "([^"]*)"(?: always;)?$/gm);
    return Object.fromEntries([...lines].map(([, name = "", value = ""]) => [name, value]));
  }

  it("sends the same headers as the servers here", () => {
    expect(readHeaders(files)).toEqual(buildHeaders([]));
    expect(readHeaders(api)).toEqual(API_HEADERS);
    expect(files).toContain(`"${getCacheControl("/assets/x-1.js")}"`);
  });

  it.each(["Origin", "Referer", "Cookie", ...Object.keys(DANGEROUS_HEADERS)])("removes %s", (name) => {
    expect(api).toMatch(
      new RegExp(`set_header ${name} "";|proxy_hide_header ${name};|header_(?:up|down) -${name}$`, "m"),
    );
  });

  it("refuses paths that lead outside /api/, and no others", () => {
    const rule = /(?:map \$request_uri [^}]*"~|vars_regexp \{http\.request\.orig_uri\} ")\(\?i\)([^"]+)"/;
    const unsafe = new RegExp(rule.exec(files)?.[1] ?? "(?!)", "i");
    for (const path of ["/api/../admin/", "/api/%252e%252e/admin/", "/api//admin/", "/api/..%5cadmin/"])
      expect(path).toMatch(unsafe);
    for (const path of ["/p/%40current/subscriptions?q=..%2F//%25", "/api/v1.2/a..b/..c/"])
      expect(path).not.toMatch(unsafe);
  });
});

it("moves on from the port that browsers refuse", async () => {
  const { resolvedUrls, close } = await preview({
    configFile: false,
    logLevel: "silent",
    plugins: [site(undefined)],
    build: { outDir: folder },
    preview: { port: 4190, host: "127.0.0.1" },
  });
  await close();
  expect(Number(new URL(resolvedUrls?.local[0] ?? "").port)).toBeGreaterThan(4190);
});
