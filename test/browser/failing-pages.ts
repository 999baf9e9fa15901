import type { Locator, Page } from "@playwright/test";
import { fillDelivery, fillNewDelivery, fillNewExport } from "./form-values";

/** What every entry of the table of pages tells. */
interface FailingPage {
  readonly name: string;
  /** The route it belongs to, as `screens` names it. */
  readonly route: string;
  /** Its address, with ids of records that exist. */
  readonly pathOf: (ids: readonly number[]) => string;
  /** The emulated endpoint that fails, and its address. */
  readonly endpoint: string;
  readonly address: RegExp;
  /** The scope without which the server refuses it. */
  readonly scope: string;
  /** Where the words stand. */
  readonly words: (page: Page) => Locator;
}

/** A page that asks the server for what it shows. */
export interface ReadingPage extends FailingPage {
  /** What can be seen once it has been read. */
  readonly loaded: (page: Page) => Locator;
  /** Whether a failed read stays in its place, with a way to try again. */
  readonly staysFailed: boolean;
}

/** A page that changes something. */
export interface WritingPage extends FailingPage {
  readonly method: string;
  /** What can be seen once it can be used. */
  readonly ready: (page: Page) => Locator;
  /** What is typed there; null where nothing can be. */
  readonly fill: ((form: Locator) => Promise<void>) | null;
  /** Sends it; may be called again when what it presses was drawn anew. */
  readonly send: (page: Page) => Promise<void>;
  /** What can be seen once it is done. */
  readonly done: RegExp;
  /** Names of failures that it takes in a way of its own. */
  readonly unfit?: readonly string[];
}

/** Everything that needs a scope: without it each says why it cannot be used. */
interface ScopeWays {
  readonly list: string;
  readonly create: string;
  /** Entries of a row's menu. */
  readonly entries: readonly RegExp[];
  /** The page of a record, and what is closed there. */
  readonly recordOf: (id: number) => string;
  readonly controls: readonly (readonly [role: "button" | "link", name: string])[];
  readonly formsOf: (id: number) => readonly string[];
}

const LIST = "/p/2/subscriptions";
const RECIPIENTS = "/p/2/recipients";
const ONE = /\/subscriptions\/\d+\//;
const MANY = /\/subscriptions\/(\?|$)/;
const TEMPLATE = "/p/:projectId/subscriptions";

const EXPORTS = "/p/2/exports";
const EXPORT_TEMPLATE = "/p/:projectId/exports";
/** One that the seed has, and that is over. */
const EXPORT = 8_990;
const ONE_EXPORT = /\/exports\/\d+\/(\?|$)/;
const MANY_EXPORTS = /\/exports\/(\?|$)/;

const form = (page: Page) => page.getByRole("dialog");
const inPlace = (page: Page) => page.getByRole("main").getByRole("alert");
const inForm = (page: Page) => form(page).getByRole("alert");
const inMessage = (page: Page) =>
  page.getByRole("alert").filter({ hasText: /was (not )?(deleted|restored)/ });
const rowMenus = (page: Page) => page.getByRole("button", { name: /^Actions for/ });

async function pressInRow(page: Page, entry: string): Promise<void> {
  await rowMenus(page).first().click({ timeout: 2_000 });
  await page.getByRole("menuitem", { name: entry }).click({ timeout: 2_000 });
}

const readsList = {
  route: TEMPLATE,
  endpoint: "subscriptions.list",
  address: MANY,
  scope: "subscription:read",
  words: inPlace,
  loaded: (page: Page) => rowMenus(page).first(),
  staysFailed: true,
};

const readsRecord = {
  endpoint: "subscriptions.get",
  address: ONE,
  scope: "subscription:read",
  words: inPlace,
  staysFailed: true,
};

/** Every page that reads. */
export const READING: readonly ReadingPage[] = [
  { name: "the list", ...readsList, pathOf: () => LIST },
  { name: "the bin", ...readsList, pathOf: () => `${LIST}?view=bin` },
  { name: "the recipients", ...readsList, route: "/p/:projectId/recipients", pathOf: () => RECIPIENTS },
  {
    name: "the calendar",
    ...readsList,
    route: "/p/:projectId/calendar",
    pathOf: () => "/p/2/calendar",
    loaded: (page) =>
      page
        .getByRole("grid")
        .getByText(/\d deliver/)
        .first(),
  },
  {
    name: "the health of the deliveries",
    ...readsList,
    route: "/p/:projectId/health",
    pathOf: () => "/p/2/health",
    loaded: (page) => page.getByRole("main").getByRole("button", { name: "Refresh" }),
  },
  {
    name: "what an edited file is compared with",
    ...readsList,
    route: `${TEMPLATE}/apply`,
    pathOf: () => `${LIST}/apply`,
    loaded: (page) => page.getByRole("button", { name: "Choose a file…" }),
  },
  {
    name: "a delivery",
    route: `${TEMPLATE}/:id`,
    ...readsRecord,
    pathOf: (ids) => `${LIST}/${ids[0]}`,
    loaded: (page) => page.getByRole("main").getByRole("link", { name: "Duplicate" }),
  },
  {
    name: "the form of a delivery",
    route: `${TEMPLATE}/:id/edit`,
    ...readsRecord,
    pathOf: (ids) => `${LIST}/${ids[0]}/edit`,
    loaded: (page) => form(page).getByRole("button", { name: "Save changes" }),
  },
  {
    name: "the form of a copy",
    route: `${TEMPLATE}/new`,
    ...readsRecord,
    pathOf: (ids) => `${LIST}/new?from=${ids.at(-1)}`,
    words: (page) => form(page).getByText("could not be copied"),
    loaded: (page) => page.getByRole("dialog", { name: /^Duplicate of/ }),
    // The form begins empty instead.
    staysFailed: false,
  },
  {
    name: "the exports",
    route: EXPORT_TEMPLATE,
    pathOf: () => EXPORTS,
    endpoint: "exports.list",
    address: MANY_EXPORTS,
    scope: "export:read",
    words: inPlace,
    loaded: (page) => rowMenus(page).first(),
    staysFailed: true,
  },
  {
    name: "an export",
    route: `${EXPORT_TEMPLATE}/:id`,
    pathOf: () => `${EXPORTS}/${EXPORT}`,
    endpoint: "exports.get",
    address: ONE_EXPORT,
    scope: "export:read",
    words: inPlace,
    loaded: (page) => page.getByRole("main").getByRole("link", { name: /^Run as another format/ }),
    staysFailed: true,
  },
];

const submit = (page: Page) => form(page).locator("button[type=submit]").click({ timeout: 5_000 });

// A delete whose answer was lost may have been done: then the page offers the way back.
const moveButton = (page: Page) => page.getByRole("main").getByRole("button", { name: /^(Delete|Restore)$/ });

const moves = {
  endpoint: "subscriptions.update",
  address: ONE,
  scope: "subscription:write",
  method: "PATCH",
  words: inMessage,
  fill: null,
};

/** Every page that writes. */
export const WRITING: readonly WritingPage[] = [
  {
    name: "a creation",
    route: `${TEMPLATE}/new`,
    endpoint: "subscriptions.create",
    address: MANY,
    scope: "subscription:write",
    method: "POST",
    pathOf: () => `${LIST}/new`,
    words: inForm,
    ready: form,
    fill: fillNewDelivery,
    send: submit,
    done: /^Scheduled/,
  },
  {
    name: "a change",
    route: `${TEMPLATE}/:id/edit`,
    ...moves,
    pathOf: (ids) => `${LIST}/${ids[0]}/edit`,
    words: inForm,
    ready: form,
    fill: fillDelivery,
    send: submit,
    done: /^Saved/,
  },
  {
    name: "a delete from the list",
    route: TEMPLATE,
    ...moves,
    pathOf: () => LIST,
    ready: (page) => rowMenus(page).first(),
    send: (page) => pressInRow(page, "Delete"),
    done: /^Deleted/,
  },
  {
    name: "a delete or restore on its page",
    route: `${TEMPLATE}/:id`,
    ...moves,
    pathOf: (ids) => `${LIST}/${ids[1]}`,
    ready: moveButton,
    send: (page) => moveButton(page).click({ timeout: 5_000 }),
    done: /^(Deleted|Restored)/,
  },
  {
    name: "a restore",
    route: TEMPLATE,
    ...moves,
    pathOf: () => `${LIST}?view=bin`,
    ready: (page) => rowMenus(page).first(),
    send: (page) => pressInRow(page, "Restore"),
    done: /^Restored/,
  },
  {
    name: "an export that is made",
    route: `${EXPORT_TEMPLATE}/new`,
    endpoint: "exports.create",
    address: MANY_EXPORTS,
    scope: "export:write",
    method: "POST",
    pathOf: () => `${EXPORTS}/new`,
    words: inForm,
    ready: form,
    fill: fillNewExport,
    send: submit,
    done: /^Asked for/,
    // Its answer may take minutes; and what a person sends during a rest waits until the rest is over.
    unfit: ["silence", "429 for 90 seconds"],
  },
];

/** Every way to write that a scope opens. */
export const WAYS: Readonly<Record<string, ScopeWays>> = {
  "subscription:write": {
    list: LIST,
    create: "New delivery",
    entries: [/^Edit/, /^Duplicate/, /^Delete/],
    recordOf: (id) => `${LIST}/${id}`,
    controls: [
      ["link", "Edit"],
      ["link", "Duplicate"],
      ["button", "Delete"],
    ],
    formsOf: (id) => [`${LIST}/new`, `${LIST}/${id}/edit`],
  },
  "export:write": {
    list: EXPORTS,
    create: "New export",
    entries: [/^Run again/, /^Run as another format/],
    recordOf: () => `${EXPORTS}/${EXPORT}`,
    controls: [
      ["button", "Run again"],
      ["link", "Run as another format…"],
    ],
    formsOf: () => [`${EXPORTS}/new`],
  },
};

/** Routes that have a test of their own. */
export const CONNECTING = "/connect";

/** Routes whose page asks the server nothing. */
export const ASKS_NOTHING: readonly string[] = ["/settings", "/p/:projectId/journal"];
