// Writes the tables of the benchmarks to their help page.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../.scripts/steps.mjs";

const PAGE = join(root, "src/features/help/pages/benchmarks.md");

/** Replaces a page's generated section. Throws if the page lacks it. */
function replaceSection(page, name, text) {
  const section = new RegExp(`(<!-- generated ${name} -->\n)[\\s\\S]*?(<!-- /generated -->)`);
  if (!section.test(page)) throw new Error(`benchmarks.md has no part “${name}”`);
  return page.replace(section, (_, start, end) => `${start}\n${text.trim()}\n\n${end}`);
}

/** Writes a benchmark's result, with the day and the machine. */
export function writeResult(name, { title, text }, machine, now = new Date()) {
  const day = now.toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });
  const source = `Measured on ${day} with \`npm run bench -- --only ${name}\` on ${machine}.`;
  writeFileSync(PAGE, replaceSection(readFileSync(PAGE, "utf8"), name, `${title}.\n\n${text}\n\n${source}`));
}
