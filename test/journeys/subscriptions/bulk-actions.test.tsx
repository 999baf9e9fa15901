import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { server } from "@/mocks/node";
import { refuse } from "@/mocks/scenarios";
import { createMockServer, hold, type MockServer } from "../../support/mock-server";
import { TEST_TIME } from "../../test-time";
import { renderApp } from "../support/render-app";
import {
  createAsOtherUser,
  createSubscriptions,
  fetchRecord,
  fillField,
  LIST_URL,
  openPage,
  setUpJourneys,
  WEEKLY,
} from "../support/subscriptions-setup";

setUpJourneys();

const UPDATE = "subscriptions.update";
const SALES = { ...WEEKLY, title: "Daily sales", target_value: "cy@example.com,  Ana@Example.com" };
const SLACK = { ...WEEKLY, title: "Figures for Slack", target_type: "slack", target_value: "#figures" };

async function openWithSubscriptions(...bodies: readonly object[]) {
  const { mocks, ids } = await createSubscriptions(...bodies);
  const app = await openPage(LIST_URL, "Weekly figures", mocks);
  return { ...app, mocks, ids };
}
type App = Awaited<ReturnType<typeof openWithSubscriptions>>;

async function select({ user }: App, ...titles: readonly string[]) {
  for (const title of titles) await user.click(screen.getByRole("checkbox", { name: `Select ${title}` }));
  return within(await screen.findByRole("region", { name: "Selection" }));
}

const findDialog = async (name: string | RegExp) => within(await screen.findByRole("dialog", { name }));

async function readTargets(mocks: MockServer, ids: readonly number[]): Promise<readonly unknown[]> {
  const records = await Promise.all(ids.map((id) => fetchRecord(mocks, id)));
  return records.map((record) =>
    typeof record === "object" && record ? Reflect.get(record, "target_value") : null,
  );
}

async function openBulkForm(app: App, bar: Awaited<ReturnType<typeof select>>, item: string) {
  await app.user.click(await bar.findByRole("button", { name: "Recipients" }));
  await app.user.click(await screen.findByRole("menuitem", { name: item }));
}

test("removes a recipient from the selection and undoes it byte for byte", async () => {
  const app = await openWithSubscriptions(WEEKLY, SALES, SLACK);
  const { user, mocks, ids } = app;
  const before = await readTargets(mocks, ids);
  const bar = await select(app, "Weekly figures", "Daily sales", "Figures for Slack");
  await openBulkForm(app, bar, "Remove recipient…");

  const form = await findDialog("Remove recipient: 3 subscriptions");
  await user.click(form.getByRole("combobox", { name: /Recipient/ }));
  await user.paste("nobody@example.com");
  await user.click(form.getByRole("button", { name: "Review changes" }));
  form.getByText("nobody@example.com isn't a recipient of these subscriptions.");
  await user.clear(form.getByRole("combobox", { name: /Recipient/ }));
  // Both spellings of the email belong to the same person.
  await user.click(form.getByRole("combobox", { name: /Recipient/ }));
  await user.click(form.getByRole("option", { name: /^ana@example\.com2 subscriptions/i }));
  await user.click(form.getByRole("button", { name: "Review changes" }));

  const review = await findDialog(/^Remove ana@example\.com from 2 subscriptions$/i);
  review.getByText("2 will change, 1 unchanged.");
  const list = within(review.getByRole("region", { name: "Planned changes" }));
  const rows = list.getAllByRole("listitem").map((row) => row.textContent);
  expect(rows).toHaveLength(3);
  expect(rows.find((row) => row?.startsWith("Daily sales"))).toMatch(/Removed: Ana@Example.com.*1 unchanged/);
  expect(rows.find((row) => row?.startsWith("Figures for Slack"))).toMatch(
    /Unchanged.*ana@example\.com isn't a recipient\./i,
  );
  expect(app.writes().length).toBe(0);
  await user.keyboard("{Control>}{Enter}{/Control}");

  const outcome = await findDialog(/^Remove ana@example\.com from 2 subscriptions$/i);
  await outcome.findByText("Finished");
  // Screen readers hear this.
  expect(outcome.getByRole("status")).toHaveTextContent(/^Finished 2 of 2\.$/);
  expect(await readTargets(mocks, ids)).toEqual(["bo@example.com", "cy@example.com", "#figures"]);
  expect(app.writes().map(({ body }) => body)).toEqual([
    { target_value: "cy@example.com" },
    { target_value: " bo@example.com" },
  ]);
  expect(outcome.getAllByText("Done", { selector: "span" })).toHaveLength(2);

  await user.click(outcome.getByRole("button", { name: "Undo all…" }));
  const undo = await findDialog(/^Undo: Remove ana/i);
  await undo.findByText("2 will change.");
  undo.getByText(/^2 changes send a delivery immediately\./);
  await user.click(undo.getByRole("button", { name: "Run 2 changes" }));
  const undone = await findDialog(/^Undo: Remove ana/i);
  await undone.findByText("Finished");
  expect(undone.getByRole("status")).toHaveTextContent(/^Finished 2 of 2\.$/);
  expect(await readTargets(mocks, ids)).toEqual(before);
});

test("moves an untitled subscription to Trash and restores it, named by its source", async () => {
  const untitled = "Growth overview to ana@example.com and 1 more";
  const app = await openWithSubscriptions(WEEKLY, { ...WEEKLY, title: null });
  const { user } = app;
  await screen.findByRole("checkbox", { name: `Select ${untitled}` });
  const bar = await select(app, untitled);
  await user.click(await bar.findByRole("button", { name: "Delete" }));
  const review = await findDialog("Delete 1 subscription");
  review.getByText("1 will change.");
  review.getByText(untitled);
  await user.click(review.getByRole("button", { name: "Run 1 change" }));
  // The result stays open although the last selected record is gone.
  await (await findDialog("Delete 1 subscription")).findByText("Finished");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByText(untitled, { selector: "td *" })).toBeNull());
  expect(screen.queryByRole("region", { name: "Selection" })).toBeNull();

  await user.click(screen.getByRole("link", { name: /^Trash/ }));
  await screen.findByText(untitled, { selector: "td *" });
  const trash = await select(app, untitled);
  expect(trash.queryByRole("button", { name: "Delete" })).toBeNull();
  await user.click(await trash.findByRole("button", { name: "Restore" }));
  await user.click(
    (await findDialog("Restore 1 subscription")).getByRole("button", { name: "Run 1 change" }),
  );
  await (await findDialog("Restore 1 subscription")).findByText("Finished");
  expect(app.writes().map(({ body }) => body)).toEqual([{ deleted: true }, { deleted: false }]);
  await user.keyboard("{Escape}");
  await user.keyboard("gj");
  expect(await screen.findAllByRole("link", { name: untitled })).toHaveLength(2);
});

test("shows a failure at its record and retries it", async () => {
  const app = await openWithSubscriptions(WEEKLY, SALES);
  const { user, mocks } = app;
  server.use(refuse(UPDATE, 400, { detail: "Not today.", once: true }));
  const bar = await select(app, "Weekly figures", "Daily sales");
  await openBulkForm(app, bar, "Add recipient…");
  const form = await findDialog("Add recipient: 2 subscriptions");
  await user.type(form.getByRole("combobox", { name: /Email address/ }), "di@{Enter}");
  form.getByText("“di@” isn't a valid email address.");
  await user.type(form.getByRole("combobox", { name: /Email address/ }), "example.com{Enter}");
  const review = await findDialog("Add di@example.com to 2 subscriptions");
  review.getByText(/^2 changes send a delivery immediately\./);
  await user.click(review.getByRole("button", { name: "Run 2 changes" }));
  const outcome = await findDialog("Add di@example.com to 2 subscriptions");
  await outcome.findByText("Finished");
  await user.click(outcome.getByRole("radio", { name: "Failed 1" }));
  outcome.getByText("Invalid request. Not today.");
  expect(outcome.getAllByRole("listitem")).toHaveLength(1);
  await user.click(outcome.getByRole("button", { name: "Retry 1 change" }));
  await waitFor(() => expect(outcome.queryByRole("radio", { name: /Failed/ })).toBeNull());
  await waitFor(() => expect(outcome.getAllByText("Done", { selector: "span" })).toHaveLength(2));
  expect(mocks.db.outbox.filter(({ target }) => target === "di@example.com")).toHaveLength(2);
});

test("sets an end date, rejects one before the start, and restores the focus", async () => {
  const app = await openWithSubscriptions(WEEKLY, {
    ...WEEKLY,
    title: "Later figures",
    start_date: "2027-02-01T08:00:00Z",
  });
  const { user } = app;
  const bar = await select(app, "Weekly figures", "Later figures");
  const button = await bar.findByRole("button", { name: "Set end date…" });
  await user.click(button);
  const form = await findDialog("Set end date: 2 subscriptions");
  await user.click(form.getByRole("button", { name: "Review changes" }));
  expect(form.getByLabelText(/End date/)).toHaveFocus();
  fireEvent.change(form.getByLabelText(/End date/), { target: { value: "2026-12-31T23:00" } });
  await user.keyboard("{Enter}");
  const name = /^Set end date of 1 subscription to/;
  await findDialog(name);
  expect(screen.getAllByRole("dialog")).toHaveLength(1);
  expect(screen.getByRole("heading", { name })).toHaveFocus();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(button).toHaveFocus());
  await user.click(button);
  const again = await findDialog("Set end date: 2 subscriptions");
  fillField(again, /End date/, "2026-12-31T23:00");
  await user.click(again.getByRole("button", { name: "Review changes" }));
  const review = await findDialog(name);
  review.getByText("1 will change, 1 can't be changed.");
  review.getByText(/The end must be after the start/);
  await user.click(review.getByRole("button", { name: "Run 1 change" }));
  await (await findDialog(/^Set end date of/)).findByText("Finished");
  expect(app.writes().map(({ body }) => body)).toEqual([{ until_date: "2026-12-31T22:00:00Z" }]);
});

test("continues after its page is left and can be shown again", async () => {
  const app = await openWithSubscriptions(WEEKLY, SALES);
  const { user } = app;
  const detail = "Request was throttled. Expected available in 2 seconds.";
  server.use(refuse(UPDATE, 429, { detail, once: true }), refuse(UPDATE, 429, { detail, once: true }));
  const bar = await select(app, "Weekly figures", "Daily sales");
  await user.click(await bar.findByRole("button", { name: "Delete" }));
  await user.click(
    (await findDialog("Delete 2 subscriptions")).getByRole("button", { name: "Run 2 changes" }),
  );
  const first = await findDialog("Delete 2 subscriptions");
  await first.findByText(/The server limits requests\. Resuming in 2 seconds/);
  await user.keyboard("{Escape}");
  const messages = within(screen.getByRole("region", { name: "Notifications (F8)" }));
  await messages.findByText(/0 of 2/);
  await user.click(screen.getAllByRole("link", { name: "Settings" })[0] ?? document.body);
  await screen.findByRole("heading", { name: "Settings", level: 1 });
  await user.click(messages.getByRole("button", { name: "Show" }));
  const again = await findDialog("Delete 2 subscriptions");
  await again.findByText("Finished");
  expect(messages.queryByText(/of 2/)).toBeNull();
  expect(app.writes().filter(({ method }) => method === "PATCH")).toHaveLength(4);
});

const OTHER = "https://other.example.test";

async function goTo(user: App["user"], address: string) {
  await user.click(screen.getByRole("link", { name: /^Connection: / }));
  const field = await screen.findByLabelText(/Server address/);
  fireEvent.change(field, { target: { value: address } });
  fireEvent.change(screen.getByLabelText(/Personal API key/), { target: { value: "phx_demo_all" } });
  await user.click(screen.getByRole("button", { name: "Connect" }));
  await screen.findByRole("region", { name: "Connected" });
}

test("stops sending when the server is left", async () => {
  const { mocks } = await createSubscriptions(...Array.from({ length: 7 }, () => WEEKLY));
  const { handler, release } = hold(UPDATE);
  createMockServer({ origin: OTHER, now: () => TEST_TIME });
  server.use(handler);
  const { user, writes: changes } = await renderApp({ path: LIST_URL, mocks });
  await user.click(await screen.findByRole("checkbox", { name: /^Select all 7 / }));
  const bar = within(await screen.findByRole("region", { name: "Selection" }));
  await user.click(await bar.findByRole("button", { name: "Delete" }));
  await user.click(
    (await findDialog("Delete 7 subscriptions")).getByRole("button", { name: "Run 7 changes" }),
  );
  await waitFor(() => expect(changes()).toHaveLength(4));
  await user.keyboard("{Escape}");
  await goTo(user, OTHER);
  release();
  // The requests in flight finish. A running job would send the next one before the pages below
  // have opened.
  await user.click(screen.getByRole("button", { name: "Use demo data" }));
  await screen.findByRole("heading", { level: 1, name: "Overview" });
  await user.click(screen.getByRole("link", { name: /^Connection: / }));
  await screen.findByRole("heading", { level: 1, name: "Connect" });
  expect(changes()).toHaveLength(4);
});

test("replaces recipients by a pasted list of pairs", async () => {
  const app = await openWithSubscriptions(WEEKLY, SALES);
  const { user } = app;
  const bar = await select(app, "Weekly figures", "Daily sales");
  await openBulkForm(app, bar, "Replace recipient…");
  const form = await findDialog("Replace recipient: 2 subscriptions");
  await user.click(form.getByRole("combobox", { name: /^Recipient/ }));
  await user.paste("ana@example.com, zoe@example.com\nnobody@example.com, di@example.com");
  const pairs = form.getByRole("textbox", { name: /^Recipient pairs/ });
  expect(pairs).toHaveAccessibleDescription("2 pairs. 1 old recipient isn't in these subscriptions.");
  await user.type(pairs, "{Enter}cy@example.com");
  await user.click(form.getByRole("button", { name: "Review changes" }));
  form.getByText("Line 3 needs two recipients: old, new.");
  expect(pairs).toHaveFocus();
  await user.click(pairs);
  await user.paste(", eva@example.com");
  await user.click(form.getByRole("button", { name: "Review changes" }));
  const review = await findDialog(/^Replace 3 recipients in \d subscriptions?$/);
  await user.click(review.getByRole("button", { name: /^Run \d changes?$/ }));
  await screen.findByText("Finished");
  const targets = app.writes().map(({ body }) => Reflect.get(Object(body), "target_value"));
  expect(targets.length).toBeGreaterThan(0);
  for (const target of targets) {
    expect(target).toMatch(/zoe@example\.com|eva@example\.com/);
    expect(target).not.toMatch(/ana@example\.com|cy@example\.com/);
  }
});

test("pauses several, shows them as due on the day of the reminder, and resumes them without sending", async () => {
  let now = TEST_TIME.getTime();
  const mocks = createMockServer({ profile: "newer", now: () => new Date(now) });
  for (const fields of [
    { insight: 4001, title: "Sales pipeline" },
    { insight: 4002, title: "Board pack" },
  ])
    await createAsOtherUser(mocks, { ...WEEKLY, dashboard: undefined, interval: 1, ...fields });
  const mailed = mocks.db.outbox.length;
  const { user, writes } = await openPage(LIST_URL, "Board pack", mocks);
  for (const title of ["Board pack", "Sales pipeline"])
    await user.click(screen.getByRole("checkbox", { name: `Select ${title}` }));
  const bar = within(await screen.findByRole("region", { name: "Selection" }));
  await user.click(await bar.findByRole("button", { name: "Pause or resume" }));
  await user.click(await screen.findByRole("menuitem", { name: "Pause…" }));
  const form = await findDialog("Pause: 2 subscriptions");
  fillField(form, "Remind me in this browser on", "2026-12-01");
  await user.click(form.getByRole("button", { name: "Review changes" }));
  // The preview and the result show the date.
  const planned = await findDialog("Pause 2 subscriptions, with a reminder on Dec 1, 2026");
  await user.click(planned.getByRole("button", { name: "Run 2 changes" }));
  await planned.findByText("Finished");
  const quietPause = { enabled: false, send_test_now: false };
  expect(writes().map(({ body }) => body)).toEqual([quietPause, quietPause]);
  await user.keyboard("{Escape}");
  await user.click(await screen.findByRole("link", { name: "Board pack" }));
  await screen.findByText("Reminder in this browser on Dec 1, 2026.");
  await user.keyboard("gk");
  await screen.findByRole("heading", { name: "November 2026" });
  expect(screen.queryByText(/^Reminders/)).toBeNull();
  await user.click(screen.getByRole("link", { name: "Next month" }));
  const reminders = await screen.findByText("Reminders in this browser to resume subscriptions");
  expect(reminders.nextSibling).toHaveTextContent(/^Board pack \(Tue, .*\), Sales pipeline \(Tue, .*\)$/);

  // Health doesn't list the two subscriptions before the reminder is due.
  await user.keyboard("gh");
  await screen.findByText("No findings");
  await act(async () => cleanup());

  now = Date.parse("2026-12-01T09:00:00Z");
  vi.setSystemTime(now);
  const later = await renderApp({ path: "/p/3/health", mocks, isReload: true });
  const heading = await screen.findByRole("heading", { name: "Paused · 2 subscriptions" });
  expect(screen.getAllByText("The reminder to resume it is due.")).toHaveLength(2);
  const section = within(heading.closest("section") ?? document.body);
  await later.user.click(section.getByRole("link", { name: "Board pack" }));
  await screen.findByText("Reminder to resume");
  await later.user.keyboard("gh");
  await later.user.click(await screen.findByRole("button", { name: "Resume…" }));
  const preview = await findDialog("Resume 2 subscriptions");
  await later.user.click(preview.getByRole("button", { name: "Run 2 changes" }));
  await preview.findByText("Finished");
  const resumed = later.writes().map(({ body }) => body);
  const quietResume = { enabled: true, send_test_now: false };
  expect(resumed).toEqual([quietResume, quietResume]);

  await later.user.click(preview.getByRole("button", { name: "Undo all…" }));
  const undo = await findDialog(/^Undo: Resume/);
  await later.user.click(await undo.findByRole("button", { name: "Run 2 changes" }));
  await undo.findByText("Finished");
  expect(
    later
      .writes()
      .slice(2)
      .map(({ body }) => body),
  ).toEqual([quietPause, quietPause]);
  expect(mocks.db.outbox).toHaveLength(mailed);
});
