import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { read, repositoryFiles, root } from "../architecture/repository-files";

function readTexts(build: string): readonly (readonly [string, string])[] {
  const folder = join(root, build);
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(?:js|css|html|json|svg|webmanifest)$/.test(name))
    .map((name) => [name, readFileSync(join(folder, name), "utf8")] as const);
}

const builds = { dist: readTexts("dist"), "dist-live": readTexts("dist-live") };

function findFilesWith(build: keyof typeof builds, word: RegExp): readonly string[] {
  return builds[build].filter(([, text]) => word.test(text)).map(([name]) => name);
}

/** Words that occur only in the emulator: the company in its seed, its API keys, and an error message. */
const EMULATOR_MARKERS = [/harbourline/i, /phx_demo_/, /Unknown fault kind/];

describe("the live build", () => {
  it.each(EMULATOR_MARKERS)("contains no emulator: %s", (word) => {
    expect(findFilesWith("dist-live", word)).toEqual([]);
  });

  it("is built", () => {
    const names = builds["dist-live"].map(([name]) => name);
    expect(names).toContain("index.html");
    expect(names.filter((name) => name.endsWith(".js")).length).toBeGreaterThan(1);
  });
});

describe("the demo build", () => {
  it.each(EMULATOR_MARKERS)("contains the emulator, so that its absence above is meaningful: %s", (word) => {
    expect(findFilesWith("dist", word)).not.toEqual([]);
  });
});

const KIT_MARKERS = [
  /All components in all states/,
  /Drawer that can't be submitted/,
  /Toggle the progress line/,
];

describe("the kit page", () => {
  const sources = repositoryFiles().filter((path) => /^src\/kit\/[^/]+\.tsx$/.test(path));

  it.each(KIT_MARKERS)("isn't in any build: %s", (word) => {
    expect(findFilesWith("dist", word)).toEqual([]);
    expect(findFilesWith("dist-live", word)).toEqual([]);
    expect(sources.filter((path) => word.test(read(path)))).not.toEqual([]);
  });
});

describe.each(["dist", "dist-live"])("the page of %s", (build) => {
  const html = read(`${build}/index.html`);

  it("has nothing inline, so that a strict CSP works", () => {
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=|javascript:/i);
  });

  it("refers to no other host", () => {
    expect(html).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
  });

  it.each(["start", "react"])("has the chunk %s, which V8 compiles while it is downloaded", (chunk) => {
    const names = readdirSync(join(root, build, "assets"));
    const name = names.find((other) => other.startsWith(`${chunk}-`) && other.endsWith(".js"));
    expect(read(`${build}/assets/${name}`)).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
  });

  it("has compressed copies of text files", () => {
    const names = readdirSync(join(root, build, "assets"));
    const scripts = names.filter((name) => name.endsWith(".js"));
    expect(scripts.length).toBeGreaterThan(0);
    const large = scripts.filter((name) => readFileSync(join(root, build, "assets", name)).length > 1_000);
    expect(large.filter((name) => !names.includes(`${name}.br`) || !names.includes(`${name}.gz`))).toEqual(
      [],
    );
  });
});
