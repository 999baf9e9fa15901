import { read, repositoryFiles } from "@test/repository-files";
import { expect, it } from "vitest";

/** Colors of dots, bars and borders. Text never has them as a background. */
const MARKS = /-dot$|^accent$|^border/;

/** Possible values of the local variable `--ui-surface`. */
const SURFACES = ["bg", "bg-sunken", "bg-raised", "bg-hover"];

/** Returns the color tokens of a scheme in the generated style sheet. */
function tokensOf(scheme: "light" | "dark"): ReadonlyMap<string, string> {
  const rules = [...read("src/ui/theme/theme.generated.css").matchAll(/([^{}]+)\{([^{}]*)\}/g)];
  return new Map(
    rules
      .filter(([, selector]) => selector?.includes(`[data-mantine-color-scheme="${scheme}"]`))
      .flatMap(([, , body = ""]) => [...body.matchAll(/--ui-([\w-]+): (#[\da-f]{6});/g)])
      .map(([, name = "", color = ""]) => [name, color]),
  );
}

/** Returns the relative luminance (WCAG 2.2). */
function luminance(color = ""): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const value = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string | undefined, other: string | undefined): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const namesIn = (css: string, pattern: RegExp) => [...css.matchAll(pattern)].map(([, name = ""]) => name);

/** Each text color with the backgrounds of its style sheet and all common surfaces. */
const pairs = repositoryFiles()
  .filter((path) => /^src\/.*\.css$/.test(path) && !path.endsWith(".generated.css"))
  .flatMap((path) => {
    const css = read(path);
    const grounds = namesIn(css, /background(?:-color)?:\s*var\(--ui-([\w-]+)/g).filter(
      (name) => !MARKS.test(name) && name !== "surface" && name !== "tooltip",
    );
    return namesIn(css, /(?<![-\w])color:\s*var\(--ui-([\w-]+)/g)
      .filter((ink) => ink !== "tooltip-text")
      .flatMap((ink) => [...grounds, ...SURFACES].map((ground) => [ink, ground] as const));
  });

it.each(["light", "dark"] as const)(
  "has a contrast of 4.5 for each text, and of 3 for each mark, in the %s scheme",
  (scheme) => {
    const tokens = tokensOf(scheme);
    const weak = [...pairs, ["tooltip-text", "tooltip"] as const].filter(
      ([ink, ground]) => !(contrast(tokens.get(ink), tokens.get(ground)) >= 4.5),
    );
    expect(pairs.length).toBeGreaterThan(100);
    expect(weak).toEqual([]);
    for (const mark of ["accent", "positive-dot", "danger-dot", "neutral-dot"])
      expect(contrast(tokens.get(mark), tokens.get("bg"))).toBeGreaterThanOrEqual(3);
  },
);
