import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { matchPath } from "react-router-dom";
import { expect, test, vi } from "vitest";
import { buildCommands } from "@/app/commands/palette";
import { pages as allPages, listDestinations } from "@/app/pages";
import { openTour } from "@/app/tour/tour";
import { goTo, renderApp } from "../support/render-app";
import { createSubscriptions, LIST_URL, setUpJourneys, WEEKLY } from "../support/subscriptions-setup";
import { storeFromOtherTab } from "../support/web-vitals-setup";

setUpJourneys();

const isPage = (path: string) => Object.values(allPages).some((page) => matchPath(page.path, path) !== null);
const heading = (name: string) => screen.findByRole("heading", { level: 1, name });
const mainLinks = () =>
  within(screen.getByRole("navigation", { name: "Main" })).getAllByRole<HTMLAnchorElement>("link");

test("links pages in the main navigation, also on narrow screens, by shortcut, and at their former paths", async () => {
  await import("@/app/shell/navigation-drawer");
  const { user } = await renderApp({ path: LIST_URL });
  await screen.findByText("No subscriptions yet");
  const links = mainLinks();
  const expected = listDestinations("3", false).filter(({ group }) => group !== undefined);
  expect(links.map((link) => link.textContent?.trim())).toEqual(expected.map(({ label }) => label));
  expect(links.slice(0, 2).map((link) => link.getAttribute("href"))).toEqual(["/p/3", "/p/3/subscriptions"]);
  for (const link of links) expect(isPage(link.pathname)).toBe(true);

  // The current page and held keys add no history entry.
  const before = window.history.length;
  await user.keyboard("gs");
  expect(window.history.length).toBe(before);
  fireEvent.keyDown(document.body, { key: "c", repeat: true });
  expect(window.location.pathname).toBe(LIST_URL);

  // Each page explains an empty project.
  for (const [keys, text, name] of [
    ["gr", "No recipients yet", "Recipients"],
    ["gd", "No sources yet", "Sources"],
    ["gj", "No changes yet", "Activity"],
  ] as const) {
    await user.keyboard(keys);
    await screen.findByText(text);
    expect(screen.getByRole("link", { name })).toHaveAttribute("aria-current", "page");
  }
  expect(window.location.pathname).toBe("/p/3/activity");

  await user.click(screen.getByLabelText("Open navigation"));
  const drawer = await screen.findByRole("dialog", { name: "Environs" });
  await user.click(within(drawer).getByText("Settings"));
  await heading("Settings");
  await waitFor(() => expect(drawer).not.toBeInTheDocument());

  for (const [path, title, current] of [
    ["/p/3/journal?q=sales", "Activity", "/p/3/activity?q=sales"],
    ["/p/3/subscriptions/apply", "Import changes from file", "/p/3/subscriptions/import"],
  ] as const) {
    await goTo(path);
    await heading(title);
    expect(window.location.pathname + window.location.search).toBe(current);
  }
});

test("links all palette entries to pages", () => {
  const visited: string[] = [];
  const commands = buildCommands({
    projectId: "3",
    hasRegex: true,
    pathname: "/",
    navigate: (to) => visited.push(to),
    cycleColorScheme: vi.fn<() => void>(),
    showShortcuts: vi.fn<() => void>(),
    showTour: vi.fn<() => void>(),
  });
  for (const command of commands) command.run();
  const pages = commands.filter(({ group }) => group === "Pages");
  expect(visited.length).toBeGreaterThan(pages.length);
  for (const to of visited) expect(isPage(to.replace(/[?#].*/, ""))).toBe(true);
});

test("moves in the list without focusing it first, and ? lists only what works on the page, from which two keys still open another", async () => {
  const { mocks } = await createSubscriptions(WEEKLY, { ...WEEKLY, title: "Second" });
  const { user } = await renderApp({ path: LIST_URL, mocks });
  const rows = (await screen.findAllByRole("row")).slice(1);
  await within(rows[0] as HTMLElement).findByRole("checkbox");
  const focusedRow = () => document.activeElement?.closest("tr");
  const currentRows = () => screen.getAllByRole("row").slice(1);
  await user.keyboard("j");
  expect(currentRows()).toContain(focusedRow());
  await user.keyboard("{Home}j");
  expect(focusedRow()).toBe(currentRows()[1]);
  // Shortcuts apply to the row that was focused last, even when another element has focus.
  screen.getByRole("button", { name: "Search" }).focus();
  await user.keyboard("x");
  expect(focusedRow()).toBe(currentRows()[1]);
  expect(within(currentRows()[1] as HTMLElement).getByRole("checkbox")).toBeChecked();
  await user.keyboard("?");
  const onList = within(await screen.findByRole("dialog", { name: "Keyboard shortcuts" }));
  onList.getByText("Next row");
  onList.getByText("Edit subscription");
  expect(onList.queryByText("Download export")).not.toBeInTheDocument();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(focusedRow()).toBe(currentRows()[1]));
  await user.keyboard("{Enter}");
  await waitFor(() => expect(window.location.pathname).toMatch(/\/subscriptions\/\d+$/));

  await goTo(LIST_URL);
  // The row has own keys.
  (await screen.findByRole("link", { name: "Second" })).focus();
  await user.keyboard("ge");
  await heading("Exports");
  expect(window.location.pathname).toBe("/p/3/exports");
  await user.keyboard("g,");
  await heading("Settings");
  await user.keyboard("?");
  const onSettings = within(await screen.findByRole("dialog", { name: "Keyboard shortcuts" }));
  expect(onSettings.queryByText("On this page")).not.toBeInTheDocument();
});

test("the palette receives all keys after Ctrl+K, and ? keeps them from the page", async () => {
  const { user } = await renderApp({ path: LIST_URL });
  await heading("Subscriptions");
  await user.keyboard("g{Control>}k{/Control}gmc?/");
  expect(await screen.findByRole("combobox", { name: /^Search pages/ })).toHaveValue("gmc?/");
  expect(screen.getAllByRole("dialog")).toHaveLength(1);
  await user.keyboard("{Escape}?cgm/");
  expect(await screen.findByRole("dialog", { name: "Keyboard shortcuts" })).toBeInTheDocument();
  expect(window.location.pathname).toBe(LIST_URL);
  expect(screen.getAllByRole("dialog")).toHaveLength(1);
});

test("finds recipients, sources, exports, people, and paths in the palette, and leaves the tour open behind it", async () => {
  const { user } = await renderApp({ path: "/p/1" });
  await heading("Overview");
  await screen.findByRole("region", { name: "Needs attention" });
  act(() => openTour());
  await screen.findByRole("dialog", { name: "Tour of Environs" });
  await storeFromOtherTab("environs.vital-paths.demo.1", { board: ["/docs/", "/docs"], seen: [] });
  await user.click(screen.getByRole("button", { name: "Search" }));
  const field = await screen.findByRole("combobox", { name: /^Search pages/ });
  for (const [text, group, label] of [
    ["to:hannah", "Subscriptions", /^Campaign results/],
    ["to:hannah", "Recipients", /^hannah\.orourke@/],
    ["is:overdue", "Subscriptions", /^Onboarding steps/],
    ["orourke", "People", "Hannah O'Rourke"],
    ["growth", "Sources", "Growth overview"],
    ["7010", "Exports", /^export/i],
    ["/docs/", "Web vitals", "/docs/"],
  ] as const) {
    fireEvent.change(field, { target: { value: text } });
    const found = await screen.findByRole("group", { name: group });
    expect(await within(found).findByRole("option", { name: label })).toBeInTheDocument();
  }
  fireEvent.change(field, { target: { value: "harbourline" } });
  await screen.findAllByRole("option", { name: /^Show all \d+ in list$/ });
  expect(screen.queryByRole("option", { name: "/docs" })).toBeNull();
  fireEvent.change(field, { target: { value: "phx_a1B2c3d4" } });
  expect(await screen.findByText(/^That looks like an API key\./)).toBeInTheDocument();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(field).not.toBeInTheDocument());
  expect(screen.getByRole("dialog", { name: "Tour of Environs" })).toBeInTheDocument();
});
