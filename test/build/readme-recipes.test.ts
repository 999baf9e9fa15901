import { describe, expect, it } from "vitest";
import { API_HEADERS, buildHeaders, getCacheControl } from "../../.scripts/headers.mjs";
import { read } from "../architecture/repository-files";

/** A README web server recipe in two parts: static files, and the proxy. */
function readRecipe(language: string): readonly [string, string] {
  const block = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(read("README.md"))?.[1] ?? "";
  const [files = "", api = ""] = block.split(/(?=^ *(?:location|handle) \/api\/)/m);
  return [files, api];
}

/**
 * Headers that a part of a recipe always sends: `Name "value"`, in nginx between `add_header` and `always`.
 */
function readHeaders(part: string): Readonly<Record<string, string>> {
  const lines = part.matchAll(/^ *(?:add_header )?([A-Z][\w-]+) "([^"]*)"(?: always;)?$/gm);
  return Object.fromEntries([...lines].map(([, name = "", value = ""]) => [name, value]));
}

describe.each(["nginx", "caddy"])("README's recipe for %s", (language) => {
  const [files, api] = readRecipe(language);

  it("sends the same headers as the build server behind a proxy", () => {
    expect(readHeaders(files)).toEqual(buildHeaders([]));
  });

  it("protects proxied responses", () => {
    expect(readHeaders(api)).toEqual(API_HEADERS);
  });

  it("caches like the build server", () => {
    expect(files).toContain(`"${getCacheControl("/assets/x-1.js")}"`);
    expect(files).toContain(`"${getCacheControl("/")}"`);
  });

  it.each(["Origin", "Referer", "Cookie", "Set-Cookie"])("doesn't serve %s", (name) => {
    expect(api).toMatch(
      new RegExp(`set_header ${name} "";|proxy_hide_header ${name};|header_(?:up|down) -${name}$`, "m"),
    );
  });

  it("falls back to the app for its paths", () => {
    expect(files).toMatch(/try_files (?:\$uri|\{path\}) \/index\.html/);
  });
});

it("detects a missing or changed header", () => {
  const planted = 'add_header Referrer-Policy "origin" always;';
  expect(readHeaders(planted)).toEqual({ "Referrer-Policy": "origin" });
  expect(readHeaders(planted)).not.toEqual(buildHeaders([]));
});
