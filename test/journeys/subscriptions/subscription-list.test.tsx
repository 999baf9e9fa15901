import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { server } from "@/mocks/node";
import { hang } from "@/mocks/scenarios";
import { changeJson, hold } from "../../support/mock-server";
import { goTo } from "../support/render-app";
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

async function openWithSubscriptions(...bodies: readonly object[]) {
  const created = await createSubscriptions(...bodies);
  return { ...(await openPage(LIST_URL, "Weekly figures", created.mocks)), ...created };
}

async function openMenu(user: { click: (element: Element) => Promise<void> }, title: string) {
  await user.click(screen.getByLabelText(`Actions for ${title}`));
  return within(await screen.findByRole("menu"));
}

it("shows all columns, counts an invalid record and shows it raw, and stores a search in the URL", async () => {
  const { mocks } = await createSubscriptions(
    { ...WEEKLY, target_value: "ana@example.com,bo@example.com,cy@example.com" },
    DAILY,
    { ...DAILY, title: "Yearly sales" },
  );
  const addInvalid = (page: { readonly results: readonly object[] }) => ({
    ...page,
    results: [{ id: "seven", title: "Broken one" }, ...page.results],
  });
  server.use(changeJson("subscriptions.list", mocks, addInvalid));
  const { user } = await openPage(LIST_URL, "Couldn't read 1 subscription", mocks);
  const row = within(subscriptionRow("Weekly figures"));
  await row.findByText("Growth overview");
  row.getByText("ana@example.com");
  row.getByText("+2");
  row.getByText("Mon 09:00");
  expect(row.getByText("Nov 23, 09:00")).toHaveAttribute("dateTime", "2026-11-23T08:00:00Z");
  // The mark before the title shows only exceptions, so an active subscription has none.
  row.getByRole("cell", { name: "Weekly figures" });
  await user.click(screen.getByText(/^Item 1 in the response/));
  await screen.findByText(/"seven"/);

  const search = screen.getByRole("combobox", { name: "Search subscriptions" });
  await user.click(search);
  await user.paste("sales freq:daily");
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

it("switches between states, keeps their counts in Trash, and shows Trash for a search of deleted records", async () => {
  const ended = { ...DAILY, title: "Old sales", until_date: "2026-11-10T00:00:00Z" };
  const { mocks } = await createSubscriptions(WEEKLY, DAILY, ended, { ...DAILY, deleted: true });
  const { user } = await openPage(`${LIST_URL}?q=is%3Adeleted`, "Daily sales", mocks);
  screen.getByRole("heading", { name: "Trash" });
  expect(screen.queryByText("Weekly figures")).toBeNull();
  const tab = (name: RegExp) => screen.findByRole("link", { name });
  await user.click(await tab(/^All ?3$/));
  await screen.findByText("Weekly figures");
  expect(window.location.search).toBe("");
  expect(await tab(/^All ?3$/)).toHaveAttribute("aria-current", "page");
  await user.click(await tab(/^Ended ?1$/));
  await waitFor(() => expect(screen.queryByText("Weekly figures")).toBeNull());
  expect(await tab(/^Ended ?1$/)).toHaveAttribute("aria-current", "page");
  expect(screen.getByRole("combobox", { name: "Search subscriptions" })).toHaveValue("is:ended");
  expect(window.location.search).toBe("?q=is%3Aended");
  await user.click(await tab(/^Trash/));
  await screen.findByText("Daily sales");
  await tab(/^Active ?2$/);
});

it("goes from the search to a row by keyboard, edits and deletes it, and undoes this after a preview", async () => {
  const { user, mocks, ids, writes: changes } = await openWithSubscriptions(WEEKLY, DAILY);
  await user.keyboard("{Control>}z{/Control}");
  await screen.findByText("Nothing to undo");
  await user.click(screen.getByRole("combobox", { name: "Search subscriptions" }));
  await user.paste("daily");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(screen.getByRole("link", { name: "Daily sales" })).toHaveFocus());
  await user.keyboard("e");
  await screen.findByRole("dialog", { name: "Edit “Daily sales”" });
  expect(window.location.pathname).toMatch(/\/subscriptions\/\d+\/edit$/);
  // The list stays behind the drawer.
  screen.getByRole("table", { name: "Subscriptions", hidden: true });
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.getByRole("link", { name: "Daily sales" })).toHaveFocus());
  expect(window.location.pathname).toBe(LIST_URL);

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

it("a deleted row disappears immediately, leaves the focus to the next or the heading, and is restored by Undo or from Trash", async () => {
  const { user, mocks, ids, writes: changes } = await openWithSubscriptions(DAILY, WEEKLY);
  const remove = async (title: string) => {
    await user.click((await openMenu(user, title)).getByText("Delete"));
    await waitFor(() => expect(screen.queryByText(title, { selector: "td *" })).toBeNull());
  };
  await remove("Weekly figures");
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

  await remove("Daily sales");
  await remove("Weekly figures");
  await screen.findByText("No subscriptions yet");
  await waitFor(() => expect(screen.getByRole("heading", { name: "Subscriptions" })).toHaveFocus());
  await user.click(screen.getByRole("link", { name: /^Trash/ }));
  await screen.findByText("Weekly figures", { selector: "td *" });
  expect(window.location.search).toBe("?view=trash");
  within(subscriptionRow("Weekly figures")).getByText("Deleted");
  const menu = await openMenu(user, "Weekly figures");
  expect(menu.queryByText("Edit")).toBeNull();
  await user.click(menu.getByText("Restore"));
  await screen.findByText("Restored “Weekly figures”");
  await user.click(screen.getByRole("link", { name: /^All/ }));
  await waitFor(() => subscriptionRow("Weekly figures"));
  expect(await fetchRecord(mocks, ids[1] ?? 0)).toMatchObject({ deleted: false });
});

const links = () => screen.getAllByRole("link", { name: /figures|sales/ });
const selectionBar = async () => within(await screen.findByRole("region", { name: "Selection" }));

it("selects rows with x, downloads them, clears them with Escape, and deselects a deleted record", async () => {
  const { user } = await openWithSubscriptions(DAILY, WEEKLY);
  links()[0]?.focus();
  await user.keyboard("x");
  const bar = await selectionBar();
  bar.getByText("1 selected");
  const start = bar.getByRole("button", { name: "Download" });
  await user.click(start);
  const dialog = within(await screen.findByRole("dialog", { name: "Download subscriptions" }));
  expect(dialog.getByRole("radio", { name: "1 selected" })).toBeChecked();
  dialog.getByText("Download 1 row");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(start).toHaveFocus());
  // Escape closes the dialog, but doesn't clear the selection behind it.
  expect(screen.getByLabelText("Select Weekly figures")).toBeChecked();

  links()[0]?.focus();
  await user.keyboard("{ArrowDown}x");
  bar.getByText("2 selected");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("region", { name: "Selection" })).toBeNull());
  expect(links()[1]).toHaveFocus();
  expect(screen.queryAllByRole("checkbox", { checked: true })).toEqual([]);
  await user.keyboard("x{ArrowUp}x");
  await user.click((await openMenu(user, "Weekly figures")).getByText("Delete"));
  const rest = await selectionBar();
  await waitFor(() => rest.getByText("1 selected"));
  expect(rest.queryByText(/hidden/)).toBeNull();
});

it("saves a view and restores search, order and columns", async () => {
  const { user } = await openWithSubscriptions(DAILY, WEEKLY);
  const search = screen.getByRole("combobox", { name: "Search subscriptions" });
  await user.click(search);
  await user.paste("sales");
  await user.click(screen.getByRole("button", { name: /^Title/ }));
  await waitFor(() => expect(window.location.search).toBe("?q=sales&sort=title"));
  await user.click(await screen.findByRole("button", { name: "Saved views" }));
  const panel = within(await screen.findByRole("dialog", { name: "Saved views" }));
  await user.click(panel.getByRole("button", { name: "Save view…" }));
  await user.click(panel.getByLabelText("View name"));
  await user.paste("Sales first");
  await user.keyboard("{Enter}");
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

describe("the detail page", () => {
  it("renders immediately from the loaded list, with its raw response, also while the record is deleted", async () => {
    const { user, mocks, id } = await openWithSubscriptions(WEEKLY, { ...WEEKLY, title: "Other figures" });
    const { handler, release } = hold("subscriptions.get");
    server.use(handler);
    await user.click(screen.getByText("Weekly figures"));
    await screen.findByText("Next deliveries");
    expect(window.location.pathname).toBe(`${LIST_URL}/${id}`);
    screen.getByText(/^Every Monday at 09:00 by email to 2 recipients\. Next delivery: Mon/);
    screen.getByText("ana@example.com");
    screen.getByText("bo@example.com");
    const dates = within(screen.getByRole("table", { name: "Next deliveries" }));
    expect(dates.getAllByRole("row")).toHaveLength(6);
    screen.getByText(/^Calculated from the schedule\./);
    expect(screen.queryByText("Next delivery doesn't match the schedule")).toBeNull();
    release();
    const before = await fetchRecord(mocks, id);
    expect(await readShownJson()).toEqual(before);
    server.use(hang("subscriptions.update"));
    await selectPageAction(user, "Delete");
    await screen.findByText("No deliveries while in Trash.");
    expect(await readShownJson()).toEqual(before);
  });

  it("shows the server's record, key by key, and says that one doesn't exist", async () => {
    const { mocks, id } = await createSubscriptions(WEEKLY);
    server.use(replaceFields(mocks, ODD));
    const { user } = await openPage(`${LIST_URL}/${id}`, "Weekly figures", mocks);
    const asServed = JSON.parse(JSON.stringify({ ...Object(await fetchRecord(mocks, id)), ...ODD }));
    await waitFor(async () => expect(await readShownJson()).toEqual(asServed));
    mocks.resetHandlers();
    await goTo(`${LIST_URL}/999`);
    await screen.findByText("Not found");
    await goTo(`${LIST_URL}/abc`);
    await screen.findByText("Subscription not found");
    await user.click(screen.getByText("All subscriptions"));
    await screen.findByText("Weekly figures", { selector: "td *" });
  });
});
