import { expect, it, vi } from "vitest";
import { createScriptPolicy } from "./deferred-startup";

const SERVICE_WORKER = "/service-worker.js";

function createPolicyRules() {
  const createPolicy = vi.fn();
  vi.stubGlobal("window", { trustedTypes: { createPolicy } });
  vi.stubGlobal("location", new URL("https://app.test/p/1/regex"));
  createScriptPolicy();
  const [name, rules] = createPolicy.mock.calls[0] ?? [];
  expect(name).toBe("default");
  return rules;
}

it("has no rules for HTML and scripts", () => {
  expect(Object.keys(createPolicyRules())).toEqual(["createScriptURL"]);
});

it("allows only the service worker", () => {
  const { createScriptURL } = createPolicyRules();
  expect(createScriptURL(SERVICE_WORKER, "TrustedScriptURL", "ServiceWorkerContainer register")).toBe(
    SERVICE_WORKER,
  );
  for (const [address, sink] of [
    [SERVICE_WORKER, "Worker constructor"],
    [SERVICE_WORKER, "HTMLScriptElement src"],
    [`${SERVICE_WORKER}?x`, "ServiceWorkerContainer register"],
    ["https://evil.test/service-worker.js", "ServiceWorkerContainer register"],
    ["/api/service-worker.js", "ServiceWorkerContainer register"],
    ["data:text/javascript,1", "Worker constructor"],
    ["blob:https://app.test/assets/worker.js", "Worker constructor"],
  ])
    expect(createScriptURL(address, "TrustedScriptURL", sink), `${address} ${sink}`).toBeNull();
});

it("does nothing without Trusted Types", () => {
  vi.stubGlobal("window", {});
  expect(createScriptPolicy).not.toThrow();
});
