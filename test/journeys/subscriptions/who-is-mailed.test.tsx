// Changes subscriptions on each page that can, and compares what the screen announced with whom the server mailed.
// announced-deliveries.test.ts compares every kind of change on every server.

import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { writeQuietSaves } from "@/data/browser-storage/local-storage";
import { runDeliveries } from "@/mocks/deliveries";
import { server } from "@/mocks/node";
import { hang } from "@/mocks/scenarios";
import {
  createDeliveryScene,
  expectMailing,
  MAILING_SERVERS,
  type Mailing,
  type MailingServer,
  passHour,
} from "../../support/delivery-scene";
import type { MockServer } from "../../support/mock-server";
import { TEST_TIME } from "../../test-time";
import { renderApp } from "../support/render-app";
import {
  fillField,
  findForm,
  LIST_URL,
  RECIPIENTS_LABEL,
  selectPageAction,
  setUpJourneys,
} from "../support/subscriptions-setup";

setUpJourneys();

const TITLE = "Weekly figures";
const [ANA, BO, NEW] = ["ana@example.com", "bo@example.com", "new@example.com"];

interface Scene {
  readonly user: UserEvent;
  readonly mocks: MockServer;
  readonly mailingServer: MailingServer;
}

/** The last click of a change, and the text that appears afterwards. */
type LastClick = readonly [button: HTMLElement, done: string | RegExp];

interface Way extends Mailing {
  readonly name: string;
  /** The server. Each kind of page meets servers of all ages. */
  readonly on: MailingServer["name"];
  readonly path: string | ((id: number) => string);
  readonly record?: object;
  readonly earlier?: object;
  /** Does everything up to the last click. */
  readonly act: (scene: Scene) => Promise<LastClick>;
}

const detailUrl = (id: number) => `${LIST_URL}/${id}`;
const TRASH_URL = `${LIST_URL}?view=trash`;
const LEA = "lea@example.com";
const WITH_LEA = { target_value: `${ANA},${LEA}` };
/** Due half an hour after the start of the test. */
const DUE_SOON = { start_date: "2026-11-07T10:30:00Z", byweekday: ["saturday"] };

const findButton = (name: string | RegExp) => screen.findByText(name, { selector: "button, button *" });
const findDialog = async (name: string | RegExp) => within(await screen.findByRole("dialog", { name }));

const SAVE = /^Save( changes| and email 1 person| and post now)?$/;
const CREATE = /^Create( subscription| and email 1 person)?$/;

const creating =
  (button: RegExp): Way["act"] =>
  async ({ user, mailingServer }) => {
    await screen.findByText(TITLE);
    await user.keyboard("c");
    const form = await findForm();
    fillField(form, /^Dashboard name/, "201");
    fillField(form, RECIPIENTS_LABEL, NEW);
    if (mailingServer.profile === "newer") await form.findByText("4 of 4 selected.");
    return [await form.findByText(button, { selector: "button *" }), /^Created “/];
  };

async function openEdit({ user }: Scene) {
  await user.click(await screen.findByRole("link", { name: "Edit" }));
  const form = await findForm();
  await form.findByText("When you save");
  return form;
}

const editing =
  (recipient: string, button: RegExp): Way["act"] =>
  async (scene) => {
    const form = await openEdit(scene);
    fillField(form, RECIPIENTS_LABEL, recipient);
    return [await form.findByText(button, { selector: "button *" }), /^Saved “/];
  };

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
  on: Way["on"],
  path: Way["path"],
  mails: Way["mails"],
  when: Way["when"],
  act: Way["act"],
  more: Pick<Way, "record" | "earlier"> = {},
): Way => ({ name, on, path, mails, when, act, ...more });

const PAUSED = { earlier: { enabled: false } };
const IN_TRASH = { earlier: { deleted: true } };
const OVERDUE = "1 overdue delivery";

const WAYS: readonly Way[] = [
  toWay("create", "2025", LIST_URL, [NEW], "change", creating(CREATE)),
  toWay("create and send", "autumn 2026", LIST_URL, [NEW], "request", creating(/^Create and send now/)),
  toWay("edit", "early 2026", detailUrl, [NEW], "change", editing(NEW, SAVE)),
  toWay("edit quietly", "autumn 2026", detailUrl, [NEW], "change", editing(NEW, SAVE)),
  toWay("edit and send", "autumn 2026", detailUrl, [NEW], "request", editing(NEW, /^Save and send now/)),
  toWay("bulk action: a recipient", "2025", LIST_URL, [NEW], "change", bulkRecipient("Add", NEW)),
  toWay(
    "import",
    "early 2026",
    IMPORT_URL,
    [NEW],
    "change",
    importing({ target_value: `${ANA},${BO},${NEW}` }),
  ),
  toWay("undo of a removed recipient", "2025", detailUrl, [BO], "change", undoRemoval),
  toWay("undo of a bulk action", "early 2026", LIST_URL, [BO], "change", undoBulkRemoval),
  toWay("undo of a deletion, overdue in the meantime", "2025", detailUrl, [ANA, BO], "run", undoDeletion, {
    record: DUE_SOON,
  }),
  toWay("restore, overdue", "2025", detailUrl, [ANA, BO], "run", clicking("Restore", "Restored"), IN_TRASH),
  toWay(
    "bulk action: restore, overdue",
    "early 2026",
    TRASH_URL,
    [ANA, BO],
    "run",
    bulkChanging("Restore", null, OVERDUE),
    IN_TRASH,
  ),
  toWay("resume", "early 2026", detailUrl, [ANA, BO], "change", clicking("Resume", "Resumed"), PAUSED),
  toWay(
    "bulk action: resume",
    "autumn 2026",
    LIST_URL,
    [ANA, BO],
    "change",
    bulkChanging("Pause or resume", "Resume…"),
    PAUSED,
  ),
  toWay("offboarding", "early 2026", OFFBOARDING_URL, [NEW], "change", offboard, { record: WITH_LEA }),
  toWay("offboarding in Trash", "2025", OFFBOARDING_URL, [NEW], "change until 2025", offboard, {
    record: WITH_LEA,
    ...IN_TRASH,
  }),
];

interface Announcement {
  readonly level: MailingServer["announces"];
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

describe.each(MAILING_SERVERS)("a server of $name", (mailingServer) => {
  it.each(WAYS.filter(({ on }) => on === mailingServer.name))("$name", async (way) => {
    const { mocks, id } = await createDeliveryScene(mailingServer, way);
    if (mailingServer.announces === "none") writeQuietSaves("demo", "proven");
    const path = typeof way.path === "string" ? way.path : way.path(id);
    const { user } = await renderApp({ path, mocks, isReload: true });
    // The app may still look for the delivery of a quiet save, and store what it found for the next test.
    onTestFinished(() => server.use(hang("*")));
    const lastClick = await way.act({ user, mocks, mailingServer });

    const mailed = mocks.db.outbox.length;
    const listMailed = () => mocks.db.outbox.slice(mailed).map(({ target }) => target);
    const isRequested = way.when === "request";
    const announced = await confirmChange(user, lastClick, isRequested);
    // The form's sentence is about its other button.
    const isSaidSilent = !isRequested && (announced.isSilent || readAnnouncement(false).isSilent);
    const immediately = listMailed();
    passHour(mocks);
    runDeliveries(mocks.db, 3);
    const targets = listMailed();

    const { level, isMailed } = expectMailing(way, mailingServer);
    const expectedTargets = isMailed ? way.mails : [];
    const count = targets.length === 0 || announced.count === null ? announced.count : targets.length;
    expect({ announced, targets, immediately: isSaidSilent ? immediately : [] }).toEqual({
      announced: { ...announced, level, count },
      targets: expectedTargets,
      immediately: [],
    });
  });
});
