// On servers that search and sort, the first results of a large list come from the server until the list is loaded.

import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { expect, it } from "vitest";
import { fetchFrom } from "@/mocks/handlers";
import { server } from "@/mocks/node";
import { createError, override } from "@/mocks/scenarios";
import { type Profile } from "@/mocks/seed/world";
import { createMockServer } from "../../support/mock-server";
import { TEST_TIME } from "../../test-time";
import { renderApp, settle } from "../support/render-app";
import { setUpJourneys } from "../support/subscriptions-setup";

setUpJourneys();

const LIST_PATH = "/api/environments/1/subscriptions/";
const LIST_URL = "/p/1/subscriptions";
const COUNT = 1_200;
const MARK = "First results from the server. Loading the rest…";
/** Excludes the live region with the same text. */
const SHOWN = { selector: "span" };

interface LargeListOptions {
  readonly profile?: Profile;
  /** Creates the response to requests that search or sort. */
  readonly search?: () => Response;
  readonly isOrderIgnored?: boolean;
}

/**
 * Creates a server whose list has its first title in sort order on its last page. All pages after
 * the first wait until `open` is called.
 */
function createLargeList({ profile = "newer", search, isOrderIgnored }: LargeListOptions = {}) {
  const mocks = createMockServer({ profile, now: () => TEST_TIME });
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  async function list(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const params = Object.fromEntries(url.searchParams);
    const [limit, offset] = [Number(params["limit"]), Number(params["offset"] ?? 0)];
    const isSearch = params["search"] !== undefined || params["ordering"] !== undefined;
    if (isSearch && search) return search();
    if (offset > 0) await gate;
    url.search = "?limit=1&search=pipeline";
    const response = await fetchFrom(mocks.handlers, new Request(url, request));
    const { results } = await response.json();
    const rows = Array.from({ length: COUNT }, (_, index) => ({
      ...results[0],
      id: 5_000 - index,
      title: `Report ${2_000 - index}`,
    })).filter(({ title }) => title.includes(params["search"] ?? ""));
    if (params["ordering"] === "title" && !isOrderIgnored) rows.reverse();
    return HttpResponse.json({
      count: rows.length,
      next: null,
      previous: null,
      results: rows.slice(offset, offset + limit),
    });
  }
  server.use(override("subscriptions.list", list));
  return { mocks, open };
}

async function openList(search: string, options?: LargeListOptions) {
  const { mocks, open } = createLargeList(options);
  const app = await renderApp({ path: `${LIST_URL}${search}`, mocks });
  await screen.findAllByText(/^Report \d+$/);
  const reads = () => app.sent.filter(({ path }) => path === LIST_PATH).map((call) => call.search);
  const searches = () => reads().filter((text) => /search=|ordering=/.test(text));
  return { ...app, open, reads, searches };
}

const listTitles = () =>
  within(screen.getByRole("table", { name: "Subscriptions" }))
    .getAllByRole("link", { name: /^Report/ })
    .map(({ textContent }) => textContent);
const waitUntilLoaded = () => waitFor(() => expect(screen.queryByRole("progressbar")).toBeNull());

it("are the first of the sorted list, marked, until the loaded list takes over", async () => {
  const { user, open, reads, searches } = await openList("?sort=title");
  await screen.findByText(MARK, SHOWN);
  expect(listTitles()[0]).toBe("Report 801");
  expect(searches()).toEqual(["?limit=100&ordering=title"]);
  // The full list is requested before the first results.
  expect(reads()[0]).toBe("?limit=100&offset=0");

  await user.click(screen.getByRole("checkbox", { name: "Select Report 801" }));
  screen.getByRole("link", { name: "Report 802" }).focus();
  open();
  await waitUntilLoaded();
  expect(screen.queryByText(MARK, SHOWN)).toBeNull();
  expect(listTitles().slice(0, 2)).toEqual(["Report 801", "Report 802"]);
  expect(screen.getByRole("link", { name: "Report 802" })).toHaveFocus();
  expect(screen.getByRole("checkbox", { name: "Select Report 801" })).toBeChecked();
  expect(searches()).toHaveLength(1);
});

it("are the matches of the words, and the browser checks the rest of the query", async () => {
  const { searches } = await openList("");
  await settle();
  expect(searches()).toEqual([]);
  const field = screen.getByRole("combobox", { name: "Search subscriptions" });
  const enter = (value: string) => fireEvent.change(field, { target: { value } });
  enter("is:active 815");
  await screen.findByRole("link", { name: "Report 815" });
  await screen.findByText(MARK, SHOWN);
  expect(searches()).toEqual(["?limit=100&search=815"]);

  enter("815 is:paused");
  await waitFor(() => expect(screen.queryByRole("link", { name: "Report 815" })).toBeNull());
  enter("815");
  await screen.findByText(MARK, SHOWN);
  // A search for the same words isn't sent again.
  expect(searches()).toHaveLength(1);
});

it("are missing without a word when the search fails, and aren't asked for again", async () => {
  const { open, searches } = await openList("?sort=title", { search: () => createError(403, "No.") });
  await waitFor(() => expect(searches()).toHaveLength(1));
  await settle();
  expect(screen.queryByText(MARK, SHOWN)).toBeNull();
  expect(screen.queryByRole("alert")).toBeNull();
  open();
  await waitUntilLoaded();
  expect(listTitles()[0]).toBe("Report 801");
  expect(searches()).toHaveLength(1);
});

it("aren't marked on a server that ignores the order", async () => {
  const { searches } = await openList("?sort=title", { isOrderIgnored: true });
  await waitFor(() => expect(searches()).toHaveLength(1));
  await settle();
  expect(screen.queryByText(MARK, SHOWN)).toBeNull();
});

it("aren't asked for on a server that can't search", async () => {
  const { searches } = await openList("?sort=title&q=81", { profile: "contract" });
  await settle();
  expect(searches()).toEqual([]);
});
