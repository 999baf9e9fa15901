import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import {
  CREATE_BUTTON,
  createSubscriptions,
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
    const { user } = await openPage(SEARCH_URL, "2 of 3 match", mocks);
    await user.click(screen.getByRole("link", { name: "Daily sales" }));
    await screen.findByText("Next deliveries");
    const crumbs = within(screen.getByRole("navigation", { name: "Breadcrumbs" }));
    await user.click(crumbs.getByRole("link", { name: "Subscriptions" }));
    await screen.findByText("2 of 3 match");
    expect(currentUrl()).toBe(SEARCH_URL);

    const title = "Daily sales";
    fireEvent.click(within(subscriptionRow(title)).getByLabelText(`Actions for ${title}`));
    await user.click(await screen.findByRole("menuitem", { name: "Duplicate" }));
    const form = await findForm();
    expect(subscriptionRow(title)).toBeInTheDocument();
    await user.click(form.getByText(CREATE_BUTTON));
    await screen.findByText(`Created “${title}”`);
    await waitFor(() => expect(currentUrl()).toBe(SEARCH_URL));
  });

  it("lead to the previous view although the record has left it", async () => {
    const { mocks } = await createSubscriptions({ ...WEEKLY, deleted: true });
    const { user } = await openPage(`${LIST_URL}?view=trash`, "Weekly figures", mocks);
    await user.click(screen.getByRole("link", { name: "Weekly figures" }));
    await user.click(await screen.findByRole("button", { name: "Restore" }));
    await screen.findByText("Restored “Weekly figures”");
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

it("the detail page behind its form has the form's document title while it is open", async () => {
  const { mocks, id } = await createSubscriptions(WEEKLY);
  const { user } = await openPage(`${LIST_URL}/${id}`, "Next deliveries", mocks);
  await waitFor(() => expect(document.title).toBe("Weekly figures · Environs"));
  // After a deep link, the breadcrumb leads to the full list.
  const crumbs = within(screen.getByRole("navigation", { name: "Breadcrumbs" }));
  expect(crumbs.getByRole("link")).toHaveAttribute("href", LIST_URL);
  await user.click(screen.getByRole("link", { name: "Edit" }));
  const form = await findForm();
  await waitFor(() => expect(document.title).toBe("Edit “Weekly figures” · Environs"));
  await user.click(form.getByText("Cancel"));
  await waitFor(() => expect(document.title).toBe("Weekly figures · Environs"));
});
