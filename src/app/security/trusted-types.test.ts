import { afterEach, expect, it, vi } from "vitest";
import { createScriptPolicy } from "./trusted-types";

afterEach(() => {
  vi.unstubAllGlobals();
});

const WORKER = "https://app.test/assets/regex-runner.worker-B4_x-9.js";

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

it("allows only our own worker scripts", () => {
  const { createScriptURL } = createPolicyRules();
  expect(createScriptURL(WORKER, "TrustedScriptURL", "Worker constructor")).toBe(WORKER);
  expect(createScriptURL(SERVICE_WORKER, "TrustedScriptURL", "ServiceWorkerContainer register")).toBe(
    SERVICE_WORKER,
  );
  for (const [address, sink] of [
    [WORKER, "HTMLScriptElement src"],
    [WORKER, "SharedWorker constructor"],
    [WORKER, "ServiceWorkerContainer register"],
    [SERVICE_WORKER, "Worker constructor"],
    [`${SERVICE_WORKER}?x`, "ServiceWorkerContainer register"],
    ["https://evil.test/service-worker.js", "ServiceWorkerContainer register"],
    ["/api/service-worker.js", "ServiceWorkerContainer register"],
    [WORKER.replace("app.test", "evil.test"), "Worker constructor"],
    ["https://app.test/assets/other-B4.js", "Worker constructor"],
    ["https://app.test/api/assets/regex-runner.worker-B4.js", "Worker constructor"],
    ["https://app.test/assets/regex-runner.worker-/../../x.js", "Worker constructor"],
    ["data:text/javascript,1", "Worker constructor"],
    ["blob:https://app.test/assets/regex-runner.worker-B4.js", "Worker constructor"],
  ])
    expect(createScriptURL(address, "TrustedScriptURL", sink), `${address} ${sink}`).toBeNull();
});

it("does nothing without Trusted Types", () => {
  vi.stubGlobal("window", {});
  expect(createScriptPolicy).not.toThrow();
});
