import { vi } from "vitest";
import { createMockServer } from "../../support/mock-server";
import { TEST_TIME } from "../../test-time";

/** URL of the seed's project without exports. It has dashboards 201 and 202 and insights 4001 to 4004. */
export const EXPORTS_URL = "/p/3/exports";
const MINUTE = 60_000;

/**
 * Sets the stopped clock of the page and the mocks.
 * @param minutes offset from TEST_TIME
 */
export function setMinutes(minutes: number): void {
  vi.setSystemTime(TEST_TIME.getTime() + minutes * MINUTE);
}

export interface ExportSetup {
  readonly body: object;
  /** Age in minutes. Defaults to an hour, so that the export is ready. */
  readonly minutesAgo?: number;
}

export async function createExports(...setups: readonly ExportSetup[]) {
  const mocks = createMockServer({ now: () => new Date() });
  const ids: number[] = [];
  for (const { body, minutesAgo = 60 } of setups) {
    setMinutes(-minutesAgo);
    ids.push((await mocks.call("environments/3/exports/", "POST", body)).id);
  }
  setMinutes(0);
  return { mocks, ids, id: ids[0] ?? 0 };
}
