import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { serve } from "../../.scripts/serve.mjs";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "environs-"));
  writeFileSync(join(folder, "index.html"), "<!doctype html>");
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

function writeConfig(text: string): void {
  writeFileSync(join(folder, "config.json"), text);
}

async function connectSrc(): Promise<string | undefined> {
  const site = await serve({ folder });
  const { headers } = await fetch(site.url);
  await site.close();
  return /connect-src ([^;]*);/.exec(headers.get("content-security-policy") ?? "")?.[1];
}

describe("allowed connections", () => {
  const anywhere = "'self' https: http://localhost:* http://127.0.0.1:*";

  it.each([
    ["{}", anywhere],
    ['{ "server": "" }', anywhere],
    ['{ "server": "/" }', "'self'"],
    ['{ "server": "https://eu.posthog.com/" }', "'self' https://eu.posthog.com"],
    ['{ "server": "https://example.com:8443/hog/" }', "'self' https://example.com:8443"],
    ['{ "server": "eu.posthog.com/project/1" }', "'self' eu.posthog.com"],
  ])("follow config.json %s", async (config, expected) => {
    writeConfig(config);
    expect(await connectSrc()).toBe(expected);
  });

  it("are unrestricted without a config.json", async () => {
    expect(await connectSrc()).toBe(anywhere);
  });

  it("follow ENVIRONS_CONNECT_SRC", async () => {
    writeConfig('{ "server": "/" }');
    vi.stubEnv("ENVIRONS_CONNECT_SRC", "https://a.example  https://*.b.example:8443");
    expect(await connectSrc()).toBe("'self' https://a.example https://*.b.example:8443");
  });

  it.each(["https://a.b;script-src *", "'unsafe-inline'", "https://a.b/path", "data:"])(
    "reject %j",
    async (source) => {
      vi.stubEnv("ENVIRONS_CONNECT_SRC", source);
      await expect(serve({ folder })).rejects.toThrow(/^ENVIRONS_CONNECT_SRC contains /);
    },
  );

  it.each(['{ "server": "https://a.b;script-src" }', "{"])(
    "reject a broken config.json: %s",
    async (config) => {
      writeConfig(config);
      await expect(serve({ folder })).rejects.toThrow(
        /config\.json (?:contains|is not valid JSON|is not JSON)/,
      );
    },
  );
});
