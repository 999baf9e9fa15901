import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { read, root } from "../architecture/repository-files";

function textsOf(build: string): readonly (readonly [string, string])[] {
  const folder = join(root, build);
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(?:js|css|html|json|svg|webmanifest)$/.test(name))
    .map((name) => [name, readFileSync(join(folder, name), "utf8")] as const);
}

/** Words that only the emulator has: its library, its keys, and the company of its seed. */
const EMULATOR_WORDS = [/harbourline/i, /\bmsw\b/i, /mockServiceWorker/, /phx_demo_/, /tough-cookie/];

describe("the live build", () => {
  const texts = textsOf("dist-live");

  it.each(EMULATOR_WORDS)("holds no emulator: %s", (word) => {
    expect(texts.filter(([, text]) => word.test(text)).map(([name]) => name)).toEqual([]);
  });

  it("is a build", () => {
    expect(texts.map(([name]) => name)).toContain("index.html");
    expect(texts.filter(([name]) => name.endsWith(".js")).length).toBeGreaterThan(1);
  });
});

describe("the demo build", () => {
  it("holds the emulator, so that its absence above means something", () => {
    const all = textsOf("dist")
      .map(([, text]) => text)
      .join("\n");
    expect(all).toMatch(/phx_demo_/);
  });
});

describe.each(["dist", "dist-live"])("the page of %s", (build) => {
  const html = read(`${build}/index.html`);

  it("needs nothing inline, so that a strict policy holds", () => {
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=|javascript:/i);
  });

  it("names no other host", () => {
    expect(html).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
  });

  it("has compressed copies of its texts", () => {
    const names = readdirSync(join(root, build, "assets"));
    const scripts = names.filter((name) => name.endsWith(".js"));
    expect(scripts.length).toBeGreaterThan(0);
    const large = scripts.filter((name) => readFileSync(join(root, build, "assets", name)).length > 1_000);
    expect(large.filter((name) => !names.includes(`${name}.br`) || !names.includes(`${name}.gz`))).toEqual(
      [],
    );
  });
});
