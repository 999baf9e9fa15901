import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import {
  CREATE_BUTTON,
  createSubscriptions,
  fillField,
  findForm,
  LIST_URL,
  openPage,
  setUpJourneys,
  subscriptionRow,
  WEEKLY,
} from "../support/subscriptions-setup";

setUpJourneys();

const SEARCH_URL = `${LIST_URL}?q=sales&sort=-title`;

function createSalesSubscriptions() {
  return createSubscriptions(
    WEEKLY,
    { ...WEEKLY, title: "Daily sales" },
    { ...WEEKLY, title: "Yearly sales" },
  );
}

const currentUrl = () => window.location.pathname + window.location.search;

describe("links back to the list", () => {
  it("keep the search, also of a copy", async () => {
    const { mocks } = await createSalesSubscriptions();
    const { user, writes } = await openPage(SEARCH_URL, "2 of 3 match", mocks);
    await user.click(screen.getByRole("link", { name: "Daily sales" }));
    await screen.findByText("Next deliveries");
    const crumbs = within(screen.getByRole("navigation", { name: "Breadcrumbs" }));
    await user.click(crumbs.getByRole("link", { name: "Subscriptions" }));
    await screen.findByText("2 of 3 match");
    expect(currentUrl()).toBe(SEARCH_URL);

    const title = "Daily sales";
    fireEvent.click(within(subscriptionRow(title)).getByLabelText(`Actions for ${title}`));
    await user.click(await screen.findByRole("menuitem", { name: "Duplicate" }));
    const form = within(await screen.findByRole("dialog", { name: "Duplicate of “Daily sales”" }));
    expect(form.getByLabelText(/^Title/)).toHaveValue(title);
    expect(subscriptionRow(title)).toBeInTheDocument();
    fillField(form, /^Title/, "Copy of sales");
    await user.click(form.getByText(CREATE_BUTTON));
    await screen.findByText("Created “Copy of sales”");
    await waitFor(() => expect(currentUrl()).toBe(SEARCH_URL));
    expect(writes().map(({ body }) => body)).toEqual([
      expect.objectContaining({
        title: "Copy of sales",
        byweekday: ["monday"],
        target_value: "ana@example.com,bo@example.com",
      }),
    ]);
  });

  it("lead to the previous view although the record has left it; a form changes the title while it is open", async () => {
    const { mocks } = await createSubscriptions({ ...WEEKLY, deleted: true });
    const { user } = await openPage(`${LIST_URL}?view=trash`, "Weekly figures", mocks);
    await user.click(screen.getByRole("link", { name: "Weekly figures" }));
    await user.click(await screen.findByRole("button", { name: "Restore" }));
    await screen.findByText("Restored “Weekly figures”");
    await waitFor(() => expect(document.title).toBe("Weekly figures · Environs"));
    await user.click(screen.getByRole("link", { name: "Edit" }));
    const form = await findForm();
    await waitFor(() => expect(document.title).toBe("Edit “Weekly figures” · Environs"));
    await user.click(form.getByText("Cancel"));
    await waitFor(() => expect(document.title).toBe("Weekly figures · Environs"));
    const crumbs = within(screen.getByRole("navigation", { name: "Breadcrumbs" }));
    await user.click(crumbs.getByRole("link", { name: "Trash" }));
    await screen.findByText("Trash is empty");
    expect(currentUrl()).toBe(`${LIST_URL}?view=trash`);
  });
});

it("a project without access offers other projects", async () => {
  const { user } = await openPage("/p/999/subscriptions/1", "Project not found");
  const main = within(screen.getByRole("main"));
  expect(main.queryByText("New subscription")).toBeNull();
  expect(main.queryByRole("navigation", { name: "Views" })).toBeNull();
  await user.click(await main.findByRole("link", { name: "Demo" }));
  await screen.findByRole("navigation", { name: "Views" });
  expect(currentUrl()).toBe("/p/1/subscriptions");
  expect(main.getByRole("link", { name: "New subscription" })).toBeInTheDocument();
});
