import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { server } from "@/mocks/node";
import { refuse } from "@/mocks/scenarios";
import { hold } from "../../support/mock-server";
import { createExports } from "../support/exports-setup";
import { createCompanyServer, findPersonOutside } from "../support/members-setup";
import {
  CREATE_BUTTON,
  createSubscriptions,
  type Form,
  fillField,
  findForm,
  openPage,
  RECIPIENTS_LABEL,
  SAVE_BUTTON,
  setUpJourneys,
  WEEKLY,
} from "../support/subscriptions-setup";

setUpJourneys();

const UNKNOWN_PERSON = "99999999-0000-4000-8000-000000000009";
const OTHER_PAGE = "/p/3/activity";

type App = Awaited<ReturnType<typeof openPage>>;

/**
 * Submits a form that was opened from Activity, returns to Activity, and then releases the
 * response.
 */
async function submitAndLeave(
  { user, writes: changes }: App,
  release: () => void,
  button: HTMLElement,
  steps: number,
): Promise<void> {
  await user.click(button);
  await waitFor(() => expect(changes()).toHaveLength(1));
  window.history.go(-steps);
  await user.click(await screen.findByRole("button", { name: "Discard changes" }));
  await screen.findByRole("heading", { level: 1, name: "Activity" });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  release();
  expect(window.location.pathname).toMatch(/\/activity$/);
}

async function findMessage(title: string) {
  const message = (await screen.findByText(title)).closest<HTMLElement>("[aria-live=assertive] > *");
  if (message === null) throw new Error(`“${title}” is not announced immediately`);
  return within(message);
}

async function openAgain({ user }: App, message: Form): Promise<Form> {
  expect(window.location.pathname).toMatch(/\/activity$/);
  await user.click(message.getByRole("button", { name: "Reopen form" }));
  return findForm();
}

async function openNewSubscription() {
  const { mocks } = await createSubscriptions(WEEKLY);
  const { handler, release } = hold("subscriptions.create");
  server.use(handler);
  const app = await openPage(OTHER_PAGE, "Activity", mocks);
  await app.user.keyboard("gs");
  await app.user.click(await screen.findByRole("link", { name: "New subscription" }));
  const form = await findForm();
  fillField(form, /^Dashboard name/, "54321");
  fillField(form, RECIPIENTS_LABEL, "ana@example.com");
  fillField(form, /^Title/, "Late");
  return { app, release };
}

it("new subscription: shows a toast, and reopens with the input and the error", async () => {
  const { app, release } = await openNewSubscription();
  await submitAndLeave(app, release, screen.getByText(CREATE_BUTTON), 2);
  const message = await findMessage("“Late” wasn't created");
  message.getByText(/Invalid pk "54321" - object does not exist\./);

  const form = await openAgain(app, message);
  expect(window.location.pathname).toBe("/p/3/subscriptions/new");
  expect(form.getByLabelText(/^Title/)).toHaveValue("Late");
  form.getByText("ana@example.com");
  form.getByText(/Invalid pk "54321" - object does not exist\./);
  expect(screen.queryByText("“Late” wasn't created")).toBeNull();
  expect(screen.queryByText("Your input was restored")).toBeNull();
  fillField(form, /^Dashboard name/, "202");
  await app.user.click(form.getByText(CREATE_BUTTON));
  await screen.findByText("Created “Late”");
  expect(app.writes()).toHaveLength(2);
});

it("new subscription: fills a form that was opened again in the meantime", async () => {
  const { app, release } = await openNewSubscription();
  await submitAndLeave(app, release, screen.getByText(CREATE_BUTTON), 2);
  const message = await findMessage("“Late” wasn't created");
  await app.user.keyboard("gs");
  await app.user.click(await screen.findByRole("link", { name: "New subscription" }));
  const form = await findForm();
  expect(form.getByLabelText(/^Title/)).toHaveValue("");
  await app.user.click(message.getByRole("button", { name: "Reopen form", hidden: true }));
  await waitFor(() => expect(form.getByLabelText(/^Title/)).toHaveValue("Late"));
  expect(screen.queryByText("Discard changes?")).toBeNull();
});

it("edit: reports an unknown outcome, and restores only changed fields", async () => {
  const { mocks, id } = await createSubscriptions(WEEKLY);
  const { handler, release } = hold("subscriptions.update");
  server.use(handler, refuse("subscriptions.update", 503, { once: true }));
  const app = await openPage(OTHER_PAGE, "Activity", mocks);
  await app.user.keyboard("gs");
  await app.user.click(await screen.findByRole("link", { name: "Weekly figures" }));
  await app.user.click(await screen.findByRole("link", { name: "Edit" }));
  fillField(await findForm(), /^Title/, "Late");
  await submitAndLeave(app, release, screen.getByText(SAVE_BUTTON), 3);
  const message = await findMessage("Couldn't confirm that “Weekly figures” was saved");
  message.getByText(/Your change may have been saved, so check before you retry\./);

  const form = await openAgain(app, message);
  expect(window.location.pathname).toBe(`/p/3/subscriptions/${id}/edit`);
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
  const app = await openPage("/p/1/activity", "Activity", mocks);
  await app.user.keyboard("gm");
  await app.user.click(await screen.findByRole("link", { name: "Add members" }));
  const opened = await findForm();
  await app.user.click(opened.getByLabelText(/^People( \*)?$/));
  await app.user.paste(`${UNKNOWN_PERSON} ${viktor.uuid}`);
  await app.user.click(opened.getByText("Administrator"));
  await submitAndLeave(app, release, screen.getByRole("button", { name: "Add 2 members" }), 2);
  const message = await findMessage("Couldn't add 2 members");
  message.getByText(/Server response: “You both need to belong to the same organization\.”/);

  const form = await openAgain(app, message);
  expect(form.getByRole("list", { name: "People: 2 added" })).toHaveTextContent(UNKNOWN_PERSON);
  expect(form.getByRole("radio", { name: "Administrator" })).toBeChecked();
  form.getByText(/Server response: “You both need to belong to the same organization\.”/);
  expect(app.writes()).toHaveLength(1);
});

it("new export: shows a toast on pages without the export list", async () => {
  const { mocks } = await createExports();
  const { handler, release } = hold("exports.create");
  server.use(handler, refuse("exports.create", 402, { once: true }));
  const app = await openPage(OTHER_PAGE, "Activity", mocks);
  await app.user.keyboard("ge");
  await app.user.click(await screen.findByRole("link", { name: "New export" }));
  const opened = await findForm();
  await app.user.type(opened.getByLabelText(/^Dashboard names( \*)?$/), "201,");
  await app.user.selectOptions(opened.getByLabelText("Format"), "text/csv");
  await submitAndLeave(app, release, screen.getByRole("button", { name: "Create export" }), 2);
  const message = await findMessage("Couldn't create CSV table of dashboard 201");
  message.getByText(/^Paid feature\./);

  const form = await openAgain(app, message);
  expect(form.getByLabelText("Format")).toHaveValue("text/csv");
  await form.findByText("Growth overview (201)");
  form.getByText("Paid feature");
  await app.user.click(form.getByRole("button", { name: "Create export" }));
  await screen.findByText(/^Created “/);
  expect(app.writes()).toHaveLength(2);
});
