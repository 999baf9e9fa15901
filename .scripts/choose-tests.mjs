// Finds the tests that `npm test -- <pattern>` runs.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./steps.mjs";

const TEST_FILE = /\.(?:test\.tsx?|spec\.ts)$/;
/**
 * Matches the first argument of `it(…)`, `test(…)`, or `describe(…)`, or of the second call in
 * `it.each(…)(…)`.
 */
const TITLE = /(?:\b(?:it|test|describe)(?:\.\w+)*|\))\(\s*(?:"((?:\\.|[^"\\])*)"|`((?:\\.|[^`\\])*)`)/g;
/** Matches the parts of a title that are known only at run time. */
const VARIABLE = /\$\{[^}]*\}|\$[\w.]+|%[a-z]/;
/**
 * A title with variable parts must have at least this many fixed characters. Titles with fewer
 * would match almost every pattern.
 */
const MIN_FIXED_LENGTH = 4;

export function escapeRegex(text) {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

function hasTitle(source, pattern) {
  return [...source.matchAll(TITLE)].some(([, quoted, template]) => {
    const title = quoted ?? template;
    if (title.includes(pattern)) return true;
    const fixed = title.split(VARIABLE);
    if (fixed.length === 1 || fixed.join("").length < MIN_FIXED_LENGTH) return false;
    return new RegExp(`^${fixed.map(escapeRegex).join(".+")}$`, "s").test(pattern);
  });
}

/**
 * Returns the test files whose path contains one of the words, ignoring case. If a word matches no
 * path, returns the files with a test whose title contains the joined words, and that joined text
 * as `title`. Returns undefined if nothing matches.
 */
export function chooseTests(words, files) {
  const isIn = (word, path) => path.toLowerCase().includes(word.toLowerCase().replace(/^\.\//, ""));
  if (words.every((word) => files.some(({ path }) => isIn(word, path))))
    return { paths: files.map(({ path }) => path).filter((path) => words.some((word) => isIn(word, path))) };
  const title = words.join(" ");
  const paths = files.filter(({ source }) => hasTitle(source, title)).map(({ path }) => path);
  return paths.length === 0 ? undefined : { paths, title };
}

/** Returns the step that runs a test file: `unit`, `build`, or `browser`. */
export function kindOfTest(path) {
  if (path.startsWith("test/browser/")) return "browser";
  return path.startsWith("test/build/") ? "build" : "unit";
}

/** Reads all test files. Paths are relative to the repository and contain slashes. */
export function readTestFiles() {
  return (
    ["src", "test"]
      .flatMap((folder) =>
        readdirSync(join(root, folder), { recursive: true }).map((path) =>
          `${folder}/${path}`.replaceAll("\\", "/"),
        ),
      )
      // Skips the dependencies of the apps in test/bench/peers, which may contain tests.
      .filter((path) => TEST_FILE.test(path) && !path.includes("/node_modules/"))
      .map((path) => ({ path, source: readFileSync(join(root, path), "utf8") }))
  );
}
