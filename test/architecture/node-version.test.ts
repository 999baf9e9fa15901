import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { read, root } from "./repository-files";

/** Node versions, and whether Vite 8 (`^20.19 || >=22.12`) and Vitest 4 (`^20 || ^22 || >=24`) support them. */
const VERSIONS: readonly (readonly [version: string, fits: boolean])[] = [
  ["0.12.18", false],
  ["18.20.8", false],
  ["20.18.3", false],
  ["20.19.0", true],
  ["20.20.2", true],
  ["21.7.3", false],
  ["22.11.0", false],
  ["22.12.0", true],
  ["23.11.0", false],
  ["24.0.0", true],
  ["26.1.0", true],
];

describe("the Node version check", () => {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "node-"));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Runs the version check with a fake Node version and a missing script. */
  function openWith(version: string) {
    const preload = join(folder, `${version}.cjs`);
    const versions = `{ ...process.versions, node: ${JSON.stringify(version)} }`;
    writeFileSync(preload, `Object.defineProperty(process, "versions", { value: ${versions} });\n`);
    const args = ["-r", preload, join(root, ".scripts", "run.cjs"), "no-such-script"];
    return spawnSync(process.execPath, args, { encoding: "utf8" });
  }

  it.each(VERSIONS)("Node %s: %s", (version, fits) => {
    const { status, stderr } = openWith(version);
    expect(status).toBe(1);
    if (fits) expect(stderr).toMatch(/no-such-script\.mjs/);
    else
      expect(stderr).toBe(
        `Environs needs Node 20.19+, 22.12+ or 24+ (not 21 or 23), but this is Node ${version}. Install one of these versions.\n`,
      );
  });

  it("can be parsed by an old Node", () => {
    expect(read(".scripts/run.cjs").replace(/^\/\/.*$/gm, "")).not.toMatch(
      /=>|`|\b(?:const|let|class|import)\b/,
    );
  });

  it("matches package.json and README", () => {
    const manifest: { readonly engines: { readonly node: string } } = JSON.parse(read("package.json"));
    expect(manifest.engines.node).toBe("^20.19.0 || ^22.12.0 || >=24.0.0");
    expect(read("README.md")).toMatch(/Both commands need Node 20\.19\+, 22\.12\+, or 24\+ \(not 21 or 23\)/);
  });
});
