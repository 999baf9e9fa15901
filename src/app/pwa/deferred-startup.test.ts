// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { runDeferredStartup } from "./deferred-startup";

beforeEach(() => {
  document.body.innerHTML = "<main><h1>Subscriptions</h1></main>";
});

afterEach(() => {
  document.body.innerHTML = "";
  Reflect.deleteProperty(navigator, "connection");
});

async function loadedPages(): Promise<readonly string[]> {
  const loaded: string[] = [];
  const createPage = (path: string) => ({ path, load: async () => loaded.push(path) });
  await runDeferredStartup(["/connect", "/p/:projectId/exports", "/p/:projectId/members"].map(createPage));
  return loaded;
}

it("loads the pages of a project in advance", async () => {
  expect(await loadedPages()).toEqual(["/p/:projectId/exports", "/p/:projectId/members"]);
});

it("loads no page in advance if the user asked the browser to save data", async () => {
  Reflect.defineProperty(navigator, "connection", { value: { saveData: true }, configurable: true });
  expect(await loadedPages()).toEqual([]);
});

it("ignores a page that fails to load, for example offline", async () => {
  const load = vi.fn().mockRejectedValue(new TypeError("offline"));
  await runDeferredStartup([{ path: "/p/:projectId/exports", load }]);
  expect(load).toHaveBeenCalledOnce();
});
