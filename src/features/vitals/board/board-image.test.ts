import { describe, expect, it } from "vitest";
import { getWebVitals, type WebVitals } from "@/contract/web-vitals";
import { type PngFont, truncateToWidth } from "@/ui/chart/render-png";
import type { BoardEntry } from "./board-file";
import { renderBoardImage } from "./board-image";

const CONTEXT = {
  projectId: "1",
  server: "https://eu.posthog.com",
  link: "https://console.example/p/1/vitals?path=/docs",
  budgets: new Map([["LCP", 2_000]]),
  now: new Date("2026-11-21T12:00:00Z"),
};

/** Measures text as if each character were half as wide as it is tall. */
const measure = (text: string, { size }: PngFont) => [...text].length * size * 0.5;

function parseResponse(body: unknown): WebVitals {
  const { response } = getWebVitals;
  const reading = response.kind === "json" ? response.parse(body) : null;
  if (!reading?.ok) throw new Error("the contract cannot read it");
  return reading.value;
}

function series(metric: string, data: readonly (number | null)[]): object {
  const days = ["2026-11-01", "2026-11-08", "2026-11-15"].slice(-data.length);
  return { data, days, labels: [], action: { custom_name: metric, math: "p90" } };
}

function entry(path: string, ...results: readonly object[]): BoardEntry {
  return { path, response: parseResponse({ results }), failure: null };
}

function renderEntries(entries: readonly BoardEntry[]) {
  const image = renderBoardImage(entries, CONTEXT, measure);
  const texts = image.items.flatMap((item) => (item.kind === "text" ? [item.text] : []));
  return { ...image, texts };
}

describe("the board as an image", () => {
  it("shows the same texts as the table", () => {
    const { texts } = renderEntries([entry("/docs", series("LCP", [2_240, 2_310]), series("INP", [0, 0]))]);
    expect(texts).toEqual(
      expect.arrayContaining([
        "Web vitals",
        "/docs",
        "LCP",
        "2,310 ms",
        "p90",
        "Good, over budget",
        "Good up to 2,500 ms",
        "Poor above 4,000 ms",
        "3% worse than the week before",
        "No data",
        CONTEXT.link,
      ]),
    );
  });

  it("draws bar and trend only for values", () => {
    const kindsOf = (...data: (number | null)[]) =>
      renderEntries([entry("/docs", series("LCP", data))]).items.map(({ kind }) => kind);
    const count = (kinds: readonly string[], kind: string) => kinds.filter((each) => each === kind).length;
    expect(count(kindsOf(2_240, 2_310), "line")).toBe(1);
    expect(count(kindsOf(2_310), "line")).toBe(0);
    expect(count(kindsOf(0, 0), "dot")).toBe(0);
    // A gap in the middle leaves two single points, which are drawn as dots.
    expect(count(kindsOf(2_240, null, 2_310), "line")).toBe(0);
    expect(count(kindsOf(2_240, null, 2_310), "dot")).toBe(count(kindsOf(2_310), "dot") + 2);
  });

  it("contains the complete link for many paths", () => {
    const link = `https://console.example/p/1/vitals?${Array.from({ length: 50 }, (_, index) => `path=/a-page-of-the-site/${index}`).join("&")}`;
    const image = renderBoardImage([entry("/a", series("LCP", [1, 2]))], { ...CONTEXT, link }, measure);
    const texts = image.items.flatMap((item) => (item.kind === "text" ? [item.text] : []));
    expect(texts.slice(-20).join("")).toContain(link);
  });

  it("shows the end of a long path", () => {
    const { texts } = renderEntries([
      entry(`/a-long-section-of-the-site/${"and-a-part-of-it/".repeat(12)}page-7`),
    ]);
    expect(texts.some((text) => text.endsWith("/page-7"))).toBe(true);
    expect(texts).toContain("…");
  });

  it("keeps long texts within its edges", () => {
    const long = `/${"very-long-path/".repeat(40)}`;
    const { items, width, height } = renderEntries([
      entry(long, series("LCP", [1, 99_999_999_999]), series("CLS", [0.000_123_4, 31.5])),
      { path: "/b", response: null, failure: "Words without an end. ".repeat(30) },
    ]);
    for (const item of items) {
      if (item.kind === "line") continue;
      const right =
        item.kind === "text"
          ? item.x + measure(item.text, item.font)
          : item.x + (item.kind === "area" ? item.width : item.radius);
      expect(right).toBeLessThanOrEqual(width);
      expect(item.y).toBeLessThanOrEqual(height);
    }
  });
});

describe("truncateToWidth", () => {
  const font = { size: 10 };

  it.each([
    ["/docs", 25, "/docs"],
    ["/docs/start", 25, "/doc…"],
    ["😀😀😀", 10, "😀…"],
    ["/docs", 2, "…"],
    ["", 0, ""],
  ])("truncates %j to %d px as %j", (text, room, cut) => {
    expect(truncateToWidth(text, font, room, measure)).toBe(cut);
  });
});
