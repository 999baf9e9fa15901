import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { type RequestHandler } from "msw";
import { describe, expect, it } from "vitest";
import { server } from "@/mocks/node";
import { refuse } from "@/mocks/scenarios";
import { type Profile } from "@/mocks/seed/world";
import { createMockServer } from "../../support/mock-server";
import { TEST_TIME } from "../../test-time";
import { renderApp } from "../support/render-app";
import { setUpJourneys } from "../support/subscriptions-setup";

setUpJourneys();

interface ReadPage {
  readonly path: string;
  /** ID of the endpoint that fails, or `members.*` for the list and the record. */
  readonly endpoint: string;
  /** Heading of the section that shows the error. By default, the page itself shows it. */
  readonly section?: string;
  /** Text of the page when it has loaded. */
  readonly content: RegExp;
  readonly profile?: Profile;
  /** Whether the page shows names of dashboards and insights. It loads without them as well. */
  readonly hasNames?: true;
}

const LIST = "subscriptions.list";
/** A member with access, whose page also shows the exports of the key's owner. */
const MEMBER = "d917952e-1b5f-49a0-9838-e9fe14db8a29";

const PAGES: readonly ReadPage[] = [
  { path: "", endpoint: LIST, content: /Next 24 hours/, hasNames: true },
  { path: "/subscriptions?q=review", endpoint: LIST, content: /of 44 match/, hasNames: true },
  { path: "/recipients", endpoint: LIST, content: /@harbourline\.example/ },
  { path: "/sources", endpoint: LIST, content: /Dashboard 201/, hasNames: true },
  { path: "/calendar", endpoint: LIST, content: /\d deliver/, hasNames: true },
  { path: "/health", endpoint: LIST, content: /Overdue/ },
  { path: "/subscriptions/import", endpoint: LIST, content: /Choose file…/ },
  { path: "/subscriptions/1066", endpoint: "subscriptions.get", content: /Next deliveries/, hasNames: true },
  {
    path: "/subscriptions/1066",
    endpoint: "subscriptions.deliveries",
    section: "Past deliveries",
    content: /Next deliveries/,
    profile: "newer",
  },
  {
    path: "/subscriptions/1066/edit",
    endpoint: "subscriptions.get",
    content: /Next deliveries/,
    hasNames: true,
  },
  { path: "/exports", endpoint: "exports.list", content: /Ready/, hasNames: true },
  { path: "/exports/7010", endpoint: "exports.get", content: /Export in another format/ },
  { path: "/members?q=claire", endpoint: "members.list", content: /Claire Dubois/ },
  { path: `/members/${MEMBER}`, endpoint: "members.*", content: /Change level/ },
  { path: `/members/${MEMBER}`, endpoint: LIST, section: "Subscriptions", content: /Remove…/ },
  { path: "/sessions", endpoint: "sessions.properties", content: /UTM source/ },
  { path: "/sessions?property=$entry_utm_source", endpoint: "sessions.values", content: /UTM source/ },
  { path: "/vitals?path=/pricing", endpoint: "webVitals.get", content: /p90/ },
  { path: "/vitals/path?path=/pricing", endpoint: "webVitals.get", content: /p90|Good|LCP/ },
];

const NAMES = ["dashboards.list", "dashboards.get", "insights.list", "insights.get"];

async function open(path: string, failing: readonly RequestHandler[], profile?: Profile) {
  const mocks = createMockServer({ now: () => TEST_TIME, ...(profile && { profile }) });
  server.use(...failing);
  // Retries start at once.
  await renderApp({ path, mocks, sleep: () => Promise.resolve() });
  return mocks;
}

const readMain = () => document.querySelector("main")?.textContent ?? "";

function findSlot(section: string | undefined): HTMLElement {
  const main = document.querySelector("main") ?? expect.fail();
  const heading = [...main.querySelectorAll("h2")].find((one) => one.textContent?.trim() === section);
  return heading?.closest("section") ?? main;
}

describe("a page whose request fails", () => {
  it.each(PAGES)("shows the error and loads on Try again: $path $endpoint", async (page) => {
    const failing = page.endpoint === "members.*" ? ["members.list", "members.get"] : [page.endpoint];
    const handlers = failing.map((endpoint) => refuse(endpoint, 503));
    const refusedNames = page.hasNames ? NAMES.map((endpoint) => refuse(endpoint, 403)) : [];
    const mocks = await open(`/p/1${page.path}`, [...refusedNames, ...handlers], page.profile);
    await waitFor(() => expect(findSlot(page.section)).toHaveTextContent("Server unavailable"));
    expect(document.querySelector("nav")).toBeInTheDocument();
    expect(document.querySelector("main h1")).not.toBeEmptyDOMElement();
    mocks.resetHandlers();
    server.use(...refusedNames);
    const [retry = expect.fail()] = within(findSlot(page.section)).getAllByText("Try again");
    fireEvent.click(retry);
    await waitFor(() => expect(findSlot(page.section)).not.toHaveTextContent("Server unavailable"));
    await waitFor(() => expect(readMain()).toMatch(page.content));
    if (page.hasNames) expect(document.querySelector("main [role=alert]")).toBeNull();
  });

  it.each([
    ["/subscriptions/new?from=1066", ["subscriptions.get", LIST]],
    ["/exports/new?from=7010", ["exports.get", "exports.list"]],
  ] as const)(
    "opens an empty form with a warning if the original can't be read: %s",
    async (path, failing) => {
      await open(
        `/p/1${path}`,
        failing.map((endpoint) => refuse(endpoint, 503)),
      );
      const dialog = await screen.findByRole("dialog");
      await waitFor(() =>
        expect(dialog.querySelector("[role=note]")).toHaveTextContent("Server unavailable"),
      );
    },
  );
});
