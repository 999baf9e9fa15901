import { expect, test } from "vitest";
import * as z from "zod/mini";
import { connectDefaults, connectForm, toConnection } from "./connect-form";

const good = { ...connectDefaults(), address: "eu.example.com", key: "phx_abc" };

function mistakes(values: Partial<typeof good>) {
  const parsed = z.safeParse(connectForm, { ...good, ...values });
  return parsed.success
    ? []
    : parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
}

test("an address without a scheme and a key with spaces around it are fine", () => {
  expect(mistakes({ key: "  phx_abc\n" })).toEqual([]);
  expect(toConnection({ ...good, key: "  phx_abc\n" })).toEqual({
    id: "https://eu.example.com environments",
    label: "eu.example.com",
    baseUrl: "https://eu.example.com",
    prefix: "environments",
    key: "phx_abc",
  });
});

test.each([
  ["an empty key", { key: "  " }, /^key: Enter a personal API key/],
  ["a project key", { key: " phc_abc" }, /^key: This is a project key/],
  ["a key of two parts", { key: "phx_a phx_b" }, /^key: A key has no spaces/],
  ["no address", { address: " " }, /^address: Enter the server's address/],
  ["no web address", { address: "not a server" }, /^address: /],
  ["an unencrypted address", { address: "http://eu.example.com" }, /^address: With http:\/\/ anyone/],
])("%s is one mistake, said in words", (_, values, expected) => {
  expect(mistakes(values)).toEqual([expect.stringMatching(expected)]);
});

test("every wrong field is told at once", () => {
  expect(mistakes({ address: "", key: "phc_x" })).toHaveLength(2);
});

test("an unencrypted address is allowed on this computer, and elsewhere once confirmed", () => {
  expect(mistakes({ address: "http://localhost:8010" })).toEqual([]);
  expect(mistakes({ address: "127.0.0.1:8010" })).toEqual([]);
  expect(mistakes({ address: "http://eu.example.com", allowUnencrypted: true })).toEqual([]);
});
