import { fireEvent, waitFor, within } from "@testing-library/react";
import type { Fault } from "./fault-answers";
import { buttonIn, type FaultyPage } from "./fault-scene";

/** A page that changes something. */
export interface FaultyWriting extends FaultyPage {
  /** Types into its form; null where nothing can be typed. */
  readonly fill: ((form: HTMLElement) => void) | null;
  /** Sends it. */
  readonly send: () => Promise<void> | void;
  /** What is said once it is done. */
  readonly done: RegExp;
}

const main = () => document.querySelector("main");
const dialog = () => document.querySelector<HTMLElement>("[role=dialog]");
const inDialog = () => dialog()?.querySelector("[role=alert]") ?? null;
/** What lies above the page for a while and says what was not done. */
const message = () => {
  const all = [...document.querySelectorAll("[role=alert]")];
  return all.findLast((one) => / was (not )?(deleted|restored|changed)/.test(one.textContent ?? "")) ?? null;
};
const rowMenu = () => main()?.querySelector<HTMLElement>("[aria-label^='Actions for']");

function click(element: Element | null | undefined): void {
  if (element) fireEvent.click(element);
}

/** Puts a value into a field as a whole, as a paste or an autofill does. */
function type(form: HTMLElement, label: string | RegExp, value: string): void {
  const field = within(form).getByLabelText(label);
  fireEvent.focus(field);
  fireEvent.change(field, { target: { value } });
  fireEvent.blur(field);
}

function addChip(form: HTMLElement, label: string | RegExp, text: string): void {
  const field = within(form).getByLabelText(label);
  fireEvent.change(field, { target: { value: text } });
  fireEvent.keyDown(field, { key: "Enter" });
}

function choose(form: HTMLElement, label: string): void {
  click(within(form).getByLabelText(label));
}

function submit(): void {
  click(dialog()?.querySelector("button[type=submit]"));
}

/** Opens a menu and takes an entry that can be taken. */
async function take(opener: Element | null | undefined, entry: RegExp): Promise<void> {
  click(opener);
  const items = () => [...document.querySelectorAll("[role=menuitem]:not([aria-disabled=true])")];
  const found = () => items().find((item) => entry.test(item.textContent ?? ""));
  await waitFor(() => {
    if (found() === undefined) throw new Error(`no entry ${String(entry)}`);
  });
  click(found());
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
  fill: null,
};

const levels = {
  endpoint: "members.update",
  words: message,
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

/** Every page that writes a record by itself; a run over many is driven in `test/contract/faulty-run.test.ts`. */
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
    done: /^Deleted/,
  },
  {
    name: "a delete on its page",
    ...moves,
    route: `${TEMPLATE}/subscriptions/:id`,
    path: `${PROJECT}/subscriptions/${DELIVERY}`,
    ready: () => buttonIn(main(), "Delete"),
    send: () => click(buttonIn(main(), "Delete")),
    done: /^Deleted/,
  },
  {
    name: "a restore",
    ...moves,
    route: `${TEMPLATE}/subscriptions`,
    path: `${PROJECT}/subscriptions?view=bin`,
    ready: rowMenu,
    send: () => take(rowMenu(), /^Restore/),
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
      "429 with seconds in words": "what is sent during a rest waits until the rest is over",
      "429 with seconds in its header": "what is sent during a rest waits until the rest is over",
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
    name: "a level on the page of a person",
    ...levels,
    route: `${TEMPLATE}/members/:uuid`,
    path: `${PROJECT}/members/${CLAIRE}`,
    ready: () => buttonIn(main(), /^Set to /),
    send: () => click(buttonIn(main(), /^Set to /)),
  },
  {
    name: "a level in the list of members",
    ...levels,
    route: `${TEMPLATE}/members`,
    path: `${PROJECT}/members?q=claire.dubois%40`,
    ready: () => buttonIn(main(), /^Level of Claire/),
    send: () => take(buttonIn(main(), /^Level of Claire/), /Administrator/),
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
      [
        "nothing",
        "204",
        "white space",
        "words",
        "half of the data",
        "damaged data",
        "another shape",
        "null",
        "a number",
        "an answer without end",
      ].map((name) => [name, "its success has no body that could be spoiled"]),
    ),
    ready: () => buttonIn(main(), "Remove…"),
    fill: null,
    async send() {
      if (dialog() === null) click(buttonIn(main(), "Remove…"));
      await waitFor(() => {
        if (buttonIn(dialog(), "Remove") === undefined) throw new Error("nothing asks whether to remove");
      });
      click(buttonIn(dialog(), "Remove"));
    },
    done: /^Removed/,
  },
];
