import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { getResponse } from "msw";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { server } from "@/mocks/node";
import { loseAnswer, offline, override, refuse } from "@/mocks/scenarios";
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
  it("adds a row to the empty list and can be undone", async () => {
    const { user, writes: changes, mocks } = await openPage(LIST_URL, "No subscriptions yet");
    await user.click(screen.getByText("Create subscription"));
    const form = await findForm();
    fillField(form, /^Dashboard name/, "201");
    fillField(form, RECIPIENTS_LABEL, "ana@example.com");
    fillField(form, /^Title/, "Monday numbers");
    await user.click(form.getByText(CREATE_BUTTON));

    await screen.findByText("Created “Monday numbers”");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(window.location.pathname).toBe(LIST_URL);
    const row = await waitFor(() => within(subscriptionRow("Monday numbers")));
    await row.findByText("Growth overview");
    row.getByText("ana@example.com");
    expect(changes()).toEqual([
      expect.objectContaining({ method: "POST", body: { ...CREATION, title: "Monday numbers" } }),
    ]);
    expect(mocks.db.outbox.map((item) => item.target)).toEqual(["ana@example.com"]);

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

  it("sends once for two clicks and two quick ⌘Enter, with the pending recipient text", async () => {
    const { user, form, writes: changes } = await openNew();
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
    await screen.findByText(/^Created/);
    expect(changes().map(({ body }) => body)).toEqual([
      expect.objectContaining({ target_value: "ana@example.com,bo@example.com" }),
    ]);
  });

  it("suggests people and addresses by name, and marks who may be a mistake", async () => {
    const { user, form } = await openNew();
    await storeFromOtherTab("environs.own-domains.demo.3", ["harbourline.example"]);
    const field = form.getByRole("combobox", { name: RECIPIENTS_LABEL });
    await user.type(field, "mei");
    const option = await form.findByRole("option", { name: /^Mei/ });
    expect(field).toHaveAttribute("aria-activedescendant", option.id);
    await user.keyboard("{Enter}");
    expect(field).toHaveValue("");
    const added = form.getByRole("list", { name: /^Recipients: 2 added/ });
    expect(within(added).getAllByRole("listitem")[1]).toHaveTextContent(/^mei\.\S+@harbourline\.example$/);

    // The field marks the address while the user types, but accepts it.
    form.getByText("ana@example.com is outside your domains.");
    fireEvent.change(field, { target: { value: "zoe@elsewhere.example" } });
    expect(field).toHaveAccessibleDescription(/zoe@elsewhere\.example is outside your domains\./);
    fireEvent.change(field, { target: { value: "zoe@harbourline.example" } });
    await form.findByText("zoe@harbourline.example isn't in your organization.");
    await storeFromOtherTab("environs.own-domains.demo.3", []);
  });

  it("previews schedule, dates in both zones, the time change and the effects of saving, with a position only for weekdays", async () => {
    const { user, form } = await openNew();
    fillField(form, "Start date", "2026-11-23");
    fillField(form, /^Every/, "2");
    await form.findByText(/Every 2 weeks on Monday at 09:00/);
    const dates = within(form.getByRole("table", { name: "Next deliveries" }));
    expect(dates.getAllByRole("row")).toHaveLength(6);
    dates.getByText("Europe/Berlin");
    dates.getByText("UTC");
    dates.getByText(/Nov 23, 08:00/);
    form.getByText(/time change in Europe\/Berlin on .* arrive at 10:00 instead of 09:00/);
    form.getByText("1 person receives a delivery immediately.");

    await user.click(form.getByLabelText(RECIPIENTS_LABEL));
    await user.paste("bo@example.com; Cy <cy@example.com>\nbroken@");
    await form.findByText("3 people receive a delivery immediately.");
    form.getByText("“broken@” isn't a valid email address.");

    // Servers never deliver to other channels.
    const options = within(form.getByLabelText("Channel")).getAllByRole("option");
    expect(options.map((option) => option.textContent)).toEqual(["Email", "Slack"]);
    fillField(form, /^Every/, "1");
    fireEvent.change(form.getByLabelText("Unit"), { target: { value: "monthly" } });
    expect(form.queryByLabelText(/^Position in/)).toBeNull();
    await user.click(form.getByLabelText("Friday"));
    fireEvent.change(form.getByLabelText("Position in month"), { target: { value: "-1" } });
    await form.findByText(/Every month on the last Friday/);
  });

  it("shows no preview for an invalid schedule, only the field's error", async () => {
    const { user, form } = await openNew();
    const schedule = within(form.getByRole("region", { name: "Schedule summary" }));
    const expectNoPreview = async (label: RegExp, value: string, valid: string) => {
      await schedule.findByText(/^Every \w+day at/);
      fillField(form, label, value);
      await schedule.findByText("Enter a valid start, interval, and end to see dates.");
      expect(schedule.queryByText(/^Every|Can't preview|No scheduled deliveries/)).toBeNull();
      expect(schedule.queryByRole("table")).toBeNull();
      fillField(form, label, valid);
    };
    await expectNoPreview(/^Every/, "2147483648", "1");
    await expectNoPreview(/^Start date/, "", "2026-11-23");
    await user.click(form.getByLabelText("On a date"));
    fillField(form, /^End date/, "2027-11-01T09:00");
    await expectNoPreview(/^End date/, "2026-11-01T09:00", "2027-11-01T09:00");
    await user.click(form.getByLabelText(/^After/));
    fillField(form, /^Total deliveries/, "1");
    await expectNoPreview(/^Total deliveries/, "0", "1");
  });

  it("copies a subscription, immediately from the list", async () => {
    const { mocks, id } = await createSubscriptions(WEEKLY);
    const { user, writes: changes } = await openPage(
      `${LIST_URL}/new?from=${id}`,
      "Duplicate of “Weekly figures”",
      mocks,
    );
    const form = await findForm();
    expect(form.getByLabelText(/^Title/)).toHaveValue("Weekly figures");
    fillField(form, /^Title/, "Copy");
    await user.click(form.getByText(CREATE_BUTTON));
    await screen.findByText("Created “Copy”");
    await waitFor(() => subscriptionRow("Copy"));
    subscriptionRow("Weekly figures");
    expect(changes()[0]?.body).toMatchObject({
      title: "Copy",
      byweekday: ["monday"],
      target_value: "ana@example.com,bo@example.com",
    });
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
    expect(form.getByLabelText("Monday")).not.toBeChecked();
    expect(form.getByLabelText("Unit")).toHaveValue("weekly");
    expect(form.queryByText(/funday/)).toBeNull();
    await user.clear(field);
    await user.type(field, "trial");
    await waitFor(() =>
      expect(sent.map(({ search }) => search)).toContainEqual(expect.stringMatching(/search=trial/)),
    );
    await user.click(await form.findByRole("option", { name: /^Trial to paid conversion/ }));
    expect(field).toHaveValue("Trial to paid conversion");
    fillField(form, /^Insight name/, "http://localhost/project/3/insights/4001");
    await waitFor(() => expect(field).toHaveValue("Weekly active accounts"));
    await user.click(form.getByLabelText("Dashboard"));
    const dashboard = form.getByRole("combobox", { name: /^Dashboard name/ });
    await user.clear(dashboard);
    await user.type(dashboard, "acquis");
    await form.findByRole("option", { name: /Acquisition by channel/ });
    const paths = sent.map(({ path }) => path).filter((path) => /dashboards|insights/.test(path));
    expect(paths).toContain("/api/projects/3/dashboards/");
    expect(paths.filter((path) => !path.startsWith("/api/projects/3/"))).toEqual([]);
  });

  it("asks for the ID, looks up a pasted link or short ID when names are refused, and says when it can't", async () => {
    const { mocks } = await createSubscriptions();
    server.use(refuse("dashboards.list", 403), refuse("insights.list", 403));
    const { user } = await openPage(`${LIST_URL}/new`, "New subscription", mocks);
    const form = await findForm();
    await form.findByText(
      "Add the scope dashboard:read to the API key to see names, or enter the dashboard's ID from its URL.",
    );
    expect(form.getByLabelText(/^Dashboard ID/)).toBeRequired();
    await user.click(form.getByLabelText("Insight"));
    await form.findByText(
      "Add the scope insight:read to the API key to see names, or enter the insight's numeric ID, which its URL doesn't contain.",
    );
    const { short_id: shortId } = await mocks.call("projects/3/insights/4001/");
    const field = form.getByLabelText(/^Insight ID/);
    fillField(form, /^Insight ID/, `http://localhost/project/3/insights/${shortId}`);
    await waitFor(() =>
      expect(field).toHaveAccessibleDescription(
        new RegExp(
          `Couldn't look up /insights/${shortId}: The API key is missing the scope insight:read. Enter`,
        ),
      ),
    );
    mocks.resetHandlers();
    fillField(form, /^Insight ID/, "");
    fillField(form, /^Insight ID/, "Unknown1");
    await waitFor(() => expect(field).toHaveAccessibleDescription(/Couldn't find \/insights\/Unknown1\./));
    fillField(form, /^Insight ID/, shortId);
    await waitFor(() => expect(field).toHaveValue("Weekly active accounts"));
  });
});

describe("errors", () => {
  it("keeps the input when saving fails and saves again", async () => {
    const { mocks } = await createSubscriptions();
    const { user, form, writes: changes } = await openNew(mocks);
    fillField(form, /^Title/, "Kept");
    server.use(refuse("subscriptions.create", 500, { once: true }));
    await user.click(form.getByText(CREATE_BUTTON));
    await form.findByText("Server error");
    expect(form.getByLabelText(/^Title/)).toHaveValue("Kept");
    form.getByText("ana@example.com");

    // The first request may still arrive, so the app asks before it sends another one.
    const submitAgain = async (answer: string) => {
      await user.click(form.getByText(CREATE_BUTTON));
      const question = within(await screen.findByRole("dialog", { name: "Create “Kept” again?" }));
      question.getByText(/The request may still arrive/);
      await user.click(question.getByRole("button", { name: answer }));
    };
    await submitAgain("Cancel");
    expect(changes()).toHaveLength(1);
    server.use(offline("subscriptions.create", { once: true }));
    await submitAgain("Create anyway");
    await form.findByText("Couldn't reach the server");
    expect(form.getByLabelText(/^Dashboard name/)).toHaveValue("Growth overview");

    await submitAgain("Create anyway");
    await screen.findByText("Created “Kept”");
    expect(changes()).toHaveLength(3);
  });

  it("creates nothing twice after a lost response", async () => {
    const { mocks } = await createSubscriptions();
    const { user, form, writes: changes } = await openNew(mocks);
    fillField(form, /^Title/, "Once");
    server.use(loseAnswer("subscriptions.create", mocks.handlers, { once: true }));
    await user.click(form.getByText(CREATE_BUTTON));
    await form.findByText("Couldn't reach the server");

    fillField(form, /^Title/, "Corrected");
    await user.click(form.getByText(CREATE_BUTTON));
    await form.findByText("An earlier attempt succeeded");
    expect(changes()).toHaveLength(1);
    await user.click(form.getByText(CREATE_BUTTON));
    await screen.findByText("Created “Corrected”");
    expect(changes()).toHaveLength(2);
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

  it("shows a server error only at its field", async () => {
    const { user, form } = await openNew();
    fillField(form, /^Dashboard name/, "54321");
    await user.click(form.getByText(CREATE_BUTTON));
    const message = 'Invalid pk "54321" - object does not exist.';
    await form.findByText(message);
    expect(form.getAllByText(message)).toHaveLength(1);
    const field = form.getByLabelText(/^Dashboard name/);
    expect(field).toHaveAccessibleDescription(expect.stringContaining(message));
    expect(field).toHaveFocus();
    fillField(form, /^Dashboard name/, "202");
    await user.click(form.getByText(CREATE_BUTTON));
    await screen.findByText(/^Created/);
  });

  it("suggests no title of another source, marks all invalid fields, and sends nothing", async () => {
    const { user, form, writes: changes } = await openNew();
    await waitFor(() => expect(form.getByLabelText(/^Title/)).toHaveValue("Growth overview"));
    fillField(form, /^Dashboard name/, "987654");
    await waitFor(() => expect(form.getByLabelText(/^Title/)).toHaveValue(""));
    fillField(form, /^Title/, "Mine");
    fillField(form, /^Dashboard name/, "201");
    await waitFor(() => expect(form.getByLabelText(/^Dashboard name/)).toHaveValue("Growth overview"));
    expect(form.getByLabelText(/^Title/)).toHaveValue("Mine");
    const invalid: readonly (readonly [RegExp, string, string])[] = [
      [/^Every/, "0", "Enter 1 or more."],
      [/^Title/, "x".repeat(101), "Shorten the title to 100 characters. It has 101."],
      [RECIPIENTS_LABEL, "bo@", "“bo@” isn't a valid email address."],
      [/^End date/, "2026-11-01T09:00", "The end must be after the start."],
    ];
    await user.click(form.getByLabelText("On a date"));
    for (const [label, value] of invalid) fillField(form, label, value);
    await user.click(form.getByText(CREATE_BUTTON));
    for (const [label, , message] of invalid) {
      await form.findByText(message);
      expect(form.getByLabelText(label)).toBeInvalid();
    }
    expect(changes()).toEqual([]);
  });

  it("keeps an existing webhook, says that it is never delivered, and offers other channels", async () => {
    const webhook = { ...CREATION, target_type: "webhook", target_value: "https://hooks.example.com/a" };
    const { mocks, id } = await createSubscriptions(webhook);
    await openPage(`${LIST_URL}/${id}/edit`, "Save changes", mocks);
    const form = await findForm();
    const channel = form.getByLabelText("Channel");
    expect(channel).toHaveDisplayValue("Webhook (never delivers)");
    expect(channel).toHaveAccessibleDescription(/^The server accepts webhooks but doesn't send them/);
    fillField(form, /^Webhook URL/, "https://hooks.example.com/b");
    await form.findByText(/^The server accepts webhooks but doesn't send them/, { selector: "li" });
    form.getByRole("button", { name: "Save changes" });
    fireEvent.change(channel, { target: { value: "email" } });
    fillField(form, RECIPIENTS_LABEL, "ana@example.com");
    await form.findByText("Save and email 1 person");
  });

  it("keeps the recipients of each channel apart, and shows no error before an edit", async () => {
    const webhook = {
      ...CREATION,
      target_type: "webhook",
      target_value: "https://hooks.example.com/a?to=ana@example.com,bo@example.com",
    };
    const { mocks, id } = await createSubscriptions(webhook);
    const { user } = await openPage(`${LIST_URL}/${id}/edit`, "Save changes", mocks);
    const form = await findForm();
    const selectChannel = (value: string) =>
      fireEvent.change(form.getByLabelText("Channel"), { target: { value } });
    const expectNoError = (field: HTMLElement) => expect(field).not.toHaveAttribute("aria-invalid", "true");
    selectChannel("email");
    const email = form.getByLabelText(RECIPIENTS_LABEL);
    expect(form.queryByText(/example\.com/, { selector: "li *" })).not.toBeInTheDocument();
    expectNoError(email);
    // Leaves the field empty, which is an error of this channel only.
    await user.click(email);
    await user.tab();
    await waitFor(() => expect(email).toHaveAttribute("aria-invalid", "true"));
    fillField(form, RECIPIENTS_LABEL, "ana@example.com");
    selectChannel("slack");
    expect(form.getByLabelText(/^Slack channel/)).toHaveValue("");
    await user.click(form.getByRole("button", { name: /^Save/ }));
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
  });
});

async function openEmpty() {
  const app = await openPage(`${LIST_URL}/new`, "New subscription");
  return { ...app, form: await findForm() };
}

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
  await form.findByRole("option", { name: /^Mei/ });
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

const startDate = (form: Awaited<ReturnType<typeof findForm>>) => form.getByLabelText("Start date");

describe("suggestions of a new subscription", () => {
  it("starts it with its first delivery, until a date is entered, and clears Monday for another unit", async () => {
    const { user, form } = await openEmpty();
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

  it("closes suggested recipients when a typed one is added, and opens the end and the message only when they have a value or an error", async () => {
    const { user, form } = await openEmpty();
    await user.click(form.getByRole("combobox", { name: RECIPIENTS_LABEL }));
    await form.findByRole("listbox", { name: /^Recipients/ });
    await user.keyboard("ana@example.com{Enter}");
    form.getByText("ana@example.com");
    expect(form.queryByRole("listbox", { name: /^Recipients/ })).toBeNull();

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
