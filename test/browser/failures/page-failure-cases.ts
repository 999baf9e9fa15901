import type { Locator, Page } from "@playwright/test";
import type { Emulator } from "../support/backends.mjs";
import {
  fillNewExport,
  fillNewMember,
  fillNewSubscription,
  fillSubscription,
  NEW_MEMBER,
} from "../support/fill-forms";
import { FAILURES, type Failure, missingScopeFailure } from "./failure-cases";

/** What every entry of the table of pages tells. */
interface FailureCase {
  readonly name: string;
  /** The route it belongs to, as `screens` names it. */
  readonly route: string;
  /** Its address, with ids of records that exist. */
  readonly pathOf: (ids: readonly number[]) => string;
  /** The emulated endpoint that fails, and its address. */
  readonly endpoint: string;
  /** Endpoints whose answers would stand in for it: they fail with it. */
  readonly fallbackEndpoints?: readonly string[];
  readonly address: RegExp;
  /** The scope without which the server refuses it; null where the contract names none. */
  readonly scope: string | null;
  /** What it says of a failure in words of its own, by the failure's name. */
  readonly customMessages?: Readonly<Record<string, Partial<Failure>>>;
  /** Where the words stand. */
  readonly messageLocator: (page: Page) => Locator;
  /** Names of failures that it takes in a way of its own. */
  readonly inapplicable?: readonly string[];
}

/** A page that asks the server for what it shows. */
export interface ReadFailureCase extends FailureCase {
  /** What can be seen once it has been read. */
  readonly loaded: (page: Page) => Locator;
  /** Whether a failed read stays in its place, with a way to try again. */
  readonly hasNoRetry: boolean;
  /** What it asks for last, of another kind than what it asks for first: that has a rest of its own. */
  readonly last?: RegExp;
}

/** A page that changes something. */
export interface WriteFailureCase extends FailureCase {
  readonly method: string;
  /** What can be seen once it can be used. */
  readonly ready: (page: Page) => Locator;
  /** What is typed there; null where nothing can be. */
  readonly fill: ((form: Locator) => Promise<void>) | null;
  /** Opens what holds `press`; may be called again when that was closed, by a table that is drawn anew for example. */
  readonly openForm?: (page: Page) => Promise<void>;
  /** What sends it. */
  readonly submitButton: (page: Page) => Locator;
  /** What can be seen once it is done. */
  readonly done: RegExp;
  /** Brings everything back to where it was before a failure, where the server may have done it. */
  readonly again?: (page: Page, server: Emulator, path: string) => Promise<void>;
}

/** What can go wrong on a page, in the words it has for it. */
export function applicableFailures({
  customMessages = {},
  inapplicable = [],
}: FailureCase): readonly Failure[] {
  const failures = FAILURES.filter(({ name }) => !inapplicable.includes(name));
  return failures.map((failure) => ({ ...failure, ...customMessages[failure.name] }));
}

/** The lack of the scope that a page needs. */
export function missingScopeFailures({ scope }: FailureCase): readonly Failure[] {
  return scope === null ? [] : [missingScopeFailure(scope)];
}

/** Everything that needs a scope: without it each says why it cannot be used. */
interface ScopeEntryPoints {
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
const ONE_SUBSCRIPTION = /\/subscriptions\/\d+\//;
const MANY_SUBSCRIPTIONS = /\/subscriptions\/(\?|$)/;
const SUBSCRIPTION_TEMPLATE = "/p/:projectId/subscriptions";

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
    title: "This server doesn't support members",
    detail: /or under \/api\//,
    canRetry: true,
  },
};

function rejectedPerson(detail: string): Partial<Failure> {
  return { title: `. Server response: “${detail}”` };
}

const form = (page: Page) => page.getByRole("dialog");
const inMain = (page: Page) => page.getByRole("main").getByRole("alert");
const inForm = (page: Page) => form(page).getByRole("alert");
const inMessage = (page: Page) =>
  page.getByRole("alert").filter({ hasText: /was (not )?(deleted|restored)/ });
const rowMenus = (page: Page) => page.getByRole("button", { name: /^Actions for/ });

const openRow = (page: Page) => rowMenus(page).first().click({ timeout: 2_000 });

const listReadCase = {
  route: SUBSCRIPTION_TEMPLATE,
  endpoint: "subscriptions.list",
  address: MANY_SUBSCRIPTIONS,
  scope: "subscription:read",
  messageLocator: inMain,
  loaded: (page: Page) => rowMenus(page).first(),
  hasNoRetry: true,
};

const recordReadCase = {
  endpoint: "subscriptions.get",
  address: ONE_SUBSCRIPTION,
  scope: "subscription:read",
  messageLocator: inMain,
  hasNoRetry: true,
};

const SESSIONS = "/p/2/sessions";

const lookupReadCase = {
  route: "/p/:projectId/sessions",
  scope: null,
  messageLocator: inMain,
  hasNoRetry: true,
  // The contract shows no body: without one there is nothing to list.
  inapplicable: ["nothing"],
};

const vitalsReadCase = {
  endpoint: "webVitals.get",
  address: /\/web_vitals\//,
  scope: "query:read",
  messageLocator: inMain,
  hasNoRetry: true,
  // The contract shows no body: without one there are no figures.
  inapplicable: ["nothing"],
};

/** Every page that reads. */
export const READ_CASES: readonly ReadFailureCase[] = [
  { name: "the list", ...listReadCase, pathOf: () => LIST },
  { name: "the bin", ...listReadCase, pathOf: () => `${LIST}?view=trash` },
  { name: "the recipients", ...listReadCase, route: "/p/:projectId/recipients", pathOf: () => RECIPIENTS },
  {
    name: "the calendar",
    ...listReadCase,
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
    ...listReadCase,
    route: "/p/:projectId/health",
    pathOf: () => "/p/2/health",
    loaded: (page) => page.getByRole("main").getByRole("button", { name: "Refresh" }),
  },
  {
    name: "what an edited file is compared with",
    ...listReadCase,
    route: `${SUBSCRIPTION_TEMPLATE}/apply`,
    pathOf: () => `${LIST}/apply`,
    loaded: (page) => page.getByRole("button", { name: "Choose a file…" }),
  },
  {
    name: "a delivery",
    route: `${SUBSCRIPTION_TEMPLATE}/:id`,
    ...recordReadCase,
    pathOf: (ids) => `${LIST}/${ids[0]}`,
    loaded: (page) => page.getByRole("main").getByRole("link", { name: "Duplicate" }),
  },
  {
    name: "the form of a delivery",
    route: `${SUBSCRIPTION_TEMPLATE}/:id/edit`,
    ...recordReadCase,
    pathOf: (ids) => `${LIST}/${ids[0]}/edit`,
    loaded: (page) => form(page).getByRole("button", { name: "Save changes" }),
  },
  {
    name: "the form of a copy",
    route: `${SUBSCRIPTION_TEMPLATE}/new`,
    ...recordReadCase,
    pathOf: (ids) => `${LIST}/new?from=${ids.at(-1)}`,
    messageLocator: (page) => form(page).getByText("could not be copied"),
    loaded: (page) => page.getByRole("dialog", { name: /^Duplicate of/ }),
    // The form begins empty instead.
    hasNoRetry: false,
  },
  {
    name: "the exports",
    route: EXPORT_TEMPLATE,
    pathOf: () => EXPORTS,
    endpoint: "exports.list",
    address: MANY_EXPORTS,
    scope: "export:read",
    messageLocator: inMain,
    loaded: (page) => rowMenus(page).first(),
    hasNoRetry: true,
  },
  {
    name: "an export",
    route: `${EXPORT_TEMPLATE}/:id`,
    pathOf: () => `${EXPORTS}/${EXPORT}`,
    endpoint: "exports.get",
    address: ONE_EXPORT,
    scope: "export:read",
    messageLocator: inMain,
    loaded: (page) => page.getByRole("main").getByRole("link", { name: /^Run as another format/ }),
    hasNoRetry: true,
  },
  {
    name: "the members",
    route: MEMBER_TEMPLATE,
    pathOf: () => MEMBERS,
    endpoint: "members.list",
    address: MANY_MEMBERS,
    scope: null,
    customMessages: WITHOUT_MEMBERS,
    messageLocator: inMain,
    loaded: (page) => rowMenus(page).first(),
    hasNoRetry: true,
  },
  {
    name: "a person",
    route: `${MEMBER_TEMPLATE}/:uuid`,
    pathOf: () => `${MEMBERS}/${MEMBER.uuid}`,
    // What the list serves stands where only the person's own record fails.
    endpoint: "members.get",
    fallbackEndpoints: ["members.list"],
    address: ANY_MEMBERS,
    last: ONE_MEMBER,
    scope: null,
    customMessages: WITHOUT_MEMBERS,
    // Somebody without access of their own still has a page.
    inapplicable: ["404 of a record"],
    messageLocator: inMain,
    loaded: (page) => page.getByRole("main").getByRole("button", { name: "Remove…" }),
    hasNoRetry: true,
  },
  {
    name: "who leaves",
    route: `${MEMBER_TEMPLATE}/offboard`,
    pathOf: () => `${MEMBERS}/offboard?who=lea@example.com`,
    endpoint: "subscriptions.list",
    address: MANY_SUBSCRIPTIONS,
    scope: "subscription:read",
    messageLocator: inMain,
    // There are so many that it asks first; nothing is planned before.
    loaded: (page) => page.getByRole("main").getByRole("button", { name: "Load all" }),
    hasNoRetry: true,
  },
  {
    name: "the properties of sessions",
    ...lookupReadCase,
    pathOf: () => SESSIONS,
    endpoint: "sessions.properties",
    address: /\/sessions\/property_definitions\//,
    loaded: (page) => page.getByRole("main").getByRole("link", { name: /^UTM source/ }),
  },
  {
    name: "the values of a session property",
    ...lookupReadCase,
    pathOf: () => `${SESSIONS}?property=$entry_utm_source`,
    endpoint: "sessions.values",
    address: /\/sessions\/values\//,
    loaded: (page) => page.getByRole("list", { name: "Values of UTM source" }),
  },
  {
    name: "the web vitals",
    ...vitalsReadCase,
    route: "/p/:projectId/vitals",
    pathOf: () => "/p/2/vitals?path=/pricing",
    loaded: (page) => page.getByRole("main").getByText("p90").first(),
  },
  {
    name: "the web vitals of a path",
    ...vitalsReadCase,
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
  messageLocator: (page: Page) =>
    page.getByRole("alert").filter({ hasText: /Couldn't (change|confirm) the level of/ }),
  fill: null,
  done: /Set .+ to (Member|Administrator)/,
};

const removal = (page: Page) => page.getByRole("main").getByRole("button", { name: "Remove…" });

async function openRemoveDialog(page: Page): Promise<void> {
  if ((await form(page).count()) === 0) await removal(page).click({ timeout: 2_000 });
}

async function postMember({ url, key }: Emulator, method: string, path: string, body?: object) {
  await fetch(`${url}/api/environments/2/explicit_members/${path}`, {
    method,
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

const trashCases = {
  endpoint: "subscriptions.update",
  address: ONE_SUBSCRIPTION,
  scope: "subscription:write",
  method: "PATCH",
  messageLocator: inMessage,
  fill: null,
};

/** Every page that writes. */
export const WRITE_CASES: readonly WriteFailureCase[] = [
  {
    name: "a creation",
    route: `${SUBSCRIPTION_TEMPLATE}/new`,
    endpoint: "subscriptions.create",
    address: MANY_SUBSCRIPTIONS,
    scope: "subscription:write",
    method: "POST",
    pathOf: () => `${LIST}/new`,
    messageLocator: inForm,
    ready: form,
    fill: fillNewSubscription,
    submitButton: submit,
    done: /^Created/,
  },
  {
    name: "a change",
    route: `${SUBSCRIPTION_TEMPLATE}/:id/edit`,
    ...trashCases,
    pathOf: (ids) => `${LIST}/${ids[0]}/edit`,
    messageLocator: inForm,
    ready: form,
    fill: fillSubscription,
    submitButton: submit,
    done: /^Saved/,
  },
  {
    name: "a delete from the list",
    route: SUBSCRIPTION_TEMPLATE,
    ...trashCases,
    pathOf: () => LIST,
    ready: (page) => rowMenus(page).first(),
    openForm: openRow,
    submitButton: (page) => page.getByRole("menuitem", { name: "Delete" }),
    done: /^Deleted/,
  },
  {
    name: "a delete or restore on its page",
    route: `${SUBSCRIPTION_TEMPLATE}/:id`,
    ...trashCases,
    pathOf: (ids) => `${LIST}/${ids[1]}`,
    ready: moveButton,
    submitButton: moveButton,
    done: /^(Deleted|Restored)/,
  },
  {
    name: "a restore",
    route: SUBSCRIPTION_TEMPLATE,
    ...trashCases,
    pathOf: () => `${LIST}?view=trash`,
    ready: (page) => rowMenus(page).first(),
    openForm: openRow,
    submitButton: (page) => page.getByRole("menuitem", { name: "Restore" }),
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
    messageLocator: inForm,
    ready: form,
    fill: fillNewExport,
    submitButton: submit,
    done: /^Started/,
    // Its answer may take minutes; and what a person sends during a rest waits until the rest is over.
    inapplicable: ["silence", "429 for 90 seconds"],
  },
  {
    name: "a level on the page of a person",
    route: `${MEMBER_TEMPLATE}/:uuid`,
    ...levels,
    pathOf: () => `${MEMBERS}/${MEMBER.uuid}`,
    ready: levelButton,
    submitButton: levelButton,
  },
  {
    name: "a level in the list of members",
    route: MEMBER_TEMPLATE,
    ...levels,
    pathOf: () => `${MEMBERS}?q=claire.dubois%40`,
    ready: levelInRow,
    openForm: (page) => levelInRow(page).click({ timeout: 2_000 }),
    submitButton: otherLevel,
  },
  {
    name: "a membership that is taken away",
    route: `${MEMBER_TEMPLATE}/:uuid`,
    endpoint: "members.delete",
    address: ONE_MEMBER,
    scope: null,
    method: "DELETE",
    pathOf: () => `${MEMBERS}/${MEMBER.uuid}`,
    messageLocator: inForm,
    ready: removal,
    fill: null,
    openForm: openRemoveDialog,
    submitButton: (page) => form(page).getByRole("button", { name: "Remove", exact: true }),
    done: /^Removed/,
    // A browser may send it once more by itself; then nobody is found any more. Its answer has no body to be spoiled.
    inapplicable: [
      "the line is cut after the work",
      "nothing",
      "another shape",
      "half of the data",
      "damaged data",
    ],
    async again(page, server, path) {
      await postMember(server, "POST", "", { user_uuid: MEMBER.uuid, level: 1 });
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
    messageLocator: form,
    customMessages: {
      "400": rejectedPerson("This request was refused on purpose."),
      "409": rejectedPerson("The record was changed by somebody else."),
    },
    // A browser may send it once more by itself; then they are a member already, and the server says so.
    inapplicable: ["the line is cut after the work"],
    ready: form,
    fill: fillNewMember,
    submitButton: submit,
    done: /^Added/,
    async again(page, server, path) {
      await postMember(server, "DELETE", `${NEW_MEMBER}/`);
      // The list behind the form may have noticed them.
      await page.goto(path);
      await fillNewMember(form(page));
    },
  },
];

/** Every way to write that a scope opens. */
export const SCOPE_ENTRY_POINTS: Readonly<Record<string, ScopeEntryPoints>> = {
  "subscription:write": {
    list: LIST,
    create: "New subscription",
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
      ["link", "Export in another format…"],
    ],
    formsOf: () => [`${EXPORTS}/new`],
  },
};

/** Routes that have a test of their own. */
export const CONNECT_CASES = "/connect";
/** Asks what changes nothing, and only when it is told to. */
export const KEY_PROMPT_CASES = "/p/:projectId/regex";

/** Routes whose page asks the server nothing. */
export const REQUESTLESS_ROUTES: readonly string[] = ["/settings", "/p/:projectId/activity"];
