// Changes subscriptions on each page that can, and compares what the screen announced with whom the server mailed.
// announced-deliveries.test.ts compares every kind of change on every server. The other journeys of subscriptions check
// pages that are missing here.

import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect, it, onTestFinished } from "vitest";
import { storedQuietSaves } from "@/data/browser-storage/local-storage";
import { runDeliveries } from "@/mocks/deliveries";
import { server } from "@/mocks/node";
import { hang } from "@/mocks/scenarios";
import type { Mailing, MailingServer } from "../../support/delivery-scene";
import { createDeliveryScene, expectMailing, MAILING_SERVERS, passHour } from "../../support/delivery-scene";
import type { MockServer } from "../../support/mock-server";
import { TEST_TIME } from "../../test-time";
import { renderApp } from "../support/render-app";
import {
  fillField,
  findForm,
  LIST_URL,
  RECIPIENTS_LABEL,
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
const LEA = "lea@example.com";
const WITH_LEA = { target_value: `${ANA},${LEA}` };

const findButton = (name: string | RegExp) => screen.findByText(name, { selector: "button, button *" });

const SAVE = /^Save( changes| and email 1 person| and post now)?$/;
async function createAndSend({ user }: Scene): Promise<LastClick> {
  await screen.findByText(TITLE);
  await user.keyboard("c");
  const form = await findForm();
  fillField(form, /^Dashboard name/, "201");
  fillField(form, RECIPIENTS_LABEL, NEW);
  await form.findByText("4 of 4 selected.");
  return [await form.findByText(/^Create and send now/, { selector: "button *" }), /^Created “/];
}

async function openEdit({ user }: Scene) {
  await user.click(await screen.findByRole("link", { name: "Edit" }));
  const form = await findForm();
  await form.findByText("When you save");
  return form;
}

async function addByEditing(scene: Scene): Promise<LastClick> {
  const form = await openEdit(scene);
  fillField(form, RECIPIENTS_LABEL, NEW);
  return [await form.findByText(SAVE, { selector: "button *" }), /^Saved “/];
}

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

async function offboard({ user }: Scene): Promise<LastClick> {
  await user.click(await screen.findByLabelText("Replace with…", { selector: "input" }));
  fireEvent.change(screen.getByLabelText(/^New recipient/), { target: { value: NEW } });
  const row = screen.getByLabelText(TITLE, { selector: "input" });
  if (row instanceof HTMLInputElement && !row.checked) await user.click(row);
  return [await findButton("Run 1 step"), /^1 done\./];
}

const OFFBOARDING_URL = `/p/3/members/offboard?person=${LEA}`;
const IMPORT_URL = `${LIST_URL}/import`;

const WAYS: readonly Way[] = [
  {
    name: "create and send",
    on: "autumn 2026",
    path: LIST_URL,
    mails: [NEW],
    when: "request",
    act: createAndSend,
  },
  { name: "edit", on: "early 2026", path: detailUrl, mails: [NEW], when: "change", act: addByEditing },
  {
    name: "edit quietly",
    on: "autumn 2026",
    path: detailUrl,
    mails: [NEW],
    when: "change",
    act: addByEditing,
  },
  {
    name: "import",
    on: "early 2026",
    path: IMPORT_URL,
    mails: [NEW],
    when: "change",
    act: importing({ target_value: `${ANA},${BO},${NEW}` }),
  },
  {
    name: "undo of a removed recipient",
    on: "2025",
    path: detailUrl,
    mails: [BO],
    when: "change",
    act: undoRemoval,
  },
  {
    name: "offboarding",
    on: "early 2026",
    path: OFFBOARDING_URL,
    mails: [NEW],
    when: "change",
    act: offboard,
    record: WITH_LEA,
  },
  {
    name: "offboarding in Trash",
    on: "2025",
    path: OFFBOARDING_URL,
    mails: [NEW],
    when: "change until 2025",
    act: offboard,
    record: WITH_LEA,
    earlier: { deleted: true },
  },
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
    if (mailingServer.announces === "none") storedQuietSaves.write("demo", "proven");
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
