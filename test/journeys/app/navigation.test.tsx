import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { matchPath } from "react-router-dom";
import { expect, test, vi } from "vitest";
import { buildCommands } from "@/app/commands/palette";
import { pages as allPages, listDestinations } from "@/app/pages";
import { openTour } from "@/app/tour/tour";
import { renderApp } from "../support/render-app";
import { createSubscriptions, LIST_URL, setUpJourneys, WEEKLY } from "../support/subscriptions-setup";
import { storeFromOtherTab } from "../support/web-vitals-setup";

setUpJourneys();

const isPage = (path: string) => Object.values(allPages).some((page) => matchPath(page.path, path) !== null);
const heading = (name: string) => screen.findByRole("heading", { level: 1, name });
const mainLinks = () =>
  within(screen.getByRole("navigation", { name: "Main" })).getAllByRole<HTMLAnchorElement>("link");

test("links the main navigation to pages", async () => {
  await renderApp({ path: LIST_URL });
  await heading("Subscriptions");
  const links = mainLinks();
  const expected = listDestinations("3", false).filter(({ group }) => group !== undefined);
  expect(links.map((link) => link.textContent?.trim())).toEqual(expected.map(({ label }) => label));
  expect(links.slice(0, 2).map((link) => link.getAttribute("href"))).toEqual(["/p/3", "/p/3/subscriptions"]);
  for (const link of links) expect(isPage(link.pathname)).toBe(true);
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

test.each([
  ["/p/3/journal?q=sales", "Activity", "/p/3/activity?q=sales"],
  ["/p/3/subscriptions/apply", "Import changes from file", "/p/3/subscriptions/import"],
])("redirects the former path %s", async (path, title, current) => {
  await renderApp({ path });
  await heading(title);
  expect(window.location.pathname + window.location.search).toBe(current);
});

test("opens, follows and closes the navigation on narrow screens", async () => {
  await import("@/app/shell/navigation-drawer");
  const { user } = await renderApp({ path: LIST_URL });
  await heading("Subscriptions");
  await user.click(screen.getByRole("button", { name: "Open navigation" }));
  const drawer = await screen.findByRole("dialog", { name: "Environs" });
  await user.click(within(drawer).getByRole("link", { name: "Settings" }));
  await heading("Settings");
  await waitFor(() => expect(drawer).not.toBeInTheDocument());
});

test("opens pages by shortcut, which explain an empty project", async () => {
  const { user } = await renderApp({ path: LIST_URL });
  await screen.findByText("No subscriptions yet");
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
});

test("supports two-key shortcuts on a row with its own keys", async () => {
  const { mocks } = await createSubscriptions(WEEKLY);
  const { user } = await renderApp({ path: LIST_URL, mocks });
  (await screen.findByRole("link", { name: WEEKLY.title })).focus();
  await user.keyboard("ge");
  await heading("Exports");
  expect(window.location.pathname).toBe("/p/3/exports");
});

test("moves in the list without focusing it first", async () => {
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
  await user.keyboard("{Enter}");
  await waitFor(() => expect(window.location.pathname).toMatch(/\/subscriptions\/\d+$/));
});

test("? lists only what works on the page", async () => {
  const { mocks } = await createSubscriptions(WEEKLY);
  const { user } = await renderApp({ path: LIST_URL, mocks });
  await screen.findByRole("link", { name: WEEKLY.title });
  await user.keyboard("?");
  const onList = await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
  expect(within(onList).getByText("Next row")).toBeInTheDocument();
  expect(within(onList).getByText("Edit subscription")).toBeInTheDocument();
  expect(within(onList).queryByText("Download export")).not.toBeInTheDocument();
  await user.keyboard("{Escape}");
  await user.keyboard("g,");
  await heading("Settings");
  await user.keyboard("?");
  const onSettings = await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
  expect(within(onSettings).queryByText("On this page")).not.toBeInTheDocument();
});

test("adds no history entry for the current page or held keys", async () => {
  const { user } = await renderApp({ path: LIST_URL });
  await heading("Subscriptions");
  const before = window.history.length;
  await user.keyboard("gs");
  expect(window.history.length).toBe(before);
  fireEvent.keyDown(document.body, { key: "c", repeat: true });
  expect(window.location.pathname).toBe(LIST_URL);
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

test("finds recipients, sources, people, and paths in the palette, and leaves the tour open behind it", async () => {
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
