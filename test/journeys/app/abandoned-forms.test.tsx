import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { server } from "@/mocks/node";
import { refuse } from "@/mocks/scenarios";
import { hold } from "../../support/mock-server";
import { createExports, EXPORTS_URL } from "../support/exports-setup";
import { createCompanyServer, findPersonOutside } from "../support/members-setup";
import { goTo } from "../support/render-app";
import {
  CREATE_BUTTON,
  createSubscriptions,
  type Form,
  fillField,
  findForm,
  LIST_URL,
  openPage,
  RECIPIENTS_LABEL,
  SAVE_BUTTON,
  setUpJourneys,
  WEEKLY,
} from "../support/subscriptions-setup";

setUpJourneys();

const UNKNOWN_PERSON = "99999999-0000-4000-8000-000000000009";

type App = Awaited<ReturnType<typeof openPage>>;

/** Submits the open form, leaves it for Activity, and then releases the response. */
async function submitAndLeave(
  { user, writes: changes }: App,
  release: () => void,
  button: HTMLElement,
  project = 3,
): Promise<void> {
  await user.click(button);
  await waitFor(() => expect(changes()).toHaveLength(1));
  await goTo(`/p/${project}/activity`);
  await user.click(await screen.findByText("Discard changes"));
  await screen.findByText("Activity", { selector: "h1" });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  release();
}

async function findMessage(title: string) {
  const message = (await screen.findByText(title)).closest<HTMLElement>("[aria-live=assertive] > *");
  if (message === null) throw new Error(`“${title}” is not announced immediately`);
  expect(window.location.pathname).toMatch(/\/activity$/);
  return within(message);
}

async function openAgain({ user }: App, message: Form): Promise<Form> {
  await user.click(message.getByText("Reopen form"));
  return findForm();
}

it("new subscription: shows a toast, and fills a form that was opened again in the meantime with input and error", async () => {
  const { mocks } = await createSubscriptions(WEEKLY);
  const { handler, release } = hold("subscriptions.create");
  server.use(handler);
  const app = await openPage(`${LIST_URL}/new`, "New subscription", mocks);
  const first = await findForm();
  fillField(first, /^Dashboard name/, "54321");
  fillField(first, RECIPIENTS_LABEL, "ana@example.com");
  fillField(first, /^Title/, "Late");
  await submitAndLeave(app, release, screen.getByText(CREATE_BUTTON));
  const message = await findMessage("“Late” wasn't created");
  message.getByText(/Invalid pk "54321" - object does not exist\./);

  await goTo(`${LIST_URL}/new`);
  const form = await findForm();
  expect(form.getByLabelText(/^Title/)).toHaveValue("");
  await app.user.click(message.getByText("Reopen form"));
  await waitFor(() => expect(form.getByLabelText(/^Title/)).toHaveValue("Late"));
  expect(screen.queryByText("Discard changes?")).toBeNull();
  form.getByText("ana@example.com");
  form.getByText(/Invalid pk "54321" - object does not exist\./);
  expect(screen.queryByText("“Late” wasn't created")).toBeNull();
  expect(screen.queryByText("Your input was restored")).toBeNull();
  fillField(form, /^Dashboard name/, "202");
  await app.user.click(form.getByText(CREATE_BUTTON));
  await screen.findByText("Created “Late”");
  expect(app.writes()).toHaveLength(2);
});

it("edit: reports an unknown outcome, and restores only changed fields", async () => {
  const { mocks, id } = await createSubscriptions(WEEKLY);
  const { handler, release } = hold("subscriptions.update");
  server.use(handler, refuse("subscriptions.update", 503, { once: true }));
  const path = `${LIST_URL}/${id}/edit`;
  const app = await openPage(path, "Next deliveries", mocks);
  fillField(await findForm(), /^Title/, "Late");
  await submitAndLeave(app, release, screen.getByText(SAVE_BUTTON));
  const message = await findMessage("Couldn't confirm that “Weekly figures” was saved");
  message.getByText(/Your change may have been saved, so check before you retry\./);

  const form = await openAgain(app, message);
  expect(window.location.pathname).toBe(path);
  await waitFor(() => expect(form.getByLabelText(/^Title/)).toHaveValue("Late"));
  await app.user.click(form.getByText(SAVE_BUTTON));
  await screen.findByText("Saved “Late”");
  expect(app.writes().map(({ body }) => body)).toEqual([{ title: "Late" }, { title: "Late" }]);
});

it("new members: names who wasn't added, with the server's response", async () => {
  const mocks = createCompanyServer();
  const { handler, release } = hold("members.create");
  server.use(handler);
  const viktor = await findPersonOutside(mocks, "Viktor");
  // With few rows, the list behind the form renders faster.
  const app = await openPage("/p/1/members/new?q=novak", "Add members", mocks);
  const opened = await findForm();
  await app.user.click(opened.getByLabelText(/^People( \*)?$/));
  await app.user.paste(`${UNKNOWN_PERSON} ${viktor.uuid}`);
  await app.user.click(opened.getByText("Administrator"));
  await submitAndLeave(app, release, screen.getByText("Add 2 members"), 1);
  const message = await findMessage("Couldn't add 2 members");
  message.getByText(/Server response: “You both need to belong to the same organization\.”/);

  const form = await openAgain(app, message);
  expect(form.getByRole("list", { name: "People: 2 added" })).toHaveTextContent(UNKNOWN_PERSON);
  expect(form.getByLabelText("Administrator")).toBeChecked();
  form.getByText(/Server response: “You both need to belong to the same organization\.”/);
  expect(app.writes()).toHaveLength(1);
});

it("new export: shows a toast on pages without the export list", async () => {
  const { mocks } = await createExports();
  const { handler, release } = hold("exports.create");
  server.use(handler, refuse("exports.create", 402, { once: true }));
  const app = await openPage(`${EXPORTS_URL}/new`, "New export", mocks);
  const opened = await findForm();
  await app.user.type(opened.getByLabelText(/^Dashboard names( \*)?$/), "201,");
  await app.user.selectOptions(opened.getByLabelText("Format"), "text/csv");
  await submitAndLeave(app, release, opened.getByText("Create export"));
  const message = await findMessage("Couldn't create CSV table of dashboard 201");
  message.getByText(/^Paid feature\./);

  const form = await openAgain(app, message);
  expect(form.getByLabelText("Format")).toHaveValue("text/csv");
  await form.findByText("Growth overview (201)");
  form.getByText("Paid feature");
  await app.user.click(form.getByText("Create export"));
  await screen.findByText(/^Created “/);
  expect(app.writes()).toHaveLength(2);
});
