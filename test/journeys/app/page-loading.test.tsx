import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { Suspense } from "react";
import { expect, test, vi } from "vitest";
import { pages } from "@/app/pages";
import { server } from "@/mocks/node";
import { refuse } from "@/mocks/scenarios";
import { lazyPage } from "@/ui/overlay/lazy-overlay";
import { renderApp, settle } from "../support/render-app";
import { setUpJourneys } from "../support/subscriptions-setup";

setUpJourneys();

const heading = (name: string | RegExp) => screen.findByRole("heading", { level: 1, name });

test("shows a progress line while a page loads, keeps the previous page, and already loads its data", async () => {
  const { user, sent } = await renderApp({ path: "/settings" });
  await heading("Settings");
  let arrive: (code: undefined) => void = () => undefined;
  vi.spyOn(pages.calendar, "load").mockReturnValue(new Promise((resolve) => (arrive = resolve)));
  expect(screen.queryByRole("progressbar")).not.toBeInTheDocument();
  await user.click(screen.getByRole("link", { name: /^Calendar/ }));
  expect(await screen.findByRole("progressbar", { name: "Loading page" })).toBeInTheDocument();
  expect(await heading("Settings")).toBeInTheDocument();
  await waitFor(() =>
    expect(sent.map(({ path }) => path)).toContainEqual(expect.stringMatching(/subscriptions/)),
  );

  await act(async () => arrive(undefined));
  await heading("Calendar");
  await waitFor(() => expect(screen.queryByRole("progressbar", { name: "Loading page" })).toBeNull());
});

test("opens a page whose preload failed", async () => {
  let isOnline = false;
  const { Component, load } = lazyPage(
    () =>
      isOnline ? Promise.resolve({ NextPage: () => "here it is" }) : Promise.reject(new Error("offline")),
    "NextPage",
  );
  await expect(load()).rejects.toThrow("Couldn't load this page");
  isOnline = true;
  render(
    <Suspense>
      <Component />
    </Suspense>,
  );
  expect(await screen.findByText("here it is")).toBeInTheDocument();
});

test("loads a page's code when a link or a row is pressed, before the click, but not for a checkbox", async () => {
  await renderApp({ path: "/p/1/members?q=claire" });
  await waitFor(() => expect(screen.getAllByRole("row").length).toBeGreaterThan(1));
  const [settings, person] = [pages.settings, pages.person].map((page) => vi.spyOn(page, "load"));
  fireEvent.pointerDown(screen.getAllByRole("checkbox")[1] ?? expect.fail());
  expect(person).not.toHaveBeenCalled();
  fireEvent.pointerDown(document.querySelector("tbody td:last-of-type") ?? expect.fail());
  expect(person).toHaveBeenCalledOnce();
  expect(settings).not.toHaveBeenCalled();
  fireEvent.pointerDown(screen.getByRole("link", { name: /^Settings/ }));
  expect(settings).toHaveBeenCalledOnce();
});

test("keeps the scroll position in a drawer, and restores it on Back", async () => {
  const { user } = await renderApp({ path: "/p/3/exports" });
  await heading("Exports");
  const scrollTo = vi.spyOn(window, "scrollTo");
  const scrollY = vi.spyOn(window, "scrollY", "get").mockReturnValue(300);
  fireEvent.scroll(window);
  await user.click(screen.getByRole("link", { name: "New export" }));
  await screen.findByRole("dialog");
  expect(scrollTo.mock.lastCall ?? [0, 300]).toEqual([0, 300]);
  await user.keyboard("{Escape}");
  await user.click(screen.getByRole("link", { name: /^Settings/ }));
  await heading("Settings");
  expect(scrollTo.mock.lastCall).toEqual([0, 0]);
  scrollY.mockReturnValue(0);
  await act(async () => window.history.back());
  await heading("Exports");
  await waitFor(() => expect(scrollTo.mock.lastCall).toEqual([0, 300]));
});

test("reports a failed prefetch once", async () => {
  const forbidden = "The API key is missing the scope subscription:read";
  const { user, sent } = await renderApp({ path: "/settings" });
  server.use(refuse("subscriptions.list", 403));
  const shown: boolean[] = [];
  const watcher = new MutationObserver(() => {
    const isShown = document.body.textContent?.includes(forbidden) ?? false;
    if (isShown !== (shown.at(-1) ?? false)) shown.push(isShown);
  });
  watcher.observe(document.body, { childList: true, subtree: true });
  const navigation = await screen.findByRole("navigation", { name: "Main" });
  const link = within(navigation).getByRole("link", { name: "Subscriptions" });
  await user.hover(link);
  await waitFor(() => expect(sent.filter(({ path }) => path.endsWith("/subscriptions/"))).toHaveLength(1));
  await settle();
  await user.click(link);
  await screen.findByRole("heading", { level: 2, name: forbidden });
  await settle();
  watcher.disconnect();
  expect(shown).toEqual([true]);
});
