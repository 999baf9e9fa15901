import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { server } from "@/mocks/node";
import { createMockServer, withoutScope } from "../../support/mock-server";
import { goTo } from "../support/render-app";
import {
  CREATE_BUTTON,
  createSubscriptions,
  fillField,
  findForm,
  LIST_URL,
  openPage,
  RECIPIENTS_LABEL,
  setUpJourneys,
  subscriptionRow,
  WEEKLY,
} from "../support/subscriptions-setup";

setUpJourneys();

const REASON = "The API key is missing the scope subscription:write.";

describe("after a change was rejected for a missing scope", () => {
  it("disables all changes in the list, its selection, and the detail page, with a reason", async () => {
    const { mocks, ids } = await createSubscriptions(WEEKLY, { ...WEEKLY, title: "Old", deleted: true });
    server.use(...withoutScope("subscription:write"));
    const { user, writes: changes } = await openPage(LIST_URL, "Weekly figures", mocks);
    const row = within(subscriptionRow("Weekly figures"));
    fireEvent.click(row.getByLabelText("Actions for Weekly figures"));
    await user.click(await screen.findByRole("menuitem", { name: "Delete" }));
    await screen.findByText("“Weekly figures” wasn't deleted");

    const create = screen.getByRole("link", { name: "New subscription" });
    expect(create).toHaveAttribute("aria-disabled", "true");
    await user.hover(create);
    expect(await screen.findByRole("tooltip")).toHaveTextContent(REASON);
    const shown = within(subscriptionRow("Weekly figures"));
    fireEvent.click(shown.getByLabelText("Actions for Weekly figures"));
    for (const name of [/^Edit/, /^Duplicate/, /^Delete/]) {
      const item = screen.getByRole("menuitem", { name });
      expect(item).toHaveAttribute("aria-disabled", "true");
      expect(item).toHaveTextContent(REASON);
    }
    await user.keyboard("{Escape}");
    fireEvent.keyDown(shown.getByRole("link"), { key: "e" });
    await screen.findByText("“Edit” isn't available");
    expect(screen.queryByRole("dialog")).toBeNull();
    fireEvent.click(shown.getByRole("checkbox"));
    const bar = within(await screen.findByRole("region", { name: "Selection" }));
    for (const name of ["Recipients", "Set end date…", "Delete"])
      expect(await bar.findByRole("button", { name })).toHaveAttribute("aria-disabled", "true");

    await user.click(shown.getByRole("link"));
    await screen.findByRole("heading", { level: 1, name: "Weekly figures" });
    const edit = screen.getByRole("link", { name: "Edit" });
    expect(edit).toHaveAttribute("aria-disabled", "true");
    await user.click(edit);
    await user.click(screen.getByRole("button", { name: "More" }));
    for (const name of [/^Duplicate/, /^Delete/]) {
      const item = screen.getByRole("menuitem", { name });
      expect(item).toHaveAttribute("aria-disabled", "true");
      await user.click(item);
    }
    await goTo(`${LIST_URL}/${ids[1]}`);
    expect(await screen.findByRole("button", { name: "Restore" })).toHaveAttribute("aria-disabled", "true");
    expect(changes()).toHaveLength(1);
  });

  it("keeps the form's input, shows the reason and sends nothing", async () => {
    const mocks = createMockServer();
    server.use(...withoutScope("subscription:write"));
    const { user, writes: changes } = await openPage(`${LIST_URL}/new`, "New subscription", mocks);
    const form = await findForm();
    fillField(form, /^Dashboard name/, "201");
    fillField(form, RECIPIENTS_LABEL, "ana@example.com");
    fillField(form, /^Title/, "Monday numbers");
    await user.click(form.getByRole("button", { name: CREATE_BUTTON }));
    await form.findByText("The API key is missing the scope subscription:write");
    const button = form.getByRole("button", { name: CREATE_BUTTON });
    await waitFor(() => expect(button).toHaveAttribute("aria-disabled", "true"));
    await user.click(button);
    fireEvent.keyDown(form.getByLabelText(/^Title/), { key: "Enter", ctrlKey: true });
    expect(form.getByLabelText(/^Title/)).toHaveValue("Monday numbers");
    expect(form.getByText("ana@example.com")).toBeInTheDocument();
    expect(changes()).toHaveLength(1);
  });
});

it("names the scope without which it can't read, and offers no blind try", async () => {
  const mocks = createMockServer();
  server.use(...withoutScope("subscription:read"));
  await openPage(`${LIST_URL}/1`, "The API key is missing the scope subscription:read", mocks);
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  await goTo(LIST_URL);
  await screen.findByText("The API key is missing the scope subscription:read");
  expect(screen.queryByRole("table")).toBeNull();
});
