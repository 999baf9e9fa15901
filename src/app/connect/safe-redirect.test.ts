import { expect, test } from "vitest";
import { toSameOriginPath } from "./safe-redirect";

test.each(["/", "/p/1/subscriptions", "/p/1/subscriptions/7/edit?view=trash&page=2#top", "/p/@current"])(
  "accepts %j",
  (address) => {
    expect(toSameOriginPath(address)).toBe(address);
  },
);

test.each([
  null,
  "",
  "https://evil.example",
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "/\n\\evil.example",
  "/.//evil.example",
  "/p/..//evil.example",
  "javascript:alert(1)",
  "evil.example",
  " /p/1",
])("rejects %j", (address) => {
  expect(toSameOriginPath(address)).toBeNull();
});
