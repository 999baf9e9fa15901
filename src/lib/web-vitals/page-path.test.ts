import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  ALL_PAGES,
  getOtherSpelling,
  hasCutParts,
  parsePagePath,
  parsePagePaths,
  toPathname,
} from "./page-path";

const addresses = fc
  .tuple(fc.webUrl(), fc.constantFrom("", "?plan=team", "#faq", "?next=/a?b&c=%20#/d"))
  .map((parts) => parts.join(""));

describe("parsePagePath", () => {
  it.each([
    ["/pricing?plan=team#faq", "/pricing"],
    ["https://www.harbourline.example/docs/", "/docs/"],
    ["https://ana:pw@x.example:8080/a", "/a"],
    ["harbourline.example", "/"],
    ["index.html", "/index.html"],
    ["/a / ", "/a%20/"],
    ["/user/:id", "/user/:id"],
    // Servers compare the path as it was recorded. Only characters that browsers encode change.
    ["/a/../b/./c", "/a/../b/./c"],
    ["/a\\b", "/a\\b"],
    ["/gr%c3%b6%C3%9fe", "/gr%c3%b6%C3%9fe"],
    ["https://x.example/größe", "/gr%C3%B6%C3%9Fe"],
    [ALL_PAGES, ALL_PAGES],
  ])("reads %j as %j", (text, path) => {
    expect(parsePagePath(text)).toBe(path);
  });

  it.each([
    "",
    "   ",
    "mailto:ana@x.example",
    "javascript:alert(1)",
    "ftp://x.example/a",
    "https://x.example/\ud800",
  ])("rejects %j", (text) => {
    expect(parsePagePath(text)).toBeNull();
  });

  it("rejects very long input", () => {
    expect(parsePagePath(`/${"a".repeat(1_999)}`)).not.toBeNull();
    expect(parsePagePath(`/${"a".repeat(2_000)}`)).toBeNull();
  });

  it("is idempotent", () => {
    const text = fc.oneof(
      fc.string({ unit: "grapheme" }),
      addresses,
      fc.string({ unit: fc.constantFrom("/", "a", ".", ":", "?", "#", "@", "%", "ö", " ", "1") }),
    );
    fc.assert(
      fc.property(text, (typed) => {
        const path = parsePagePath(typed);
        fc.pre(path !== null && path !== ALL_PAGES);
        expect(path).toMatch(/^\/[^?#]*$/);
        expect(parsePagePath(path ?? "")).toBe(path);
      }),
    );
  });

  it("returns the page's own path for a URL", () => {
    fc.assert(
      fc.property(addresses, (address) => {
        const { pathname } = new URL(address);
        // Skips URLs with parent segments or with characters that browsers encode, because an
        // address bar never shows them.
        fc.pre(new URL(address).href.includes(address.replace(/^\w+:\/\/[^/?#]*/, "")));
        expect(parsePagePath(address)).toBe(pathname);
      }),
    );
  });
});

describe("parsePagePaths", () => {
  it("parses a pasted list without duplicates", () => {
    const pasted = `https://x.example/pricing?a=1
      /pricing/, /docs;/blog
      "www.x.example/checkout"\thttps://x.example/a,b <https://x.example/>`;
    expect(parsePagePaths(pasted)).toEqual({
      paths: ["/pricing", "/pricing/", "/docs", "/blog", "/checkout", "/a,b", "/"],
      invalid: [],
      cut: ["/pricing", "/checkout", "/a,b", "/"],
    });
  });

  it("keeps brackets in a path", () => {
    expect(parsePagePaths("/wiki/Go_(game) (/docs) /blog/[slug]").paths).toEqual([
      "/wiki/Go_(game)",
      "/docs",
      "/blog/[slug]",
    ]);
  });

  it.each(["  * /a\n  * /b", "1. /a\n2) /b", '["/a","/b"]'])("ignores list markers: %j", (pasted) => {
    expect(parsePagePaths(pasted)).toMatchObject({ paths: ["/a", "/b"], invalid: [] });
  });

  it("keeps spaces in a path, unless another path follows", () => {
    expect(parsePagePaths("/my page /wiki/Node.js guide www.x.example/a").paths).toEqual([
      "/my%20page",
      "/wiki/Node.js%20guide",
      "/a",
    ]);
  });

  it("accepts all pages, reports invalid parts, and parses the rest", () => {
    expect(parsePagePaths("*").paths).toEqual([ALL_PAGES]);
    expect(parsePagePaths("/a *").paths).toEqual(["/a", ALL_PAGES]);
    expect(parsePagePaths("mailto:ana@x.example /docs")).toMatchObject({
      paths: ["/docs"],
      invalid: ["mailto:ana@x.example"],
    });
  });

  it("round-trips without duplicates", () => {
    const path = fc.webPath({ size: "small" });
    fc.assert(
      fc.property(fc.array(path), (paths) => {
        const read = parsePagePaths(paths.map((each) => `https://x.example${each}`).join("\n")).paths;
        expect(new Set(read).size).toBe(read.length);
        expect(parsePagePaths(read.join("\n")).paths).toEqual(read);
      }),
    );
  });
});

it("omits the pathname for all pages only", () => {
  expect(toPathname(ALL_PAGES)).toBeNull();
  expect(toPathname("/docs")).toBe("/docs");
});

it.each([
  ["/pricing", false],
  [ALL_PAGES, false],
  ["/pricing?plan=team", true],
  ["x.example/pricing", true],
  ["https://x.example", true],
])("detects whether %s has a host, query, or fragment", (text, isCut) => {
  expect(hasCutParts(text)).toBe(isCut);
});

it.each([
  ["/pricing", "/pricing/"],
  ["/pricing/", "/pricing"],
  ["/", null],
  [ALL_PAGES, null],
])("the other spelling of %s is %s", (path, other) => {
  expect(getOtherSpelling(path)).toBe(other);
});
