import { expect, test } from "vitest";
import * as z from "zod/mini";
import { connectSchema, getConnectDefaults, toSameOriginPath } from "./connection-check";

const VALID_VALUES = { ...getConnectDefaults(), address: "eu.example.com", key: "phx_abc" };

function getIssues(values: Partial<typeof VALID_VALUES>) {
  const parsed = z.safeParse(connectSchema, { ...VALID_VALUES, ...values });
  return parsed.success
    ? []
    : parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
}

test.each([
  ["an empty key", { key: "  " }, /^key: Enter a personal API key/],
  ["a project key", { key: " phc_abc" }, /^key: This is a project key/],
  ["a key of two parts", { key: "phx_a phx_b" }, /^key: API keys can.t contain spaces/],
  ["no address", { address: " " }, /^address: Enter a server address/],
  ["no web address", { address: "not a server" }, /^address: /],
  [
    "an unencrypted address",
    { address: "http://eu.example.com" },
    /^address: http:\/\/ sends the key unencrypted/,
  ],
])("reports one issue for %s", (_, values, expected) => {
  expect(getIssues(values)).toEqual([expect.stringMatching(expected)]);
});

test.each(["/", "/p/1/subscriptions/7/edit?view=trash&page=2#top", "/p/@current"])(
  "accepts %j",
  (address) => {
    expect(toSameOriginPath(address)).toBe(address);
  },
);

test.each([
  null,
  "https://evil.example",
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "/.//evil.example",
  "/p/..//evil.example",
  "javascript:alert(1)",
  " /p/1",
])("rejects %j", (address) => {
  expect(toSameOriginPath(address)).toBeNull();
});
