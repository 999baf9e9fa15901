// Changes a delivery in every way, on every server, and compares what the screen announced with whom the server mailed.

import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { getResponse } from "msw";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { writeQuietSaves } from "@/data/browser-storage/local-storage";
import type { DbOptions } from "@/mocks/db";
import { runDeliveries } from "@/mocks/deliveries";
import { server } from "@/mocks/node";
import { hang, override } from "@/mocks/scenarios";
import { createMockServer, type MockServer } from "../../support/mock-server";
import { TEST_TIME } from "../../test-time";
import { renderApp } from "../support/render-app";
import {
  changeAsOtherUser,
  createAsOtherUser,
  fillField,
  findForm,
  LIST_URL,
  RECIPIENTS_LABEL,
  selectPageAction,
  setUpJourneys,
} from "../support/subscriptions-setup";

setUpJourneys();

const PROJECT = 3;
const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;
const TITLE = "Weekly figures";
const [ANA, BO, NEW] = ["ana@example.com", "bo@example.com", "new@example.com"];
const RECORD = {
  insight: 4001,
  target_type: "email",
  target_value: `${ANA},${BO}`,
  frequency: "weekly",
  interval: 1,
  byweekday: ["monday"],
  start_date: "2026-11-02T08:00:00Z",
  title: TITLE,
};

interface Server extends Pick<DbOptions, "profile"> {
  readonly name: string;
  readonly ignoresSendTestNow?: boolean;
  /** Whether a change that asks for silence is delivered anyway. */
  readonly delivers: boolean;
  /** What the app can know about a change that asks for silence. */
  readonly announces: "will" | "may" | "none";
}

const SERVERS: readonly Server[] = [
  { name: "2025", profile: "contract", delivers: true, announces: "will" },
  {
    name: "early 2026, which ignores send_test_now",
    profile: "newer",
    ignoresSendTestNow: true,
    delivers: true,
    announces: "may",
  },
  {
    name: "autumn 2026, with proven silence",
    profile: "newer",
    delivers: false,
    announces: "none",
  },
];

interface Scene {
  readonly user: UserEvent;
  readonly mocks: MockServer;
  readonly generation: Server;
}

/** The last click of a change, and the text that appears afterwards. */
type LastClick = readonly [button: HTMLElement, done: string | RegExp];

interface Way {
  readonly name: string;
  readonly path: string | ((id: number) => string);
  /** Whom a server mails if it sends a delivery for the change. */
  readonly mails: readonly string[];
  /**
   * Why servers mail: for the change (some only up to 2025 or since 2026), because the user asked them to, or in the next
   * hourly run.
   */
  readonly when: "change" | "change until 2025" | "change since 2026" | "request" | "run";
  /** Set for what only servers of one generation can do. */
  readonly only?: Server["profile"];
  /** Overrides fields of the subscription, which another user creates a week before. */
  readonly record?: object;
  /** A change by another user, also a week before. */
  readonly earlier?: object;
  /** Does everything up to the last click. */
  readonly act: (scene: Scene) => Promise<LastClick>;
}

const detailUrl = (id: number) => `${LIST_URL}/${id}`;
const TRASH_URL = `${LIST_URL}?view=trash`;
const LEA = "lea@example.com";
const WITH_LEA = { target_value: `${ANA},${LEA}` };
const TEAMS_URL = "https://prod-1.westeurope.logic.azure.com/workflows/old?sig=1";
/** Due half an hour after the start of the test. */
const DUE_SOON = { start_date: "2026-11-07T10:30:00Z", byweekday: ["saturday"] };

const findButton = (name: string | RegExp) => screen.findByText(name, { selector: "button, button *" });
const findDialog = async (name: string | RegExp) => within(await screen.findByRole("dialog", { name }));

const SAVE = /^Save( changes| and email 1 person| and post now)?$/;
const CREATE = /^Create( subscription| and email 1 person)?$/;

const creating =
  (button: RegExp): Way["act"] =>
  async ({ user, generation }) => {
    await screen.findByText(TITLE);
    await user.keyboard("c");
    const form = await findForm();
    fillField(form, /^Dashboard name/, "201");
    fillField(form, RECIPIENTS_LABEL, NEW);
    if (generation.profile === "newer") await form.findByText("4 of 4 selected.");
    return [await form.findByText(button, { selector: "button *" }), /^Created “/];
  };

async function openEdit({ user }: Scene) {
  await user.click(await screen.findByRole("link", { name: "Edit" }));
  const form = await findForm();
  await form.findByText("When you save");
  return form;
}

const editing =
  (label: string | RegExp, value: string, button: RegExp): Way["act"] =>
  async (scene) => {
    const form = await openEdit(scene);
    fillField(form, label, value);
    return [await form.findByText(button, { selector: "button *" }), /^Saved “/];
  };

/** Replaces a recipient by the same mailbox in another spelling. */
async function respelling(scene: Scene): Promise<LastClick> {
  const form = await openEdit(scene);
  await scene.user.click(form.getByLabelText(`Remove ${ANA}`));
  fillField(form, RECIPIENTS_LABEL, "Ana@example.com");
  return [await form.findByText(SAVE, { selector: "button *" }), /^Saved “/];
}

/** In the demo project, because the empty one has no Slack workspace. */
async function changeSlackChannel(scene: Scene): Promise<LastClick> {
  const title = scene.generation.profile === "newer" ? "Reseller numbers" : "Support load";
  await scene.user.click(await screen.findByRole("link", { name: title }));
  const form = await openEdit(scene);
  const channel = await form.findByRole("combobox", { name: /^Slack channel/ });
  fireEvent.change(channel, { target: { value: "#other" } });
  return [await form.findByText(SAVE, { selector: "button *" }), /^Saved “/];
}

async function selectRow(user: UserEvent) {
  await user.click(await screen.findByLabelText(`Select ${TITLE}`));
  return within(await screen.findByLabelText("Selection"));
}

async function findPreview(): Promise<LastClick> {
  return [await findButton("Run 1 change"), "Finished"];
}

const bulkChanging =
  (menu: string, item: string | null, done = "Finished"): Way["act"] =>
  async ({ user }) => {
    const bar = await selectRow(user);
    await user.click(await bar.findByText(menu));
    if (item !== null) await user.click(await screen.findByText(item));
    const [run] = await findPreview();
    return [run, done];
  };

const bulkRecipient =
  (item: "Add" | "Remove", recipient: string): Way["act"] =>
  async ({ user }) => {
    const bar = await selectRow(user);
    await user.click(await bar.findByText("Recipients"));
    await user.click(await screen.findByText(`${item} recipient…`));
    const form = await findDialog(`${item} recipient: 1 subscription`);
    await user.click(form.getByRole("combobox"));
    await user.paste(recipient);
    await user.click(form.getByText("Review changes"));
    return findPreview();
  };

const importing =
  (fields: object): Way["act"] =>
  async ({ user, mocks }) => {
    const [{ id }] = (await mocks.call("environments/3/subscriptions/")).results;
    const environs = {
      kind: "subscriptions",
      version: 1,
      scope: "selection",
      exported: TEST_TIME.toISOString(),
      server: "Demo data",
      project: "3",
    };
    const text = JSON.stringify({ environs, subscriptions: [{ id, ...fields }] });
    const input = await screen.findByLabelText("Drop the edited file here", { selector: "input" });
    await user.upload(input, new File([text], "edited.json", { type: "application/json" }));
    return [await findButton("Import 1 change"), "1 change imported"];
  };

async function undoRemoval(scene: Scene): Promise<LastClick> {
  const form = await openEdit(scene);
  await scene.user.click(form.getByLabelText(`Remove ${BO}`));
  await scene.user.click(await form.findByText(SAVE, { selector: "button *" }));
  await screen.findByText(`Saved “${TITLE}”`);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  return [await findButton("Undo"), `Undid changes to “${TITLE}”`];
}

async function undoBulkRemoval(scene: Scene): Promise<LastClick> {
  const [run] = await bulkRecipient("Remove", BO)(scene);
  await scene.user.click(run);
  await scene.user.click(await findButton("Undo all…"));
  const dialog = await findDialog(/^Undo: /);
  return [await dialog.findByText("Run 1 change", { selector: "button *" }), "Finished"];
}

/** Moves the server's clock on. Returns its time. */
function passHour({ db }: MockServer): Date {
  const time = new Date(db.now().getTime() + HOUR_MS);
  db.now = () => time;
  return time;
}

/** The next delivery becomes due between the deletion and its undo. */
async function undoDeletion({ user, mocks }: Scene): Promise<LastClick> {
  await screen.findByRole("link", { name: "Edit" });
  await selectPageAction(user, "Delete");
  await screen.findByText(`Deleted “${TITLE}”`);
  vi.setSystemTime(passHour(mocks));
  return [await findButton("Undo"), `Restored “${TITLE}”`];
}

const clicking =
  (button: string, done: string): Way["act"] =>
  async () => [await findButton(button), `${done} “${TITLE}”`];

async function offboard({ user }: Scene): Promise<LastClick> {
  await user.click(await screen.findByLabelText("Replace with…", { selector: "input" }));
  fireEvent.change(screen.getByLabelText(/^New recipient/), { target: { value: NEW } });
  const row = screen.getByLabelText(TITLE, { selector: "input" });
  if (row instanceof HTMLInputElement && !row.checked) await user.click(row);
  return [await findButton("Run 1 step"), /^1 done\./];
}

const OFFBOARDING_URL = `/p/3/members/offboard?person=${LEA}`;
const IMPORT_URL = `${LIST_URL}/import`;

const toWay = (
  name: string,
  path: Way["path"],
  mails: Way["mails"],
  when: Way["when"],
  act: Way["act"],
  more: Pick<Way, "only" | "record" | "earlier"> = {},
): Way => ({ name, path, mails, when, act, ...more });

const NEWER = { only: "newer" } as const;
const NEW_TEAMS_URL = TEAMS_URL.replace("old", "other");
const TEAMS = { ...NEWER, record: { target_type: "teams", target_value: TEAMS_URL } };
const PAUSED = { ...NEWER, earlier: { enabled: false } };
const IN_TRASH = { earlier: { deleted: true } };

const WAYS: readonly Way[] = [
  toWay("create", LIST_URL, [NEW], "change", creating(CREATE)),
  toWay("create and send", LIST_URL, [NEW], "request", creating(/^Create and send now/), NEWER),
  toWay("edit: a recipient", detailUrl, [NEW], "change", editing(RECIPIENTS_LABEL, NEW, SAVE)),
  toWay(
    "edit: a recipient, and send",
    detailUrl,
    [NEW],
    "request",
    editing(RECIPIENTS_LABEL, NEW, /^Save and send now/),
    NEWER,
  ),
  toWay("edit: another spelling", detailUrl, ["Ana@example.com"], "change", respelling),
  toWay("edit: a Slack channel", "/p/1/subscriptions", ["#other"], "change", changeSlackChannel),
  toWay(
    "edit: a Teams webhook",
    detailUrl,
    [NEW_TEAMS_URL],
    "change",
    editing(/^Teams webhook URL/, NEW_TEAMS_URL, SAVE),
    TEAMS,
  ),
  toWay("edit: the title", detailUrl, [], "change", editing(/^Title/, "Other figures", SAVE)),
  toWay("bulk action: a recipient", LIST_URL, [NEW], "change", bulkRecipient("Add", NEW)),
  toWay(
    "import: a recipient",
    IMPORT_URL,
    [NEW],
    "change",
    importing({ target_value: `${ANA},${BO},${NEW}` }),
  ),
  toWay(
    "import: another spelling",
    IMPORT_URL,
    ["Ana@example.com"],
    "change",
    importing({ target_value: `Ana@example.com,${BO}` }),
  ),
  toWay("import: another source", IMPORT_URL, [ANA, BO], "change since 2026", importing({ insight: 4002 })),
  toWay("undo of a removed recipient", detailUrl, [BO], "change", undoRemoval),
  toWay("undo of a bulk action", LIST_URL, [BO], "change", undoBulkRemoval),
  toWay("undo of a deletion, overdue in the meantime", detailUrl, [ANA, BO], "run", undoDeletion, {
    record: DUE_SOON,
  }),
  toWay("restore, overdue", detailUrl, [ANA, BO], "run", clicking("Restore", "Restored"), IN_TRASH),
  toWay(
    "bulk action: restore, overdue",
    TRASH_URL,
    [ANA, BO],
    "run",
    bulkChanging("Restore", null, "1 overdue delivery"),
    IN_TRASH,
  ),
  toWay("resume", detailUrl, [ANA, BO], "change", clicking("Resume", "Resumed"), PAUSED),
  toWay(
    "bulk action: resume",
    LIST_URL,
    [ANA, BO],
    "change",
    bulkChanging("Pause or resume", "Resume…"),
    PAUSED,
  ),
  toWay("offboarding", OFFBOARDING_URL, [NEW], "change", offboard, { record: WITH_LEA }),
  toWay("offboarding in Trash", OFFBOARDING_URL, [NEW], "change until 2025", offboard, {
    record: WITH_LEA,
    ...IN_TRASH,
  }),
];

interface Announcement {
  readonly level: Server["announces"];
  /** Number of people, if the screen names one. */
  readonly count: number | null;
  /** Whether the screen says that nothing is sent. */
  readonly isSilent: boolean;
  readonly sentences: readonly string[];
}

const INLINE = new Set(["SPAN", "B", "STRONG", "EM", "CODE", "A", "MARK", "Q"]);
const MAY = /\bmay (get|receive|send|be sent)\b/i;
const WILL =
  /\b(gets?|receives?|sends?) (a|\d+|the overdue) deliver|\bdelivery (\(.*\) )?is sent to\b|\band email \d/i;
const SILENT = /\bnothing (is|was) sent( immediately)?\./i;

/** Reads the sentences of the page. Each block of text is separate. */
function readSentences(): readonly string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: string[] = [];
  let block: Element | null = null;
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent ?? "";
    let element = walker.currentNode.parentElement;
    while (element && INLINE.has(element.tagName)) element = element.parentElement;
    texts.push(element === block ? `${texts.pop() ?? ""}${text}` : text);
    block = element;
  }
  return [...new Set(texts.flatMap((text) => text.split(/(?<=\.)\s+/)))];
}

/** Reads what the page says about deliveries. */
function readAnnouncement(isRequested: boolean): Announcement {
  // The form explains its other button in a conditional sentence.
  const sentences = readSentences().filter((text) => isRequested || !/^If you choose\b/.test(text));
  const possible = sentences.filter((text) => MAY.test(text));
  const certain = sentences.filter((text) => WILL.test(text) && !MAY.test(text));
  const counts = [...possible, ...certain].flatMap(
    (text) => /(\d+) (?:person|people)\b/.exec(text)?.[1] ?? [],
  );
  const silent = sentences.filter((text) => SILENT.test(text));
  return {
    level: certain.length > 0 ? "will" : possible.length > 0 ? "may" : "none",
    count: counts.length === 0 ? null : Math.max(...counts.map(Number)),
    isSilent: silent.length > 0,
    sentences: [...certain, ...possible, ...silent],
  };
}

/** Creates handlers that ignore `send_test_now`, like servers of early 2026. */
function createOldSaves({ handlers }: MockServer, { ignoresSendTestNow }: Server) {
  const save = async (request: Request) => {
    const { send_test_now: _ignored, ...fields } = await request.json();
    const { url, method, headers } = request;
    return getResponse(handlers, new Request(url, { method, headers, body: JSON.stringify(fields) }));
  };
  return ignoresSendTestNow
    ? [override("subscriptions.create", save), override("subscriptions.update", save)]
    : [];
}

/**
 * Creates a server with one subscription, which another user has created a week ago. Its next delivery is overdue if
 * someone has deleted it since.
 */
async function createScene({ record, earlier }: Way, generation: Server) {
  const { profile = "contract" } = generation;
  const mocks = createMockServer({ profile, now: () => TEST_TIME });
  server.use(...createOldSaves(mocks, generation));
  mocks.db.now = () => new Date(TEST_TIME.getTime() - WEEK_MS);
  const { id } = await createAsOtherUser(mocks, { ...RECORD, ...record });
  if (earlier) await changeAsOtherUser(mocks, id, earlier);
  mocks.db.now = () => TEST_TIME;
  if (!earlier) runDeliveries(mocks.db, PROJECT);
  return { mocks, id };
}

/** Clicks, and confirms if the app asks. Returns what the screen announced before the change was sent. */
async function confirmChange(user: UserEvent, [button, done]: LastClick, isRequested: boolean) {
  const dialogs = screen.queryAllByRole("dialog").length;
  const announced = readAnnouncement(isRequested);
  await user.click(button);
  await waitFor(() => {
    const isAsked = screen.queryAllByRole("dialog").length > dialogs;
    expect(isAsked || screen.queryAllByText(done).length > 0).toBe(true);
  });
  const question = screen.queryAllByRole("dialog")[dialogs];
  if (question === undefined) return announced;
  const asked = readAnnouncement(isRequested);
  const [confirm = question] = within(question).getAllByRole("button").slice(-1);
  await user.click(confirm);
  await screen.findAllByText(done);
  return asked;
}

/** Returns what the screen can know, and whether the server mails, according to the API's pages. */
function expectedOf({ mails, when }: Way, { profile, announces, delivers }: Server) {
  const isNewer = profile === "newer";
  if (mails.length === 0 || (when === "change since 2026" && !isNewer))
    return { level: "none", isMailed: false };
  if (when === "request" || when === "run") return { level: "will", isMailed: true };
  return { level: announces, isMailed: delivers && !(isNewer && when === "change until 2025") };
}

/**
 * Whether the app can treat a way differently on this server than on the first of its profile. Where silence isn't
 * proved, it announces and sends the same on all servers of 2026, so one of them stands for all.
 */
function isSpecific({ when, mails }: Way, { announces }: Server): boolean {
  return announces !== "none" || (when !== "run" && mails.length > 0);
}

describe.each(SERVERS)("a server of $name", (generation) => {
  const ways = WAYS.filter(
    (way) => (way.only ?? generation.profile) === generation.profile && isSpecific(way, generation),
  );
  it.each(ways)("$name", async (way) => {
    const { mocks, id } = await createScene(way, generation);
    if (generation.announces === "none") writeQuietSaves("demo", "proven");
    const path = typeof way.path === "string" ? way.path : way.path(id);
    const { user } = await renderApp({ path, mocks, isReload: true });
    // The app may still look for the delivery of a quiet save, and store what it found for the next test.
    onTestFinished(() => server.use(hang("*")));
    const lastClick = await way.act({ user, mocks, generation });

    const mailed = mocks.db.outbox.length;
    const listMailed = () => mocks.db.outbox.slice(mailed).map(({ target }) => target);
    const isRequested = way.when === "request";
    const announced = await confirmChange(user, lastClick, isRequested);
    // The form's sentence is about its other button.
    const isSaidSilent = !isRequested && (announced.isSilent || readAnnouncement(false).isSilent);
    const immediately = listMailed();
    passHour(mocks);
    runDeliveries(mocks.db, PROJECT);
    const targets = listMailed();

    const { level, isMailed } = expectedOf(way, generation);
    const expectedTargets = isMailed ? way.mails : [];
    const count = targets.length === 0 || announced.count === null ? announced.count : targets.length;
    expect({ announced, targets, immediately: isSaidSilent ? immediately : [] }).toEqual({
      announced: { ...announced, level, count },
      targets: expectedTargets,
      immediately: [],
    });
  });
});
