import { fireEvent, waitFor } from "@testing-library/react";
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

/** A page that changes something. */
export interface WriteFaultPage extends FaultPage {
  /** Types into its form; null where nothing can be typed. */
  readonly fill: ((form: HTMLElement) => void) | null;
  /** Its form; what lies over the page unless it says otherwise. */
  readonly form?: () => HTMLElement | null;
  /** What is done before, while nothing fails. */
  readonly prepare?: () => Promise<void>;
  /** Sends it; where that can be, by two quick clicks. */
  readonly send: () => Promise<void> | void;
  /** What the page shows of its record; after a failure it is as it was. */
  readonly readState?: () => string;
  /** Whether the words of a failure say what became of it: not done, or that nobody knows. */
  readonly reportsOutcome?: boolean;
  /** Whether the words of a failure hold the way to try again, and so are not put away. */
  readonly keepsMessage?: boolean;
  /** What is said once it is done, or the code that comes of it. */
  readonly successPattern: RegExp;
}

const PROJECT = "/p/1";
const TEMPLATE = "/p/:projectId";
const SUBSCRIPTION = 1066;
/** A plain member of the seed, and somebody of the organisation who is no member. */
const CLAIRE = "ab5f974b-97d9-4404-a612-a23f3c832ec6";

function fillSchedule(form: HTMLElement): void {
  selectOption(form, "Insight");
  setFieldValue(form, /^Insight ID/, "4001");
  setFieldValue(form, /^Every/, "3");
  setFieldValue(form, "Unit", "monthly");
  selectOption(form, "Tuesday");
  setFieldValue(form, /^Start/, "2027-03-01T10:30");
  selectOption(form, "On a date");
  setFieldValue(form, /^Last possible delivery/, "2028-04-02T11:45");
  setFieldValue(form, /^Title/, "Figures in a storm");
  setFieldValue(form, /^Message/, "First line.\nSecond line.");
}

const trashPages = {
  endpoint: "subscriptions.update",
  messageElement: undoAlert,
  reportsOutcome: true,
  fill: null,
};

const messages = () => document.querySelector("[aria-label^='Notifications']");

/** The way back that a message offers, and offers again when it has failed. */
const undoPages = {
  ...trashPages,
  keepsMessage: true,
  async send() {
    click(await findButton(messages, /^(Undo|Try again)$/));
    // Whom somebody points at, they do not go.
    const region = messages();
    if (region) fireEvent.pointerEnter(region);
  },
};

/** What became of an export that was asked for again, with the way to ask once more. */
const noticeAlert = () => {
  const remarks = [...(mainElement()?.querySelectorAll("[data-tone]") ?? [])];
  return remarks.find((one) => /^Couldn't (?:confirm|create)/.test(one.textContent ?? "")) ?? null;
};

/** Asks for it; once that has failed, by the button beside the failure. */
function pressAfterCooldown(first: () => Promise<void> | void): Promise<void> | void {
  const button = findButtonIn(noticeAlert(), /^(Try again|Create again)$/);
  return button ? clickTwice(button) : first();
}

const DURING_COOLDOWN = "what is sent during a rest waits until the rest is over";

const again = {
  endpoint: "exports.create",
  messageElement: noticeAlert,
  reportsOutcome: true,
  keepsMessage: true,
  inapplicable: {
    "429 with seconds in words": DURING_COOLDOWN,
    "429 with seconds in its header": DURING_COOLDOWN,
  },
  fill: null,
  successPattern: /^Started/,
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

const IN_THE_FORM = "the form of exports follows what may still be made (exports-form.test.tsx)";

function fillSubscription(form: HTMLElement): void {
  fillSchedule(form);
  setFieldValue(form, "Channel", "slack");
  setFieldValue(form, /^Slack channel/, "#storm-warnings");
}

const NO_PATTERN = { title: "The response has no pattern", detail: "" };
const NOTHING_CHANGED = Object.fromEntries(
  [OFFLINE, ...FAULTS]
    .filter(({ isOutcomeUnknown: isUnclear }) => isUnclear)
    .map(({ name }) => [name, { isOutcomeUnknown: false }]),
);

/** What came of a question for a pattern. */
const outcomeElement = () => mainElement()?.querySelector("section [data-tone]") ?? null;

/** Every page that writes a record by itself; a run over many is driven in `test/contract/bulk-job-faults.test.ts`. */
export const WRITE_PAGES: readonly WriteFaultPage[] = [
  {
    name: "a creation",
    route: `${TEMPLATE}/subscriptions/new`,
    path: `${PROJECT}/subscriptions/new`,
    endpoint: "subscriptions.create",
    messageElement: dialogAlert,
    ready: dialogElement,
    fill: fillSubscription,
    send: submitForm,
    successPattern: /^Created/,
  },
  {
    name: "a change",
    route: `${TEMPLATE}/subscriptions/:id/edit`,
    path: `${PROJECT}/subscriptions/${SUBSCRIPTION}/edit`,
    endpoint: "subscriptions.update",
    messageElement: dialogAlert,
    ready: dialogElement,
    fill: fillSubscription,
    send: submitForm,
    successPattern: /^Saved/,
  },
  {
    name: "a delete from the list",
    ...trashPages,
    route: `${TEMPLATE}/subscriptions`,
    path: `${PROJECT}/subscriptions`,
    ready: firstRowMenu,
    send: () => openMenuAndSelect(firstRowMenu(), /^Delete/),
    readState: firstRows,
    successPattern: /^Deleted/,
  },
  {
    name: "a delete on its page",
    ...trashPages,
    route: `${TEMPLATE}/subscriptions/:id`,
    path: `${PROJECT}/subscriptions/${SUBSCRIPTION}`,
    ready: () => findButtonIn(mainElement(), "Delete"),
    send: () => click(findButtonIn(mainElement(), "Delete")),
    readState: () => String(findButtonIn(mainElement(), "Delete")?.textContent),
    successPattern: /^Deleted/,
  },
  {
    name: "a restore on its page",
    ...trashPages,
    route: `${TEMPLATE}/subscriptions/:id`,
    path: `${PROJECT}/subscriptions/${SUBSCRIPTION}`,
    ready: () => findButtonIn(mainElement(), "Delete"),
    async prepare() {
      click(findButtonIn(mainElement(), "Delete"));
      await findButton(mainElement, "Restore");
      await findButton(messages, "Undo");
    },
    send: () => click(findButtonIn(mainElement(), "Restore")),
    readState: () => String(findButtonIn(mainElement(), "Restore")?.textContent),
    successPattern: /^Restored/,
  },
  {
    name: "the undo of a delete",
    ...undoPages,
    route: `${TEMPLATE}/subscriptions`,
    // A few rows: each fault has them go and come back.
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
    name: "the undo of a change",
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
        if (dialogElement() !== null) throw new Error("the form stays");
      });
    },
    readState: () => String(mainElement()?.querySelector("h1")?.textContent),
    successPattern: /^Undid changes/,
  },
  {
    name: "a restore",
    ...trashPages,
    route: `${TEMPLATE}/subscriptions`,
    path: `${PROJECT}/subscriptions?view=trash`,
    ready: firstRowMenu,
    send: () => openMenuAndSelect(firstRowMenu(), /^Restore/),
    readState: firstRows,
    successPattern: /^Restored/,
  },
  {
    name: "an export that is made",
    route: `${TEMPLATE}/exports/new`,
    path: `${PROJECT}/exports/new`,
    endpoint: "exports.create",
    messageElement: dialogAlert,
    inapplicable: {
      silence: IN_THE_FORM,
      "429 with seconds in words": DURING_COOLDOWN,
      "429 with seconds in its header": DURING_COOLDOWN,
    },
    ready: dialogElement,
    fill(form) {
      selectOption(form, "Insights");
      addChip(form, /^Insight IDs( \*)?$/, "4001");
      setFieldValue(form, "Format", "text/csv");
      selectOption(form, "Until a date");
      setFieldValue(form, /^Expires/, "2028-04-02T11:45");
    },
    send: submitForm,
    successPattern: /^Started/,
  },
  {
    name: "an export that is made again",
    ...again,
    route: `${TEMPLATE}/exports`,
    path: `${PROJECT}/exports?q=is%3Afailed`,
    ready: firstRowMenu,
    send: () => pressAfterCooldown(() => openMenuAndSelect(firstRowMenu(), /^Run again/)),
  },
  {
    name: "an export that is made again on its page",
    ...again,
    route: `${TEMPLATE}/exports/:id`,
    path: `${PROJECT}/exports/7037`,
    ready: () => findButtonIn(mainElement(), "Run again"),
    send: () => pressAfterCooldown(() => clickTwice(findButtonIn(mainElement(), "Run again"))),
  },
  {
    name: "a level on the page of a person",
    ...levelPages,
    route: `${TEMPLATE}/members/:uuid`,
    path: `${PROJECT}/members/${CLAIRE}`,
    ready: () => findButtonIn(mainElement(), /^Set to /),
    send: () => clickTwice(findButtonIn(mainElement(), /^Set to /)),
    readState: () => String(findButtonIn(mainElement(), /^Set to /)?.textContent),
  },
  {
    name: "a level in the list of members",
    ...levelPages,
    route: `${TEMPLATE}/members`,
    path: `${PROJECT}/members?q=claire.dubois%40`,
    ready: () => findButtonIn(mainElement(), /^Level of Claire/),
    send: () => openMenuAndSelect(findButtonIn(mainElement(), /^Level of Claire/), /Administrator/),
    readState: () => String(findButtonIn(mainElement(), /^Level of Claire/)?.textContent),
  },
  {
    name: "a member who is added",
    route: `${TEMPLATE}/members/new`,
    path: `${PROJECT}/members/new`,
    endpoint: "members.create",
    // A refusal stands at the person it is about.
    messageElement: dialogElement,
    customMessages: {
      "400 required": rejectedPerson("This field is required."),
      "400 does_not_exist": rejectedPerson('Invalid pk "54321" - object does not exist.'),
      "400 about a field that nobody has here": rejectedPerson("No such colour."),
      "400 as a list of fields": rejectedPerson("Not like this."),
      "400 with words of half a megabyte": rejectedPerson("x".repeat(400)),
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
    name: "a membership that is taken away",
    route: `${TEMPLATE}/members/:uuid`,
    path: `${PROJECT}/members/${CLAIRE}`,
    endpoint: "members.delete",
    messageElement: dialogAlert,
    inapplicable: Object.fromEntries(
      INVALID_BODIES.map((name) => [name, "its success has no body that could be spoiled"]),
    ),
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
    name: "a question for a pattern",
    route: `${TEMPLATE}/regex`,
    path: `${PROJECT}/regex`,
    endpoint: "sessionRecordings.regex",
    messageElement: outcomeElement,
    // It only asks: nobody has to look what became of it.
    customMessages: {
      ...NOTHING_CHANGED,
      nothing: { ...NO_PATTERN, isOutcomeUnknown: false },
      "204": { ...NO_PATTERN, isOutcomeUnknown: false },
      "white space": { ...NO_PATTERN, isOutcomeUnknown: false },
      "another shape": { ...NO_PATTERN, isOutcomeUnknown: false },
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
