import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { server } from "@/mocks/node";
import { refuse } from "@/mocks/scenarios";
import { changeJson } from "../../support/mock-server";
import { goTo } from "../support/render-app";
import {
  createSubscriptions,
  fetchRecord,
  openPage,
  setUpJourneys,
  WEEKLY,
} from "../support/subscriptions-setup";

setUpJourneys();

const PAGE = "/p/3/sources";
const GROWTH = "Growth overview";
const OF_DASHBOARD = { ...WEEKLY, title: "Weekly figures" };
const SECOND = {
  ...WEEKLY,
  title: "Daily figures",
  frequency: "daily",
  byweekday: null,
  target_value: "cy@example.com",
};
const OF_INSIGHT = { ...WEEKLY, dashboard: null, insight: 4001, title: "One figure" };
const OF_MISSING = { ...WEEKLY, dashboard: 202, title: "Old figures" };

async function openSourcesPage(path = PAGE, text: string | RegExp = GROWTH) {
  const { mocks, ids } = await createSubscriptions(OF_DASHBOARD, SECOND, OF_INSIGHT, OF_MISSING);
  // The dashboard of one subscription doesn't exist.
  const without202 = (page: { readonly results: readonly { readonly id: number }[] }) => ({
    ...page,
    results: page.results.filter(({ id }) => id !== 202),
    count: 1,
  });
  server.use(changeJson("dashboards.list", mocks, without202));
  return { ...(await openPage(path, text, mocks)), ids };
}

const table = () => within(screen.getByRole("table", { name: "Sources" }));
const readSources = () =>
  table()
    .getAllByRole("link")
    .map((link) => link.textContent);

function sourceRow(name: string): HTMLElement {
  const row = table().getByRole("link", { name }).closest("tr");
  if (row === null) throw new Error(`no row of ${name}`);
  return row;
}

const sourceCell = (name: string, label: string) =>
  sourceRow(name).querySelector(`[data-label="${label}"]`)?.textContent;

test("lists each dashboard and insight with its name, ID, subscriptions, recipients and deliveries", async () => {
  await openSourcesPage();
  expect(document.title).toBe("Sources · Environs");
  await table().findByText("Deleted or hidden");
  screen.getByText("3 sources in");
  screen.getByText("4 subscriptions");
  expect(readSources()[0]).toBe(GROWTH);
  expect(sourceCell(GROWTH, "Kind")).toBe("Dashboard");
  expect(sourceCell(GROWTH, "ID")).toBe("201");
  expect(sourceCell(GROWTH, "Subscriptions")).toBe("2");
  expect(sourceCell(GROWTH, "Recipients")).toBe("3");
  expect(sourceCell(GROWTH, "Per week")).toBe("8");
  expect(table().getByRole("link", { name: "Dashboard 202 Deleted or hidden" })).toBeInTheDocument();
});

test("opens a source in a drawer with its own URL, and links to its subscriptions", async () => {
  const { user, ids } = await openSourcesPage();
  const link = table().getByRole("link", { name: GROWTH });
  await user.click(link);
  const drawer = within(await screen.findByRole("dialog", { name: GROWTH }));
  expect(new URLSearchParams(window.location.search).get("source")).toBe("dashboard 201");
  drawer.getByText("Growth overview (dashboard 201)");
  drawer.getByText("8 on average");
  drawer.getByRole("heading", { name: "3 recipients" });
  drawer.getByText("cy@example.com");
  expect(drawer.getByRole("link", { name: "Daily figures" })).toHaveAttribute(
    "href",
    `/p/3/subscriptions/${ids[1]}`,
  );
  expect(drawer.getByRole("link", { name: "New export" })).toHaveAttribute(
    "href",
    "/p/3/exports/new?dashboard=201",
  );
  await user.keyboard("{Escape}");
  await waitFor(() => expect(window.location.search).toBe(""));
  await waitFor(() => expect(link).toHaveFocus());
  await user.click(screen.getByRole("button", { name: `Actions for ${GROWTH}` }));
  await user.click(await screen.findByRole("menuitem", { name: "Show subscriptions" }));
  await screen.findByText("2 of 4 match");
  expect(screen.getByRole("combobox", { name: "Search subscriptions" })).toHaveValue("dashboard:201");
});

test("says that a linked source is deleted or hidden, or not sent", async () => {
  await openSourcesPage(`${PAGE}?source=dashboard%20202`, "Dashboard 202");
  const drawer = within(await screen.findByRole("dialog", { name: "Dashboard 202" }));
  await drawer.findByText(/doesn't have this dashboard, or doesn't show it/);
  await goTo(`${PAGE}?source=insight%204002`);
  await screen.findByText("No subscription sends this source.");
});

test("deletes the subscriptions of the selected sources", async () => {
  const { user, mocks, ids } = await openSourcesPage();
  await user.click(screen.getByRole("checkbox", { name: `Select ${GROWTH}` }));
  const bar = within(await screen.findByRole("region", { name: "Selection" }));
  await user.click(bar.getByRole("button", { name: "Delete" }));
  const preview = within(await screen.findByRole("dialog", { name: "Delete 2 subscriptions" }));
  preview.getByText("Weekly figures");
  preview.getByText("Subscriptions in Trash aren't changed.");
  await user.click(preview.getByRole("button", { name: "Run 2 changes" }));
  await preview.findByText("Finished");
  for (const id of ids.slice(0, 2)) expect(await fetchRecord(mocks, id)).toMatchObject({ deleted: true });
  expect(await fetchRecord(mocks, ids[2] ?? 0)).toMatchObject({ deleted: false });
  await waitFor(() => expect(table().queryByRole("link", { name: GROWTH })).toBeNull());
});

test.each([
  ["scope", "Add the scopes dashboard:read and insight:read to the API key to see all names."],
  ["endpoint", "This server doesn't return dashboard or insight names."],
] as const)("shows IDs, and says once why names are missing: %s", async (kind, message) => {
  const { mocks } = await createSubscriptions(OF_DASHBOARD, SECOND, OF_INSIGHT);
  for (const endpoint of ["dashboards.list", "insights.list"])
    server.use(
      kind === "scope" ? refuse(endpoint, 403) : refuse(endpoint, 404, { detail: "Endpoint not found." }),
    );
  await openPage(PAGE, message, mocks);
  expect(readSources().toSorted()).toEqual(["Dashboard 201", "Insight 4001"]);
  expect(sourceCell("Dashboard 201", "Recipients")).toBe("3");
});
