import { configure, fireEvent, screen, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { vi } from "vitest";
import { changeJson, createMockServer, type MockServer } from "../../support/mock-server";
import { TEST_TIME } from "../../test-time";
import { renderApp } from "./render-app";

/** URL of the seed's project without subscriptions. It has dashboards 201 and 202 and insights 4001 to 4004. */
export const LIST_URL = "/p/3/subscriptions";
const ENDPOINT = "environments/3/subscriptions/";

/** A weekly subscription on Mondays at 08:00 UTC, which is 09:00 in Berlin in winter. */
export const WEEKLY = {
  dashboard: 201,
  target_type: "email",
  target_value: "ana@example.com, bo@example.com",
  frequency: "weekly",
  byweekday: ["monday"],
  start_date: "2026-11-02T08:00:00Z",
  title: "Weekly figures",
};

/** Sets timeouts for a busy machine, on which a page can take seconds in jsdom. */
export function setUpJourneys(): void {
  vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
  configure({ asyncUtilTimeout: 15_000 });
}

export async function createSubscriptions(...bodies: readonly object[]) {
  const mocks = createMockServer({ now: () => TEST_TIME });
  const ids: number[] = [];
  for (const body of bodies) ids.push((await createAsOtherUser(mocks, body)).id);
  return { mocks, ids, id: ids[0] ?? 0 };
}

/** Creates a subscription on the server, as another user would. */
export const createAsOtherUser = (mocks: MockServer, body: object): Promise<{ readonly id: number }> =>
  mocks.call(ENDPOINT, "POST", body);

export const fetchRecord = (mocks: MockServer, id: number): Promise<unknown> =>
  mocks.call(`${ENDPOINT}${id}/`);

/** Changes a subscription on the server, as another user would. */
export const changeAsOtherUser = (mocks: MockServer, id: number, fields: object): Promise<unknown> =>
  mocks.call(`${ENDPOINT}${id}/`, "PATCH", fields);

/** Creates a handler that replaces fields in responses for single subscriptions. */
export const replaceFields = (mocks: MockServer, fields: object) =>
  changeJson("subscriptions.get", mocks, (record: object) => ({ ...record, ...fields }));

export async function openPage(path: string, text: string | RegExp, mocks?: MockServer) {
  const app = await renderApp({ path, ...(mocks && { mocks }) });
  await screen.findAllByText(text);
  return app;
}

/** Selects an entry in the page's "More" menu. */
export async function selectPageAction(user: UserEvent, name: string): Promise<void> {
  await user.click(await screen.findByRole("button", { name: "More" }));
  await user.click(await screen.findByRole("menuitem", { name }));
}

export async function findForm() {
  return within(await screen.findByRole("dialog"));
}
export type Form = Awaited<ReturnType<typeof findForm>>;

/**
 * Opens the form of a new subscription on a server of 2026. The records in the loaded list prove
 * the server's capabilities.
 */
export async function openNewerForm(mocks: MockServer) {
  // With few rows, the list renders faster.
  const app = await openPage("/p/1/subscriptions/new?q=review", "Create and send now", mocks);
  const form = await findForm();
  return { ...app, form };
}

/** Label of the recipients field. The list of its chips has a longer name. */
export const RECIPIENTS_LABEL = /^Recipients( \*)?$/;

/** Labels of primary buttons. Some labels include the number of people who get an email. */
export const CREATE_BUTTON = /^Create (subscription|and )/;
export const SAVE_BUTTON = /^Save (changes|and )/;

/** Sets a field's value in one step, as pasting or autofill would. */
export function fillField(form: Form, label: string | RegExp, value: string): void {
  const field = form.getByLabelText(label);
  fireEvent.focus(field);
  fireEvent.change(field, { target: { value } });
  fireEvent.blur(field);
}

export function subscriptionRow(title: string): HTMLElement {
  const row = screen.getByText(title, { selector: "td *" }).closest("tr");
  if (row === null) throw new Error(`no row of ${title}`);
  return row;
}
