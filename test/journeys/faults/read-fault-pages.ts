import { createEmulator } from "@/emulator/hosts/emulator";
import type { FaultPage } from "./fault-setup";
import { findButtonIn } from "./fault-setup";

export interface ReadFaultPage extends FaultPage {
  /** Returns the container of "Try again". Null if the page offers no retry after a failed read. */
  readonly retryContainer: (() => Element | null) | null;
  /** Whether every fault renders a whole form. To save time, the page is tested with one fault per title. */
  readonly isCostly?: boolean;
}

const main = () => document.querySelector("main");
const inMain = () => main()?.querySelector("[role=alert]") ?? null;
const dialog = () => document.querySelector("[role=dialog]");
const warning = () => dialog()?.querySelector("[data-tone=warning]") ?? null;
const rowMenu = () => main()?.querySelector("[aria-label^='Actions for']");
const button = (text: string | RegExp) => () => findButtonIn(main(), text);
const findByText = (text: RegExp) => () => (text.test(main()?.textContent ?? "") ? main() : null);
function section(title: string): Element | null {
  const heading = [...document.querySelectorAll("main h2")].find((one) => one.textContent?.trim() === title);
  return heading?.closest("section") ?? null;
}

const PROJECT = "/p/1";
const TEMPLATE = "/p/:projectId";
/** UUID of the API key's owner. Servers return only the owner's exports. */
const KEY_HOLDER = createEmulator().keys[0]?.user.uuid ?? "";
/** A member with access, and a subscription. Both are in the seed. */
const MEMBER = "d917952e-1b5f-49a0-9838-e9fe14db8a29";
const SUBSCRIPTION = 1066;

const wholePageFields = { messageElement: inMain, retryContainer: main };
const lists = { ...wholePageFields, endpoint: "subscriptions.list" };
const members = {
  ...wholePageFields,
  customMessages: {
    "404 for the endpoint": { title: "This server doesn't support members", canRetry: true },
  },
};
/**
 * Reason that an empty body isn't a fault. The contract documents no response body, so the app
 * reads an empty list.
 */
const NO_BODY = "an empty body is an empty list";
const lookUps = {
  ...wholePageFields,
  route: `${TEMPLATE}/sessions`,
  inapplicable: { "empty body": NO_BODY, "204": NO_BODY, whitespace: NO_BODY },
};
const vitals = {
  ...wholePageFields,
  endpoint: "webVitals.get",
  customMessages: {
    "401 for temporary tokens": {
      title: "The server blocks cross-origin requests for web vitals",
      detail: "Origin",
    },
  },
  inapplicable: { "empty body": NO_BODY, "204": NO_BODY, whitespace: NO_BODY },
};

export const SUBSCRIPTION_READ_PAGES: readonly ReadFaultPage[] = [
  {
    name: "the overview",
    ...lists,
    route: TEMPLATE,
    path: PROJECT,
    ready: findByText(/Next 24 hours/),
  },
  {
    name: "the subscription list",
    ...lists,
    route: `${TEMPLATE}/subscriptions`,
    path: `${PROJECT}/subscriptions`,
    ready: rowMenu,
  },
  {
    name: "the trash",
    ...lists,
    route: `${TEMPLATE}/subscriptions`,
    path: `${PROJECT}/subscriptions?view=trash`,
    ready: rowMenu,
  },
  {
    name: "the recipients",
    ...lists,
    route: `${TEMPLATE}/recipients`,
    path: `${PROJECT}/recipients`,
    ready: rowMenu,
  },
  {
    name: "the sources",
    ...lists,
    route: `${TEMPLATE}/sources`,
    path: `${PROJECT}/sources`,
    ready: rowMenu,
  },
  {
    name: "the calendar",
    ...lists,
    route: `${TEMPLATE}/calendar`,
    path: `${PROJECT}/calendar`,
    ready: findByText(/\d deliver/),
  },
  {
    name: "the health page",
    ...lists,
    route: `${TEMPLATE}/health`,
    path: `${PROJECT}/health`,
    ready: button("Refresh"),
  },
  {
    name: "the import page",
    ...lists,
    route: `${TEMPLATE}/subscriptions/import`,
    path: `${PROJECT}/subscriptions/import`,
    ready: button("Choose file…"),
  },
  {
    name: "an offboarding",
    ...lists,
    route: `${TEMPLATE}/members/offboard`,
    path: `${PROJECT}/members/offboard?person=lea@example.com`,
    ready: findByText(/and \d+ in Trash\./),
  },
  {
    name: "a subscription",
    ...wholePageFields,
    endpoint: "subscriptions.get",
    route: `${TEMPLATE}/subscriptions/:id`,
    path: `${PROJECT}/subscriptions/${SUBSCRIPTION}`,
    ready: () => section("Next deliveries"),
  },
  {
    name: "the past deliveries of a subscription",
    endpoint: "subscriptions.deliveries",
    generation: "2026",
    route: `${TEMPLATE}/subscriptions/:id`,
    path: `${PROJECT}/subscriptions/${SUBSCRIPTION}`,
    messageElement: () => section("Past deliveries"),
    retryContainer: () => section("Past deliveries"),
    inapplicable: { "404 for the endpoint": "the section is hidden (past-deliveries.test.tsx)" },
    ready: () => section("Past deliveries")?.querySelector("ol"),
  },
  {
    name: "the form of a subscription",
    ...wholePageFields,
    endpoint: "subscriptions.get",
    route: `${TEMPLATE}/subscriptions/:id/edit`,
    path: `${PROJECT}/subscriptions/${SUBSCRIPTION}/edit`,
    ready: () => findButtonIn(dialog(), "Save changes"),
  },
  {
    name: "the form of a duplicate",
    endpoint: "subscriptions.get",
    route: `${TEMPLATE}/subscriptions/new`,
    path: `${PROJECT}/subscriptions/new?from=${SUBSCRIPTION}`,
    fallbackEndpoints: ["subscriptions.list"],
    messageElement: warning,
    // The form starts empty and shows a warning without a retry.
    retryContainer: null,
    isCostly: true,
    ready: () => (/Duplicate of/.test(dialog()?.textContent ?? "") ? dialog() : null),
  },
];

/** All other pages that read, and sections with their own reads. */
export const OTHER_READ_PAGES: readonly ReadFaultPage[] = [
  {
    name: "the exports",
    ...wholePageFields,
    endpoint: "exports.list",
    route: `${TEMPLATE}/exports`,
    path: `${PROJECT}/exports`,
    ready: rowMenu,
  },
  {
    name: "an export",
    ...wholePageFields,
    endpoint: "exports.get",
    route: `${TEMPLATE}/exports/:id`,
    path: `${PROJECT}/exports/7010`,
    customMessages: { "404 for the record": { title: "Export not found" } },
    ready: findByText(/Export in another format/),
  },
  {
    name: "the form of an export in another format",
    endpoint: "exports.get",
    route: `${TEMPLATE}/exports/new`,
    path: `${PROJECT}/exports/new?from=7010`,
    fallbackEndpoints: ["exports.list"],
    messageElement: warning,
    // The form starts empty and shows a warning without a retry.
    retryContainer: null,
    isCostly: true,
    ready: () => (/in another format/.test(dialog()?.textContent ?? "") ? dialog() : null),
  },
  {
    name: "the members",
    ...members,
    endpoint: "members.list",
    route: `${TEMPLATE}/members`,
    path: `${PROJECT}/members`,
    ready: rowMenu,
  },
  {
    // The list behind the form shows the error. The form still works.
    name: "the members behind the form that adds members",
    ...members,
    endpoint: "members.list",
    route: `${TEMPLATE}/members/new`,
    path: `${PROJECT}/members/new`,
    ready: rowMenu,
  },
  {
    name: "a member",
    ...members,
    endpoint: "members.get",
    fallbackEndpoints: ["members.list"],
    route: `${TEMPLATE}/members/:uuid`,
    path: `${PROJECT}/members/${MEMBER}`,
    inapplicable: { "404 for the record": "a person without explicit access still has a page" },
    ready: findByText(/Change level/),
  },
  {
    name: "the subscriptions of a member",
    endpoint: "subscriptions.list",
    route: `${TEMPLATE}/members/:uuid`,
    path: `${PROJECT}/members/${MEMBER}`,
    messageElement: () => section("Subscriptions"),
    retryContainer: () => section("Subscriptions"),
    ready: findByText(/Checked \d+ subscriptions outside/),
  },
  {
    name: "the exports of the key owner",
    endpoint: "exports.list",
    route: `${TEMPLATE}/members/:uuid`,
    path: `${PROJECT}/members/${KEY_HOLDER}`,
    messageElement: () => section("Exports"),
    retryContainer: () => section("Exports"),
    ready: findByText(/\d+ exports/),
  },
  {
    name: "the properties of sessions",
    ...lookUps,
    endpoint: "sessions.properties",
    path: `${PROJECT}/sessions`,
    ready: findByText(/UTM source/),
  },
  {
    name: "the values of a session property",
    ...lookUps,
    endpoint: "sessions.values",
    path: `${PROJECT}/sessions?property=$entry_utm_source`,
    ready: () => document.querySelector("[aria-label='Values of UTM source']"),
  },
  {
    name: "the web vitals",
    ...vitals,
    route: `${TEMPLATE}/vitals`,
    path: `${PROJECT}/vitals?path=/pricing`,
    ready: findByText(/p90/),
  },
  {
    name: "a comparison of paths",
    ...vitals,
    route: `${TEMPLATE}/vitals`,
    path: `${PROJECT}/vitals?path=/pricing&path=/docs&compare=/pricing&compare=/docs`,
    ready: () => document.querySelector("[aria-label='Path comparison']"),
  },
  {
    name: "the web vitals of a path",
    ...vitals,
    route: `${TEMPLATE}/vitals/path`,
    path: `${PROJECT}/vitals/path?path=/pricing`,
    ready: () => document.querySelector("[aria-label='Points of LCP']"),
  },
];
