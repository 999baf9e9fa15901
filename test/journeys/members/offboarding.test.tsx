import { buildApi } from "@test/support/builders";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { getResponse } from "msw";
import { expect, onTestFinished, test, vi } from "vitest";
import { DEMO_CONNECTION } from "@/app/connection/backend";
import { createOffboardingRecord } from "@/data/offboarding/offboarding-record";
import { updateStoredOffboarding } from "@/data/offboarding/offboarding-store";
import { server } from "@/mocks/node";
import { createError, hang, override, refuse } from "@/mocks/scenarios";
import { hold, type MockServer, replaceText } from "../../support/mock-server";
import { TEST_TIME } from "../../test-time";
import { fetchMember, type ServedMember } from "../support/members-setup";
import { renderApp, settle } from "../support/render-app";
import {
  changeAsOtherUser,
  createAsOtherUser,
  createSubscriptions,
  fetchRecord,
  setUpJourneys,
  WEEKLY,
} from "../support/subscriptions-setup";

setUpJourneys();

const PAGE = "/p/3/members/offboard";
const MEMBERS = "environments/3/explicit_members/";

const OTHER_SUBSCRIPTIONS = {
  ...WEEKLY,
  title: "With others",
  target_value: "bo@example.com, LEA@Example.com ,cy@example.com",
};
const SOLE_RECIPIENT = { ...WEEKLY, title: "Alone", target_value: " lea@example.com" };
const SLACK = {
  ...WEEKLY,
  title: "Figures for Slack",
  target_type: "slack",
  target_value: "#lea@example.com",
};

async function readTarget(mocks: MockServer, id: number): Promise<unknown> {
  const { target_value, deleted } = Object(await fetchRecord(mocks, id));
  return [target_value, deleted];
}

const createSubscription = async (mocks: MockServer, body: object) =>
  (await createAsOtherUser(mocks, body)).id;

async function createMember(mocks: MockServer) {
  const { user } = await fetchMember(mocks, "Mateo");
  await mocks.call(MEMBERS, "POST", { user_uuid: user.uuid, level: 8 });
  return { ...user, name: `${user.first_name} ${user.last_name}` };
}

async function isMember(mocks: MockServer, uuid: string): Promise<boolean> {
  return (await mocks.call(MEMBERS)).some(({ user }: ServedMember) => user.uuid === uuid);
}

/** Simulates another tab that holds all locks. */
function lockInOtherTab(): void {
  const locks = {
    query: async () => ({ held: [] }),
    request: async (_name: string, _options: unknown, then: (lock: null) => unknown) => then(null),
  };
  Object.defineProperty(navigator, "locks", { value: locks, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, "locks"));
}

const group = async (name: string) => within(await screen.findByRole("region", { name }));

test("offboards an email that isn't a member, reports it, and undoes it", async () => {
  const together = { ...WEEKLY, title: "Two in one part", target_value: "bo@example.com" };
  const { mocks, ids } = await createSubscriptions(OTHER_SUBSCRIPTIONS, SOLE_RECIPIENT, SLACK, together);
  // Records of older servers can contain such text.
  server.use(replaceText(mocks, '"bo@example.com"', '"bo@example.com;lea@example.com"'));
  const [others = 0, alone = 0, slack = 0] = ids;
  const { user, writes: changes } = await renderApp({ path: PAGE, mocks });
  const search = await screen.findByRole("searchbox", { name: "Name or email" });
  await user.type(search, "nobody{Enter}");
  await screen.findByText("No match. Enter another name or a full email.");
  await user.clear(search);
  await user.click(search);
  await user.paste("lea@example.com");
  await user.keyboard("{Enter}");
  const heading = await screen.findByRole("heading", { level: 1, name: "Offboard lea@example.com" });
  await waitFor(() => expect(heading).toHaveFocus());

  const steps = await group("Subscriptions");
  expect(
    steps.getAllByRole("checkbox", { checked: true }).map(({ parentElement }) => parentElement?.textContent),
  ).toEqual(["Subscriptions2", "With others", "Alone"]);
  // Ambiguous mentions of the email are listed but not changed.
  const named = await group("Needs review");
  expect(named.getAllByRole("link").map(({ textContent }) => textContent)).toEqual([
    "Figures for Slack",
    "Two in one part",
  ]);
  steps.getByText("LEA@Example.com");
  steps.getByText("2 others remain");
  screen.getByText("2 of 2 steps selected. Moves 1 subscription to Trash.");
  expect(changes()).toHaveLength(0);
  // The lists are read a second time before the steps can run.
  await screen.findByRole("button", { name: "Run 2 steps" });
  await user.keyboard("{Control>}{Enter}{/Control}");

  await screen.findByRole("heading", { level: 1, name: "Offboarding of lea@example.com" });
  await (await group("Report")).findByText("2 done.");
  // Screen readers hear this.
  await screen.findByText("Finished 2 of 2. 2 done.");
  expect(await readTarget(mocks, others)).toEqual(["bo@example.com,cy@example.com", false]);
  expect(await readTarget(mocks, alone)).toEqual(["lea@example.com", true]);
  expect(await readTarget(mocks, slack)).toEqual(["#lea@example.com", false]);

  await user.click(screen.getByRole("button", { name: "Undo all…" }));
  const undo = within(await screen.findByRole("dialog", { name: "Undo: Offboard lea@example.com" }));
  await user.click(await undo.findByRole("button", { name: "Run 2 changes" }));
  await undo.findByText("Finished");
  expect(await readTarget(mocks, others)).toEqual([OTHER_SUBSCRIPTIONS.target_value, false]);
  expect(await readTarget(mocks, alone)).toEqual(["lea@example.com", false]);
  await user.keyboard("{Escape}");
  await screen.findByText("2 undone.");
});

test("resumes an offboarding of a member after the tab was closed", async () => {
  const { mocks, ids } = await createSubscriptions(OTHER_SUBSCRIPTIONS, SOLE_RECIPIENT);
  const [others = 0, alone = 0] = ids;
  const { uuid, email, name } = await createMember(mocks);
  const both = { ...WEEKLY, title: "Theirs", target_value: `${email.toUpperCase()},bo@example.com` };
  const theirs = await createSubscription(mocks, both);
  server.use(hang("subscriptions.update"));
  const first = await renderApp({ path: `${PAGE}?person=${uuid}`, mocks });
  await screen.findByRole("heading", { level: 1, name: `Offboard ${name}` });
  (await group("Access")).getByText(/No access remains\. The organization level \(Member\)/);
  await first.user.click(screen.getByRole("radio", { name: "Replace with…" }));
  // Without a replacement email, the field shows an error and nothing is sent.
  await first.user.click(screen.getByRole("button", { name: /^Run/ }));
  const by = screen.getByRole("textbox", { name: /^New recipient/ });
  expect(by).toHaveFocus();
  expect(by).toHaveAccessibleDescription(/Enter a replacement/);
  fireEvent.change(by, { target: { value: "di@example.com" } });
  screen.getAllByText(
    /1 person is added and receives a delivery immediately\. A sent delivery can't be recalled\./,
  );
  await first.user.click(await screen.findByRole("button", { name: "Run 2 steps" }));
  await screen.findByRole("button", { name: "Stop" });
  await waitFor(() =>
    expect(
      first
        .writes()
        .map(({ method }) => method)
        .sort(),
    ).toEqual(["DELETE", "PATCH"]),
  );
  await waitFor(async () => expect(await isMember(mocks, uuid)).toBe(false));
  cleanup();
  mocks.resetHandlers();
  vi.setSystemTime(new Date(TEST_TIME.getTime() + 60 * 60_000));

  const second = await renderApp({ path: PAGE, mocks });
  const open = await group("Unfinished");
  await second.user.click(open.getByRole("link", { name: `Resume offboarding of ${name}` }));
  await screen.findByText("This offboarding was interrupted");
  expect(screen.queryByRole("region", { name: "Access" })).toBeNull();
  expect(screen.getByRole("textbox", { name: /^New recipient/ })).toHaveValue("di@example.com");
  await second.user.click(screen.getByRole("button", { name: "Resume 1 step" }));
  await screen.findByText("2 done.");
  expect(second.writes().map(({ method, body }) => [method, body])).toEqual([
    ["PATCH", { target_value: "di@example.com,bo@example.com" }],
  ]);
  expect(await readTarget(mocks, theirs)).toEqual(["di@example.com,bo@example.com", false]);
  expect(await readTarget(mocks, others)).toEqual([OTHER_SUBSCRIPTIONS.target_value, false]);
  expect(await readTarget(mocks, alone)).toEqual([SOLE_RECIPIENT.target_value.trim(), false]);
  screen.getByText(/The organization level \(Member\) remains, but it doesn't grant access to this project/);

  await second.user.click(screen.getByRole("button", { name: "Undo all…" }));
  const undo = within(await screen.findByRole("dialog", { name: `Undo: Offboard ${name}` }));
  await undo.findByText("The member is added again with the old level and a new join date.");
  await second.user.click(undo.getByRole("button", { name: "Run 2 changes" }));
  await undo.findByText("Finished");
  expect(await isMember(mocks, uuid)).toBe(true);
  expect(await readTarget(mocks, theirs)).toEqual([both.target_value, false]);
});

test("handles trash, exceptions and skipped subscriptions", async () => {
  const { mocks, ids } = await createSubscriptions(
    OTHER_SUBSCRIPTIONS,
    SOLE_RECIPIENT,
    { ...OTHER_SUBSCRIPTIONS, title: "Left" },
    { ...OTHER_SUBSCRIPTIONS, title: "Old" },
  );
  const [others = 0, alone = 0, ignored = 0, old = 0] = ids;
  await changeAsOtherUser(mocks, old, { deleted: true });
  const { user } = await renderApp({ path: `${PAGE}?person=lea@example.com`, mocks });
  const steps = await group("Subscriptions");
  const trash = await group("In Trash");
  expect(trash.getByRole("checkbox", { name: "Old" })).not.toBeChecked();
  await user.click(trash.getByRole("checkbox", { name: "Old" }));
  await user.click(steps.getByRole("checkbox", { name: "Left" }));
  await user.selectOptions(steps.getByRole("combobox", { name: "Action for With others" }), "Replace with…");
  fireEvent.change(steps.getByRole("textbox", { name: "New recipient of “With others”" }), {
    target: { value: "cy@example.com" },
  });
  steps.getByText("cy@example.com is already a recipient.");
  await user.click(screen.getByRole("radio", { name: "Redirect to…" }));
  fireEvent.change(screen.getByRole("textbox", { name: /^Redirect to/ }), {
    target: { value: "di@example.com" },
  });
  screen.getByText("3 of 4 steps selected. Sends 1 delivery immediately.");
  await user.click(await screen.findByRole("button", { name: "Run 3 steps" }));
  await screen.findByText("3 done, 1 skipped.");
  expect(await readTarget(mocks, others)).toEqual(["bo@example.com,cy@example.com", false]);
  expect(await readTarget(mocks, alone)).toEqual(["di@example.com", false]);
  expect(await readTarget(mocks, ignored)).toEqual([OTHER_SUBSCRIPTIONS.target_value, false]);
  expect(await readTarget(mocks, old)).toEqual(["bo@example.com,cy@example.com", true]);

  await user.click(screen.getByRole("link", { name: "Offboard" }));
  const past = await group("Past offboardings");
  await past.findByText(/3 done, 1 skipped/);
  await user.click(past.getByRole("link", { name: "lea@example.com" }));
  await user.click(await screen.findByRole("button", { name: "Report" }));
  await user.click(await screen.findByRole("menuitem", { name: "Delete…" }));
  await user.click(await screen.findByRole("button", { name: "Delete" }));
  await screen.findByText(/^Offboardings you run in this browser/);
});

test("shows a rejected step, is found again, and can be marked as finished without it", async () => {
  const { mocks } = await createSubscriptions(OTHER_SUBSCRIPTIONS, SOLE_RECIPIENT);
  const [first, second] = [1, 2].map(() =>
    refuse("subscriptions.update", 400, { detail: "Not today.", once: true }),
  );
  server.use(first ?? expect.fail());
  const app = await renderApp({ path: `${PAGE}?person=lea@example.com`, mocks });
  await app.user.click(await screen.findByRole("button", { name: "Run 2 steps" }));
  await screen.findByText("1 done, 1 failed.");
  screen.getByText("Invalid request. Not today.");
  cleanup();

  await renderApp({ path: `${PAGE}?person=bo@example.com`, mocks });
  await screen.findByRole("button", { name: /^Run/ });
  expect(screen.queryByText(/^Unfinished offboarding/)).toBeNull();
  cleanup();
  // Emails are compared case-insensitively, so this is the same person.
  const { user } = await renderApp({ path: `${PAGE}?person=LEA@example.com`, mocks });
  await screen.findByText("Unfinished offboarding of LEA@example.com");
  await user.click(screen.getByRole("link", { name: "Resume…" }));
  await screen.findByText("This offboarding was interrupted");
  server.use(second ?? expect.fail());
  await user.click(screen.getByRole("button", { name: "Resume 1 step" }));
  await screen.findByText("1 done, 1 failed.");
  await user.click(screen.getByRole("button", { name: "Report" }));
  await user.click(await screen.findByRole("menuitem", { name: "Mark as finished" }));
  await screen.findByText("Finished");
  expect(screen.queryByRole("link", { name: "Resume…" })).toBeNull();
});

test("plans only subscriptions when members are unreadable, and keeps the choices when they are fetched again", async () => {
  const { mocks } = await createSubscriptions(OTHER_SUBSCRIPTIONS);
  const { uuid, email } = await createMember(mocks);
  await createSubscription(mocks, { ...WEEKLY, title: "Theirs", target_value: `${email},bo@example.com` });
  server.use(refuse("members.list", 403, { detail: "Not you." }));
  const { user } = await renderApp({ path: `${PAGE}?person=${email}`, mocks });
  await screen.findByText("Membership unknown");
  await screen.findByRole("button", { name: "Run 1 step" });
  expect(screen.queryByText("No explicit level in this project")).toBeNull();
  await user.click(screen.getByRole("radio", { name: "Replace with…" }));
  fireEvent.change(screen.getByRole("textbox", { name: /^New recipient/ }), {
    target: { value: "di@example.com" },
  });
  mocks.resetHandlers();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await group("Access");
  expect(screen.getByRole("textbox", { name: /^New recipient/ })).toHaveValue("di@example.com");
  await user.click(await screen.findByRole("button", { name: "Run 2 steps" }));
  await screen.findByText("2 done.");
  expect(await isMember(mocks, uuid)).toBe(false);
});

test("keeps the choices when another tab runs the same offboarding", async () => {
  const { mocks } = await createSubscriptions(OTHER_SUBSCRIPTIONS);
  lockInOtherTab();
  const { user, writes: changes } = await renderApp({ path: `${PAGE}?person=lea@example.com`, mocks });
  await user.click(await screen.findByRole("radio", { name: "Replace with…" }));
  fireEvent.change(screen.getByRole("textbox", { name: /^New recipient/ }), {
    target: { value: "di@example.com" },
  });
  await user.click(await screen.findByRole("button", { name: "Run 1 step" }));
  await screen.findByText("Running in another tab");
  expect(changes()).toEqual([]);
  await user.click(screen.getByRole("link", { name: "Cancel" }));
  await screen.findByRole("dialog", { name: "Discard changes?" });
});

test("shows the offboarding that another tab runs for the same person", async () => {
  const { mocks } = await createSubscriptions(OTHER_SUBSCRIPTIONS);
  const path = `${PAGE}?person=lea@example.com`;
  const app = await renderApp({ path, mocks });
  const run = await screen.findByRole("button", { name: "Run 1 step" });
  lockInOtherTab();
  const api = buildApi({ projectId: "3", id: DEMO_CONNECTION.id });
  const record = createOffboardingRecord(api, { uuid: null, email: "LEA@example.com", name: "Lea" });
  const step = {
    key: "1",
    name: "With others",
    kind: "subscription",
    recordId: 1,
    action: "remove",
    by: null,
  } as const;
  const steps = [{ ...step, before: "", after: "", outcome: "waiting", reason: null, at: null } as const];
  await updateStoredOffboarding(api, { ...record, steps });
  await app.user.click(run);
  await screen.findByText("Running in another tab");
  await screen.findByRole("heading", { level: 1, name: /^Offboarding of/ });
  expect(app.writes()).toEqual([]);
});

test("restores the choices after a reload, and discards them after leaving or running", async () => {
  const { mocks } = await createSubscriptions(OTHER_SUBSCRIPTIONS, SOLE_RECIPIENT);
  const path = `${PAGE}?person=lea@example.com`;
  const first = await renderApp({ path, mocks });
  await first.user.click(await screen.findByRole("radio", { name: "Redirect to…" }));
  fireEvent.change(screen.getByRole("textbox", { name: /^Redirect to/ }), {
    target: { value: "di@example.com" },
  });
  await first.user.click((await group("Subscriptions")).getByRole("checkbox", { name: "With others" }));
  cleanup();

  const second = await renderApp({ path, mocks, isReload: true });
  expect(await screen.findByRole("textbox", { name: /^Redirect to/ })).toHaveValue("di@example.com");
  screen.getByText("1 of 2 steps selected. Sends 1 delivery immediately.");
  await second.user.click(screen.getByRole("link", { name: "Cancel" }));
  await second.user.click(await screen.findByRole("button", { name: "Discard changes" }));
  await screen.findByRole("heading", { level: 1, name: "Offboard a person" });
  cleanup();

  const third = await renderApp({ path, mocks, isReload: true });
  expect(await screen.findByRole("radio", { name: "Redirect to…" })).not.toBeChecked();
  await third.user.click((await group("Subscriptions")).getByRole("checkbox", { name: "Alone" }));
  await third.user.click(await screen.findByRole("button", { name: "Run 1 step" }));
  await (await group("Report")).findByText("1 done, 1 skipped.");
  expect(Object.keys(sessionStorage).filter((key) => key.includes("offboarding"))).toEqual([]);
});

test("explains invalid texts and people without subscriptions", async () => {
  const { mocks } = await createSubscriptions(OTHER_SUBSCRIPTIONS);
  const first = await renderApp({ path: `${PAGE}?person=lea`, mocks });
  await screen.findByText("Not a UUID or email");
  await first.user.click(screen.getByRole("link", { name: "Choose a person" }));
  await first.user.type(await screen.findByRole("searchbox"), "zoe@example.com{Enter}");
  await screen.findByText("Nothing to remove");
  // The text with a period is the announcement for screen readers.
  await screen.findByText("Nothing to remove.");
});

test("reads the lists again before it says that there is nothing to remove", async () => {
  const { mocks } = await createSubscriptions({ ...WEEKLY, title: "Of others" });
  let listReads = 0;
  server.use(
    override("subscriptions.list", async (request) => {
      if (request.url.includes("deleted=true")) return undefined;
      const response = await getResponse(mocks.handlers, request);
      listReads += 1;
      // After the first read, a colleague adds the person as a recipient.
      if (listReads === 1) await createSubscription(mocks, SOLE_RECIPIENT);
      return response;
    }),
  );
  await renderApp({ path: `${PAGE}?person=lea@example.com`, mocks });
  await screen.findByRole("button", { name: "Run 1 step" });
  expect(listReads).toBe(2);
});

test("reads the lists and members again before a plan with steps can run", async () => {
  const { mocks } = await createSubscriptions(OTHER_SUBSCRIPTIONS);
  const { uuid, email } = await createMember(mocks);
  const target_value = `${email},bo@example.com`;
  await createSubscription(mocks, { ...WEEKLY, title: "Theirs", target_value });
  const id = await createSubscription(mocks, { ...WEEKLY, title: "Restored", target_value });
  await changeAsOtherUser(mocks, id, { deleted: true });
  await mocks.call(`${MEMBERS}${uuid}/`, "DELETE");
  expect(await isMember(mocks, uuid)).toBe(false);
  let listReads = 0;
  let memberReads = 0;
  const trash = hold("subscriptions.list", "deleted=true");
  server.use(
    trash.handler,
    override("members.list", async (request) => {
      const response = await getResponse(mocks.handlers, request);
      memberReads += 1;
      if (memberReads === 1) await createMember(mocks);
      return response;
    }),
    override("subscriptions.list", async (request) => {
      if (request.url.includes("deleted=true")) return undefined;
      const response = await getResponse(mocks.handlers, request);
      listReads += 1;
      // A colleague restores a subscription between the reads of the active list and Trash.
      if (listReads === 1) await changeAsOtherUser(mocks, id, { deleted: false });
      trash.release();
      return response;
    }),
  );
  const { user } = await renderApp({ path: `${PAGE}?person=${email}`, mocks });
  const run = await screen.findByRole("button", { name: "Run 3 steps" });
  expect([listReads, memberReads]).toEqual([2, 2]);
  await screen.findByText("Checked again. 3 of 3 steps selected.");
  await user.click(run);
  await screen.findByText("3 done.");
  expect(await readTarget(mocks, id)).toEqual(["bo@example.com", false]);
  expect(await isMember(mocks, uuid)).toBe(false);
});

test("runs a plan only after the second read succeeds", async () => {
  const { mocks } = await createSubscriptions(OTHER_SUBSCRIPTIONS);
  let listReads = 0;
  server.use(
    override("subscriptions.list", ({ url }) => {
      if (url.includes("deleted=true")) return undefined;
      listReads += 1;
      return listReads === 2 ? createError(409) : undefined;
    }),
  );
  const { user } = await renderApp({ path: `${PAGE}?person=lea@example.com`, mocks });
  await user.click(await screen.findByRole("button", { name: "Try again" }));
  await user.click(await screen.findByRole("button", { name: "Run 1 step" }));
  await screen.findByText("1 done.");
});

test("reports a failure once both lists have started, and recovers with one retry", async () => {
  const { mocks } = await createSubscriptions(OTHER_SUBSCRIPTIONS, SOLE_RECIPIENT);
  const trash = hold("subscriptions.list", "deleted=true");
  server.use(trash.handler, refuse("subscriptions.list", 409));
  const { user } = await renderApp({ path: `${PAGE}?person=lea@example.com`, mocks });
  await screen.findByText("Checked 0 of 0 subscriptions");
  // The active list has failed, and Trash is still loading.
  await settle();
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  trash.release();
  const retry = await screen.findByRole("button", { name: "Try again" });
  mocks.resetHandlers();
  await user.click(retry);
  await screen.findByRole("button", { name: "Run 2 steps" });
});
