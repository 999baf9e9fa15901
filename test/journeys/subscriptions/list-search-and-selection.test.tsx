import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import {
  createAsOtherUser,
  createSubscriptions,
  LIST_URL,
  openPage,
  setUpJourneys,
  subscriptionRow,
  WEEKLY,
} from "../support/subscriptions-setup";

setUpJourneys();

const DAILY = { ...WEEKLY, title: "Daily sales", frequency: "daily", byweekday: null };
const ROWS = /figures|sales/;

const links = () => screen.getAllByRole("link", { name: ROWS });
const selectionBar = async () => within(await screen.findByRole("region", { name: "Selection" }));
const selectionGone = () =>
  waitFor(() => expect(screen.queryByRole("region", { name: "Selection" })).toBeNull());

async function openWithSubscriptions(...bodies: readonly object[]) {
  const { mocks } = await createSubscriptions(...bodies);
  const app = await openPage(LIST_URL, "Weekly figures", mocks);
  return { ...app, mocks };
}

test("selects a row with x and downloads the selection", async () => {
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

test("clears the selection with Escape and keeps the focus on the row", async () => {
  const { user } = await openWithSubscriptions(DAILY, WEEKLY);
  const row = links()[0];
  row?.focus();
  await user.keyboard("x{ArrowDown}x");
  (await selectionBar()).getByText("2 selected");
  await user.keyboard("{Escape}");
  await selectionGone();
  expect(links()[1]).toHaveFocus();
  expect(screen.queryAllByRole("checkbox", { checked: true })).toEqual([]);
});

test("deselects a deleted record", async () => {
  const { user } = await openWithSubscriptions(DAILY, WEEKLY);
  links()[0]?.focus();
  await user.keyboard("x{ArrowDown}x");
  (await selectionBar()).getByText("2 selected");
  await user.click(screen.getByRole("button", { name: "Actions for Weekly figures" }));
  await user.click(await screen.findByRole("menuitem", { name: "Delete" }));
  const bar = await selectionBar();
  await waitFor(() => bar.getByText("1 selected"));
  expect(bar.queryByText(/hidden/)).toBeNull();
});

test("focuses the heading when the last row disappears", async () => {
  const { user } = await openWithSubscriptions(WEEKLY);
  await user.click(screen.getByRole("button", { name: "Actions for Weekly figures" }));
  await user.click(await screen.findByRole("menuitem", { name: "Delete" }));
  await screen.findByText("No subscriptions yet");
  await waitFor(() => expect(screen.getByRole("heading", { name: "Subscriptions" })).toHaveFocus());
});

test("saves a view and restores search, order and columns", async () => {
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
  await waitFor(() => expect(window.location.search).toBe("?sort=title"));
  await user.click(screen.getByRole("button", { name: "Saved views" }));
  await user.click(await screen.findByRole("link", { name: "Sales first" }));
  await screen.findByText("1 of 2 match");
  expect(search).toHaveValue("sales");
  expect(window.location.search).toBe("?q=sales&sort=title");
  expect(screen.queryByText("Weekly figures")).toBeNull();
});

test("adds a column and stores it in the URL", async () => {
  const { user } = await openWithSubscriptions(WEEKLY);
  expect(screen.queryByRole("columnheader", { name: "Channel" })).toBeNull();
  await user.click(await screen.findByRole("button", { name: "Columns" }));
  await user.click(await screen.findByRole("checkbox", { name: "Channel" }));
  await screen.findByRole("columnheader", { name: /^Channel/ });
  within(subscriptionRow("Weekly figures")).getByText("Email");
  expect(new URLSearchParams(window.location.search).get("cols")).toContain("channel");
  await user.click(screen.getByRole("checkbox", { name: "Channel" }));
  await waitFor(() => expect(window.location.search).toBe(""));
});

test("finds a loaded record by recipient in the palette and opens it", async () => {
  const { mocks, ids } = await createSubscriptions({ ...WEEKLY, target_value: "zoe@example.com" }, DAILY);
  const { user } = await openPage(LIST_URL, "Weekly figures", mocks);
  await user.keyboard("{Control>}k{/Control}");
  await user.type(
    await screen.findByRole("combobox", { name: "Search pages, actions, and items" }),
    "zoe@example",
  );
  const option = await screen.findByRole("option", { name: /Weekly figures/ });
  expect(screen.queryByRole("option", { name: /Daily sales/ })).toBeNull();
  await user.click(option);
  await screen.findByText("Next deliveries");
  expect(window.location.pathname).toBe(`${LIST_URL}/${ids[0]}`);
});

test("marks records created by others on refresh and keeps the focus", async () => {
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
