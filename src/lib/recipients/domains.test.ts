import { describe, expect, it } from "vitest";
import { isWithinDomains, parseDomain } from "./email-match";

describe("readDomain", () => {
  it.each([
    ["ana@x.co", "x.co"],
    [" Ana@Mail.X.CO ", "mail.x.co"],
    ["@x.co", "x.co"],
    ["x.co.", "x.co"],
    ["https://user:pw@Hooks.x.co:8080/a?b#c", "hooks.x.co"],
    ['"odd@name"@x.co', "x.co"],
    ["ana@bücher.example", "xn--bcher-kva.example"],
    // A domain whose first letter is a Cyrillic "а".
    ["ana@\u0430pple.com", "xn--pple-43d.com"],
    ["localhost", "localhost"],
    ["", null],
    ["ana@", null],
    ["two words", null],
    ["x.co, y.co", null],
    ["ana@x..co,", null],
  ])("extracts from %j: %j", (text, domain) => {
    expect(parseDomain(text)).toBe(domain);
  });
});

describe("isWithinDomains", () => {
  it.each([
    ["x.co", true],
    ["mail.x.co", true],
    ["a.b.x.co", true],
    ["notx.co", false],
    ["co", false],
    ["x.co.evil.example", false],
    ["y.example", true],
  ])("%s: %s", (domain, isOwn) => {
    expect(isWithinDomains(domain, ["x.co", "y.example"])).toBe(isOwn);
  });

  it("is false without domains", () => {
    expect(isWithinDomains("x.co", [])).toBe(false);
  });
});
