import type { Page } from "@playwright/test";
import type { Emulator } from "../support/backends.mjs";
import { createSubscription, expect, goTo } from "./failure-fixtures";

export interface BulkJobFailureCase {
  readonly name: string;
  /** Name of the emulated endpoint that fails. `address` matches its URL. */
  readonly endpoint: string;
  readonly address: RegExp;
  /** Required scope. Null when the contract names none. */
  readonly scope: string | null;
  readonly method: string;
  /**
   * Creates the records for the bulk action on the server. Returns the IDs of new subscriptions.
   */
  readonly arrange: (emulator: Emulator) => Promise<readonly number[]>;
  /** Names of failures that don't apply to the page, or have their own tests. */
  readonly inapplicable?: readonly string[];
  readonly openPreview: (page: Page, ids: readonly number[], server: string) => Promise<void>;
}

// The third project is empty, so it contains only this test's records.
const PROJECT = 3;
const HOME = `/p/${PROJECT}`;
const LIST = `${HOME}/subscriptions`;

const DUPLICATE_TITLE = {
  dashboard: 201,
  target_type: "email",
  target_value: "ana@example.com,bo@example.com",
  frequency: "weekly",
  start_date: "2026-11-02T08:00:00Z",
};

/** Creates two subscriptions with the same content, recipients, and time. */
async function createDuplicates(emulator: Emulator): Promise<readonly number[]> {
  const ids: number[] = [];
  for (const title of ["Figures, one", "Figures, two"])
    ids.push(await createSubscription(emulator, { ...DUPLICATE_TITLE, title }, PROJECT));
  return ids;
}

async function selectTwo(page: Page): Promise<void> {
  const boxes = page.getByRole("checkbox", { name: /^Select (?!all)/ });
  await boxes.nth(0).check();
  await boxes.nth(1).check();
}

const selection = (page: Page) => page.getByRole("region", { name: "Selection" });

async function deleteTwoPreview(page: Page): Promise<void> {
  await selectTwo(page);
  await selection(page).getByRole("button", { name: "Delete" }).click();
}

const PEOPLE = ["d917952e-1b5f-49a0-9838-e9fe14db8a29", "ab5f974b-97d9-4404-a612-a23f3c832ec6"] as const;

async function createMembers({ url, key }: Emulator): Promise<readonly number[]> {
  for (const user_uuid of PEOPLE) {
    const answer = await fetch(`${url}/api/environments/${PROJECT}/explicit_members/`, {
      method: "POST",
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      body: JSON.stringify({ user_uuid, level: 1 }),
    });
    expect(answer.status).toBe(201);
  }
  return [];
}

const memberships = {
  address: /\/explicit_members\/[^/]+\//,
  scope: null,
  arrange: createMembers,
};

const changes = {
  endpoint: "subscriptions.update",
  address: /\/subscriptions\/\d+\//,
  scope: "subscription:write",
  method: "PATCH",
  arrange: createDuplicates,
};

export const BULK_JOB_CASES: readonly BulkJobFailureCase[] = [
  {
    name: "the list",
    ...changes,
    async openPreview(page) {
      await goTo(page, LIST);
      await deleteTwoPreview(page);
    },
  },
  {
    name: "the recipients",
    ...changes,
    async openPreview(page) {
      await goTo(page, `${HOME}/recipients`);
      const row = page.getByRole("row").filter({ hasText: "bo@example.com" });
      await row.getByRole("button", { name: /^Actions for/ }).click();
      await page.getByRole("menuitem", { name: "Remove everywhere…" }).click();
    },
  },
  {
    name: "the health page",
    ...changes,
    async openPreview(page) {
      await goTo(page, `${HOME}/health`);
      await page.getByRole("button", { name: "Delete 1 duplicate…" }).click();
    },
  },
  {
    name: "the import",
    ...changes,
    async openPreview(page, ids, server) {
      await goTo(page, `${LIST}/import`);
      await expect(page.getByRole("button", { name: "Choose file…" })).toBeVisible();
      const edited = ids.map((id) => ({ id, ...DUPLICATE_TITLE, title: "Figures by file", deleted: false }));
      const head = {
        kind: "subscriptions",
        version: 1,
        server,
        project: String(PROJECT),
        scope: "selection",
      };
      const file = {
        environs: { ...head, exported: "2026-11-21T10:00:00.000Z" },
        subscriptions: edited,
      };
      await page.locator("input[type=file]").setInputFiles({
        name: "edited.json",
        mimeType: "application/json",
        buffer: Buffer.from(JSON.stringify(file)),
      });
      await page.getByRole("button", { name: "Import 2 changes…" }).click();
    },
  },
  {
    name: "Activity",
    ...changes,
    async openPreview(page) {
      await goTo(page, LIST);
      await deleteTwoPreview(page);
      const run = page.getByRole("dialog");
      await run.getByRole("button", { name: "Run 2 changes" }).click();
      await expect(run.getByText("Finished", { exact: true })).toBeVisible();
      await run.getByRole("button", { name: "Close" }).last().click();
      await goTo(page, `${HOME}/activity`);
      // Selecting the bulk action's row selects both changes.
      await page.getByRole("checkbox", { name: "Select Delete 2 subscriptions" }).first().check();
      await selection(page).getByRole("button", { name: /^Undo/ }).click();
    },
  },
  {
    name: "member levels",
    ...memberships,
    endpoint: "members.update",
    method: "PATCH",
    async openPreview(page) {
      await goTo(page, `${HOME}/members`);
      await selectTwo(page);
      await selection(page).getByRole("button", { name: "Level" }).click();
      await page.getByRole("menuitem", { name: "Set to Administrator…" }).click();
    },
  },
  {
    name: "removing members",
    ...memberships,
    endpoint: "members.delete",
    method: "DELETE",
    // A browser may resend the request, which then finds no member. The response has no body that could be corrupted.
    inapplicable: [
      "connection lost after the work",
      "empty body",
      "wrong shape",
      "truncated body",
      "malformed body",
    ],
    async openPreview(page) {
      await goTo(page, `${HOME}/members`);
      await selectTwo(page);
      await selection(page).getByRole("button", { name: "Remove…" }).click();
    },
  },
];
