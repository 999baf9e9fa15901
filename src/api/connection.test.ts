import { describe, expect, it } from "vitest";
import { findPagePath, isProjectKey, normalizeBaseUrl } from "./connection";

describe("normalizeBaseUrl", () => {
  it.each([
    ["  https://us.posthog.com/ ", "https://us.posthog.com"],
    ["https://eu.posthog.com/project/12/insights?x=1#y", "https://eu.posthog.com"],
    ["https://eu.posthog.com/api/users/@me/", "https://eu.posthog.com"],
    ["https://tools.example/api/posthog/", "https://tools.example/api/posthog"],
    ["https://tools.example/api/posthog/api/projects/1/", "https://tools.example/api/posthog"],
    ["https://tools.example/posthog/api/environments/1/", "https://tools.example/posthog"],
    ["https://tools.example/posthog/project/1", "https://tools.example/posthog"],
    ["https://tools.example/projections", "https://tools.example/projections"],
    ["localhost:8010", "http://localhost:8010"],
    ["127.0.0.1:8010/", "http://127.0.0.1:8010"],
    ["http://posthog.lan:8000", "http://posthog.lan:8000"],
    ["https:/eu.posthog.com", "https://eu.posthog.com"],
    ["https//eu.posthog.com", "https://eu.posthog.com"],
    ["https:///eu.posthog.com", "https://eu.posthog.com"],
    ["http:posthog.lan:8000", "http://posthog.lan:8000"],
    ["https.example.com", "https://https.example.com"],
    ["“https://eu.posthog.com/”", "https://eu.posthog.com"],
    ["\u200Bhttps://eu.post\u2060hog.com\uFEFF", "https://eu.posthog.com"],
  ])("reads %j as %j", (text, baseUrl) => {
    expect(normalizeBaseUrl(text)).toEqual({ ok: true, baseUrl });
  });

  it.each([
    ["https://eu.posthog.com/insights/x7", "/insights/x7", "https://eu.posthog.com"],
    ["eu.posthog.com/web", "/web", "https://eu.posthog.com"],
    ["https://tools.example/posthog/home", "/home", "https://tools.example/posthog"],
  ])("finds the page in %j", (text, page, baseUrl) => {
    expect(findPagePath(text)).toBe(page);
    expect(normalizeBaseUrl(text)).toEqual({ ok: true, baseUrl });
    expect(normalizeBaseUrl(text, true)).toEqual({ ok: true, baseUrl: baseUrl + page });
  });

  it.each(["eu.posthog.com", "https://tools.example/posthog/", "https://eu.posthog.com/api/projects/2/"])(
    "finds no page in %j",
    (text) => expect(findPagePath(text)).toBeNull(),
  );

  it.each(["", "not an address", "ftp://eu.posthog.com", "javascript:alert(1)", "https:", "http://https/"])(
    "explains what is wrong with %j",
    (text) => {
      expect(normalizeBaseUrl(text)).toEqual({ ok: false, message: expect.stringMatching(/\w.*[.m]$/) });
    },
  );

  it("rejects passwords in the address", () => {
    for (const text of [
      "https://ana:secret@eu.posthog.com",
      "ana:secret@eu.posthog.com",
      "mailto:ana@x.co",
    ]) {
      expect(normalizeBaseUrl(text)).toMatchObject({
        ok: false,
        message: expect.not.stringContaining("secret"),
      });
    }
  });
});

it("isProjectKey recognizes project keys", () => {
  expect(isProjectKey("phc_abc")).toBe(true);
  expect(isProjectKey("phx_abc")).toBe(false);
});
