import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { server } from "@/mocks/node";
import { hang, refuse } from "@/mocks/scenarios";
import { changeJson } from "../../support/mock-server";
import {
  createSubscriptions,
  fetchRecord,
  LIST_URL,
  openPage,
  SAVE_BUTTON,
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

  it("shows IDs when the names are refused", async () => {
    const { mocks } = await createSubscriptions({ ...WEEKLY, title: null });
    server.use(refuse("dashboards.list", 500), refuse("insights.list", 500));
    const { sent } = await openPage(LIST_URL, "Dashboard 201 to ana@example.com and 1 more", mocks);
    await waitFor(() => expect(sent.some(({ path }) => path.endsWith("/dashboards/"))).toBe(true));
    subscriptionRow("Dashboard 201 to ana@example.com and 1 more");
    expect(screen.queryByRole("alert")).toBeNull();
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

  it.each(["?sort=%3Cb%3E&view=attic", "?cols=%00&density=huge&q=%22"])(
    "takes the odd address %s as the plain list",
    async (search) => {
      const { mocks } = await createSubscriptions(WEEKLY);
      const { sent } = await openPage(`${LIST_URL}${search}`, "Weekly figures", mocks);
      const list = sent.find((request) => request.path.endsWith("/subscriptions/"));
      expect(list?.search).toBe("?limit=100&offset=0");
    },
  );

  it("loads the remaining pages automatically", async () => {
    const many = Array.from({ length: 131 }, (_, index) => ({ ...WEEKLY, title: `Delivery ${index}` }));
    const { mocks } = await createSubscriptions(...many);
    const { sent } = await openPage(LIST_URL, "131 subscriptions", mocks);
    expect(sent.some(({ search }) => new URLSearchParams(search).get("offset") === "99")).toBe(true);
    expect(screen.getByRole("table")).toHaveAttribute("aria-rowcount", "132");
  });

  it("searches all text and stores the search in the URL", async () => {
    const { mocks } = await createSubscriptions(WEEKLY, DAILY, { ...DAILY, title: "Yearly sales" });
    const { user } = await openPage(LIST_URL, "Weekly figures", mocks);
    await user.type(screen.getByRole("combobox", { name: "Search subscriptions" }), "sales freq:daily");
    await screen.findByText("2 of 3 match");
    expect(screen.queryByText("Weekly figures")).toBeNull();
    await waitFor(() => expect(window.location.search).toBe("?q=sales+freq%3Adaily"));
    await user.click(screen.getByText("Clear", { selector: "button" }));
    await screen.findByText("Weekly figures");
    await waitFor(() => expect(window.location.search).toBe(""));
  });

  it("offers to clear the search when nothing matches", async () => {
    const { mocks } = await createSubscriptions(WEEKLY);
    const { user } = await openPage(`${LIST_URL}?q=nobody`, "No matches", mocks);
    await user.click(screen.getByText("Clear search"));
    expect(await screen.findByText("Weekly figures")).toBeInTheDocument();
  });

  it("shows Trash for a search of deleted records", async () => {
    const { mocks } = await createSubscriptions(WEEKLY, { ...DAILY, deleted: true });
    await openPage(`${LIST_URL}?q=is%3Adeleted`, "Daily sales", mocks);
    expect(screen.getByRole("heading", { name: "Trash" })).toBeInTheDocument();
    expect(screen.queryByText("Weekly figures")).toBeNull();
  });

  it("sorts by a column and stores the order in the URL", async () => {
    const { mocks } = await createSubscriptions(WEEKLY, DAILY);
    const { user } = await openPage(LIST_URL, "Weekly figures", mocks);
    const titles = () =>
      screen.getAllByRole("link", { name: /figures|sales/ }).map((link) => link.textContent);
    await user.click(screen.getByRole("button", { name: /^Title/ }));
    await waitFor(() => expect(titles()).toEqual(["Daily sales", "Weekly figures"]));
    await user.click(screen.getByRole("button", { name: /^Title/ }));
    await waitFor(() => expect(titles()).toEqual(["Weekly figures", "Daily sales"]));
    expect(window.location.search).toBe("?sort=-title");
  });

  it("names the missing scope", async () => {
    const { mocks } = await createSubscriptions(WEEKLY);
    server.use(refuse("subscriptions.list", 403));
    await openPage(LIST_URL, "The API key is missing the scope subscription:read", mocks);
    expect(screen.queryByRole("table")).toBeNull();
  });

  it("supports the keyboard: arrows, Enter, and e to edit", async () => {
    const { mocks, ids } = await createSubscriptions(DAILY, WEEKLY);
    const { user } = await openPage(LIST_URL, "Weekly figures", mocks);
    const links = screen.getAllByRole("link", { name: /figures|sales/ });
    links[0]?.focus();
    await user.keyboard("{ArrowDown}");
    expect(links[1]).toHaveFocus();
    await user.keyboard("e");
    await screen.findByRole("dialog");
    const second = links[1]?.textContent === "Daily sales" ? ids[0] : ids[1];
    expect(window.location.pathname).toBe(`${LIST_URL}/${second}/edit`);
  });
});

describe("editing from a row", () => {
  it("keeps the list behind the drawer and restores the focus to the row", async () => {
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
});

describe("deleting", () => {
  it("removes the row immediately and restores it with Undo", async () => {
    const { mocks, ids } = await createSubscriptions(WEEKLY, DAILY);
    const { user, writes: changes } = await openPage(LIST_URL, "Weekly figures", mocks);
    const menu = await openMenu(user, "Weekly figures");
    await user.click(menu.getByText("Delete"));
    await waitFor(() => expect(screen.queryByText("Weekly figures", { selector: "td *" })).toBeNull());
    await screen.findByText("Deleted “Weekly figures”");
    subscriptionRow("Daily sales");
    await user.click(screen.getByText("Undo"));
    await waitFor(() => subscriptionRow("Weekly figures"));
    await waitFor(() => expect(changes()).toHaveLength(2));
    expect(changes().map(({ method, body }) => [method, body])).toEqual([
      ["PATCH", { deleted: true }],
      ["PATCH", { deleted: false }],
    ]);
    expect(await fetchRecord(mocks, ids[0] ?? 0)).toMatchObject({ deleted: false });
  });

  it("moves the focus to the next row", async () => {
    const { mocks } = await createSubscriptions(DAILY, WEEKLY);
    const { user } = await openPage(LIST_URL, "Weekly figures", mocks);
    const [first, second] = screen.getAllByRole("link", { name: /figures|sales/ });
    const menu = await openMenu(user, first?.textContent ?? "");
    await user.click(menu.getByText("Delete"));
    await waitFor(() => expect(second).toHaveFocus());
  });
});

describe("Trash", () => {
  it("lists deleted subscriptions and restores them", async () => {
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

  it("shows the number of all subscriptions when it is opened directly", async () => {
    const { mocks } = await createSubscriptions(WEEKLY, { ...WEEKLY, title: "Old", deleted: true });
    await openPage(`${LIST_URL}?view=trash`, "Old", mocks);
    const views = within(screen.getByRole("navigation", { name: "Views" }));
    await waitFor(() => expect(views.getAllByRole("link")[0]).toHaveTextContent("All1"));
  });

  it("shows an empty state", async () => {
    await openPage(`${LIST_URL}?view=trash`, "Trash is empty");
    expect(screen.getByText(/can be restored at any time/)).toBeInTheDocument();
  });
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

  it("deletes and restores in place without sending DELETE", async () => {
    const { mocks, id } = await createSubscriptions(WEEKLY);
    const { user, sent } = await openPage(`${LIST_URL}/${id}`, "Weekly figures", mocks);
    await selectPageAction(user, "Delete");
    await screen.findByText("In Trash. Scheduled deliveries stop until the subscription is restored.");
    expect(screen.queryByRole("link", { name: "Edit" })).toBeNull();
    await user.click(await screen.findByRole("button", { name: "Restore" }));
    await screen.findByRole("link", { name: "Edit" });
    await screen.findByText("Restored “Weekly figures”");
    expect(sent.map((request) => request.method)).not.toContain("DELETE");
  });

  it("lists changes from this browser, newest first", async () => {
    const { mocks, ids } = await createSubscriptions(WEEKLY);
    const { user } = await openPage(`${LIST_URL}/${ids[0]}/edit`, "Next deliveries", mocks);
    const title = await screen.findByLabelText("Title");
    await user.clear(title);
    await user.type(title, "Figures of the week");
    await user.click(screen.getByRole("button", { name: SAVE_BUTTON }));
    expect(await screen.findByText("Title: Weekly figures → Figures of the week")).toBeVisible();
    await selectPageAction(user, "Delete");
    const changes = await screen.findByRole("region", { name: "Changes in this browser" });
    await waitFor(() => expect(within(changes).getAllByRole("listitem")).toHaveLength(2));
    expect(within(changes).getAllByRole("listitem")[0]).toHaveTextContent(/^Deleted/);
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

describe("the button for a new subscription", () => {
  it("keeps the page of the list behind the drawer", async () => {
    const { mocks } = await createSubscriptions({ ...WEEKLY, deleted: true });
    const { user } = await openPage(`${LIST_URL}?view=trash`, "Weekly figures", mocks);
    await user.click(screen.getByRole("link", { name: "New subscription" }));
    await screen.findByRole("dialog");
    subscriptionRow("Weekly figures");
    fireEvent.click(screen.getByText("Cancel"));
    await waitFor(() => expect(window.location.search).toBe("?view=trash"));
  });
});
