import { describe, expect, it } from "vitest";
import { darkTokens, lightTokens } from "./theme";

/** Returns the relative luminance (WCAG 2.2). */
function luminance(hex: string): number {
  const channels = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (channels[0] ?? 0) + 0.7152 * (channels[1] ?? 0) + 0.0722 * (channels[2] ?? 0);
}

function contrast(foreground: string, background: string): number {
  const [low = 0, high = 0] = [luminance(foreground), luminance(background)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const surfaces = ["bg", "bg-sunken", "bg-raised", "bg-hover"] as const;
const textColors = [
  "text",
  "text-dim",
  "text-faint",
  "accent-text",
  "positive",
  "warning",
  "danger",
] as const;
const schemes = [
  { name: "light", tokens: lightTokens },
  { name: "dark", tokens: darkTokens },
];

describe.each(schemes)("the $name scheme", ({ tokens }) => {
  it.each(textColors.flatMap((ink) => surfaces.map((surface) => [ink, surface] as const)))(
    "%s has enough contrast on %s",
    (ink, surface) => {
      expect(contrast(tokens[ink], tokens[surface])).toBeGreaterThanOrEqual(4.5);
    },
  );

  it.each([
    ["text", "bg-active"],
    ["text", "accent-soft"],
    ["text-dim", "accent-soft"],
    ["text", "warning-soft"],
    ["warning", "warning-soft"],
    ["text", "danger-soft"],
    ["danger", "danger-soft"],
    ["positive", "positive-soft"],
    ["tooltip-text", "tooltip"],
  ] as const)("%s has enough contrast on %s", (ink, surface) => {
    expect(contrast(tokens[ink], tokens[surface])).toBeGreaterThanOrEqual(4.5);
  });

  it.each(["accent", "positive-dot", "danger-dot", "neutral-dot"] as const)("%s can be seen", (mark) => {
    expect(contrast(tokens[mark], tokens.bg)).toBeGreaterThanOrEqual(3);
  });
});
