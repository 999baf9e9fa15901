import { MantineProvider } from "@mantine/core";
import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { cssVariablesResolver, theme } from "./theme";

const UNUSED = /^--mantine-color-(?:pink|grape|violet|indigo|blue|cyan|green|lime|yellow|orange|teal)-/;

/**
 * Formats a rule of Mantine's style element. Omits unused colors and the selector of shadow roots.
 */
function formatRule([selectors = "", declarations = ""]: readonly string[]): string {
  const lines = declarations
    .split(";")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !UNUSED.test(line))
    .map((line) => `  ${line.replace(/:\s*/, ": ")};\n`);
  const [selector = ""] = selectors.split(",");
  return `${selector.trim()} {\n${lines.join("")}}\n`;
}

// The generated style sheet replaces Mantine's style element, which would violate the Content
// Security Policy. After theme changes, run
// `npx vitest run -u src/ui/theme/theme.generated.test.tsx`.
it("theme.generated.css matches the theme", async () => {
  render(
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      deduplicateCssVariables={false}
      withGlobalClasses={false}
    >
      {null}
    </MantineProvider>,
  );
  const written = document.querySelector("style[data-mantine-styles]")?.textContent ?? "";
  const rules = [...written.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, ...parts]) => formatRule(parts));
  const sheet = `/* Written from theme.ts by theme.generated.test.tsx. */\n${rules.join("\n")}`;
  await expect(sheet).toMatchFileSnapshot("theme.generated.css");
});
