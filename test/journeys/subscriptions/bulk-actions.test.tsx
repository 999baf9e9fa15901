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

test("removes a recipient from the selection, retries a failure, and undoes all byte for byte", async () => {
  const app = await openWithSubscriptions(WEEKLY, SALES, SLACK);
  const { user, mocks, ids } = app;
  const before = await readTargets(mocks, ids);
  server.use(refuse(UPDATE, 400, { detail: "Not today.", once: true }));
  const bar = await select(app, "Weekly figures", "Daily sales", "Figures for Slack");
  await openBulkForm(app, bar, "Remove recipient…");

  const form = await findDialog("Remove recipient: 3 subscriptions");
  const recipient = form.getByRole("combobox", { name: /Recipient/ });
  await user.click(recipient);
  await user.paste("nobody@example.com");
  await user.click(form.getByText("Review changes"));
  form.getByText("nobody@example.com isn't a recipient of these subscriptions.");
  await user.clear(recipient);
  // Both spellings of the email belong to the same person.
  await user.click(recipient);
  await user.click(form.getByRole("option", { name: /^ana@example\.com2 subscriptions/i }));
  await user.click(form.getByText("Review changes"));

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
  await user.click(outcome.getByRole("radio", { name: "Failed 1" }));
  outcome.getByText("Invalid request. Not today.");
  expect(outcome.getAllByRole("listitem")).toHaveLength(1);
  await user.click(outcome.getByText("Retry 1 change"));
  await waitFor(() => expect(outcome.getAllByText("Done", { selector: "span" })).toHaveLength(2));
  // Screen readers hear this.
  expect(outcome.getByRole("status")).toHaveTextContent(/^Finished 2 of 2\.$/);
  expect(await readTargets(mocks, ids)).toEqual(["bo@example.com", "cy@example.com", "#figures"]);
  expect(app.writes().map(({ body }) => body)).toEqual([
    { target_value: "cy@example.com" },
    { target_value: " bo@example.com" },
    { target_value: "cy@example.com" },
  ]);

  await user.click(outcome.getByText("Undo all…"));
  const undo = await findDialog(/^Undo: Remove ana/i);
  await undo.findByText("2 will change.");
  undo.getByText(/^2 changes send a delivery immediately\./);
  expect(undo.getAllByText(/^1 person is added and receives a delivery immediately\./)).toHaveLength(2);
  undo.getByText(/the server treats “ bo@example.com” as new and sends it a delivery immediately\.$/);
  const mailed = mocks.db.outbox.length;
  await user.click(undo.getByText("Run 2 changes"));
  await (await findDialog(/^Undo: Remove ana/i)).findByText("Finished");
  expect(await readTargets(mocks, ids)).toEqual(before);
  const targets = mocks.db.outbox.slice(mailed).map(({ target }) => target.trim());
  expect(targets.toSorted()).toEqual(["Ana@Example.com", "ana@example.com", "bo@example.com"]);
});

test("moves an untitled subscription to Trash, named by its source, and keeps the result open", async () => {
  const untitled = "Growth overview to ana@example.com and 1 more";
  const app = await openWithSubscriptions(WEEKLY, { ...WEEKLY, title: null });
  const { user } = app;
  await screen.findByRole("checkbox", { name: `Select ${untitled}` });
  const bar = await select(app, untitled);
  await user.click(await bar.findByText("Delete"));
  const review = await findDialog("Delete 1 subscription");
  review.getByText("1 will change.");
  review.getByText(untitled);
  await user.click(review.getByText("Run 1 change"));
  // The result stays open although the last selected record is gone.
  await (await findDialog("Delete 1 subscription")).findByText("Finished");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByText(untitled, { selector: "td *" })).toBeNull());
  expect(screen.queryByRole("region", { name: "Selection" })).toBeNull();
  expect(app.writes().map(({ body }) => body)).toEqual([{ deleted: true }]);
});

test("focuses an invalid field and the preview, excludes what can't be changed, and restores the focus", async () => {
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
  await user.click(form.getByText("Review changes"));
  expect(form.getByLabelText(/End date/)).toHaveFocus();
  fireEvent.change(form.getByLabelText(/End date/), { target: { value: "2026-12-31T23:00" } });
  await user.keyboard("{Enter}");
  const name = /^Set end date of 1 subscription to/;
  const review = await findDialog(name);
  expect(screen.getAllByRole("dialog")).toHaveLength(1);
  expect(review.getByRole("heading", { name })).toHaveFocus();
  review.getByText("1 will change, 1 can't be changed.");
  review.getByText(/The end must be after the start/);
  await user.click(review.getByText("Run 1 change"));
  await (await findDialog(name)).findByText("Finished");
  expect(app.writes().map(({ body }) => body)).toEqual([{ until_date: "2026-12-31T22:00:00Z" }]);
  await user.keyboard("{Escape}");
  await waitFor(() => expect(button).toHaveFocus());

  await openBulkForm(app, bar, "Replace recipient…");
  const replacement = await findDialog("Replace recipient: 2 subscriptions");
  await user.click(replacement.getByRole("combobox", { name: /^Recipient/ }));
  await user.paste("ana@example.com, zoe@example.com\nnobody@example.com, di@example.com");
  const pairs = replacement.getByRole("textbox", { name: /^Recipient pairs/ });
  expect(pairs).toHaveAccessibleDescription("2 pairs. 1 old recipient isn't in these subscriptions.");
  await user.type(pairs, "{Enter}");
  await user.paste("bo@example.com");
  await user.click(replacement.getByText("Review changes"));
  replacement.getByText("Line 3 needs two recipients: old, new.");
  expect(pairs).toHaveFocus();
  await user.paste(", eva@example.com");
  await user.click(replacement.getByText("Review changes"));
  await findDialog("Replace 3 recipients in 2 subscriptions");
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

test("continues after its page is left, can be shown again, and stops when the server is left", async () => {
  const { mocks } = await createSubscriptions(...Array.from({ length: 7 }, () => WEEKLY));
  const { handler, release } = hold(UPDATE);
  createMockServer({ origin: OTHER, now: () => TEST_TIME });
  server.use(handler);
  const { user, writes: changes } = await renderApp({ path: LIST_URL, mocks });
  await user.click(await screen.findByRole("checkbox", { name: /^Select all 7 / }));
  const bar = within(await screen.findByRole("region", { name: "Selection" }));
  await user.click(await bar.findByText("Delete"));
  const name = "Delete 7 subscriptions";
  await user.click((await findDialog(name)).getByText("Run 7 changes"));
  await waitFor(() => expect(changes()).toHaveLength(4));
  await user.keyboard("{Escape}");
  const messages = within(screen.getByRole("region", { name: "Notifications (F8)" }));
  await messages.findByText(/0 of 7/);
  await user.click(screen.getAllByRole("link", { name: "Settings" })[0] ?? document.body);
  await screen.findByRole("heading", { name: "Settings", level: 1 });
  await user.click(messages.getByText("Show"));
  await findDialog(name);
  expect(messages.queryByText(/of 7/)).toBeNull();
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
  expect(mocks.db.outbox).toHaveLength(mailed);
});
