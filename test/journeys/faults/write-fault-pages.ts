import { fireEvent, waitFor } from "@testing-library/react";
import { setRegexHelper } from "@/data/browser-storage/experiments";
import {
  addChip,
  choose,
  click,
  clickTwice,
  dialog,
  findButton,
  firstRows,
  inDialog,
  main,
  message,
  rowMenu,
  submit,
  take,
  type,
} from "./fault-actions";
import { FAULTS, type Fault, OFFLINE, SPOILED_BODIES } from "./fault-cases";
import { buttonIn, type FaultyPage } from "./fault-setup";

/** A page that changes something. */
export interface FaultyWriting extends FaultyPage {
  /** Types into its form; null where nothing can be typed. */
  readonly fill: ((form: HTMLElement) => void) | null;
  /** Its form; what lies over the page unless it says otherwise. */
  readonly form?: () => HTMLElement | null;
  /** What is done before, while nothing fails. */
  readonly prepare?: () => Promise<void>;
  /** Sends it; where that can be, by two quick clicks. */
  readonly send: () => Promise<void> | void;
  /** What the page shows of its record; after a failure it is as it was. */
  readonly stands?: () => string;
  /** Whether the words of a failure say what became of it: not done, or that nobody knows. */
  readonly saysOutcome?: boolean;
  /** Whether the words of a failure hold the way to try again, and so are not put away. */
  readonly keepsWords?: boolean;
  /** What is said once it is done, or the code that comes of it. */
  readonly done: RegExp;
}

const PROJECT = "/p/1";
const TEMPLATE = "/p/:projectId";
const DELIVERY = 1066;
/** A plain member of the seed, and somebody of the organisation who is no member. */
const CLAIRE = "ab5f974b-97d9-4404-a612-a23f3c832ec6";

function fillSchedule(form: HTMLElement): void {
  choose(form, "Insight");
  type(form, /^Insight number/, "4001");
  type(form, /^Every/, "3");
  type(form, "Unit", "monthly");
  choose(form, "Tuesday");
  type(form, /^Start/, "2027-03-01T10:30");
  choose(form, "On a date");
  type(form, /^Last possible delivery/, "2028-04-02T11:45");
  type(form, /^Title/, "Figures in a storm");
  type(form, /^Message/, "First line.\nSecond line.");
}

const moves = {
  endpoint: "subscriptions.update",
  words: message,
  saysOutcome: true,
  fill: null,
};

const messages = () => document.querySelector("[aria-label^='Messages']");

/** The way back that a message offers, and offers again when it has failed. */
const undos = {
  ...moves,
  keepsWords: true,
  async send() {
    click(await findButton(messages, /^(Undo|Try again)$/));
    // Whom somebody points at, they do not go.
    const region = messages();
    if (region) fireEvent.pointerEnter(region);
  },
};

/** What became of an export that was asked for again, with the way to ask once more. */
const remark = () => {
  const remarks = [...(main()?.querySelectorAll("[data-tone]") ?? [])];
  return remarks.find((one) => / was (not )?made/.test(one.textContent ?? "")) ?? null;
};

/** Asks for it; once that has failed, by the button beside the failure. */
function pressAgain(first: () => Promise<void> | void): Promise<void> | void {
  const button = buttonIn(remark(), /^(Try again|Ask once more)$/);
  return button ? clickTwice(button) : first();
}

const DURING_A_REST = "what is sent during a rest waits until the rest is over";

const again = {
  endpoint: "exports.create",
  words: remark,
  saysOutcome: true,
  keepsWords: true,
  unfit: {
    "429 with seconds in words": DURING_A_REST,
    "429 with seconds in its header": DURING_A_REST,
  },
  fill: null,
  done: /^Asked for/,
};

const levels = {
  endpoint: "members.update",
  words: message,
  saysOutcome: true,
  fill: null,
  done: /has the explicit level/,
};

function refusedPerson(detail: string): Partial<Fault> {
  return { title: `was not added. The server says: “${detail}”`, detail: "" };
}

const IN_THE_FORM = "the form of exports follows what may still be made (exports-form.test.tsx)";

function fillDelivery(form: HTMLElement): void {
  fillSchedule(form);
  type(form, "Channel", "slack");
  type(form, /^Slack channel/, "#storm-warnings");
}

const NO_PATTERN = { title: "The server answered without a pattern", detail: "" };
const CHANGES_NOTHING = Object.fromEntries(
  [OFFLINE, ...FAULTS].filter(({ isUnclear }) => isUnclear).map(({ name }) => [name, { isUnclear: false }]),
);

/** What came of a question for a pattern. */
const outcome = () => main()?.querySelector("section [data-tone]") ?? null;

/** Every page that writes a record by itself; a run over many is driven in `test/contract/bulk-job-faults.test.ts`. */
export const WRITINGS: readonly FaultyWriting[] = [
  {
    name: "a creation",
    route: `${TEMPLATE}/subscriptions/new`,
    path: `${PROJECT}/subscriptions/new`,
    endpoint: "subscriptions.create",
    words: inDialog,
    ready: dialog,
    fill: fillDelivery,
    send: submit,
    done: /^Scheduled/,
  },
  {
    name: "a change",
    route: `${TEMPLATE}/subscriptions/:id/edit`,
    path: `${PROJECT}/subscriptions/${DELIVERY}/edit`,
    endpoint: "subscriptions.update",
    words: inDialog,
    ready: dialog,
    fill: fillDelivery,
    send: submit,
    done: /^Saved/,
  },
  {
    name: "a delete from the list",
    ...moves,
    route: `${TEMPLATE}/subscriptions`,
    path: `${PROJECT}/subscriptions`,
    ready: rowMenu,
    send: () => take(rowMenu(), /^Delete/),
    stands: firstRows,
    done: /^Deleted/,
  },
  {
    name: "a delete on its page",
    ...moves,
    route: `${TEMPLATE}/subscriptions/:id`,
    path: `${PROJECT}/subscriptions/${DELIVERY}`,
    ready: () => buttonIn(main(), "Delete"),
    send: () => click(buttonIn(main(), "Delete")),
    stands: () => String(buttonIn(main(), "Delete")?.textContent),
    done: /^Deleted/,
  },
  {
    name: "a restore on its page",
    ...moves,
    route: `${TEMPLATE}/subscriptions/:id`,
    path: `${PROJECT}/subscriptions/${DELIVERY}`,
    ready: () => buttonIn(main(), "Delete"),
    async prepare() {
      click(buttonIn(main(), "Delete"));
      await findButton(main, "Restore");
      await findButton(messages, "Undo");
    },
    send: () => click(buttonIn(main(), "Restore")),
    stands: () => String(buttonIn(main(), "Restore")?.textContent),
    done: /^Restored/,
  },
  {
    name: "the undo of a delete",
    ...undos,
    route: `${TEMPLATE}/subscriptions`,
    // A few rows: each fault has them go and come back.
    path: `${PROJECT}/subscriptions?q=dashboard%3A201..205`,
    ready: rowMenu,
    async prepare() {
      await take(rowMenu(), /^Delete/);
      await findButton(messages, "Undo");
    },
    stands: firstRows,
    done: /is back$/,
  },
  {
    name: "the undo of a change",
    ...undos,
    route: `${TEMPLATE}/subscriptions/:id/edit`,
    path: `${PROJECT}/subscriptions/${DELIVERY}/edit`,
    ready: dialog,
    async prepare() {
      const form = dialog();
      if (form !== null) type(form, /^Title/, "Figures in a storm");
      submit();
      await findButton(messages, "Undo");
      await waitFor(() => {
        if (dialog() !== null) throw new Error("the form stays");
      });
    },
    stands: () => String(main()?.querySelector("h1")?.textContent),
    done: /was put back as it was$/,
  },
  {
    name: "a restore",
    ...moves,
    route: `${TEMPLATE}/subscriptions`,
    path: `${PROJECT}/subscriptions?view=bin`,
    ready: rowMenu,
    send: () => take(rowMenu(), /^Restore/),
    stands: firstRows,
    done: /^Restored/,
  },
  {
    name: "an export that is made",
    route: `${TEMPLATE}/exports/new`,
    path: `${PROJECT}/exports/new`,
    endpoint: "exports.create",
    words: inDialog,
    unfit: {
      silence: IN_THE_FORM,
      "429 with seconds in words": DURING_A_REST,
      "429 with seconds in its header": DURING_A_REST,
    },
    ready: dialog,
    fill(form) {
      choose(form, "Insights");
      addChip(form, /^Insight numbers( \*)?$/, "4001");
      type(form, "Format", "text/csv");
      choose(form, "Until a date");
      type(form, /^Expires/, "2028-04-02T11:45");
    },
    send: submit,
    done: /^Asked for/,
  },
  {
    name: "an export that is made again",
    ...again,
    route: `${TEMPLATE}/exports`,
    path: `${PROJECT}/exports?q=is%3Afailed`,
    ready: rowMenu,
    send: () => pressAgain(() => take(rowMenu(), /^Run again/)),
  },
  {
    name: "an export that is made again on its page",
    ...again,
    route: `${TEMPLATE}/exports/:id`,
    path: `${PROJECT}/exports/7037`,
    ready: () => buttonIn(main(), "Run again"),
    send: () => pressAgain(() => clickTwice(buttonIn(main(), "Run again"))),
  },
  {
    name: "a level on the page of a person",
    ...levels,
    route: `${TEMPLATE}/members/:uuid`,
    path: `${PROJECT}/members/${CLAIRE}`,
    ready: () => buttonIn(main(), /^Set to /),
    send: () => clickTwice(buttonIn(main(), /^Set to /)),
    stands: () => String(buttonIn(main(), /^Set to /)?.textContent),
  },
  {
    name: "a level in the list of members",
    ...levels,
    route: `${TEMPLATE}/members`,
    path: `${PROJECT}/members?q=claire.dubois%40`,
    ready: () => buttonIn(main(), /^Level of Claire/),
    send: () => take(buttonIn(main(), /^Level of Claire/), /Administrator/),
    stands: () => String(buttonIn(main(), /^Level of Claire/)?.textContent),
  },
  {
    name: "a member who is added",
    route: `${TEMPLATE}/members/new`,
    path: `${PROJECT}/members/new`,
    endpoint: "members.create",
    // A refusal stands at the person it is about.
    words: dialog,
    ownWords: {
      "400 required": refusedPerson("This field is required."),
      "400 does_not_exist": refusedPerson('Invalid pk "54321" - object does not exist.'),
      "400 about a field that nobody has here": refusedPerson("No such colour."),
      "400 as a list of fields": refusedPerson("Not like this."),
      "400 with words of half a megabyte": refusedPerson("x".repeat(400)),
      "409": refusedPerson("Changed."),
    },
    ready: dialog,
    fill(form) {
      addChip(form, /^People( \*)?$/, "viktor.novak@harbourline.example");
      choose(form, "Administrator");
    },
    send: submit,
    done: /^Added/,
  },
  {
    name: "a membership that is taken away",
    route: `${TEMPLATE}/members/:uuid`,
    path: `${PROJECT}/members/${CLAIRE}`,
    endpoint: "members.delete",
    words: inDialog,
    unfit: Object.fromEntries(
      SPOILED_BODIES.map((name) => [name, "its success has no body that could be spoiled"]),
    ),
    ready: () => buttonIn(main(), "Remove…"),
    fill: null,
    async send() {
      if (dialog() === null) click(buttonIn(main(), "Remove…"));
      clickTwice(await findButton(dialog, "Remove"));
    },
    stands: () => String(buttonIn(main(), "Remove…")?.textContent),
    done: /^Removed/,
  },
  {
    name: "a question for a pattern",
    route: `${TEMPLATE}/regex`,
    path: `${PROJECT}/regex`,
    endpoint: "sessionRecordings.regex",
    words: outcome,
    // It only asks: nobody has to look what became of it.
    ownWords: {
      ...CHANGES_NOTHING,
      nothing: { ...NO_PATTERN, isUnclear: false },
      "204": { ...NO_PATTERN, isUnclear: false },
      "white space": { ...NO_PATTERN, isUnclear: false },
      "another shape": { ...NO_PATTERN, isUnclear: false },
    },
    ready: () => main()?.querySelector("h1"),
    async prepare() {
      setRegexHelper(true);
      await findButton(main, "Ask for a pattern");
    },
    form: () => main()?.querySelector("form") ?? null,
    fill: (form) => type(form, /^What should the pattern find/, "a date"),
    send: () => clickTwice(buttonIn(main(), "Ask for a pattern")),
    done: /^\\d\{4\}/,
  },
];
