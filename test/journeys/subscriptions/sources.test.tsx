import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { server } from "@/mocks/node";
import { refuse } from "@/mocks/scenarios";
import { changeJson } from "../../support/mock-server";
import { goTo } from "../support/render-app";
import { createSubscriptions, openPage, setUpJourneys, WEEKLY } from "../support/subscriptions-setup";

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

test("lists each source, opens one in a drawer with its own URL, and says that one is hidden, or not sent", async () => {
  const { user, ids } = await openSourcesPage();
  expect(document.title).toBe("Sources · Environs");
  await table().findByText("Deleted or hidden");
  screen.getByText("3 sources in 4 subscriptions");
  expect(readSources()[0]).toBe(GROWTH);
  const cells = ["Kind", "ID", "Subscriptions", "Recipients", "Per week"];
  expect(cells.map((label) => sourceCell(GROWTH, label))).toEqual(["Dashboard", "201", "2", "3", "8"]);
  table().getByRole("link", { name: "Dashboard 202 Deleted or hidden" });

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

  await goTo(`${PAGE}?source=dashboard%20202`);
  const hidden = within(await screen.findByRole("dialog", { name: "Dashboard 202" }));
  await hidden.findByText(/doesn't have this dashboard, or doesn't show it/);
  await goTo(`${PAGE}?source=insight%204002`);
  await screen.findByText("No subscription sends this source.");
  await goTo(PAGE);
  await user.click(await screen.findByLabelText(`Actions for ${GROWTH}`));
  await user.click(await screen.findByRole("menuitem", { name: "Show subscriptions" }));
  await screen.findByText("2 of 4 match");
  expect(screen.getByRole("combobox", { name: "Search subscriptions" })).toHaveValue("dashboard:201");
});

test("deletes the subscriptions of the selected sources", async () => {
  const { user, writes, ids } = await openSourcesPage();
  await user.click(screen.getByLabelText(`Select ${GROWTH}`));
  const bar = within(await screen.findByRole("region", { name: "Selection" }));
  await user.click(bar.getByText("Delete"));
  const preview = within(await screen.findByRole("dialog", { name: "Delete 2 subscriptions" }));
  preview.getByText("Weekly figures");
  preview.getByText("Subscriptions in Trash aren't changed.");
  await user.click(preview.getByText("Run 2 changes"));
  await preview.findByText("Finished");
  expect(
    writes()
      .map(({ path }) => Number(/(\d+)\/$/.exec(path)?.[1]))
      .toSorted(),
  ).toEqual(ids.slice(0, 2));
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
