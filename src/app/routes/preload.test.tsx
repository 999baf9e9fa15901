import { QueryClient } from "@tanstack/react-query";
import { describe, expect, it, vi } from "vitest";
import { createClient } from "@/http/client";
import { preload, preloadOnIntent } from "./preload";
import { routes } from "./route-table";

const client = createClient({
  connection: {
    id: "demo",
    label: "Demo",
    baseUrl: location.origin,
    prefix: "environments",
    key: "phx_demo_all",
  },
  fetch: () => Promise.reject(new Error("Nothing is asked here")),
});

it("doesn't report a failed preload", async () => {
  const queryClient = new QueryClient();
  const requestedUrls = vi
    .spyOn(queryClient, "prefetchQuery")
    .mockRejectedValue(new Error("Its code did not come"));
  const unhandled = vi.fn();
  process.on("unhandledRejection", unhandled);
  preload(new URL("/p/1/subscriptions/1040", location.origin), client, queryClient);
  await vi.waitFor(() => expect(requestedUrls).toHaveBeenCalled());
  // Node reports unhandled rejections after the current turn of the event loop.
  await new Promise((resolve) => setTimeout(resolve));
  process.off("unhandledRejection", unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});

describe("a press", () => {
  const list = "/p/1/subscriptions";
  const markup = {
    "a link": `<a href="${list}" id="target">Subscriptions</a>`,
    "a cell of a row": `<table><tbody><tr data-opens><td><a href="${list}">Title</a></td><td id="target">Mon</td></tr></tbody></table>`,
  };

  it.each(Object.entries(markup))("on %s preloads its page, without a hover", (_name, html) => {
    const queryClient = new QueryClient();
    const root = document.createElement("div");
    root.innerHTML = html;
    const load = vi.spyOn(routes.subscriptionList, "load").mockResolvedValue(undefined);
    const stop = preloadOnIntent(root, client, queryClient);
    root.querySelector("#target")?.dispatchEvent(new Event("pointerdown", { bubbles: true }));
    expect(load).toHaveBeenCalledOnce();
    stop();
    load.mockRestore();
  });

  it("on a row's checkbox preloads nothing", () => {
    const root = document.createElement("div");
    root.innerHTML = `<table><tbody><tr data-opens><td><input type="checkbox"><a href="${list}">Title</a></td></tr></tbody></table>`;
    const load = vi.spyOn(routes.subscriptionList, "load");
    const stop = preloadOnIntent(root, client, new QueryClient());
    root.querySelector("input")?.dispatchEvent(new Event("pointerdown", { bubbles: true }));
    expect(load).not.toHaveBeenCalled();
    stop();
  });
});
