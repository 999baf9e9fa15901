import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { read, repositoryFiles, root } from "./repository-files";

const TEXT =
  /\.(?:[cm]?[jt]sx?|css|html|json|md|svg|ya?ml|webmanifest)$|^\.ci\/run$|^LICENSE$|^\.(?:npmrc|editorconfig)$|^\.husky\//;
const files = repositoryFiles();
const textFiles = files.filter((path) => TEXT.test(path));
const sources = textFiles.filter((path) => /^(?:src|test|\.scripts)\//.test(path));

// The words are split, so that this file doesn't violate its own rule.
const later = ["TO", "DO"].join("");
const only = ["on", "ly"].join("");
const home = ["ho", "me"].join("");
const UNFINISHED = new RegExp(`\\b(?:${later}|${["FIX", "ME"].join("")}|${["X", "X", "X"].join("")})\\b`);
const NARROWED = new RegExp(`\\b(?:it|test|describe)(?:\\.\\w+)*\\.(?:${only}|${["sk", "ip"].join("")})\\b`);
const FOLDERS = [home, ["Us", "ers"].join(""), ["ro", "ot"].join(""), ["wo", "rk"].join("")].join("|");
const MACHINE_PATH = new RegExp(`(?:^|[\\s"'\`(])(?:/(?:${FOLDERS})/|[A-Z]:\\\\)`);
const VAGUE_NAME = /(?:^|\/)(?:index\.[jt]sx?|(?:utils?|helpers?|misc|common)(?:\.[jt]sx?|\/))/;
const ODD_NAME = /[A-Z_]/;

function findMatches(paths: readonly string[], pattern: RegExp): readonly string[] {
  return paths.flatMap((path) =>
    read(path)
      .split("\n")
      .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
  );
}

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const manifest: Manifest = JSON.parse(read("package.json"));
const packages = { ...manifest.dependencies, ...manifest.devDependencies };

/** Returns the paths in a Markdown text: link targets, and code with a slash or file extension. */
function listPaths(markdown: string): readonly string[] {
  const links = [...markdown.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)].map(([, target = ""]) => target);
  const prose = markdown.replace(/```[\s\S]*?```/g, "");
  const code = [...prose.matchAll(/`([^`\n]+)`/g)]
    .map(([, text = ""]) => text)
    .filter((text) => /^\.{0,2}[\w@.-]*\/[\w./-]+$|^[\w-]+\.(?:md|json|ts|tsx|mjs|html)$/.test(text))
    // Excludes the app's URLs, media types, and package modules such as zod/mini.
    .filter(
      (text) =>
        !/^(?:[/@]|(?:application|image|text|video)\/)/.test(text) &&
        !((text.split("/")[0] ?? "") in packages),
    );
  return [...links, ...code].filter((path) => !/^[a-z]+:|^#/.test(path));
}

/** Returns headings that have no content before the next heading of the same or a higher level. */
function findEmptySections(markdown: string): readonly string[] {
  // A code line such as `# restart` isn't a heading.
  const lines = markdown
    .replace(/```[\s\S]*?```/g, "(code)")
    .split("\n")
    .filter((line) => line.trim() !== "");
  const levelOf = (line: string | undefined) => /^#+(?= )/.exec(line ?? "")?.[0].length;
  return lines.filter((line, place) => {
    const level = levelOf(line);
    if (level === undefined) return false;
    const below = place + 1 < lines.length ? (levelOf(lines[place + 1]) ?? Number.POSITIVE_INFINITY) : 0;
    return below <= level;
  });
}

describe("names in the repository", () => {
  it("describes the file", () => {
    expect(sources.filter((path) => VAGUE_NAME.test(path))).toEqual([]);
  });

  it("is kebab-case below src", () => {
    expect(
      files.filter((path) => path.startsWith("src/") && ODD_NAME.test(path) && !path.endsWith(".md")),
    ).toEqual([]);
  });
});

describe("texts in the repository", () => {
  it("contain no TODOs", () => {
    expect(findMatches(sources, UNFINISHED)).toEqual([]);
  });

  it("contain no focused or skipped tests", () => {
    expect(findMatches(sources, NARROWED)).toEqual([]);
  });

  it("contain no machine-specific paths", () => {
    expect(
      findMatches(
        textFiles.filter((path) => path !== "package-lock.json"),
        MACHINE_PATH,
      ),
    ).toEqual([]);
  });

  it("detect planted problems", () => {
    expect(`// ${later}: later`).toMatch(UNFINISHED);
    expect(`describe.${only}("a")`).toMatch(NARROWED);
    expect(`it.each.${only}([])`).toMatch(NARROWED);
    expect(`cd /${home}/ana`).toMatch(MACHINE_PATH);
    expect("src/ui/index.ts").toMatch(VAGUE_NAME);
    expect("src/lib/utils/dates.ts").toMatch(VAGUE_NAME);
    expect(
      listPaths("See [a](docs/a.md#b), `src/gone.ts`, `npm test`, `/api/x/` and <https://a.b/c>."),
    ).toEqual(["docs/a.md", "src/gone.ts"]);
  });
});

describe("documents", () => {
  const documents = files.filter((path) => path.endsWith(".md"));

  it.each(documents)("%s refers only to existing files", (document) => {
    const folder = document.includes("/") ? document.slice(0, document.lastIndexOf("/")) : "";
    const missing = listPaths(read(document)).filter(
      // Files in `public` are served from the root.
      (path) => [folder, "", "public"].every((base) => !existsSync(join(root, base, path))),
    );
    expect(missing).toEqual([]);
  });

  it.each(documents)("%s has no empty section", (document) => {
    expect(findEmptySections(read(document))).toEqual([]);
  });

  it("detect planted empty sections", () => {
    const planted = "# A\n## B\ntext\n## C\n\n### D\n```sh\n# no heading\n```\n## E\n\n## F\ntext\n# G\n";
    expect(findEmptySections(planted)).toEqual(["## E", "# G"]);
  });
});

describe("the lock file", () => {
  it("has no registry URLs", () => {
    expect(read("package-lock.json")).not.toMatch(/"resolved"|https?:\/\/[^"]*\.tgz/);
  });

  it("has exact versions", () => {
    const loose = Object.entries(packages).filter(([, version]) => /[\^~*<>|]|latest/.test(version));
    expect(loose).toEqual([]);
  });
});
