import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  CREATE_BUTTON,
  fillField,
  findForm,
  LIST_URL,
  openPage,
  RECIPIENTS_LABEL,
  setUpJourneys,
} from "../support/subscriptions-setup";

setUpJourneys();

/** Starts counting events of a type. Returns a function that returns the count. */
function countEvents(type: "keydown" | "click"): () => number {
  let count = 0;
  const listener = () => {
    count += 1;
  };
  window.addEventListener(type, listener, true);
  onTestFinished(() => window.removeEventListener(type, listener, true));
  return () => count;
}

const WEEKLY_FOR_TWO = {
  dashboard: 201,
  target_type: "email",
  target_value: expect.stringMatching(/^mei\.\S+@harbourline\.example,ana\.\S+@harbourline\.example$/),
  frequency: "weekly",
  interval: 1,
  byweekday: ["monday"],
  start_date: "2026-11-23T08:00:00Z",
  title: "Growth overview",
};

describe("a weekly dashboard for two known people", () => {
  it("takes at most 25 keystrokes", async () => {
    const { user, writes } = await openPage(LIST_URL, "No subscriptions yet");
    const keystrokes = countEvents("keydown");
    await user.keyboard("c");
    const form = await findForm();
    await waitFor(() => expect(form.getByLabelText("Dashboard")).toHaveFocus());
    await user.keyboard("{Tab}grow");
    await form.findByRole("option", { name: /^Growth overview/ });
    expect(form.queryByText(/^Choose the dashboard/)).toBeNull();
    await user.keyboard("{Enter}{Tab}{Tab}mei");
    await form.findByRole("option", { name: /^Mei/ });
    await user.keyboard("{Enter}ana");
    await form.findByRole("option", { name: /^Ana/ });
    await user.keyboard("{Enter}");
    await form.findByText("Create and email 2 people");
    await user.keyboard("{Control>}{Enter}{/Control}");
    await screen.findByText("Created “Growth overview”");
    expect(writes().map(({ body }) => body)).toEqual([WEEKLY_FOR_TWO]);
    expect(keystrokes()).toBeLessThanOrEqual(25);
  });

  it("takes at most 8 clicks", async () => {
    const { user, writes } = await openPage(LIST_URL, "No subscriptions yet");
    const clicks = countEvents("click");
    await user.click(screen.getByRole("link", { name: "New subscription" }));
    const form = await findForm();
    await user.click(form.getByRole("combobox", { name: /^Dashboard name/ }));
    await user.click(await form.findByRole("option", { name: /^Growth overview/ }));
    const recipients = form.getByRole("combobox", { name: RECIPIENTS_LABEL });
    for (const index of [0, 1]) {
      await user.click(recipients);
      const suggestions = await form.findByRole("listbox", { name: /^Recipients/ });
      await user.click(within(suggestions).getAllByRole("option")[index] ?? recipients);
    }
    await user.click(await form.findByText("Create and email 2 people"));
    await screen.findByText("Created “Growth overview”");
    const target_value = expect.stringMatching(/^[^,@]+@[^,@]+,[^,@]+@[^,@]+$/);
    expect(writes().map(({ body }) => body)).toEqual([{ ...WEEKLY_FOR_TWO, target_value }]);
    expect(clicks()).toBeLessThanOrEqual(8);
  });
});

async function openNew() {
  const app = await openPage(`${LIST_URL}/new`, "New subscription");
  return { ...app, form: await findForm() };
}

const startDate = (form: Awaited<ReturnType<typeof findForm>>) => form.getByLabelText("Start date");

describe("suggestions of a new subscription", () => {
  it("starts it with its first delivery, until a date is entered, and clears Monday for another unit", async () => {
    const { user, form } = await openNew();
    fireEvent.change(form.getByLabelText("Unit"), { target: { value: "monthly" } });
    expect(form.getByLabelText("Monday")).not.toBeChecked();
    expect(startDate(form)).toHaveValue("2026-11-22");
    fireEvent.change(form.getByLabelText("Unit"), { target: { value: "weekly" } });
    expect(form.getByLabelText("Monday")).toBeChecked();
    expect(startDate(form)).toHaveValue("2026-11-23");
    await user.click(form.getByLabelText("Monday"));
    await user.click(form.getByLabelText("Thursday"));
    expect(startDate(form)).toHaveValue("2026-11-26");
    fireEvent.change(form.getByLabelText("Unit"), { target: { value: "daily" } });
    expect(startDate(form)).toHaveValue("2026-11-26");
    fillField(form, "Start date", "2026-12-01");
    await user.click(form.getByLabelText("Friday"));
    expect(startDate(form)).toHaveValue("2026-12-01");
  });

  it("closes the recipients that it suggests when a typed one is added", async () => {
    const { user, form } = await openNew();
    await user.click(form.getByRole("combobox", { name: RECIPIENTS_LABEL }));
    await form.findByRole("listbox", { name: /^Recipients/ });
    await user.keyboard("ana@example.com{Enter}");
    form.getByText("ana@example.com");
    expect(form.queryByRole("listbox", { name: /^Recipients/ })).toBeNull();
  });

  it("opens the end and the message only when they have a value or an error", async () => {
    const { user, form } = await openNew();
    const message = form.getByLabelText("Message");
    expect(message).not.toBeVisible();
    await user.click(form.getByText("End and message"));
    await waitFor(() => expect(message).toBeVisible());
    await user.click(form.getByLabelText(/^After/));
    await user.tab();
    await user.tab();
    await form.findByText("Enter the number of deliveries.");
    await user.click(form.getByText("End and message"));
    expect(message).not.toBeVisible();
    await user.click(form.getByText(CREATE_BUTTON));
    await waitFor(() => expect(message).toBeVisible());
  });
});
