import { QueryClient } from "@tanstack/react-query";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { buildClient } from "@/testing/build-api";
import { routes } from "./route-table";
import { watchIntent } from "./watch-intent";

// The preloaded data doesn't matter, so requests get no response.
const client = buildClient({ fetch: () => new Promise(() => {}) });

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
    const stop = watchIntent(root, client, queryClient, vi.fn());
    root.querySelector("#target")?.dispatchEvent(new Event("pointerdown", { bubbles: true }));
    expect(load).toHaveBeenCalledOnce();
    stop();
    load.mockRestore();
  });

  it("on a row's checkbox preloads nothing", () => {
    const root = document.createElement("div");
    root.innerHTML = `<table><tbody><tr data-opens><td><input type="checkbox"><a href="${list}">Title</a></td></tr></tbody></table>`;
    const load = vi.spyOn(routes.subscriptionList, "load");
    const stop = watchIntent(root, client, new QueryClient(), vi.fn());
    root.querySelector("input")?.dispatchEvent(new Event("pointerdown", { bubbles: true }));
    expect(load).not.toHaveBeenCalled();
    stop();
  });
});

describe("a link in navigation", () => {
  const markup = `<nav>
    <a href="/p/1">Overview</a>
    <a href="/p/1/subscriptions">Subscriptions</a>
    <a href="/p/1/members">Members</a>
    <a href="/p/2/members">Members of another project</a>
    <a href="/settings">Settings</a>
    <a href="/p/1/exports">Exports</a>
  </nav>
  <a href="/p/1/members">Not in navigation</a>
  <a href="/p/1/subscriptions/new">New subscription</a>
  <table><tbody><tr><td><a href="/p/1/subscriptions/7/edit">Edit in a row</a></td></tr></tbody></table>`;

  /** Returns a function that fires an event at a link, and the calls for prerendered pages. */
  function watch() {
    vi.useFakeTimers();
    vi.spyOn(routes.memberList, "isLoaded").mockReturnValue(true);
    vi.spyOn(routes.subscriptionList, "isLoaded").mockReturnValue(true);
    vi.spyOn(routes.subscriptionCreate, "isLoaded").mockReturnValue(true);
    vi.spyOn(routes.overview, "isLoaded").mockReturnValue(true);
    vi.spyOn(routes.exportList, "isLoaded").mockReturnValue(false);
    for (const route of Object.values(routes)) vi.spyOn(route, "load").mockResolvedValue(undefined);
    window.history.pushState(null, "", "/p/1/subscriptions");
    const root = document.createElement("div");
    root.innerHTML = markup;
    const paths: unknown[] = [];
    const stop = watchIntent(root, client, new QueryClient(), (page) =>
      paths.push(page && page.location.pathname),
    );
    onTestFinished(stop);
    const fire = (type: string, text: string, ms = 30) => {
      const link = [...root.querySelectorAll("a")].find(({ textContent }) => textContent === text);
      (link ?? root).dispatchEvent(new Event(type, { bubbles: true }));
      if (type !== "pointerdown") vi.advanceTimersByTime(ms);
    };
    return { fire, paths };
  }

  it("prerenders a drawer immediately, and a page after a short hover", () => {
    const { fire, paths } = watch();
    fire("pointerover", "Members", 0);
    expect(paths).toEqual([]);
    fire("pointerover", "New subscription", 0);
    expect(paths).toEqual(["/p/1/subscriptions/new"]);
  });

  it("discards its page if it isn't opened", () => {
    const { fire, paths } = watch();
    fire("pointerover", "Members");
    vi.advanceTimersByTime(9_000);
    expect(paths).toEqual(["/p/1/members"]);
    vi.advanceTimersByTime(1_000);
    expect(paths).toEqual(["/p/1/members", null]);
  });

  it.each(["Overview", "Subscriptions", "Members of another project", "Settings", "Exports"])(
    "prerenders neither the overview, the open page, other projects, nor pages whose code is missing: %s",
    (text) => {
      const { fire, paths } = watch();
      fire("pointerover", text);
      expect(paths).toEqual([null]);
    },
  );

  it.each(["Not in navigation", "Edit in a row"])("prerenders a page, unlike other links: %s", (text) => {
    const { fire, paths } = watch();
    fire("pointerover", text);
    fire("pointerdown", text);
    expect(paths).toEqual([]);
  });
});
