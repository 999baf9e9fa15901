import { createEmulator } from "@/emulator/hosts/emulator";
import type { FaultPage } from "./fault-setup";
import { findButtonIn } from "./fault-setup";

/** A page that asks the server for what it shows. */
export interface ReadFaultPage extends FaultPage {
  /** Where "Try again" stands; null where a failed read has no such thing, since something else is shown in its place. */
  readonly retryContainer: (() => Element | null) | null;
  /** Whether every fault draws a whole form: then one fault of each title is enough. */
  readonly isCostly?: boolean;
}

const main = () => document.querySelector("main");
const inMain = () => main()?.querySelector("[role=alert]") ?? null;
const dialog = () => document.querySelector("[role=dialog]");
const warning = () => dialog()?.querySelector("[data-tone=warning]") ?? null;
const rowMenu = () => main()?.querySelector("[aria-label^='Actions for']");
const button = (text: string | RegExp) => () => findButtonIn(main(), text);
const findByText = (text: RegExp) => () => (text.test(main()?.textContent ?? "") ? main() : null);
/** A section by its heading. */
function section(title: string): Element | null {
  const heading = [...document.querySelectorAll("main h2")].find((one) => one.textContent?.trim() === title);
  return heading?.closest("section") ?? null;
}

const PROJECT = "/p/1";
const TEMPLATE = "/p/:projectId";
/** Who holds the key: servers show nobody else's exports. */
const KEY_HOLDER = createEmulator().keys[0]?.user.uuid ?? "";
/** Somebody with access, and a delivery of the seed. */
const MEMBER = "d917952e-1b5f-49a0-9838-e9fe14db8a29";
const SUBSCRIPTION = 1066;

const wholePageFields = { messageElement: inMain, retryContainer: main };
const lists = { ...wholePageFields, endpoint: "subscriptions.list" };
const members = {
  ...wholePageFields,
  customMessages: {
    "404 of a removed route": { title: "This server doesn't support members", canRetry: true },
  },
};
/** The contract shows no body: without one there is nothing to list. */
const NO_BODY = "no body is an empty answer";
const lookUps = {
  ...wholePageFields,
  route: `${TEMPLATE}/sessions`,
  inapplicable: { nothing: NO_BODY, "204": NO_BODY, "white space": NO_BODY },
};
const vitals = {
  ...wholePageFields,
  endpoint: "webVitals.get",
  customMessages: {
    "401 for the page's origin": {
      title: "The server refuses web vitals to a page of another address",
      detail: "Origin",
    },
  },
  inapplicable: { nothing: NO_BODY, "204": NO_BODY, "white space": NO_BODY },
};

/** Every page that reads deliveries. */
export const SUBSCRIPTION_READ_PAGES: readonly ReadFaultPage[] = [
  {
    name: "the list",
    ...lists,
    route: `${TEMPLATE}/subscriptions`,
    path: `${PROJECT}/subscriptions`,
    ready: rowMenu,
  },
  {
    name: "the bin",
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
    name: "the calendar",
    ...lists,
    route: `${TEMPLATE}/calendar`,
    path: `${PROJECT}/calendar`,
    ready: findByText(/\d deliver/),
  },
  {
    name: "the health",
    ...lists,
    route: `${TEMPLATE}/health`,
    path: `${PROJECT}/health`,
    ready: button("Refresh"),
  },
  {
    name: "what an edited file is compared with",
    ...lists,
    route: `${TEMPLATE}/subscriptions/apply`,
    path: `${PROJECT}/subscriptions/apply`,
    ready: button("Choose a file…"),
  },
  {
    name: "who leaves",
    ...lists,
    route: `${TEMPLATE}/members/offboard`,
    path: `${PROJECT}/members/offboard?who=lea@example.com`,
    ready: findByText(/and \d+ in trash\./),
  },
  {
    name: "a delivery",
    ...wholePageFields,
    endpoint: "subscriptions.get",
    route: `${TEMPLATE}/subscriptions/:id`,
    path: `${PROJECT}/subscriptions/${SUBSCRIPTION}`,
    ready: findByText(/Duplicate/),
  },
  {
    name: "the form of a delivery",
    ...wholePageFields,
    endpoint: "subscriptions.get",
    route: `${TEMPLATE}/subscriptions/:id/edit`,
    path: `${PROJECT}/subscriptions/${SUBSCRIPTION}/edit`,
    ready: () => findButtonIn(dialog(), "Save changes"),
  },
  {
    name: "the form of a copy",
    endpoint: "subscriptions.get",
    route: `${TEMPLATE}/subscriptions/new`,
    path: `${PROJECT}/subscriptions/new?from=${SUBSCRIPTION}`,
    fallbackEndpoints: ["subscriptions.list"],
    messageElement: warning,
    // The form begins empty instead.
    retryContainer: null,
    isCostly: true,
    ready: () => (/Duplicate of/.test(dialog()?.textContent ?? "") ? dialog() : null),
  },
];

/** Every other page that reads, and every part of a page that reads for itself. */
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
    ready: findByText(/Export in another format/),
  },
  {
    name: "the form of an export like another",
    endpoint: "exports.get",
    route: `${TEMPLATE}/exports/new`,
    path: `${PROJECT}/exports/new?from=7010`,
    fallbackEndpoints: ["exports.list"],
    messageElement: warning,
    // The form begins empty instead.
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
    // The list under the form says it; the form can be used.
    name: "the members under the form that adds some",
    ...members,
    endpoint: "members.list",
    route: `${TEMPLATE}/members/new`,
    path: `${PROJECT}/members/new`,
    ready: rowMenu,
  },
  {
    name: "a person",
    ...members,
    endpoint: "members.get",
    fallbackEndpoints: ["members.list"],
    route: `${TEMPLATE}/members/:uuid`,
    path: `${PROJECT}/members/${MEMBER}`,
    inapplicable: { "404 of a record": "somebody without access of their own still has a page" },
    ready: findByText(/Change level/),
  },
  {
    name: "the deliveries of a person",
    endpoint: "subscriptions.list",
    route: `${TEMPLATE}/members/:uuid`,
    path: `${PROJECT}/members/${MEMBER}`,
    messageElement: () => section("Subscriptions"),
    retryContainer: () => section("Subscriptions"),
    ready: findByText(/Checked \d+ subscriptions outside/),
  },
  {
    name: "the exports of the key holder",
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
    name: "paths side by side",
    ...vitals,
    route: `${TEMPLATE}/vitals`,
    path: `${PROJECT}/vitals?path=/pricing&path=/docs&compare=/pricing&compare=/docs`,
    ready: () => document.querySelector("[aria-label='Paths side by side']"),
  },
  {
    name: "the web vitals of a path",
    ...vitals,
    route: `${TEMPLATE}/vitals/path`,
    path: `${PROJECT}/vitals/path?path=/pricing`,
    ready: () => document.querySelector("[aria-label='Points of LCP']"),
  },
];
