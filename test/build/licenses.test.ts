import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import {
  ALLOWED_LICENSES,
  formatLicenses,
  getPackageFolder,
  listShippedPackages,
} from "../../.scripts/licenses.ts";
import { read, repositoryFiles } from "../repository-files";

interface ListedPackage {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly words: string;
}

function readListedPackages(build: string): readonly ListedPackage[] {
  const [, ...parts] = read(`${build}/licenses.txt`).split(`\n\n${"=".repeat(80)}\n\n`);
  return parts.map((part) => {
    const {
      name = "",
      version = "",
      license = "",
      words = "",
    } = /^(?<name>\S+) (?<version>\S+)\nLicense: (?<license>.+)\n\n(?<words>[\s\S]+)$/.exec(part)?.groups ??
    {};
    return { name, version, license, words };
  });
}

/** Returns the packages that the app imports, except for types. */
function listImportedPackages(isOurs: (path: string) => boolean): readonly string[] {
  const sources = repositoryFiles().filter(
    (path) => /^src\/.*\.tsx?$/.test(path) && !/\.(?:test|fixture)\.|\/kit/.test(path) && isOurs(path),
  );
  const imports = sources.flatMap((path) => [
    ...read(path).matchAll(
      /^(?:import (?!type )[^;]*?from |import |.*\bimport\()"([^".@][^"]*|@[a-z][^"]*)"/gm,
    ),
  ]);
  const packages = imports.flatMap(([, from = ""]) => (from.startsWith("node:") ? [] : [from]));
  const names = packages.map((from) => /^(?:@[^/]+\/)?[^/]+/.exec(from)?.[0] ?? from);
  return [...new Set(names)].toSorted();
}

/** Packages that only re-export another package. */
const REEXPORTS: Readonly<Record<string, string>> = { "react-router-dom": "react-router" };

/** Packages that `npm run dev` imports, but no build does. */
const DEV_ONLY = ["@tanstack/react-query-devtools"];

const isEmulator = (path: string) => path.startsWith("src/emulator/");

describe.each(["dist", "dist-live"])("the licenses of %s", (build) => {
  const listed = readListedPackages(build);

  it("include every imported package and its dependencies", () => {
    const names = listed.map(({ name }) => name);
    const imported = listImportedPackages((path) => build === "dist" || !isEmulator(path));
    const shipped = imported.filter((name) => !DEV_ONLY.includes(name));
    expect(imported).toEqual(expect.arrayContaining(["@mantine/core", "react-dom", "rrule", "zod"]));
    expect(shipped.filter((name) => !names.includes(REEXPORTS[name] ?? name))).toEqual([]);
    // The app doesn't import these packages itself.
    expect(names).toEqual(
      expect.arrayContaining(["scheduler", "clsx", "@tanstack/query-core", "react-router"]),
    );
    expect(names.includes("msw")).toBe(build === "dist");
    expect(imported).toEqual(expect.arrayContaining(DEV_ONLY));
    expect(names.filter((name) => DEV_ONLY.includes(name) || /devtools|solid-js/.test(name))).toEqual([]);
  });

  it("match the installed packages, each with its own text", () => {
    expect(listed.length).toBeGreaterThan(15);
    for (const { name, version, license, words } of listed) {
      expect(ALLOWED_LICENSES).toContain(license);
      expect({ name, isLong: words.length > 60 }).toEqual({ name, isLong: true });
      const installed = JSON.parse(read("package-lock.json")).packages;
      const versions = Object.entries<{ version: string }>(installed)
        .filter(([path]) => path.endsWith(`node_modules/${name}`))
        .map(([, one]) => one.version);
      expect(versions).toContain(version);
    }
    expect(listed.map(({ name }) => name)).toEqual(listed.map(({ name }) => name).toSorted());
  });
});

describe("the list", () => {
  const folder = mkdtempSync(join(tmpdir(), "licenses-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  function install(path: string, manifest: object, files: Readonly<Record<string, string>> = {}): string {
    const at = join(folder, "node_modules", path);
    mkdirSync(at, { recursive: true });
    writeFileSync(join(at, "package.json"), JSON.stringify(manifest));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(at, name), text);
    return join(at, "index.js");
  }

  it.each([
    ["/x/node_modules/a/dist/index.js", "/x/node_modules/a"],
    ["/x/node_modules/@a/b/index.js?commonjs", "/x/node_modules/@a/b"],
    ["/x/node_modules/a/node_modules/@c/d/e.js", "/x/node_modules/a/node_modules/@c/d"],
    ["x\\node_modules\\a\\index.js", "x/node_modules/a"],
    ["/x/src/main.tsx", null],
    ["\0vite/preload-helper.js", null],
  ])("finds the package of %j", (id, expected) => {
    expect(getPackageFolder(id)).toBe(expected);
  });

  it("has each package once, with all its texts, and notes missing ones", () => {
    const files = { "LICENSE.md": "Do as you like.", NOTICE: "Made by A." };
    const one = install("one", { name: "one", version: "1.0.0", license: "MIT" }, files);
    const bare = { name: "two", version: "2.0.0", license: "ISC", author: { name: "B" } };
    const two = install("@a/two", bare);
    const text = formatLicenses(
      listShippedPackages([two, one, join(dirname(one), "other.js"), join(folder, "own.js")]),
    );
    expect(text.match(/one 1\.0\.0\nLicense: MIT\n\nDo as you like\.\n\nMade by A\./g)).toHaveLength(1);
    expect(text).toContain("Its license is ISC, by B.");
  });

  it.each(["GPL-3.0-only", "AGPL-3.0", "MPL-2.0", "UNLICENSED", "SEE LICENSE IN x", undefined])(
    "fails the build for %s",
    (license) => {
      const id = install(`bad-${license}`, { name: "bad", version: "1.0.0", license });
      expect(() => listShippedPackages([id])).toThrow(`Not allowed to ship: bad (${license ?? "unknown"})`);
    },
  );
});
