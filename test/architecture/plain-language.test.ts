// Finds words and sentence openings that make text hard to read, and a few British spellings. The
// spell checker finds the other British spellings.
import { describe, expect, it } from "vitest";
import { read, repositoryFiles } from "./repository-files";

const SELF = "test/architecture/plain-language.test.ts";
const texts = repositoryFiles().filter(
  (path) =>
    /^(?:src|test|\.scripts|\.github|README\.md|index\.html)/.test(path) &&
    /\.(?:tsx?|m?js|css|md|html|txt)$/.test(path) &&
    path !== SELF,
);

/** Patterns to avoid, each with its replacement. */
const AVOIDED: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\bmeanwhile\b/i, "in the meantime"],
  [/\bwhoever\b/i, "anyone who"],
  [/\ball the same\b/i, "anyway"],
  [/\bheed(?:s|ed)?\b/i, "subscribe, follow"],
  [/\b(?:is|are|was|were) told\b/i, "is notified, is shown"],
  [/\btake(?:s|n)? back\b|\bput(?:s)? back\b/i, "undo"],
  [/\bclock changes?\b/i, "time change"],
  [/\bits time is over\b/i, "expired"],
  [/\bcolours?\b|\borganisations?\b(?!"|:)/i, "American spelling"],
  // A comment starts with its subject, or with a verb in the third person.
  [/^\s*(?:\/\/|\/?\*+)\s(?:What|Whoever|Who)\s/m, "a comment that starts with its subject"],
];

/** Column IDs in URLs and saved views can't be renamed. */
const EXEMPT: Readonly<Record<string, RegExp>> = {
  "src/features/members/model/member-filters.ts": /organisation/,
  "src/features/members/model/member-filters.test.ts": /organisation/,
};

function findAvoided(path: string, source: string): readonly string[] {
  return AVOIDED.flatMap(([pattern, instead]) => {
    const found = pattern.exec(source)?.[0].trim();
    const isExempt = found !== undefined && EXEMPT[path]?.test(found);
    return found === undefined || isExempt ? [] : [`${path}: “${found}”, use ${instead}`];
  });
}

describe("code, tests and documents", () => {
  it("are written in plain words", () => {
    expect(texts.length).toBeGreaterThan(1_000);
    expect(texts.flatMap((path) => findAvoided(path, read(path))).join("\n")).toBe("");
  });

  it("are searched for each pattern", () => {
    const planted = {
      meanwhile: "It loads meanwhile.",
      whoever: "Whoever asks",
      "all the same": "resolves all the same",
      heed: "heeds the limit",
      told: "A user is told once.",
      "put back": "is put back as it was",
      "clock change": "the next clock change",
      "its time is over": "Its time is over",
      spelling: "The colour of an organisation",
      opening: "/** What is asked of a kind waits. */",
    };
    expect(Object.values(planted).map((text) => findAvoided("x.ts", text).length)).toEqual(
      AVOIDED.map(() => 1),
    );
  });
});
