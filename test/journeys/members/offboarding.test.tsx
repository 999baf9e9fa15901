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
import { goTo, renderApp, settle } from "../support/render-app";
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
const run = (count: string) => screen.findByText(`Run ${count}`);
const fill = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const storedChoices = () => Object.keys(sessionStorage).filter((key) => key.includes("offboarding"));

test("offboards an email that isn't a member, reports it, undoes it, and deletes the report", async () => {
  const together = { ...WEEKLY, title: "Two in one part", target_value: "bo@example.com" };
  const { mocks, ids } = await createSubscriptions(
    OTHER_SUBSCRIPTIONS,
    SOLE_RECIPIENT,
    SLACK,
    together,
    { ...OTHER_SUBSCRIPTIONS, title: "Left" },
    { ...OTHER_SUBSCRIPTIONS, title: "Old" },
  );
  // Records of older servers can contain such text.
  server.use(replaceText(mocks, '"bo@example.com"', '"bo@example.com;lea@example.com"'));
  const [others = 0, alone = 0, slack = 0, , left = 0, old = 0] = ids;
  await changeAsOtherUser(mocks, old, { deleted: true });
  const { user, writes: changes } = await renderApp({ path: `${PAGE}?person=lea`, mocks });
  await screen.findByText("Not a UUID or email");
  await user.click(screen.getByText("Choose a person"));
  const search = await screen.findByLabelText("Name or email");
  await user.click(search);
  await user.paste("nobody");
  await user.keyboard("{Enter}");
  await screen.findByText("No match. Enter another name or a full email.");
  await user.clear(search);
  await user.paste("lea@example.com");
  await user.keyboard("{Enter}");
  const heading = await screen.findByRole("heading", { level: 1, name: "Offboard lea@example.com" });
  await waitFor(() => expect(heading).toHaveFocus());

  const steps = await group("Subscriptions");
  expect(
    steps.getAllByRole("checkbox", { checked: true }).map(({ parentElement }) => parentElement?.textContent),
  ).toEqual(["Subscriptions 3", "With others", "Alone", "Left"]);
  // Ambiguous mentions of the email are listed but not changed.
  const named = await group("Needs review");
  expect(named.getAllByRole("link").map(({ textContent }) => textContent)).toEqual([
    "Figures for Slack",
    "Two in one part",
  ]);
  expect(steps.getAllByText("LEA@Example.com")).toHaveLength(2);
  expect(steps.getAllByText("2 unchanged")).toHaveLength(2);
  const trash = await group("In Trash");
  expect(trash.getByLabelText("Old")).not.toBeChecked();
  fireEvent.click(trash.getByLabelText("Old"));
  fireEvent.click(steps.getByLabelText("Left"));
  screen.getByText("3 of 4 steps selected. Moves 1 subscription to Trash.");
  await user.selectOptions(steps.getByLabelText("Action for With others"), "Replace with…");
  const by = steps.getByLabelText("New recipient of “With others”");
  fireEvent.change(by, { target: { value: "cy@example.com" } });
  steps.getByText("cy@example.com is already a recipient.");
  expect(changes()).toHaveLength(0);
  // The lists are read a second time before the steps can run.
  await run("3 steps");
  await user.keyboard("{Control>}{Enter}{/Control}");

  await screen.findByRole("heading", { level: 1, name: "Offboarding of lea@example.com" });
  await (await group("Report")).findByText("3 done, 1 skipped.");
  // Screen readers hear this.
  await screen.findByText("Finished 3 of 3. 3 done, 1 skipped.");
  expect(storedChoices()).toEqual([]);
  expect(await readTarget(mocks, others)).toEqual(["bo@example.com,cy@example.com", false]);
  expect(await readTarget(mocks, alone)).toEqual(["lea@example.com", true]);
  expect(await readTarget(mocks, slack)).toEqual(["#lea@example.com", false]);
  expect(await readTarget(mocks, left)).toEqual([OTHER_SUBSCRIPTIONS.target_value, false]);
  expect(await readTarget(mocks, old)).toEqual(["bo@example.com,cy@example.com", true]);

  await user.click(screen.getByText("Undo all…"));
  const undo = within(await screen.findByRole("dialog", { name: "Undo: Offboard lea@example.com" }));
  await user.click(await undo.findByText("Run 3 changes"));
  await undo.findByText("Finished");
  expect(await readTarget(mocks, others)).toEqual([OTHER_SUBSCRIPTIONS.target_value, false]);
  expect(await readTarget(mocks, alone)).toEqual(["lea@example.com", false]);
  await user.keyboard("{Escape}");
  await screen.findByText("3 undone, 1 skipped.");

  await user.click(screen.getByText("Offboard"));
  const past = await group("Past offboardings");
  await past.findByText(/3 undone, 1 skipped/);
  await user.click(past.getByText("lea@example.com"));
  await user.click(await screen.findByText("Report", { selector: "button *" }));
  await user.click(await screen.findByText("Delete…"));
  await user.click(await screen.findByText("Delete"));
  await screen.findByText(/^Offboardings you run in this browser/);
});

test("resumes an offboarding of a member after the tab was closed", async () => {
  const { mocks, ids } = await createSubscriptions(OTHER_SUBSCRIPTIONS);
  const [others = 0] = ids;
  const { uuid, email, name } = await createMember(mocks);
  const both = { ...WEEKLY, title: "Theirs", target_value: `${email.toUpperCase()},bo@example.com` };
  const theirs = await createSubscription(mocks, both);
  server.use(hang("subscriptions.update"));
  const first = await renderApp({ path: `${PAGE}?person=${uuid}`, mocks });
  await screen.findByText(`Offboard ${name}`, { selector: "h1" });
  (await group("Access")).getByText(/No access remains\. The organization level \(Member\)/);
  await first.user.click(screen.getByLabelText("Replace with…"));
  // Without a replacement email, the field shows an error and nothing is sent.
  await first.user.click(screen.getByText(/^Run/));
  const by = screen.getByLabelText(/^New recipient/);
  expect(by).toHaveFocus();
  expect(by).toHaveAccessibleDescription(/Enter a replacement/);
  fireEvent.change(by, { target: { value: "di@example.com" } });
  screen.getAllByText(
    /1 person is added and receives a delivery immediately\. A sent delivery can't be recalled\./,
  );
  await first.user.click(await run("2 steps"));
  await screen.findByText("Stop");
  const methods = () => first.writes().map(({ method }) => method);
  await waitFor(() => expect(methods().sort()).toEqual(["DELETE", "PATCH"]));
  await waitFor(async () => expect(await isMember(mocks, uuid)).toBe(false));
  cleanup();
  mocks.resetHandlers();
  vi.setSystemTime(new Date(TEST_TIME.getTime() + 60 * 60_000));

  const second = await renderApp({ path: PAGE, mocks });
  const open = await group("Unfinished");
  await second.user.click(open.getByRole("link", { name: `Resume offboarding of ${name}` }));
  await screen.findByText("This offboarding was interrupted");
  expect(screen.queryByRole("region", { name: "Access" })).toBeNull();
  expect(screen.getByLabelText(/^New recipient/)).toHaveValue("di@example.com");
  await second.user.click(screen.getByText("Resume 1 step"));
  await screen.findByText("2 done.");
  expect(second.writes().map(({ method, body }) => [method, body])).toEqual([
    ["PATCH", { target_value: "di@example.com,bo@example.com" }],
  ]);
  expect(await readTarget(mocks, others)).toEqual([OTHER_SUBSCRIPTIONS.target_value, false]);
  screen.getByText(/The organization level \(Member\) remains, but it doesn't grant access to this project/);

  await second.user.click(screen.getByText("Undo all…"));
  const undo = within(await screen.findByRole("dialog", { name: `Undo: Offboard ${name}` }));
  await undo.findByText("The member is added again with the old level and a new join date.");
  await second.user.click(undo.getByText("Run 2 changes"));
  await undo.findByText("Finished");
  expect(await isMember(mocks, uuid)).toBe(true);
  expect(await readTarget(mocks, theirs)).toEqual([both.target_value, false]);
});

test("shows a rejected step, is found again, and can be marked as finished without it", async () => {
  const { mocks } = await createSubscriptions(OTHER_SUBSCRIPTIONS, SOLE_RECIPIENT);
  const rejected = () => refuse("subscriptions.update", 400, { detail: "Not today.", once: true });
  server.use(rejected());
  const { user } = await renderApp({ path: `${PAGE}?person=lea@example.com`, mocks });
  await user.click(await run("2 steps"));
  await screen.findByText("1 done, 1 failed.");
  screen.getByText("Invalid request. Not today.");

  await goTo(`${PAGE}?person=bo@example.com`);
  await screen.findByText(/^Run/);
  expect(screen.queryByText(/^Unfinished offboarding/)).toBeNull();
  // Emails are compared case-insensitively, so this is the same person.
  await goTo(`${PAGE}?person=LEA@example.com`);
  await screen.findByText("Unfinished offboarding of LEA@example.com");
  await user.click(screen.getByText("Resume…"));
  await screen.findByText("This offboarding was interrupted");
  server.use(rejected());
  await user.click(screen.getByText("Resume 1 step"));
  await screen.findByText("1 done, 1 failed.");
  await user.click(screen.getByText("Report", { selector: "button *" }));
  await user.click(await screen.findByText("Mark as finished"));
  await screen.findByText("Finished");
  expect(screen.queryByText("Resume…")).toBeNull();
});

test("plans only subscriptions when members are unreadable, and keeps the choices when they are fetched again", async () => {
  const { mocks } = await createSubscriptions(OTHER_SUBSCRIPTIONS);
  const { uuid, email } = await createMember(mocks);
  await createSubscription(mocks, { ...WEEKLY, title: "Theirs", target_value: `${email},bo@example.com` });
  server.use(refuse("members.list", 403, { detail: "Not you." }));
  const { user } = await renderApp({ path: `${PAGE}?person=${email}`, mocks });
  await screen.findByText("Membership unknown");
  await run("1 step");
  expect(screen.queryByText("No explicit level in this project")).toBeNull();
  await user.click(screen.getByLabelText("Replace with…"));
  fill(/^New recipient/, "di@example.com");
  mocks.resetHandlers();
  await user.click(screen.getByText("Try again"));
  await group("Access");
  expect(screen.getByLabelText(/^New recipient/)).toHaveValue("di@example.com");
  await user.click(await run("2 steps"));
  await screen.findByText("2 done.");
  expect(await isMember(mocks, uuid)).toBe(false);
});

test("keeps the choices when another tab runs the same offboarding, and shows that one once it is stored", async () => {
  const { mocks } = await createSubscriptions(OTHER_SUBSCRIPTIONS);
  lockInOtherTab();
  const { user, writes } = await renderApp({ path: `${PAGE}?person=lea@example.com`, mocks });
  await user.click(await screen.findByLabelText("Replace with…"));
  fill(/^New recipient/, "di@example.com");
  await user.click(await run("1 step"));
  await screen.findByText("Running in another tab");
  await user.click(screen.getByText("Cancel"));
  await user.click(await screen.findByText("Keep editing"));

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
  await user.click(await run("1 step"));
  await screen.findByText(/^Offboarding of/, { selector: "h1" });
  expect(writes()).toEqual([]);
});

test("restores the choices after a reload, and discards them after leaving", async () => {
  const { mocks } = await createSubscriptions(OTHER_SUBSCRIPTIONS, SOLE_RECIPIENT);
  const path = `${PAGE}?person=lea@example.com`;
  const first = await renderApp({ path, mocks });
  await first.user.click(await screen.findByLabelText("Redirect to…"));
  fill(/^Redirect to(?!…)/, "di@example.com");
  await first.user.click((await group("Subscriptions")).getByLabelText("With others"));
  cleanup();

  const { user } = await renderApp({ path, mocks, isReload: true });
  expect(await screen.findByLabelText(/^Redirect to(?!…)/)).toHaveValue("di@example.com");
  screen.getByText("1 of 2 steps selected. Sends 1 delivery immediately.");
  expect(storedChoices()).toHaveLength(1);
  await user.click(screen.getByText("Cancel"));
  await user.click(await screen.findByText("Discard changes"));
  await screen.findByText("Offboard a person", { selector: "h1" });
  expect(storedChoices()).toEqual([]);
});

/** Whether a request asks only for the length of a list. */
const isLengthCheck = ({ url }: Request) => new URL(url).searchParams.get("limit") === "1";

test("reads a list that has grown again before it says that there is nothing to remove", async () => {
  const { mocks } = await createSubscriptions({ ...WEEKLY, title: "Of others" });
  let listReads = 0;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  server.use(
    override("subscriptions.list", async (request) => {
      if (request.url.includes("deleted=true") || isLengthCheck(request)) return undefined;
      const response = await getResponse(mocks.handlers, request);
      listReads += 1;
      // After the first read, a colleague adds the person as a recipient.
      if (listReads === 1) await createSubscription(mocks, SOLE_RECIPIENT);
      else await released;
      return response;
    }),
  );
  await renderApp({ path: `${PAGE}?person=lea@example.com`, mocks });
  await waitFor(() => expect(listReads).toBe(2));
  await settle();
  expect(screen.queryByText("Nothing to remove")).toBeNull();
  release();
  await run("1 step");
  expect(listReads).toBe(2);
  await goTo(`${PAGE}?person=zoe@example.com`);
  await screen.findByText("Nothing to remove");
  // The text with a period is the announcement for screen readers.
  await screen.findByText("Nothing to remove.");
  expect(listReads).toBe(2);
});

test("reads the lists and members again if a subscription has moved, before a plan with steps can run", async () => {
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
      if (request.url.includes("deleted=true") || isLengthCheck(request)) return undefined;
      const response = await getResponse(mocks.handlers, request);
      listReads += 1;
      // A colleague restores a subscription between the reads of the active list and Trash.
      if (listReads === 1) await changeAsOtherUser(mocks, id, { deleted: false });
      trash.release();
      return response;
    }),
  );
  const { user } = await renderApp({ path: `${PAGE}?person=${email}`, mocks });
  const button = await run("3 steps");
  expect([listReads, memberReads]).toEqual([2, 2]);
  await screen.findByText("Preview ready. 3 of 3 steps selected.");
  await user.click(button);
  await screen.findByText("3 done.");
  expect(await readTarget(mocks, id)).toEqual(["bo@example.com", false]);
  expect(await isMember(mocks, uuid)).toBe(false);
});

test("reports a failure once both lists have started, and runs only after each read succeeded", async () => {
  const { mocks } = await createSubscriptions(OTHER_SUBSCRIPTIONS, SOLE_RECIPIENT);
  const trash = hold("subscriptions.list", "deleted=true");
  server.use(trash.handler, refuse("subscriptions.list", 409));
  const { user } = await renderApp({ path: `${PAGE}?person=lea@example.com`, mocks });
  await screen.findByText("Checked 0 of 0 subscriptions");
  // The active list has failed, and Trash is still loading.
  await settle();
  expect(screen.queryByText("Try again")).toBeNull();
  trash.release();
  const retry = await screen.findByText("Try again");
  mocks.resetHandlers();
  let listReads = 0;
  server.use(
    override("subscriptions.list", ({ url }) => {
      if (url.includes("deleted=true")) return undefined;
      listReads += 1;
      return listReads === 2 ? createError(409) : undefined;
    }),
  );
  await user.click(retry);
  await waitFor(() => expect(listReads).toBe(2));
  await user.click(await screen.findByText("Try again"));
  await user.click(await run("2 steps"));
  await screen.findByText("2 done.");
});
