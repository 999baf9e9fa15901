import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { server } from "@/mocks/node";
import { hang } from "@/mocks/scenarios";
import { changeJson } from "../../support/mock-server";
import {
  createAsOtherUser,
  createSubscriptions,
  fetchRecord,
  LIST_URL,
  openPage,
  replaceFields,
  selectPageAction,
  setUpJourneys,
  subscriptionRow,
  WEEKLY,
} from "../support/subscriptions-setup";

setUpJourneys();

const DAILY = { ...WEEKLY, title: "Daily sales", frequency: "daily", byweekday: null };

async function openMenu(user: { click: (element: Element) => Promise<void> }, title: string) {
  await user.click(screen.getByLabelText(`Actions for ${title}`));
  return within(await screen.findByRole("menu"));
}

describe("the list", () => {
  it("shows all columns", async () => {
    const { mocks } = await createSubscriptions({
      ...WEEKLY,
      target_value: "ana@example.com,bo@example.com,cy@example.com",
    });
    await openPage(LIST_URL, "Weekly figures", mocks);
    const row = within(subscriptionRow("Weekly figures"));
    await row.findByText("Growth overview");
    row.getByText("ana@example.com");
    row.getByText("+2");
    row.getByText("Mon 09:00");
    expect(row.getByText("Nov 23, 09:00")).toHaveAttribute("dateTime", "2026-11-23T08:00:00Z");
    // The mark before the title shows only exceptions, so an active subscription has none.
    row.getByRole("cell", { name: "Weekly figures" });
  });

  it("counts an invalid record, shows it raw, and shows all others", async () => {
    const { mocks } = await createSubscriptions(WEEKLY, DAILY);
    const addInvalid = (page: { readonly results: readonly object[] }) => ({
      ...page,
      results: [{ id: "seven", title: "Broken one" }, ...page.results],
    });
    server.use(changeJson("subscriptions.list", mocks, addInvalid));
    const { user } = await openPage(LIST_URL, "Couldn't read 1 subscription", mocks);
    subscriptionRow("Weekly figures");
    subscriptionRow("Daily sales");
    const raw = screen.getByText(/^Item 1 in the response/);
    await user.click(raw);
    expect(await screen.findByText(/"seven"/)).toBeInTheDocument();
  });

  it("searches all text and stores the search in the URL", async () => {
    const { mocks } = await createSubscriptions(WEEKLY, DAILY, { ...DAILY, title: "Yearly sales" });
    const { user } = await openPage(LIST_URL, "Weekly figures", mocks);
    const search = screen.getByRole("combobox", { name: "Search subscriptions" });
    await user.type(search, "sales ");
    await user.paste("freq:daily");
    await screen.findByText("2 of 3 match");
    expect(screen.queryByText("Weekly figures")).toBeNull();
    // The URL follows when focus leaves the field.
    await user.tab();
    await waitFor(() => expect(window.location.search).toBe("?q=sales+freq%3Adaily"));
    await user.click(screen.getByText("Clear", { selector: "button" }));
    await screen.findByText("Weekly figures");
    await user.tab();
    await waitFor(() => expect(window.location.search).toBe(""));
    await user.click(search);
    await user.paste("nobody");
    await screen.findByText("No matches");
    await user.click(screen.getByText("Clear search"));
    await screen.findByText("Weekly figures");
  });

  it("filters with the pointer, and offers the nearest filter", async () => {
    const { mocks } = await createSubscriptions(WEEKLY, DAILY);
    const { user } = await openPage(LIST_URL, "Weekly figures", mocks);
    await user.click(screen.getByRole("button", { name: "Filter" }));
    await user.click(await screen.findByRole("option", { name: /^freq:daily ?1 · daily/ }));
    await screen.findByText("1 of 2 match");
    const field = screen.getByRole("combobox", { name: "Search subscriptions" });
    expect(field).toHaveValue("freq:daily");
    await user.clear(field);
    await user.click(field);
    await user.paste("frq:weekly ");
    await user.click(await screen.findByRole("button", { name: "Show freq:weekly (1)" }));
    expect(field).toHaveValue("freq:weekly");
    expect(field).toHaveFocus();
    subscriptionRow("Weekly figures");
    await user.paste(' figures to:"ana@example.com" ');
    (await screen.findByRole("button", { name: "Remove filter freq:weekly" })).focus();
    await user.keyboard("{Enter}");
    expect(field).toHaveValue('figures to:"ana@example.com" ');
    const chip = await screen.findByRole("button", { name: 'Remove filter to:"ana@example.com"' });
    expect(chip).toHaveFocus();
    await user.keyboard("{Enter}");
    expect(field).toHaveValue("figures");
    expect(field).toHaveFocus();
    expect(screen.queryByRole("list", { name: "Filters" })).toBeNull();
    const menu = await openMenu(user, "Weekly figures");
    await user.click(menu.getByText("Show only this source"));
    expect(field).toHaveValue("figures dashboard:201");
  });

  it("switches between states, and keeps their counts in Trash", async () => {
    const ended = { ...DAILY, title: "Old sales", until_date: "2026-11-10T00:00:00Z" };
    const { mocks } = await createSubscriptions(WEEKLY, DAILY, ended, { ...DAILY, deleted: true });
    const { user } = await openPage(LIST_URL, "Weekly figures", mocks);
    const tab = (name: RegExp) => screen.findByRole("link", { name });
    expect(await tab(/^All ?3$/)).toHaveAttribute("aria-current", "page");
    await tab(/^Active ?2$/);
    await user.click(await tab(/^Ended ?1$/));
    await waitFor(() => expect(screen.queryByText("Weekly figures")).toBeNull());
    expect(await tab(/^Ended ?1$/)).toHaveAttribute("aria-current", "page");
    expect(screen.getByRole("combobox", { name: "Search subscriptions" })).toHaveValue("is:ended");
    expect(window.location.search).toBe("?q=is%3Aended");
    await user.click(await tab(/^Trash/));
    await screen.findByText("Daily sales");
    await tab(/^Active ?2$/);
    await user.click(await tab(/^All ?3$/));
    await screen.findByText("Weekly figures");
    expect(window.location.search).toBe("");
  });

  it("shows Trash for a search of deleted records", async () => {
    const { mocks } = await createSubscriptions(WEEKLY, { ...DAILY, deleted: true });
    await openPage(`${LIST_URL}?q=is%3Adeleted`, "Daily sales", mocks);
    expect(screen.getByRole("heading", { name: "Trash" })).toBeInTheDocument();
    expect(screen.queryByText("Weekly figures")).toBeNull();
    const views = within(screen.getByRole("navigation", { name: "Views" }));
    await waitFor(() => expect(views.getAllByRole("link")[0]).toHaveTextContent("All1"));
  });
});

it("editing from a row keeps the list behind the drawer and restores the focus to the row", async () => {
  const { mocks } = await createSubscriptions(WEEKLY, DAILY);
  const { user } = await openPage(LIST_URL, "Daily sales", mocks);
  screen.getByRole("link", { name: "Daily sales" }).focus();
  await user.keyboard("e");
  await screen.findByRole("dialog", { name: "Edit “Daily sales”" });
  expect(window.location.pathname).toMatch(/\/subscriptions\/\d+\/edit$/);
  expect(screen.getByRole("table", { name: "Subscriptions", hidden: true })).toBeInTheDocument();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.getByRole("link", { name: "Daily sales" })).toHaveFocus());
  expect(window.location.pathname).toBe(LIST_URL);
});

it("goes from the search to a row by keyboard, changes it, and undoes the change after a preview", async () => {
  const { mocks, ids } = await createSubscriptions(WEEKLY, DAILY);
  const { user, writes: changes } = await openPage(LIST_URL, "Weekly figures", mocks);
  await user.keyboard("{Control>}z{/Control}");
  await screen.findByText("Nothing to undo");
  await user.type(screen.getByRole("combobox", { name: "Search subscriptions" }), "daily{Enter}");
  await waitFor(() => expect(screen.getByRole("link", { name: "Daily sales" })).toHaveFocus());
  await user.keyboard("{Delete}");
  await waitFor(() => expect(changes()).toHaveLength(1));
  await screen.findByText("Deleted “Daily sales”");
  await user.keyboard("{Control>}z{/Control}");
  const dialog = within(await screen.findByRole("dialog", { name: "Undo “Deleted Daily sales”?" }));
  await dialog.findByText("Undo 1 change");
  await user.keyboard("{Control>}{Enter}{/Control}");
  await dialog.findByText("Undone");
  expect(await fetchRecord(mocks, ids[1] ?? 0)).toMatchObject({ deleted: false });
});

it("deleting removes the row immediately, moves the focus to the next, and restores it with Undo", async () => {
  const { mocks, ids } = await createSubscriptions(DAILY, WEEKLY);
  const { user, writes: changes } = await openPage(LIST_URL, "Weekly figures", mocks);
  const menu = await openMenu(user, "Weekly figures");
  await user.click(menu.getByText("Delete"));
  await waitFor(() => expect(screen.queryByText("Weekly figures", { selector: "td *" })).toBeNull());
  await screen.findByText("Deleted “Weekly figures”");
  await waitFor(() => expect(screen.getByRole("link", { name: "Daily sales" })).toHaveFocus());
  await user.click(screen.getByText("Undo"));
  await waitFor(() => subscriptionRow("Weekly figures"));
  await waitFor(() => expect(changes()).toHaveLength(2));
  expect(changes().map(({ method, body }) => [method, body])).toEqual([
    ["PATCH", { deleted: true }],
    ["PATCH", { deleted: false }],
  ]);
  expect(await fetchRecord(mocks, ids[1] ?? 0)).toMatchObject({ deleted: false });
});

it("Trash lists deleted subscriptions and restores them", async () => {
  const { mocks, id } = await createSubscriptions({ ...WEEKLY, deleted: true }, DAILY);
  const { user, writes: changes } = await openPage(LIST_URL, "Daily sales", mocks);
  expect(screen.queryByText("Weekly figures")).toBeNull();
  await user.click(screen.getByRole("link", { name: /^Trash/ }));
  await screen.findByText("Weekly figures");
  expect(window.location.search).toBe("?view=trash");
  within(subscriptionRow("Weekly figures")).getByText("Deleted");
  const menu = await openMenu(user, "Weekly figures");
  expect(menu.queryByText("Edit")).toBeNull();
  await user.click(menu.getByText("Restore"));
  await screen.findByText("Trash is empty");
  await screen.findByText("Restored “Weekly figures”");
  await user.click(screen.getByRole("link", { name: /^All/ }));
  await waitFor(() => subscriptionRow("Weekly figures"));
  expect(changes().map(({ method, body }) => [method, body])).toEqual([["PATCH", { deleted: false }]]);
  expect(await fetchRecord(mocks, id)).toMatchObject({ deleted: false });
});

describe("the detail page", () => {
  it("shows all fields, the server's and computed dates in both zones, and the raw response", async () => {
    const { mocks, id } = await createSubscriptions(WEEKLY);
    const { user } = await openPage(`${LIST_URL}/${id}`, "Next deliveries", mocks);
    screen.getByText(/^Every Monday at 09:00 by email to 2 recipients\. Next delivery: Mon/);
    screen.getByText("ana@example.com");
    screen.getByText("bo@example.com");
    const dates = within(screen.getByRole("table", { name: "Next deliveries" }));
    expect(dates.getAllByRole("row")).toHaveLength(6);
    screen.getByText(/^Calculated from the schedule\./);
    expect(screen.queryByText("Next delivery doesn't match the schedule")).toBeNull();
    await user.click(screen.getByText("Show raw response"));
    await screen.findByText(/"target_value": "ana@example.com, bo@example.com"/);
  });

  it("renders immediately from the loaded list", async () => {
    const { mocks, id } = await createSubscriptions(WEEKLY);
    const { user } = await openPage(LIST_URL, "Weekly figures", mocks);
    server.use(hang("subscriptions.get"));
    await user.click(screen.getByText("Weekly figures"));
    await screen.findByText("Next deliveries");
    expect(window.location.pathname).toBe(`${LIST_URL}/${id}`);
  });

  it.each([
    ["999", "Not found"],
    ["abc", "Subscription not found"],
  ])("shows not found for %s", async (id, message) => {
    const { user } = await openPage(`${LIST_URL}/${id}`, message);
    await user.click(screen.getByText("All subscriptions"));
    expect(await screen.findByText("No subscriptions yet")).toBeInTheDocument();
  });
});

const ROWS = /figures|sales/;

const links = () => screen.getAllByRole("link", { name: ROWS });
const selectionBar = async () => within(await screen.findByRole("region", { name: "Selection" }));

async function openWithSubscriptions(...bodies: readonly object[]) {
  const { mocks } = await createSubscriptions(...bodies);
  const app = await openPage(LIST_URL, "Weekly figures", mocks);
  return { ...app, mocks };
}

it("selects a row with x and downloads the selection", async () => {
  const { user } = await openWithSubscriptions(DAILY, WEEKLY);
  screen.getByRole("link", { name: "Weekly figures" }).focus();
  await user.keyboard("x");
  expect(screen.getByRole("checkbox", { name: "Select Weekly figures" })).toBeChecked();
  const bar = await selectionBar();
  bar.getByText("1 selected");
  const start = bar.getByRole("button", { name: "Download" });
  await user.click(start);
  const dialog = within(await screen.findByRole("dialog", { name: "Download subscriptions" }));
  expect(dialog.getByRole("radio", { name: "1 selected" })).toBeChecked();
  dialog.getByRole("button", { name: "Download 1 row" });
  await user.keyboard("{Escape}");
  await waitFor(() => expect(start).toHaveFocus());
  // Escape closes the dialog, but doesn't clear the selection behind it.
  expect(screen.getByRole("checkbox", { name: "Select Weekly figures" })).toBeChecked();
});

it("clears the selection with Escape, keeping the focus, and deselects a deleted record", async () => {
  const { user } = await openWithSubscriptions(DAILY, WEEKLY);
  links()[0]?.focus();
  await user.keyboard("x{ArrowDown}x");
  (await selectionBar()).getByText("2 selected");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("region", { name: "Selection" })).toBeNull());
  expect(links()[1]).toHaveFocus();
  expect(screen.queryAllByRole("checkbox", { checked: true })).toEqual([]);
  await user.keyboard("x{ArrowUp}x");
  await user.click(screen.getByRole("button", { name: "Actions for Weekly figures" }));
  await user.click(await screen.findByRole("menuitem", { name: "Delete" }));
  const bar = await selectionBar();
  await waitFor(() => bar.getByText("1 selected"));
  expect(bar.queryByText(/hidden/)).toBeNull();
});

it("focuses the heading when the last row disappears", async () => {
  const { user } = await openWithSubscriptions(WEEKLY);
  await user.click(screen.getByRole("button", { name: "Actions for Weekly figures" }));
  await user.click(await screen.findByRole("menuitem", { name: "Delete" }));
  await screen.findByText("No subscriptions yet");
  await waitFor(() => expect(screen.getByRole("heading", { name: "Subscriptions" })).toHaveFocus());
});

it("saves a view and restores search, order and columns", async () => {
  const { user } = await openWithSubscriptions(DAILY, WEEKLY);
  const search = screen.getByRole("combobox", { name: "Search subscriptions" });
  await user.type(search, "sales");
  await user.click(screen.getByRole("button", { name: /^Title/ }));
  await waitFor(() => expect(window.location.search).toBe("?q=sales&sort=title"));
  await user.click(await screen.findByRole("button", { name: "Saved views" }));
  const panel = within(await screen.findByRole("dialog", { name: "Saved views" }));
  await user.click(panel.getByRole("button", { name: "Save view…" }));
  await user.type(panel.getByLabelText("View name"), "Sales first{Enter}");
  expect(await panel.findByRole("link", { name: "Sales first" })).toHaveAttribute("aria-current", "page");
  await user.keyboard("{Escape}");

  await user.click(screen.getByText("Clear", { selector: "button" }));
  // The button disappears when it is pressed. Focus must not be lost.
  expect(search).toHaveFocus();
  await screen.findByText("Weekly figures");
  await user.tab();
  await waitFor(() => expect(window.location.search).toBe("?sort=title"));
  await user.click(screen.getByRole("button", { name: "Saved views" }));
  await user.click(await screen.findByRole("link", { name: "Sales first" }));
  await screen.findByText("1 of 2 match");
  expect(search).toHaveValue("sales");
  expect(window.location.search).toBe("?q=sales&sort=title");
  expect(screen.queryByText("Weekly figures")).toBeNull();
});

it("marks records created by others on refresh and keeps the focus", async () => {
  const { user, mocks } = await openWithSubscriptions(WEEKLY);
  const link = screen.getByRole("link", { name: "Weekly figures" });
  await createAsOtherUser(mocks, { ...DAILY, title: "Their sales" });
  link.focus();
  // Fires the event directly, because a click would move focus.
  fireEvent.click(await screen.findByRole("button", { name: "Refresh" }));
  await screen.findByText("1 new");
  within(subscriptionRow("Their sales")).getByText("New");
  expect(within(subscriptionRow("Weekly figures")).queryByText("New")).toBeNull();
  expect(link).toHaveFocus();
  await user.click(screen.getByRole("button", { name: "Got it" }));
  expect(within(subscriptionRow("Their sales")).queryByText("New")).toBeNull();
  await waitFor(() => expect(screen.getByRole("button", { name: "Refresh" })).toHaveFocus());
});

const LABEL = "Show raw response";

/** A null that is parsed as 1, missing keys, an invalid creator, and an unknown key. */
const ODD = {
  interval: null,
  summary: undefined,
  invite_message: undefined,
  deleted: undefined,
  created_by: { first_name: 7, team: "Growth" },
  added_later: ["kept"],
};

async function readShownJson(): Promise<unknown> {
  const summary = await screen.findByText(LABEL);
  const details = summary.closest("details");
  if (details && !details.open) fireEvent.click(summary);
  const text = await screen.findByRole("region", { name: "Raw response" });
  return JSON.parse(text.textContent ?? "");
}

it("shows the server's record, key by key", async () => {
  const { mocks, id } = await createSubscriptions(WEEKLY);
  server.use(replaceFields(mocks, ODD));
  await openPage(`${LIST_URL}/${id}`, "Weekly figures", mocks);
  const asServed = JSON.parse(JSON.stringify({ ...Object(await fetchRecord(mocks, id)), ...ODD }));
  await waitFor(async () => expect(await readShownJson()).toEqual(asServed));
});

it("shows the raw response of a list record, without an optimistic delete", async () => {
  const { mocks, id } = await createSubscriptions(WEEKLY, { ...WEEKLY, title: "Other figures" });
  const { user } = await openPage(LIST_URL, "Weekly figures", mocks);
  await user.click(subscriptionRow("Weekly figures").querySelector("a") ?? document.body);
  const before = await fetchRecord(mocks, id);
  expect(await readShownJson()).toEqual(before);
  server.use(hang("subscriptions.update"));
  await selectPageAction(user, "Delete");
  await screen.findByText("No deliveries while in Trash.");
  expect(await readShownJson()).toEqual(before);
});
