import { describe, expect, it } from "vitest";
import { read, repositoryFiles } from "./repository-files";

// axe checks whole pages (test/browser/accessibility/axe.spec.ts), but each `npm test` covers only
// a tenth of their states. This test checks every color pair in the style sheets, in both schemes.

/** Colors of dots, bars and borders. Text never has them as a background. */
const MARKS = /-dot$|^accent$|^border/;

/** Possible values of the local variable `--ui-surface`. Text colors are checked on all of them. */
const SURFACES = ["bg", "bg-sunken", "bg-raised", "bg-hover"];

/** Returns the color tokens of a scheme in the generated style sheet. */
function tokensOf(scheme: "light" | "dark"): ReadonlyMap<string, string> {
  const rules = read("src/ui/theme/theme.generated.css").matchAll(/([^{}]+)\{([^{}]*)\}/g);
  const own = [...rules].filter(([, selector]) =>
    selector?.includes(`[data-mantine-color-scheme="${scheme}"]`),
  );
  return new Map(
    own.flatMap(([, , body = ""]) =>
      [...body.matchAll(/--ui-([\w-]+): (#[\da-f]{6});/g)].map(
        ([, name = "", color = ""]) => [name, color] as const,
      ),
    ),
  );
}

/** Returns the relative luminance (WCAG 2.2). */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const value = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const INK = /(?<![-\w])color:\s*var\(--ui-([\w-]+)/g;
const GROUND = /background(?:-color)?:\s*var\(--ui-([\w-]+)/g;

const tokensIn = (css: string, pattern: RegExp) => [...css.matchAll(pattern)].map(([, name = ""]) => name);

const sheets = repositoryFiles()
  .filter((path) => /^src\/.*\.css$/.test(path) && path !== "src/ui/theme/theme.generated.css")
  .map((path) => ({ path, css: read(path) }));

/** Text colors, with the backgrounds in the same style sheet and all common surfaces. */
const pairs = [
  ...new Set(
    sheets.flatMap(({ css }) => {
      const grounds = tokensIn(css, GROUND).filter((name) => !MARKS.test(name) && name !== "surface");
      return tokensIn(css, INK)
        .filter((ink) => ink !== "tooltip-text")
        .flatMap((ink) =>
          [...grounds.filter((name) => name !== "tooltip"), ...SURFACES].map((on) => `${ink} on ${on}`),
        );
    }),
  ),
  "tooltip-text on tooltip",
];

describe.each(["light", "dark"] as const)("the %s scheme", (scheme) => {
  const tokens = tokensOf(scheme);

  it("has a contrast of 4.5 for each text on each background of the same style sheet", () => {
    const figures = pairs.map((pair) => {
      const [ink = "", ground = ""] = pair.split(" on ");
      return { pair, contrast: contrast(tokens.get(ink) ?? "", tokens.get(ground) ?? "") };
    });
    expect(figures.filter((figure) => !(figure.contrast >= 4.5))).toEqual([]);
    expect(figures.length).toBeGreaterThan(40);
  });
});

it("no rule puts text on a mark color, and tooltips have their own text color", () => {
  const rules = sheets.flatMap(({ path, css }) =>
    [...css.matchAll(/\{([^{}]*)\}/g)].map(([, body = ""]) => ({
      path,
      inks: tokensIn(body, INK),
      grounds: tokensIn(body, GROUND),
    })),
  );
  const onMarks = rules.filter(
    ({ inks, grounds }) => inks.length > 0 && grounds.some((name) => MARKS.test(name)),
  );
  expect(onMarks).toEqual([]);
  const tooltips = rules.filter(
    ({ inks, grounds }) => inks.includes("tooltip-text") || grounds.includes("tooltip"),
  );
  expect(tooltips.map(({ inks, grounds }) => [...inks, ...grounds])).toEqual(
    tooltips.map(() => ["tooltip-text", "tooltip"]),
  );
});
