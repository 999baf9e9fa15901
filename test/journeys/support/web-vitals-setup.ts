import { act, screen, within } from "@testing-library/react";
import { server } from "@/mocks/node";
import { override } from "@/mocks/scenarios";
import { createMockServer, type MockServer } from "../../support/mock-server";
import { TEST_TIME } from "../../test-time";
import { renderApp } from "./render-app";

/** URL of the board of the seed's project "Demo". */
export const BOARD = "/p/1/vitals";

export function series(metric: string, data: readonly (number | null)[], fields: object = {}): object {
  const days = ["2026-11-08", "2026-11-15", "2026-11-22", "2026-11-29"].slice(0, data.length);
  return { data, days, labels: days, action: { custom_name: metric, math: "p90", ...fields } };
}

export function createAnswer(...results: readonly object[]): object {
  return {
    results,
    error: "",
    timezone: "UTC",
    last_refresh: "2026-11-21T09:00:00Z",
    resolved_date_range: { date_from: "2026-11-14T00:00:00Z", date_to: "2026-11-21T23:59:59Z" },
  };
}

/** Creates a server that answers with `answer`. Where it returns undefined, the response is the usual one. */
export function createVitalsServer(answer: (pathname: string | null) => Response | undefined): MockServer {
  const mocks = createMockServer({ now: () => TEST_TIME });
  server.use(override("webVitals.get", ({ url }) => answer(new URL(url).searchParams.get("pathname"))));
  return mocks;
}

export async function openBoard(search: string, count: string, mocks?: MockServer) {
  const app = await renderApp({ path: `${BOARD}${search}`, ...(mocks && { mocks }) });
  // Accepts several matches, because the page also announces the number after loading everything.
  await screen.findAllByText(count, { exact: false });
  return app;
}

/** Stores a value on this device, as another tab would. */
export async function storeFromOtherTab(key: string, value: unknown): Promise<void> {
  localStorage.setItem(key, JSON.stringify(value));
  await act(async () => window.dispatchEvent(new StorageEvent("storage", { key })));
}

export function readRowNames(): readonly string[] {
  return within(screen.getByRole("table", { name: "Web vitals" }))
    .getAllByRole("row")
    .slice(1)
    .map((row) => within(row).getByRole("link").textContent ?? "");
}

export function boardRow(path: string): HTMLElement {
  const row = screen.getByRole("link", { name: path }).closest<HTMLElement>("[role=row]");
  if (row === null) throw new Error(`no row of ${path}`);
  return row;
}
