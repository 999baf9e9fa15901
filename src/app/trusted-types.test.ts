import { afterEach, expect, it, vi } from "vitest";
import { createTextPolicy } from "./trusted-types";

afterEach(() => {
  vi.unstubAllGlobals();
});

it("lets style sheets pass and no markup, no script and no address", () => {
  const createPolicy = vi.fn();
  vi.stubGlobal("window", { trustedTypes: { createPolicy } });
  createTextPolicy();
  const [name, rules] = createPolicy.mock.calls[0] ?? [];
  expect(name).toBe("default");
  expect(Object.keys(rules)).toEqual(["createHTML"]);
  expect(rules.createHTML(":root > a::before { content: '&'; }")).toBe(":root > a::before { content: '&'; }");
  for (const markup of ["<b", "a<img src=x onerror=alert(1)>", "</style><script>"])
    expect(rules.createHTML(markup)).toBeNull();
});

it("does nothing where a browser has no Trusted Types", () => {
  vi.stubGlobal("window", {});
  expect(createTextPolicy).not.toThrow();
});
