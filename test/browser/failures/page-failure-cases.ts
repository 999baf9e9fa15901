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

interface FailureCase {
  readonly name: string;
  readonly route: string;
  readonly pathOf: (ids: readonly number[]) => string;
  /** Name of the emulated endpoint that fails. `address` matches its URL. */
  readonly endpoint: string;
  /** Endpoints that also fail, because their responses would replace the failed one. */
  readonly fallbackEndpoints?: readonly string[];
  readonly address: RegExp;
  /** Required scope. Null when the contract names none. */
  readonly scope: string | null;
  /** Messages that differ on this page, by failure name. */
  readonly customMessages?: Readonly<Record<string, Partial<Failure>>>;
  readonly messageLocator: (page: Page) => Locator;
  /** Names of failures that don't apply to the page, or have their own tests. */
  readonly inapplicable?: readonly string[];
}

export interface ReadFailureCase extends FailureCase {
  readonly loaded: (page: Page) => Locator;
  /** The URL after loading, if the page changes it. */
  readonly loadedUrl?: RegExp;
  /** Whether the page shows a failed read in place, with a retry. */
  readonly staysFailed: boolean;
  /** URL of the page's last request, if its rate limit differs from that of the first one. */
  readonly last?: RegExp;
}

export interface WriteFailureCase extends FailureCase {
  readonly method: string;
  readonly ready: (page: Page) => Locator;
  readonly fill: ((form: Locator) => Promise<void>) | null;
  /**
   * Opens the menu or dialog that contains the submit button. Called again if the menu or dialog
   * has closed, for example because its table was redrawn.
   */
  readonly openForm?: (page: Page) => Promise<void>;
  readonly submitButton: (page: Page) => Locator;
  readonly done: RegExp;
  /**
   * Restores the initial state after each failure, because the server may have applied the change.
   */
  readonly again?: (page: Page, server: Emulator, path: string) => Promise<void>;
}

const FAILURE_NAMES = new Set(FAILURES.map(({ name }) => name));

/** Returns the failures that apply to a page, with the page's custom messages. Throws for an unknown name. */
export function applicableFailures({
  customMessages = {},
  inapplicable = [],
}: FailureCase): readonly Failure[] {
  const unknown = [...inapplicable, ...Object.keys(customMessages)].filter(
    (name) => !FAILURE_NAMES.has(name),
  );
  if (unknown.length > 0) throw new Error(`No failure is named ${unknown.join(", ")}`);
  const failures = FAILURES.filter(({ name }) => !inapplicable.includes(name));
  return failures.map((failure) => ({ ...failure, ...customMessages[failure.name] }));
}

export function missingScopeFailures({ scope }: FailureCase): readonly Failure[] {
  return scope === null ? [] : [missingScopeFailure(scope)];
}

/** Controls that need a scope. Without the scope, each control explains why it is disabled. */
interface ScopeEntryPoints {
  readonly list: string;
  readonly create: string;
  readonly entries: readonly RegExp[];
  /** Returns the URL of a record's page. `controls` are its disabled controls. */
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
/** ID of an expired export in the seed. */
const EXPORT = 8_990;
const ONE_EXPORT = /\/exports\/\d+\/(\?|$)/;
const MANY_EXPORTS = /\/exports\/(\?|$)/;

const MEMBERS = "/p/2/members";
const MEMBER_TEMPLATE = "/p/:projectId/members";
/** A person in the seed with the level Member. */
const MEMBER = { uuid: "ab5f974b-97d9-4404-a612-a23f3c832ec6", name: "Claire Dubois" };
const MANY_MEMBERS = /\/explicit_members\/(\?|$)/;
const ANY_MEMBERS = /\/explicit_members\//;
const ONE_MEMBER = /\/explicit_members\/[^/]+\/(\?|$)/;

/**
 * Message about a server without explicit members. The app shows it only after another endpoint has
 * responded under the path prefix. If none has responded yet, the page requests one.
 */
const WITHOUT_MEMBERS = {
  "404 for the endpoint": {
    title: "This server doesn't support members",
    detail: /no longer has explicit members/,
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
  page.getByRole("alert").filter({ hasText: /(?:was|wasn't) (?:deleted|restored)|Couldn't undo/ });
const rowMenus = (page: Page) => page.getByRole("button", { name: /^Actions for/ });

const openRow = (page: Page) => rowMenus(page).first().click({ timeout: 2_000 });

const listReadCase = {
  route: SUBSCRIPTION_TEMPLATE,
  endpoint: "subscriptions.list",
  address: MANY_SUBSCRIPTIONS,
  scope: "subscription:read",
  messageLocator: inMain,
  loaded: (page: Page) => rowMenus(page).first(),
  staysFailed: true,
};

const recordReadCase = {
  endpoint: "subscriptions.get",
  address: ONE_SUBSCRIPTION,
  scope: "subscription:read",
  messageLocator: inMain,
  staysFailed: true,
};

const SESSIONS = "/p/2/sessions";

const lookupReadCase = {
  route: "/p/:projectId/sessions",
  scope: null,
  messageLocator: inMain,
  staysFailed: true,
  // The contract documents no response body, so the app reads an empty body as an empty result.
  inapplicable: ["empty body"],
};

const vitalsReadCase = {
  endpoint: "webVitals.get",
  address: /\/web_vitals\//,
  scope: "query:read",
  messageLocator: inMain,
  staysFailed: true,
  // The contract documents no response body, so the app reads an empty body as an empty result.
  inapplicable: ["empty body"],
};

export const READ_CASES: readonly ReadFailureCase[] = [
  {
    name: "the overview",
    ...listReadCase,
    route: "/p/:projectId",
    pathOf: () => "/p/2",
    loaded: (page) => page.getByRole("heading", { name: "Next 24 hours" }),
  },
  { name: "the subscription list", ...listReadCase, pathOf: () => LIST },
  { name: "the trash", ...listReadCase, pathOf: () => `${LIST}?view=trash` },
  { name: "the recipients", ...listReadCase, route: "/p/:projectId/recipients", pathOf: () => RECIPIENTS },
  { name: "the sources", ...listReadCase, route: "/p/:projectId/sources", pathOf: () => "/p/2/sources" },
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
    name: "the health page",
    ...listReadCase,
    route: "/p/:projectId/health",
    pathOf: () => "/p/2/health",
    loaded: (page) => page.getByRole("main").getByRole("button", { name: "Refresh" }),
  },
  {
    name: "the import page",
    ...listReadCase,
    route: `${SUBSCRIPTION_TEMPLATE}/import`,
    pathOf: () => `${LIST}/import`,
    loaded: (page) => page.getByRole("button", { name: "Choose file…" }),
  },
  {
    name: "a subscription",
    route: `${SUBSCRIPTION_TEMPLATE}/:id`,
    ...recordReadCase,
    pathOf: (ids) => `${LIST}/${ids[0]}`,
    loaded: (page) => page.getByRole("region", { name: "Next deliveries" }),
  },
  {
    name: "the form of a subscription",
    route: `${SUBSCRIPTION_TEMPLATE}/:id/edit`,
    ...recordReadCase,
    pathOf: (ids) => `${LIST}/${ids[0]}/edit`,
    loaded: (page) => submit(page),
  },
  {
    name: "the form of a duplicate",
    route: `${SUBSCRIPTION_TEMPLATE}/new`,
    ...recordReadCase,
    pathOf: (ids) => `${LIST}/new?from=${ids.at(-1)}`,
    messageLocator: (page) => form(page).getByText("Couldn't duplicate"),
    loaded: (page) => page.getByRole("dialog", { name: /^Duplicate of/ }),
    // After a failed read, the form opens empty and offers no retry.
    staysFailed: false,
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
    staysFailed: true,
  },
  {
    name: "an export",
    route: `${EXPORT_TEMPLATE}/:id`,
    pathOf: () => `${EXPORTS}/${EXPORT}`,
    endpoint: "exports.get",
    address: ONE_EXPORT,
    scope: "export:read",
    messageLocator: inMain,
    loaded: (page) => page.getByRole("main").getByRole("link", { name: /^Export in another format/ }),
    staysFailed: true,
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
    staysFailed: true,
  },
  {
    name: "a member",
    route: `${MEMBER_TEMPLATE}/:uuid`,
    pathOf: () => `${MEMBERS}/${MEMBER.uuid}`,
    // If only the member's own request failed, the page would show the list's data.
    endpoint: "members.get",
    fallbackEndpoints: ["members.list"],
    address: ANY_MEMBERS,
    last: ONE_MEMBER,
    scope: null,
    customMessages: WITHOUT_MEMBERS,
    // A person without an explicit level also has a page.
    inapplicable: ["404 for the record"],
    messageLocator: inMain,
    loaded: (page) => page.getByRole("main").getByRole("button", { name: "Remove…" }),
    staysFailed: true,
  },
  {
    name: "an offboarding",
    route: `${MEMBER_TEMPLATE}/offboard`,
    pathOf: () => `${MEMBERS}/offboard?person=lea@example.com`,
    endpoint: "subscriptions.list",
    address: MANY_SUBSCRIPTIONS,
    scope: "subscription:read",
    messageLocator: inMain,
    // The list is so long that the page asks before loading all records.
    loaded: (page) => page.getByRole("main").getByRole("button", { name: "Load all" }),
    staysFailed: true,
  },
  {
    name: "the properties of sessions",
    ...lookupReadCase,
    pathOf: () => SESSIONS,
    endpoint: "sessions.properties",
    address: /\/sessions\/property_definitions\//,
    loaded: (page) => page.getByRole("main").getByRole("link", { name: /^UTM source/ }),
    // On wide screens, the page opens the first property.
    loadedUrl: /\/p\/2\/sessions\?property=[^&]+$/,
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

const moreButton = (page: Page) => page.getByRole("main").getByRole("button", { name: "More", exact: true });
const restoreButton = (page: Page) => page.getByRole("main").getByRole("button", { name: "Restore" });

const levelButton = (page: Page) => page.getByRole("main").getByRole("button", { name: /^Set to / });
const levelInRow = (page: Page) =>
  page.getByRole("row").getByRole("button", { name: `Level of ${MEMBER.name}: ` });

const otherLevel = (page: Page) =>
  page.getByRole("menuitem").and(page.locator(":not([aria-disabled=true])")).first();

/**
 * Failures that affect every request. They don't apply to pages that read the record before a
 * write, because the read would already fail.
 */
const CONNECTION_FAILURES = ["connection refused", "invalid certificate"];

const levels = {
  inapplicable: CONNECTION_FAILURES,
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
  inapplicable: CONNECTION_FAILURES,
  endpoint: "subscriptions.update",
  address: ONE_SUBSCRIPTION,
  scope: "subscription:write",
  method: "PATCH",
  messageLocator: inMessage,
  fill: null,
};

// The order matters, because each sample covers one of three parts. Each part needs a case that
// sends without reading first, so that connection failures occur in every sample.
export const WRITE_CASES: readonly WriteFailureCase[] = [
  {
    name: "creating a subscription",
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
    async again(page) {
      // Deletes the journal. Otherwise, the app asks before it repeats a creation.
      await page.evaluate(() => indexedDB.deleteDatabase("environs-journal"));
    },
  },
  {
    name: "editing a subscription",
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
    name: "deleting in the list",
    route: SUBSCRIPTION_TEMPLATE,
    ...trashCases,
    pathOf: () => LIST,
    ready: (page) => rowMenus(page).first(),
    openForm: openRow,
    submitButton: (page) => page.getByRole("menuitem", { name: "Delete" }),
    done: /^Deleted/,
  },
  {
    name: "deleting or restoring on the page",
    route: `${SUBSCRIPTION_TEMPLATE}/:id`,
    ...trashCases,
    pathOf: (ids) => `${LIST}/${ids[1]}`,
    ready: moreButton,
    // A deletion without a response may have been applied. The page then offers Restore.
    async openForm(page) {
      await moreButton(page).or(restoreButton(page)).first().waitFor();
      if (!(await restoreButton(page).isVisible())) await moreButton(page).click();
    },
    submitButton: (page) => page.getByRole("menuitem", { name: "Delete" }).or(restoreButton(page)),
    done: /^(Deleted|Restored)/,
  },
  {
    name: "creating an export",
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
    done: /^Created/,
    // This request times out after 15 minutes instead of 30 seconds. A submission during a cooldown
    // waits until the cooldown ends.
    inapplicable: ["timeout", "429 for 90 seconds"],
  },
  {
    name: "restoring in the list",
    route: SUBSCRIPTION_TEMPLATE,
    ...trashCases,
    pathOf: () => `${LIST}?view=trash`,
    ready: (page) => rowMenus(page).first(),
    openForm: openRow,
    submitButton: (page) => page.getByRole("menuitem", { name: "Restore" }),
    done: /^Restored/,
  },
  {
    name: "changing a level on the member's page",
    route: `${MEMBER_TEMPLATE}/:uuid`,
    ...levels,
    pathOf: () => `${MEMBERS}/${MEMBER.uuid}`,
    ready: levelButton,
    submitButton: levelButton,
  },
  {
    name: "changing a level in the list",
    route: MEMBER_TEMPLATE,
    ...levels,
    pathOf: () => `${MEMBERS}?q=claire.dubois%40`,
    ready: levelInRow,
    openForm: (page) => levelInRow(page).click({ timeout: 2_000 }),
    submitButton: otherLevel,
  },
  {
    name: "adding a member",
    route: `${MEMBER_TEMPLATE}/new`,
    endpoint: "members.create",
    address: MANY_MEMBERS,
    scope: null,
    method: "POST",
    pathOf: () => `${MEMBERS}/new`,
    // The form shows the rejection beside the person.
    messageLocator: form,
    customMessages: {
      "400": rejectedPerson("This request was refused on purpose."),
      "409": rejectedPerson("The record was changed by somebody else."),
    },
    // A browser may resend the request. The server then reports an existing member.
    inapplicable: ["connection lost after the work"],
    ready: form,
    fill: fillNewMember,
    submitButton: submit,
    done: /^Added/,
    async again(page, server, path) {
      await postMember(server, "DELETE", `${NEW_MEMBER}/`);
      // Reloads the page, because the list behind the form may already contain the new member.
      await page.goto(path);
      await fillNewMember(form(page));
    },
  },
  {
    name: "removing a member",
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
    // A browser may resend the request, which then finds no member. The response has no body that could be corrupted.
    inapplicable: [
      ...CONNECTION_FAILURES,
      "connection lost after the work",
      "empty body",
      "wrong shape",
      "truncated body",
      "malformed body",
    ],
    async again(page, server, path) {
      await postMember(server, "POST", "", { user_uuid: MEMBER.uuid, level: 1 });
      await page.goto(path);
      await removal(page).waitFor();
    },
  },
];

export const SCOPE_ENTRY_POINTS: Readonly<Record<string, ScopeEntryPoints>> = {
  "subscription:write": {
    list: LIST,
    create: "New subscription",
    entries: [/^Edit/, /^Duplicate/, /^Delete/],
    recordOf: (id) => `${LIST}/${id}`,
    controls: [["link", "Edit"]],
    formsOf: (id) => [`${LIST}/new`, `${LIST}/${id}/edit`],
  },
  "export:write": {
    list: EXPORTS,
    create: "New export",
    entries: [/^Run again/, /^Export in another format/],
    recordOf: () => `${EXPORTS}/${EXPORT}`,
    controls: [
      ["button", "Run again"],
      ["link", "Export in another format…"],
    ],
    formsOf: () => [`${EXPORTS}/new`],
  },
};

export const CONNECT_CASES = "/connect";
/** A route with its own tests. The page sends requests only on demand and changes nothing on the server. */
export const KEY_PROMPT_CASES = "/p/:projectId/regex";

/** Routes of pages that send no requests when they open. */
export const REQUESTLESS_ROUTES: readonly string[] = [
  "/settings",
  "/settings/server",
  "/help/:page?",
  "/p/:projectId/activity",
];
