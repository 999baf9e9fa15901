import { fireEvent, waitFor, within } from "@testing-library/react";
import { IDBFactory } from "fake-indexeddb";
import { expect, vi } from "vitest";
import { setRegexHelper } from "@/data/browser-storage/experiments";
import {
  addChip,
  click,
  clickTwice,
  dialogAlert,
  dialogElement,
  findButton,
  firstRowMenu,
  firstRows,
  mainElement,
  openMenuAndSelect,
  selectOption,
  setFieldValue,
  submitForm,
  undoAlert,
} from "./fault-actions";
import { FAULTS, type Fault, INVALID_BODIES, OFFLINE } from "./fault-cases";
import { type FaultPage, findButtonIn } from "./fault-setup";

export interface WriteFaultPage extends FaultPage {
  readonly fill: ((form: HTMLElement) => void) | null;
  /** Waits for content that the form shows only after it is filled in. */
  readonly filled?: (form: HTMLElement) => Promise<void>;
  /** Returns the form. Defaults to the form in the open dialog. */
  readonly form?: () => HTMLElement | null;
  /** Prepares the page while nothing fails. */
  readonly prepare?: () => Promise<void>;
  /** Sends the change. If possible, clicks twice in quick succession. */
  readonly send: () => Promise<void> | void;
  /** Returns the displayed record, which must be unchanged after a failure. */
  readonly readState?: () => string;
  /** Whether the message must say that the change failed or that its outcome is unknown. */
  readonly reportsOutcome?: boolean;
  /** Whether the message contains the retry button, so the test must not dismiss it. */
  readonly keepsMessage?: boolean;
  readonly successPattern: RegExp;
}

const PROJECT = "/p/1";
const TEMPLATE = "/p/:projectId";
const SUBSCRIPTION = 1066;
/** A person in the seed with the level Member. */
const CLAIRE = "ab5f974b-97d9-4404-a612-a23f3c832ec6";

function fillSchedule(form: HTMLElement): void {
  selectOption(form, "Insight");
  setFieldValue(form, /^Insight name/, "4001");
  setFieldValue(form, /^Every/, "3");
  setFieldValue(form, "Unit", "monthly");
  selectOption(form, "Tuesday");
  setFieldValue(form, "Time", "10:30");
  setFieldValue(form, "Start date", "2027-03-01");
  selectOption(form, "On a date");
  setFieldValue(form, /^End date/, "2028-04-02T11:45");
  setFieldValue(form, /^Title/, "Figures in a storm");
  setFieldValue(form, /^Message/, "First line.\nSecond line.");
}

/** Waits for the source's name, which replaces its ID. */
async function waitForSourceName(form: HTMLElement): Promise<void> {
  await waitFor(() =>
    expect(within(form).getByLabelText(/^Insight name/)).toHaveValue("Weekly active accounts"),
  );
}

const trashPages = {
  endpoint: "subscriptions.update",
  messageElement: undoAlert,
  reportsOutcome: true,
  fill: null,
};

const messages = () => document.querySelector("[aria-label^='Notifications']");

/**
 * Common fields of the pages that undo a change with the button in a notification. After a failure,
 * the button is "Try again".
 */
const undoPages = {
  ...trashPages,
  keepsMessage: true,
  async send() {
    click(await findButton(messages, /^(Undo|Try again)$/));
    // Hovering keeps the notification open.
    const region = messages();
    if (region) fireEvent.pointerEnter(region);
  },
};

/** Returns the notice about a failed export request, which contains the retry button. */
const noticeAlert = () => {
  const notices = [...(mainElement()?.querySelectorAll("[data-tone]") ?? [])];
  return notices.find((one) => /^Couldn't (?:confirm|create)/.test(one.textContent ?? "")) ?? null;
};

/**
 * Calls `first` to send the request. After a failure, clicks the retry button in the notice
 * instead.
 */
function pressAfterCooldown(first: () => Promise<void> | void): Promise<void> | void {
  const button = findButtonIn(noticeAlert(), /^(Try again|Create again)$/);
  return button ? clickTwice(button) : first();
}

const DURING_COOLDOWN = "a request during a cooldown waits until it is over";

const repeatPages = {
  endpoint: "exports.create",
  messageElement: noticeAlert,
  reportsOutcome: true,
  keepsMessage: true,
  inapplicable: {
    "429 with seconds in detail": DURING_COOLDOWN,
    "429 with Retry-After": DURING_COOLDOWN,
  },
  fill: null,
  successPattern: /^Created/,
};

const levelPages = {
  endpoint: "members.update",
  messageElement: undoAlert,
  reportsOutcome: true,
  fill: null,
  successPattern: /^Set .+ to (?:Member|Administrator)/,
};

function rejectedPerson(detail: string): Partial<Fault> {
  return { title: `Couldn't add Viktor Novák. Server response: “${detail}”`, detail: "" };
}

const IN_THE_FORM = "the export form follows pending requests (export-form.test.tsx)";

function fillSubscription(form: HTMLElement): void {
  fillSchedule(form);
  setFieldValue(form, "Channel", "slack");
  setFieldValue(form, /^Slack channel/, "#storm-warnings");
}

const NO_PATTERN = { title: "The response has no pattern", detail: "" };
const NOT_A_WRITE = Object.fromEntries(
  [OFFLINE, ...FAULTS]
    .filter(({ isOutcomeUnknown }) => isOutcomeUnknown)
    .map(({ name }) => [name, { isOutcomeUnknown: false }]),
);

const outcomeElement = () => mainElement()?.querySelector("section [data-tone]") ?? null;

const NO_SUCCESS_BODY = Object.fromEntries(
  INVALID_BODIES.map((name) => [name, "its success has no body that could be corrupted"]),
);

const pageMenu = () => findButtonIn(mainElement(), "More");

/**
 * Actions that change a single record, and the request for a pattern.
 * `test/contract/bulk-job-faults.test.ts` covers bulk actions.
 */
export const WRITE_PAGES: readonly WriteFaultPage[] = [
  {
    name: "creating a subscription",
    route: `${TEMPLATE}/subscriptions/new`,
    path: `${PROJECT}/subscriptions/new`,
    endpoint: "subscriptions.create",
    messageElement: dialogAlert,
    ready: dialogElement,
    fill: fillSubscription,
    filled: waitForSourceName,
    send() {
      // Empties the journal. Otherwise, the app would ask before it sends a creation again
      // (subscription-form.test.tsx).
      vi.stubGlobal("indexedDB", new IDBFactory());
      submitForm();
    },
    successPattern: /^Created/,
  },
  {
    name: "editing a subscription",
    route: `${TEMPLATE}/subscriptions/:id/edit`,
    path: `${PROJECT}/subscriptions/${SUBSCRIPTION}/edit`,
    endpoint: "subscriptions.update",
    messageElement: dialogAlert,
    ready: dialogElement,
    fill: fillSubscription,
    filled: waitForSourceName,
    send: submitForm,
    successPattern: /^Saved/,
  },
  {
    name: "deleting in the list",
    ...trashPages,
    route: `${TEMPLATE}/subscriptions`,
    path: `${PROJECT}/subscriptions`,
    ready: firstRowMenu,
    send: () => openMenuAndSelect(firstRowMenu(), /^Delete/),
    readState: firstRows,
    successPattern: /^Deleted/,
  },
  {
    name: "deleting on the page",
    ...trashPages,
    route: `${TEMPLATE}/subscriptions/:id`,
    path: `${PROJECT}/subscriptions/${SUBSCRIPTION}`,
    ready: pageMenu,
    send: () => openMenuAndSelect(pageMenu(), /^Delete/),
    readState: () => String(findButtonIn(mainElement(), "Restore")?.textContent),
    successPattern: /^Deleted/,
  },
  {
    name: "restoring on the page",
    ...trashPages,
    route: `${TEMPLATE}/subscriptions/:id`,
    path: `${PROJECT}/subscriptions/${SUBSCRIPTION}`,
    ready: pageMenu,
    async prepare() {
      await openMenuAndSelect(pageMenu(), /^Delete/);
      await findButton(mainElement, "Restore");
      await findButton(messages, "Undo");
    },
    send: () => click(findButtonIn(mainElement(), "Restore")),
    readState: () => String(findButtonIn(mainElement(), "Restore")?.textContent),
    successPattern: /^Restored/,
  },
  {
    name: "sending a test delivery",
    route: `${TEMPLATE}/subscriptions/:id`,
    path: `${PROJECT}/subscriptions/${SUBSCRIPTION}`,
    endpoint: "subscriptions.testDelivery",
    generation: "2026",
    messageElement: dialogAlert,
    inapplicable: NO_SUCCESS_BODY,
    customMessages: {
      "409": { title: "The test delivery wasn't started", detail: "Changed." },
      // If the outcome is unknown, the message shows the failure's title without its detail.
      "HTML page": { detail: "" },
      "504": { detail: "" },
      "520": { detail: "" },
    },
    ready: pageMenu,
    fill: null,
    async send() {
      if (dialogElement() === null) await openMenuAndSelect(pageMenu(), /^Send test delivery…/);
      clickTwice(await findButton(dialogElement, "Send test delivery"));
    },
    successPattern: /^Test delivery started/,
  },
  {
    name: "undoing a deletion",
    ...undoPages,
    route: `${TEMPLATE}/subscriptions`,
    // Shows only a few rows, because each fault removes and restores rows.
    path: `${PROJECT}/subscriptions?q=dashboard%3A201..205`,
    ready: firstRowMenu,
    async prepare() {
      await openMenuAndSelect(firstRowMenu(), /^Delete/);
      await findButton(messages, "Undo");
    },
    readState: firstRows,
    successPattern: /^Restored/,
  },
  {
    name: "undoing an edit",
    ...undoPages,
    route: `${TEMPLATE}/subscriptions/:id/edit`,
    path: `${PROJECT}/subscriptions/${SUBSCRIPTION}/edit`,
    ready: dialogElement,
    async prepare() {
      const form = dialogElement();
      if (form !== null) setFieldValue(form, /^Title/, "Figures in a storm");
      submitForm();
      await findButton(messages, "Undo");
      await waitFor(() => {
        if (dialogElement() !== null) throw new Error("the form is still open");
      });
    },
    readState: () => String(mainElement()?.querySelector("h1")?.textContent),
    successPattern: /^Undid changes/,
  },
  {
    name: "restoring in the list",
    ...trashPages,
    route: `${TEMPLATE}/subscriptions`,
    path: `${PROJECT}/subscriptions?view=trash`,
    ready: firstRowMenu,
    send: () => openMenuAndSelect(firstRowMenu(), /^Restore/),
    readState: firstRows,
    successPattern: /^Restored/,
  },
  {
    name: "creating an export",
    route: `${TEMPLATE}/exports/new`,
    path: `${PROJECT}/exports/new`,
    endpoint: "exports.create",
    messageElement: dialogAlert,
    inapplicable: {
      timeout: IN_THE_FORM,
      "429 with seconds in detail": DURING_COOLDOWN,
      "429 with Retry-After": DURING_COOLDOWN,
    },
    ready: dialogElement,
    fill(form) {
      selectOption(form, "Insights");
      addChip(form, /^Insight names( \*)?$/, "4001");
      setFieldValue(form, "Format", "text/csv");
      selectOption(form, "Custom date");
      setFieldValue(form, /^Expires/, "2028-04-02T11:45");
    },
    // Until the name has loaded, the chip shows only the ID.
    filled: async (form) => void (await within(form).findByText("Weekly active accounts (4001)")),
    send: submitForm,
    successPattern: /^Created/,
  },
  {
    name: "running an export again in the list",
    ...repeatPages,
    route: `${TEMPLATE}/exports`,
    path: `${PROJECT}/exports?q=is%3Afailed`,
    ready: firstRowMenu,
    send: () => pressAfterCooldown(() => openMenuAndSelect(firstRowMenu(), /^Run again/)),
  },
  {
    name: "running an export again on its page",
    ...repeatPages,
    route: `${TEMPLATE}/exports/:id`,
    path: `${PROJECT}/exports/7037`,
    ready: () => findButtonIn(mainElement(), "Run again"),
    send: () => pressAfterCooldown(() => clickTwice(findButtonIn(mainElement(), "Run again"))),
  },
  {
    name: "changing a level on the member's page",
    ...levelPages,
    route: `${TEMPLATE}/members/:uuid`,
    path: `${PROJECT}/members/${CLAIRE}`,
    ready: () => findButtonIn(mainElement(), /^Set to /),
    send: () => clickTwice(findButtonIn(mainElement(), /^Set to /)),
    readState: () => String(findButtonIn(mainElement(), /^Set to /)?.textContent),
  },
  {
    name: "changing a level in the list",
    ...levelPages,
    route: `${TEMPLATE}/members`,
    path: `${PROJECT}/members?q=claire.dubois%40`,
    ready: () => findButtonIn(mainElement(), /^Level of Claire/),
    send: () => openMenuAndSelect(findButtonIn(mainElement(), /^Level of Claire/), /Administrator/),
    readState: () => String(findButtonIn(mainElement(), /^Level of Claire/)?.textContent),
  },
  {
    name: "adding a member",
    route: `${TEMPLATE}/members/new`,
    path: `${PROJECT}/members/new`,
    endpoint: "members.create",
    // The dialog shows the rejection beside the person.
    messageElement: dialogElement,
    customMessages: {
      "400 required": rejectedPerson("This field is required."),
      "400 does_not_exist": rejectedPerson('Invalid pk "54321" - object does not exist.'),
      "400 for an unknown field": rejectedPerson("No such color."),
      "400 with non_field_errors": rejectedPerson("Not like this."),
      "400 with a detail of 500 kB": rejectedPerson("x".repeat(400)),
      "409": rejectedPerson("Changed."),
    },
    ready: dialogElement,
    fill(form) {
      addChip(form, /^People( \*)?$/, "viktor.novak@harbourline.example");
      selectOption(form, "Administrator");
    },
    send: submitForm,
    successPattern: /^Added/,
  },
  {
    name: "removing a member",
    route: `${TEMPLATE}/members/:uuid`,
    path: `${PROJECT}/members/${CLAIRE}`,
    endpoint: "members.delete",
    messageElement: dialogAlert,
    inapplicable: NO_SUCCESS_BODY,
    ready: () => findButtonIn(mainElement(), "Remove…"),
    fill: null,
    async send() {
      if (dialogElement() === null) click(findButtonIn(mainElement(), "Remove…"));
      clickTwice(await findButton(dialogElement, "Remove"));
    },
    readState: () => String(findButtonIn(mainElement(), "Remove…")?.textContent),
    successPattern: /^Removed/,
  },
  {
    name: "requesting a pattern",
    route: `${TEMPLATE}/regex`,
    path: `${PROJECT}/regex`,
    endpoint: "sessionRecordings.regex",
    messageElement: outcomeElement,
    // Requesting a pattern changes nothing, so its outcome is never unknown.
    customMessages: {
      ...NOT_A_WRITE,
      "empty body": { ...NO_PATTERN, isOutcomeUnknown: false },
      "204": { ...NO_PATTERN, isOutcomeUnknown: false },
      whitespace: { ...NO_PATTERN, isOutcomeUnknown: false },
      "wrong shape": { ...NO_PATTERN, isOutcomeUnknown: false },
    },
    ready: () => mainElement()?.querySelector("h1"),
    async prepare() {
      setRegexHelper(true);
      await findButton(mainElement, "Generate pattern");
    },
    form: () => mainElement()?.querySelector("form") ?? null,
    fill: (form) => setFieldValue(form, /^What should the pattern find/, "a date"),
    send: () => clickTwice(findButtonIn(mainElement(), "Generate pattern")),
    successPattern: /^\\d\{4\}/,
  },
];
