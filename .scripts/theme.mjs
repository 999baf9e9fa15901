// Writes theme.generated.css from theme.ts. With --check, fails if the file is outdated. The style sheet replaces
// Mantine's style element, which the Content Security Policy forbids.
import { readFileSync, writeFileSync } from "node:fs";
import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from "@mantine/core";
import { runnerImport } from "vite";

const FILE = "src/ui/theme/theme.generated.css";
const UNUSED = /^--mantine-color-(?:pink|grape|violet|indigo|blue|cyan|green|lime|yellow|orange|teal)-/;

const { module } = await runnerImport("./src/ui/theme/theme.ts", { configFile: false, logLevel: "error" });
const theme = mergeMantineTheme(DEFAULT_THEME, module.theme);
const [own, mantine] = [module.cssVariablesResolver(theme), defaultCssVariablesResolver(theme)];
const merge = (part) => ({ ...mantine[part], ...own[part] });
const css = convertCssVariables({
  variables: merge("variables"),
  dark: merge("dark"),
  light: merge("light"),
});

/** Formats a rule. Omits unused colors and the selector of shadow roots. */
function formatRule([, selectors, declarations]) {
  const lines = declarations.split(";").map((line) => line.trim());
  const used = lines.filter((line) => line !== "" && !UNUSED.test(line));
  return `${selectors.split(",")[0].trim()} {\n${used.map((line) => `  ${line.replace(/:\s*/, ": ")};\n`).join("")}}\n`;
}

const rules = [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(formatRule);
const sheet = `/* Written from theme.ts by npm run theme. */\n${rules.join("\n")}`;
if (!process.argv.includes("--check")) writeFileSync(FILE, sheet);
else if (readFileSync(FILE, "utf8") !== sheet) {
  console.error(`${FILE} is outdated. Write it with npm run theme.`);
  process.exitCode = 1;
}
