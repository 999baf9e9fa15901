import { afterEach, expect, it, vi } from "vitest";
import { createTextPolicy } from "./trusted-types";

afterEach(() => {
  vi.unstubAllGlobals();
});

const WORKER = "https://app.test/assets/pattern-trial.worker-B4_x-9.js";

function rulesOf() {
  const createPolicy = vi.fn();
  vi.stubGlobal("window", { trustedTypes: { createPolicy } });
  vi.stubGlobal("location", new URL("https://app.test/p/1/regex"));
  createTextPolicy();
  const [name, rules] = createPolicy.mock.calls[0] ?? [];
  expect(name).toBe("default");
  return rules;
}

it("lets style sheets pass and no markup, and has no rule for scripts", () => {
  const rules = rulesOf();
  expect(Object.keys(rules)).toEqual(["createHTML", "createScriptURL"]);
  expect(rules.createHTML(":root > a::before { content: '&'; }")).toBe(":root > a::before { content: '&'; }");
  for (const markup of ["<b", "a<img src=x onerror=alert(1)>", "</style><script>"])
    expect(rules.createHTML(markup)).toBeNull();
});

it("lets our own worker begin, and takes no other address for a script", () => {
  const { createScriptURL } = rulesOf();
  expect(createScriptURL(WORKER, "TrustedScriptURL", "Worker constructor")).toBe(WORKER);
  for (const [address, sink] of [
    [WORKER, "HTMLScriptElement src"],
    [WORKER, "SharedWorker constructor"],
    [WORKER.replace("app.test", "evil.test"), "Worker constructor"],
    ["https://app.test/assets/other-B4.js", "Worker constructor"],
    ["https://app.test/api/assets/pattern-trial.worker-B4.js", "Worker constructor"],
    ["https://app.test/assets/pattern-trial.worker-/../../x.js", "Worker constructor"],
    ["data:text/javascript,1", "Worker constructor"],
    ["blob:https://app.test/assets/pattern-trial.worker-B4.js", "Worker constructor"],
  ])
    expect(createScriptURL(address, "TrustedScriptURL", sink), `${address} ${sink}`).toBeNull();
});

it("does nothing where a browser has no Trusted Types", () => {
  vi.stubGlobal("window", {});
  expect(createTextPolicy).not.toThrow();
});
