import type { Locator, Page } from "@playwright/test";
import type { Emulator } from "../support/backends.mjs";
import { fillDelivery, fillNewDelivery, fillNewExport, fillNewMember, NEWCOMER } from "../support/fill-forms";
import { FAILURES, type Failure, lackOf } from "./failure-cases";

/** What every entry of the table of pages tells. */
interface FailingPage {
  readonly name: string;
  /** The route it belongs to, as `screens` names it. */
  readonly route: string;
  /** Its address, with ids of records that exist. */
  readonly pathOf: (ids: readonly number[]) => string;
  /** The emulated endpoint that fails, and its address. */
  readonly endpoint: string;
  /** Endpoints whose answers would stand in for it: they fail with it. */
  readonly standIns?: readonly string[];
  readonly address: RegExp;
  /** The scope without which the server refuses it; null where the contract names none. */
  readonly scope: string | null;
  /** What it says of a failure in words of its own, by the failure's name. */
  readonly ownWords?: Readonly<Record<string, Partial<Failure>>>;
  /** Where the words stand. */
  readonly words: (page: Page) => Locator;
  /** Names of failures that it takes in a way of its own. */
  readonly unfit?: readonly string[];
}

/** A page that asks the server for what it shows. */
export interface ReadingPage extends FailingPage {
  /** What can be seen once it has been read. */
  readonly loaded: (page: Page) => Locator;
  /** Whether a failed read stays in its place, with a way to try again. */
  readonly staysFailed: boolean;
  /** What it asks for last, of another kind than what it asks for first: that has a rest of its own. */
  readonly last?: RegExp;
}

/** A page that changes something. */
export interface WritingPage extends FailingPage {
  readonly method: string;
  /** What can be seen once it can be used. */
  readonly ready: (page: Page) => Locator;
  /** What is typed there; null where nothing can be. */
  readonly fill: ((form: Locator) => Promise<void>) | null;
  /** Opens what holds `press`; may be called again when that was closed, by a table that is drawn anew for example. */
  readonly reach?: (page: Page) => Promise<void>;
  /** What sends it. */
  readonly press: (page: Page) => Locator;
  /** What can be seen once it is done. */
  readonly done: RegExp;
  /** Brings everything back to where it was before a failure, where the server may have done it. */
  readonly again?: (page: Page, server: Emulator, path: string) => Promise<void>;
}

/** What can go wrong on a page, in the words it has for it. */
export function failuresOf({ ownWords = {}, unfit = [] }: FailingPage): readonly Failure[] {
  const failures = FAILURES.filter(({ name }) => !unfit.includes(name));
  return failures.map((failure) => ({ ...failure, ...ownWords[failure.name] }));
}

/** The lack of the scope that a page needs. */
export function lacksOf({ scope }: FailingPage): readonly Failure[] {
  return scope === null ? [] : [lackOf(scope)];
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

const MEMBERS = "/p/2/members";
const MEMBER_TEMPLATE = "/p/:projectId/members";
/** A plain member of the seed. */
const MEMBER = { uuid: "ab5f974b-97d9-4404-a612-a23f3c832ec6", name: "Claire Dubois" };
const MANY_MEMBERS = /\/explicit_members\/(\?|$)/;
const ANY_MEMBERS = /\/explicit_members\//;
const ONE_MEMBER = /\/explicit_members\/[^/]+\/(\?|$)/;

/** A server without members says so in words of the page's own. */
const WITHOUT_MEMBERS = {
  "404 of a removed route": {
    title: "This server has no explicit members",
    detail: /other path prefix/,
    canRetry: true,
  },
};

function refusedPerson(detail: string): Partial<Failure> {
  return { title: `was not added. The server says: “${detail}”` };
}

const form = (page: Page) => page.getByRole("dialog");
const inPlace = (page: Page) => page.getByRole("main").getByRole("alert");
const inForm = (page: Page) => form(page).getByRole("alert");
const inMessage = (page: Page) =>
  page.getByRole("alert").filter({ hasText: /was (not )?(deleted|restored)/ });
const rowMenus = (page: Page) => page.getByRole("button", { name: /^Actions for/ });

const openRow = (page: Page) => rowMenus(page).first().click({ timeout: 2_000 });

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

const SESSIONS = "/p/2/sessions";

const looksUp = {
  route: "/p/:projectId/sessions",
  scope: null,
  words: inPlace,
  staysFailed: true,
  // The contract shows no body: without one there is nothing to list.
  unfit: ["nothing"],
};

const readsVitals = {
  endpoint: "webVitals.get",
  address: /\/web_vitals\//,
  scope: "query:read",
  words: inPlace,
  staysFailed: true,
  // The contract shows no body: without one there are no figures.
  unfit: ["nothing"],
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
  {
    name: "the members",
    route: MEMBER_TEMPLATE,
    pathOf: () => MEMBERS,
    endpoint: "members.list",
    address: MANY_MEMBERS,
    scope: null,
    ownWords: WITHOUT_MEMBERS,
    words: inPlace,
    loaded: (page) => rowMenus(page).first(),
    staysFailed: true,
  },
  {
    name: "a person",
    route: `${MEMBER_TEMPLATE}/:uuid`,
    pathOf: () => `${MEMBERS}/${MEMBER.uuid}`,
    // What the list serves stands where only the person's own record fails.
    endpoint: "members.get",
    standIns: ["members.list"],
    address: ANY_MEMBERS,
    last: ONE_MEMBER,
    scope: null,
    ownWords: WITHOUT_MEMBERS,
    // Somebody without access of their own still has a page.
    unfit: ["404 of a record"],
    words: inPlace,
    loaded: (page) => page.getByRole("main").getByRole("button", { name: "Remove…" }),
    staysFailed: true,
  },
  {
    name: "who leaves",
    route: `${MEMBER_TEMPLATE}/offboard`,
    pathOf: () => `${MEMBERS}/offboard?who=lea@example.com`,
    endpoint: "subscriptions.list",
    address: MANY,
    scope: "subscription:read",
    words: inPlace,
    // There are so many that it asks first; nothing is planned before.
    loaded: (page) => page.getByRole("main").getByRole("button", { name: "Look at all" }),
    staysFailed: true,
  },
  {
    name: "the properties of sessions",
    ...looksUp,
    pathOf: () => SESSIONS,
    endpoint: "sessions.properties",
    address: /\/sessions\/property_definitions\//,
    loaded: (page) => page.getByRole("main").getByRole("link", { name: /^UTM source/ }),
  },
  {
    name: "the values of a session property",
    ...looksUp,
    pathOf: () => `${SESSIONS}?property=$entry_utm_source`,
    endpoint: "sessions.values",
    address: /\/sessions\/values\//,
    loaded: (page) => page.getByRole("list", { name: "Values of UTM source" }),
  },
  {
    name: "the web vitals",
    ...readsVitals,
    route: "/p/:projectId/vitals",
    pathOf: () => "/p/2/vitals?path=/pricing",
    loaded: (page) => page.getByRole("main").getByText("p90").first(),
  },
  {
    name: "the web vitals of a path",
    ...readsVitals,
    route: "/p/:projectId/vitals/path",
    pathOf: () => "/p/2/vitals/path?path=/pricing",
    loaded: (page) => page.getByRole("listbox", { name: "Points of LCP" }),
  },
];

const submit = (page: Page) => form(page).locator("button[type=submit]");

// A delete whose answer was lost may have been done: then the page offers the way back.
const moveButton = (page: Page) => page.getByRole("main").getByRole("button", { name: /^(Delete|Restore)$/ });

const levelButton = (page: Page) => page.getByRole("main").getByRole("button", { name: /^Set to / });
const levelInRow = (page: Page) =>
  page.getByRole("row").getByRole("button", { name: `Level of ${MEMBER.name}: ` });

const otherLevel = (page: Page) =>
  page.getByRole("menuitem").and(page.locator(":not([aria-disabled=true])")).first();

const levels = {
  endpoint: "members.update",
  address: ONE_MEMBER,
  scope: null,
  method: "PATCH",
  words: (page: Page) => page.getByRole("alert").filter({ hasText: /level of .* was (not )?changed/ }),
  fill: null,
  done: /has the explicit level/,
};

const removal = (page: Page) => page.getByRole("main").getByRole("button", { name: "Remove…" });

async function askForRemoval(page: Page): Promise<void> {
  if ((await form(page).count()) === 0) await removal(page).click({ timeout: 2_000 });
}

async function askForMember({ url, key }: Emulator, method: string, path: string, body?: object) {
  await fetch(`${url}/api/environments/2/explicit_members/${path}`, {
    method,
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

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
    press: submit,
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
    press: submit,
    done: /^Saved/,
  },
  {
    name: "a delete from the list",
    route: TEMPLATE,
    ...moves,
    pathOf: () => LIST,
    ready: (page) => rowMenus(page).first(),
    reach: openRow,
    press: (page) => page.getByRole("menuitem", { name: "Delete" }),
    done: /^Deleted/,
  },
  {
    name: "a delete or restore on its page",
    route: `${TEMPLATE}/:id`,
    ...moves,
    pathOf: (ids) => `${LIST}/${ids[1]}`,
    ready: moveButton,
    press: moveButton,
    done: /^(Deleted|Restored)/,
  },
  {
    name: "a restore",
    route: TEMPLATE,
    ...moves,
    pathOf: () => `${LIST}?view=bin`,
    ready: (page) => rowMenus(page).first(),
    reach: openRow,
    press: (page) => page.getByRole("menuitem", { name: "Restore" }),
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
    press: submit,
    done: /^Asked for/,
    // Its answer may take minutes; and what a person sends during a rest waits until the rest is over.
    unfit: ["silence", "429 for 90 seconds"],
  },
  {
    name: "a level on the page of a person",
    route: `${MEMBER_TEMPLATE}/:uuid`,
    ...levels,
    pathOf: () => `${MEMBERS}/${MEMBER.uuid}`,
    ready: levelButton,
    press: levelButton,
  },
  {
    name: "a level in the list of members",
    route: MEMBER_TEMPLATE,
    ...levels,
    pathOf: () => `${MEMBERS}?q=claire.dubois%40`,
    ready: levelInRow,
    reach: (page) => levelInRow(page).click({ timeout: 2_000 }),
    press: otherLevel,
  },
  {
    name: "a membership that is taken away",
    route: `${MEMBER_TEMPLATE}/:uuid`,
    endpoint: "members.delete",
    address: ONE_MEMBER,
    scope: null,
    method: "DELETE",
    pathOf: () => `${MEMBERS}/${MEMBER.uuid}`,
    words: inForm,
    ready: removal,
    fill: null,
    reach: askForRemoval,
    press: (page) => form(page).getByRole("button", { name: "Remove", exact: true }),
    done: /^Removed/,
    // A browser may send it once more by itself; then nobody is found any more. Its answer has no body to be spoiled.
    unfit: ["the line is cut after the work", "nothing", "another shape", "half of the data", "damaged data"],
    async again(page, server, path) {
      await askForMember(server, "POST", "", { user_uuid: MEMBER.uuid, level: 1 });
      await page.goto(path);
      await removal(page).waitFor();
    },
  },
  {
    name: "a member who is added",
    route: `${MEMBER_TEMPLATE}/new`,
    endpoint: "members.create",
    address: MANY_MEMBERS,
    scope: null,
    method: "POST",
    pathOf: () => `${MEMBERS}/new`,
    // A refusal stands at the person it is about.
    words: form,
    ownWords: {
      "400": refusedPerson("This request was refused on purpose."),
      "409": refusedPerson("The record was changed by somebody else."),
    },
    // A browser may send it once more by itself; then they are a member already, and the server says so.
    unfit: ["the line is cut after the work"],
    ready: form,
    fill: fillNewMember,
    press: submit,
    done: /^Added/,
    async again(page, server, path) {
      await askForMember(server, "DELETE", `${NEWCOMER}/`);
      // The list behind the form may have noticed them.
      await page.goto(path);
      await fillNewMember(form(page));
    },
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
/** Asks what changes nothing, and only when it is told to. */
export const ASKING = "/p/:projectId/regex";

/** Routes whose page asks the server nothing. */
export const ASKS_NOTHING: readonly string[] = ["/settings", "/p/:projectId/journal"];
