import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { getResponse } from "msw";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { server } from "@/mocks/node";
import { loseAnswer, override, refuse } from "@/mocks/scenarios";
import {
  CREATE_BUTTON,
  createSubscriptions,
  fillField,
  findForm,
  LIST_URL,
  openPage,
  RECIPIENTS_LABEL,
  SAVE_BUTTON,
  setUpJourneys,
  subscriptionRow,
} from "../support/subscriptions-setup";
import { storeFromOtherTab } from "../support/web-vitals-setup";

setUpJourneys();

const CREATION = {
  dashboard: 201,
  target_type: "email",
  target_value: "ana@example.com",
  frequency: "weekly",
  interval: 1,
  byweekday: ["monday"],
  start_date: "2026-11-23T08:00:00Z",
  title: "Growth overview",
};

async function openNew(mocks?: Parameters<typeof openPage>[2]) {
  const app = await openPage(`${LIST_URL}/new`, "New subscription", mocks);
  const form = await findForm();
  fillField(form, /^Dashboard name/, "201");
  fillField(form, RECIPIENTS_LABEL, "ana@example.com");
  return { ...app, form };
}

describe("creating a subscription", () => {
  it("sends once for two clicks and two quick ⌘Enter, with the pending recipient text; adds a row, and can be undone", async () => {
    const { user, writes: changes, mocks } = await openPage(LIST_URL, "No subscriptions yet");
    await user.click(screen.getByText("Create subscription"));
    const form = await findForm();
    fillField(form, /^Dashboard name/, "201");
    fillField(form, RECIPIENTS_LABEL, "ana@example.com");
    fillField(form, /^Title/, "Monday numbers");
    const field = form.getByLabelText(RECIPIENTS_LABEL);
    await user.click(field);
    fireEvent.change(field, { target: { value: "bo@example.com" } });
    fireEvent.keyDown(field, { key: "Enter", ctrlKey: true });
    const button = form.getByText(CREATE_BUTTON);
    fireEvent.click(button);
    fireEvent.click(button);
    const title = form.getByLabelText(/^Title/);
    fireEvent.keyDown(title, { key: "Enter", ctrlKey: true });
    fireEvent.keyDown(title, { key: "Enter", metaKey: true });

    await screen.findByText("Created “Monday numbers”");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(window.location.pathname).toBe(LIST_URL);
    const row = await waitFor(() => within(subscriptionRow("Monday numbers")));
    await row.findByText("Growth overview");
    row.getByText("ana@example.com");
    const target_value = "ana@example.com,bo@example.com";
    expect(changes()).toEqual([
      expect.objectContaining({
        method: "POST",
        body: { ...CREATION, title: "Monday numbers", target_value },
      }),
    ]);
    expect(mocks.db.outbox.map((item) => item.target)).toEqual(["ana@example.com", "bo@example.com"]);

    await user.click(screen.getByText("Undo"));
    await screen.findByText("No subscriptions yet");
    // The list updates before the change is journaled and sent.
    await waitFor(() =>
      expect(changes().map((request) => [request.method, request.body])).toEqual([
        ["POST", expect.anything()],
        ["PATCH", { deleted: true }],
      ]),
    );
  });

  it("marks recipients who may be a mistake, and announces the deliveries to the others", async () => {
    const { user, form } = await openNew();
    await storeFromOtherTab("environs.own-domains.demo.3", ["harbourline.example"]);
    form.getByText("ana@example.com is outside your domains.");
    const field = form.getByRole("combobox", { name: RECIPIENTS_LABEL });
    await user.click(field);
    await form.findByRole("listbox", { name: /^Recipients/ });
    // The field marks the address while the user types, but accepts it.
    fireEvent.change(field, { target: { value: "zoe@elsewhere.example" } });
    expect(field).toHaveAccessibleDescription(/zoe@elsewhere\.example is outside your domains\./);
    fireEvent.change(field, { target: { value: "zoe@harbourline.example" } });
    await form.findByText("zoe@harbourline.example isn't in your organization.");
    await user.keyboard("{Enter}");
    expect(form.queryByRole("listbox", { name: /^Recipients/ })).toBeNull();
    await form.findByText("2 people receive a delivery immediately.");
    await user.paste("bo@example.com; Cy <cy@example.com>\nbroken@");
    await form.findByText("4 people receive a delivery immediately.");
    form.getByText("“broken@” isn't a valid email address.");
    await storeFromOtherTab("environs.own-domains.demo.3", []);
  });

  it("starts the schedule with its first delivery until a date is entered, and previews it while it is valid", async () => {
    const { user, form } = await openNew();
    const start = form.getByLabelText("Start date");
    const setUnit = (value: string) => fireEvent.change(form.getByLabelText("Unit"), { target: { value } });
    setUnit("monthly");
    expect(form.getByLabelText("Monday")).not.toBeChecked();
    expect(start).toHaveValue("2026-11-22");
    expect(form.queryByLabelText(/^Position in/)).toBeNull();
    setUnit("weekly");
    expect(form.getByLabelText("Monday")).toBeChecked();
    expect(start).toHaveValue("2026-11-23");
    fireEvent.click(form.getByLabelText("Monday"));
    fireEvent.click(form.getByLabelText("Thursday"));
    expect(start).toHaveValue("2026-11-26");
    setUnit("daily");
    expect(start).toHaveValue("2026-11-26");
    fillField(form, "Start date", "2026-12-01");
    fireEvent.click(form.getByLabelText("Friday"));
    expect(start).toHaveValue("2026-12-01");

    setUnit("weekly");
    fireEvent.click(form.getByLabelText("Thursday"));
    fillField(form, /^Every/, "2");
    const schedule = within(form.getByRole("region", { name: "Schedule summary" }));
    await schedule.findByText(/Every 2 weeks on Friday at 09:00/);
    const dates = within(schedule.getByRole("table", { name: "Next deliveries" }));
    expect(dates.getAllByRole("row")).toHaveLength(6);
    dates.getByText("Europe/Berlin");
    dates.getByText("UTC");
    dates.getByText(/Dec 4, 08:00/);
    schedule.getByText(/time change in Europe\/Berlin on .* arrive at 10:00 instead of 09:00/);
    fillField(form, /^Every/, "2147483648");
    await schedule.findByText("Enter a valid start, interval, and end to see dates.");
    expect(schedule.queryByText(/^Every|Can't preview|No scheduled deliveries/)).toBeNull();
    expect(schedule.queryByRole("table")).toBeNull();

    fillField(form, /^Every/, "1");
    setUnit("monthly");
    fireEvent.change(form.getByLabelText("Position in month"), { target: { value: "-1" } });
    await schedule.findByText(/Every month on the last Friday/);

    // The end and the message are open only when they have a value or an error.
    const message = form.getByLabelText("Message");
    expect(message).not.toBeVisible();
    await user.click(form.getByText("End and message"));
    await waitFor(() => expect(message).toBeVisible());
    await user.click(form.getByLabelText(/^After/));
    fireEvent.blur(form.getByLabelText(/^Total deliveries/));
    await form.findByText("Enter the number of deliveries.");
    await user.click(form.getByText("End and message"));
    expect(message).not.toBeVisible();
    await user.click(form.getByText(CREATE_BUTTON));
    await waitFor(() => expect(message).toBeVisible());
  });

  it("takes values from a link, and searches names only under projects, where every server has them", async () => {
    const { user, sent } = await openPage(
      `${LIST_URL}/new?insight=4002&byweekday=friday,funday&frequency=hourly`,
      "New subscription",
    );
    const form = await findForm();
    const field = form.getByRole("combobox", { name: /^Insight name/ });
    await waitFor(() => expect(field).toHaveValue("Sign-ups by country"));
    expect(form.getByLabelText("Friday")).toBeChecked();
    expect(form.getByLabelText("Unit")).toHaveValue("weekly");
    fireEvent.focus(field);
    fireEvent.change(field, { target: { value: "trial" } });
    const option = await form.findByRole("option", { name: /^Trial to paid conversion/ });
    await waitFor(() => expect(sent.some(({ search }) => search.includes("search=trial"))).toBe(true));
    await user.click(option);
    expect(field).toHaveValue("Trial to paid conversion");
    await user.click(form.getByLabelText("Dashboard"));
    const dashboard = form.getByRole("combobox", { name: /^Dashboard name/ });
    await user.clear(dashboard);
    await user.type(dashboard, "acquis");
    await form.findByRole("option", { name: /Acquisition by channel/ });
    const paths = sent.map(({ path }) => path).filter((path) => /dashboards|insights/.test(path));
    expect(paths).toContain("/api/projects/3/dashboards/");
    expect(paths.filter((path) => !path.startsWith("/api/projects/3/"))).toEqual([]);
  });

  it("asks for the ID when names are refused, and looks up a pasted link or short ID, or says why it can't", async () => {
    const { mocks } = await createSubscriptions();
    server.use(refuse("dashboards.list", 403), refuse("insights.list", 403));
    await openPage(`${LIST_URL}/new`, "New subscription", mocks);
    const form = await findForm();
    await form.findByText(/^Add the scope dashboard:read to the API key to see names, or enter/);
    expect(form.getByLabelText(/^Dashboard ID/)).toBeRequired();
    fireEvent.click(form.getByLabelText("Insight"));
    const field = await form.findByLabelText(/^Insight ID/);
    expect(field).toHaveAccessibleDescription(
      "Add the scope insight:read to the API key to see names, or enter the insight's numeric ID, which its URL doesn't contain.",
    );
    const { short_id: shortId } = await mocks.call("projects/3/insights/4001/");
    fillField(form, /^Insight ID/, `http://localhost/project/3/insights/${shortId}`);
    const failure = `Couldn't look up /insights/${shortId}: The API key is missing the scope insight:read. Enter`;
    await waitFor(() => expect(field).toHaveAccessibleDescription(expect.stringContaining(failure)));
    mocks.resetHandlers();
    fillField(form, /^Insight ID/, "Unknown1");
    await waitFor(() => expect(field).toHaveAccessibleDescription(/Couldn't find \/insights\/Unknown1\./));
    fillField(form, /^Insight ID/, shortId);
    await waitFor(() => expect(field).toHaveValue("Weekly active accounts"));
  });
});

describe("errors", () => {
  it("keeps the input when saving fails, and creates nothing twice after a lost response", async () => {
    const { mocks } = await createSubscriptions();
    const { user, form, writes: changes } = await openNew(mocks);
    fillField(form, /^Title/, "Kept");
    server.use(refuse("subscriptions.create", 500, { once: true }));
    await user.click(form.getByText(CREATE_BUTTON));
    await form.findByText("Server error");
    expect(form.getByLabelText(/^Title/)).toHaveValue("Kept");
    form.getByText("ana@example.com");

    // The first request may still arrive, so the app asks before it sends another one.
    const submitAgain = async (answer: string, title = "Kept") => {
      await user.click(form.getByText(CREATE_BUTTON));
      const question = within(await screen.findByRole("dialog", { name: `Create “${title}” again?` }));
      question.getByText(/The request may still arrive/);
      await user.click(question.getByText(answer, { selector: "button *" }));
    };
    await submitAgain("Cancel");
    expect(changes()).toHaveLength(1);
    server.use(loseAnswer("subscriptions.create", mocks.handlers, { once: true }));
    await submitAgain("Create anyway");
    await form.findByText("Couldn't reach the server");
    expect(form.getByLabelText(/^Dashboard name/)).toHaveValue("Growth overview");

    fillField(form, /^Title/, "Corrected");
    await user.click(form.getByText(CREATE_BUTTON));
    await form.findByText("An earlier attempt succeeded");
    expect(changes()).toHaveLength(2);
    await submitAgain("Create anyway", "Corrected");
    await screen.findByText("Created “Corrected”");
    expect(changes()).toHaveLength(3);
  });

  it("offers to delete the copy if the browser repeated the request", async () => {
    const { mocks } = await createSubscriptions();
    const { user, form, writes: changes } = await openNew(mocks);
    fillField(form, /^Title/, "Once");
    const repeat = override(
      "subscriptions.create",
      async (request) => void (await getResponse(mocks.handlers, request.clone())),
      { once: true },
    );
    server.use(repeat);
    await user.click(form.getByText(CREATE_BUTTON));
    await screen.findByText("“Once” was created twice");
    await user.click(screen.getByRole("button", { name: "Delete the copy" }));
    await screen.findByText("Deleted “Once”");
    expect(changes().map(({ body }) => body)).toEqual([
      expect.objectContaining({ title: "Once" }),
      { deleted: true },
    ]);
    expect(await screen.findAllByRole("link", { name: "Once" })).toHaveLength(1);
  });

  it("suggests no title of another source, marks invalid fields, and shows a server error only at its field", async () => {
    const { user, form, writes: changes } = await openNew();
    const source = form.getByLabelText(/^Dashboard name/);
    const title = form.getByLabelText(/^Title/);
    await waitFor(() => expect(title).toHaveValue("Growth overview"));
    fillField(form, /^Dashboard name/, "987654");
    await waitFor(() => expect(title).toHaveValue(""));
    fillField(form, /^Title/, "Mine");
    fillField(form, /^Dashboard name/, "201");
    await waitFor(() => expect(source).toHaveValue("Growth overview"));
    expect(title).toHaveValue("Mine");
    const invalid: readonly (readonly [RegExp, string, string, string])[] = [
      [/^Every/, "0", "Enter 1 or more.", "1"],
      [/^Title/, "x".repeat(101), "Shorten the title to 100 characters. It has 101.", "Fine"],
      [/^End date/, "2026-11-01T09:00", "The end must be after the start.", "2027-11-01T09:00"],
    ];
    fireEvent.click(form.getByLabelText("On a date"));
    for (const [label, value] of invalid) fillField(form, label, value);
    await user.click(form.getByText(CREATE_BUTTON));
    for (const [label, , message, valid] of invalid) {
      await form.findByText(message);
      expect(form.getByLabelText(label)).toBeInvalid();
      fillField(form, label, valid);
    }
    expect(changes()).toEqual([]);

    fillField(form, /^Dashboard name/, "54321");
    await user.click(form.getByText(CREATE_BUTTON));
    const message = 'Invalid pk "54321" - object does not exist.';
    await form.findByText(message);
    expect(form.getAllByText(message)).toHaveLength(1);
    expect(source).toHaveAccessibleDescription(expect.stringContaining(message));
    expect(source).toHaveFocus();
    fillField(form, /^Dashboard name/, "202");
    await user.click(form.getByText(CREATE_BUTTON));
    await screen.findByText("Created “Fine”");
  });

  it("keeps an existing webhook, which is never delivered, and the recipients of each channel apart", async () => {
    const webhook = {
      ...CREATION,
      target_type: "webhook",
      target_value: "https://hooks.example.com/a?to=ana@example.com,bo@example.com",
    };
    const { mocks, id } = await createSubscriptions(webhook);
    const { user } = await openPage(`${LIST_URL}/${id}/edit`, "Save changes", mocks);
    const form = await findForm();
    const channel = form.getByLabelText("Channel");
    // Servers never deliver to other channels.
    expect(
      within(channel)
        .getAllByRole("option")
        .map(({ textContent }) => textContent),
    ).toEqual(["Email", "Slack", "Webhook (never delivers)"]);
    expect(channel).toHaveDisplayValue("Webhook (never delivers)");
    expect(channel).toHaveAccessibleDescription(/^The server accepts webhooks but doesn't send them/);
    const selectChannel = (value: string) => fireEvent.change(channel, { target: { value } });
    const expectNoError = (field: HTMLElement) => expect(field).not.toHaveAttribute("aria-invalid", "true");
    selectChannel("email");
    const email = form.getByLabelText(RECIPIENTS_LABEL);
    expect(form.queryByText(/example\.com/, { selector: "li *" })).not.toBeInTheDocument();
    expectNoError(email);
    // Leaves the field empty, which is an error of this channel only.
    fireEvent.focus(email);
    fireEvent.blur(email);
    await waitFor(() => expect(email).toHaveAttribute("aria-invalid", "true"));
    fillField(form, RECIPIENTS_LABEL, "ana@example.com");
    await form.findByText("Save and email 1 person");
    selectChannel("slack");
    expect(form.getByLabelText(/^Slack channel/)).toHaveValue("");
    await user.click(form.getByText(SAVE_BUTTON));
    await waitFor(() =>
      expect(form.getByLabelText(/^Slack channel/)).toHaveAttribute("aria-invalid", "true"),
    );
    selectChannel("webhook");
    const url = form.getByLabelText(/^Webhook URL/);
    expect(url).toHaveValue(webhook.target_value);
    expectNoError(url);
    fillField(form, /^Webhook URL/, "ftp://hooks.example.com");
    selectChannel("slack");
    expectNoError(form.getByLabelText(/^Slack channel/));
    fillField(form, /^Slack channel/, "#sales");
    selectChannel("email");
    form.getByText("ana@example.com");
    selectChannel("slack");
    expect(form.getByLabelText(/^Slack channel/)).toHaveValue("#sales");
    selectChannel("webhook");
    expect(form.getByLabelText(/^Webhook URL/)).toHaveValue("ftp://hooks.example.com");
    fillField(form, /^Webhook URL/, "https://hooks.example.com/b");
    await form.findByText(/^The server accepts webhooks but doesn't send them/, { selector: "li" });
    form.getByText("Save changes");
  });
});

it("takes at most 25 keystrokes to send a weekly dashboard to two known people", async () => {
  const { user, writes } = await openPage(LIST_URL, "No subscriptions yet");
  const keyDown = vi.fn();
  window.addEventListener("keydown", keyDown, true);
  onTestFinished(() => window.removeEventListener("keydown", keyDown, true));
  await user.keyboard("c");
  const form = await findForm();
  await waitFor(() => expect(form.getByLabelText("Dashboard")).toHaveFocus());
  await user.keyboard("{Tab}grow");
  await form.findByRole("option", { name: /^Growth overview/ });
  expect(form.queryByText(/^Choose the dashboard/)).toBeNull();
  await user.keyboard("{Enter}{Tab}{Tab}mei");
  const option = await form.findByRole("option", { name: /^Mei/ });
  expect(form.getByRole("combobox", { name: RECIPIENTS_LABEL })).toHaveAttribute(
    "aria-activedescendant",
    option.id,
  );
  await user.keyboard("{Enter}ana");
  await form.findByRole("option", { name: /^Ana/ });
  await user.keyboard("{Enter}");
  await form.findByText("Create and email 2 people");
  await user.keyboard("{Control>}{Enter}{/Control}");
  await screen.findByText("Created “Growth overview”");
  const target_value = expect.stringMatching(/^mei\.\S+@harbourline\.example,ana\.\S+@harbourline\.example$/);
  expect(writes().map(({ body }) => body)).toEqual([{ ...CREATION, target_value }]);
  expect(keyDown.mock.calls.length).toBeLessThanOrEqual(25);
});
