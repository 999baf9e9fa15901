import { describe, expect, it } from "vitest";
import { read, repositoryFiles } from "./repository-files";

const DECISIONS = ".github/decisions/";
const HEADINGS = ["## Context", "## Decision", "## Consequences", "## What would change it"];

/** Returns the npm commands in a text, such as `npm run test:full`, without duplicates. */
function npmCommands(text: string): readonly string[] {
  return [...new Set(text.match(/\bnpm (?:run )?[a-z][\w:]*/g))].sort();
}

describe("the CI workflow", () => {
  const steps = read(".github/workflows/ci.yml").match(/(?<=^ +- )(?:run|uses): .*$/gm) ?? [];

  it("runs the README's two commands, and the full run", () => {
    const readme = read("README.md");
    const [, firstBlock = ""] = /```sh\n([\s\S]*?)```/.exec(readme) ?? [];
    const runs = steps.filter((step) => step.startsWith("run: npm ")).join("\n");
    expect(npmCommands(firstBlock)).toEqual(["npm start", "npm test"]);
    expect(readme).toContain("`npm run test:full`");
    expect(npmCommands(runs)).toEqual(["npm run test:full", "npm start", "npm test"]);
  });

  it("only uses actions for checkout and Node setup", () => {
    const actions = steps.flatMap((step) => /^uses: ([^@]+)@v\d+$/.exec(step)?.[1] ?? []);
    expect(actions).toHaveLength(steps.filter((step) => step.startsWith("uses: ")).length);
    expect([...new Set(actions)].sort()).toEqual(["actions/checkout", "actions/setup-node"]);
  });
});

describe("the decision records", () => {
  const names = repositoryFiles()
    .filter((path) => path.startsWith(DECISIONS) && path !== `${DECISIONS}README.md`)
    .map((path) => path.slice(DECISIONS.length))
    .sort();

  it.each(names)("%s has a number, a title and the four headings", (name) => {
    const lines = read(DECISIONS + name).split("\n");
    expect(name).toMatch(/^\d{3}-[a-z0-9-]+\.md$/);
    expect(lines[0]).toMatch(new RegExp(`^# ${name.slice(0, 3)}\\. \\S`));
    expect(lines.filter((line) => line.startsWith("## "))).toEqual(HEADINGS);
  });

  it("are numbered without gaps, and indexed by title", () => {
    expect(names.length).toBeGreaterThan(0);
    expect(names.map((name) => Number(name.slice(0, 3)))).toEqual(names.map((_, index) => index + 1));
    const links = names.map(
      (name) =>
        `- [${read(DECISIONS + name)
          .split("\n")[0]
          ?.slice(2)}](${name})`,
    );
    expect(read(`${DECISIONS}README.md`).match(/^- \[.*$/gm)).toEqual(links);
  });
});
