import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { server } from "@/mocks/node";
import { loseAnswer, offline, refuse } from "@/mocks/scenarios";
import type { MockServer } from "../../support/mock-server";
import {
  changeAsOtherUser,
  createSubscriptions,
  fetchRecord,
  fillField,
  findForm,
  LIST_URL,
  openPage,
  SAVE_BUTTON,
  selectPageAction,
  setUpJourneys,
  WEEKLY,
} from "../support/subscriptions-setup";

setUpJourneys();

type User = Awaited<ReturnType<typeof openPage>>["user"];

async function saveTitle(user: User, title: string): Promise<void> {
  await user.click(await screen.findByRole("link", { name: "Edit" }));
  const form = await findForm();
  fillField(form, /^Title/, title);
  await user.click(form.getByText(SAVE_BUTTON));
  await screen.findByText(`Saved “${title}”`);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
}

async function openDetail(mocks: MockServer, id: number) {
  const app = await openPage(`${LIST_URL}/${id}`, "Next deliveries", mocks);
  await screen.findByRole("heading", { level: 1, name: "Weekly figures" });
  return app;
}

function message(text: string) {
  const status = screen.getByText(text).closest("[aria-live] > *");
  if (status === null) throw new Error(`“${text}” is not read out`);
  return status;
}

const UNCONFIRMED = /^Couldn't confirm/;

// Without waiting, because messages disappear after a while.
it("only the last change of a subscription can be undone, unless it was rejected", async () => {
  const { mocks, id } = await createSubscriptions(WEEKLY);
  const { user } = await openDetail(mocks, id);
  await saveTitle(user, "AAA");
  server.use(refuse("subscriptions.update", 400, { once: true }));
  await selectPageAction(user, "Delete");
  await screen.findByText("“AAA” wasn't deleted");
  screen.getByText("Saved “AAA”");
  await saveTitle(user, "BBB");
  expect(screen.queryByText("Saved “AAA”")).toBeNull();

  await selectPageAction(user, "Delete");
  await screen.findByText("Deleted “BBB”");
  expect(screen.queryByText("Saved “BBB”")).toBeNull();
  await user.click(screen.getByText("Restore", { selector: "button *" }));
  await screen.findByText("Restored “BBB”");
  expect(screen.queryByText("Deleted “BBB”")).toBeNull();
  expect(screen.getAllByText("Undo")).toHaveLength(1);

  // After an unknown outcome, the record may have changed.
  server.use(loseAnswer("subscriptions.update", mocks.handlers, { once: true }));
  await selectPageAction(user, "Delete");
  await screen.findByText("Deleted “BBB”");
  expect(screen.queryByText("Undo")).toBeNull();
});

it("undo checks the record first, sends nothing twice, and keeps a later change by others", async () => {
  const { mocks, id } = await createSubscriptions(WEEKLY);
  const { user, writes: changes } = await openDetail(mocks, id);
  await saveTitle(user, "AAA");
  server.use(offline("subscriptions.get"));
  await user.click(screen.getByText("Undo"));
  await screen.findByText("Couldn't undo");
  expect(changes()).toHaveLength(1);
  mocks.resetHandlers();
  server.use(loseAnswer("subscriptions.update", mocks.handlers, { once: true }));
  const messages = within(screen.getByRole("region", { name: /^Notifications/ }));
  await user.click(messages.getByText("Try again"));
  await screen.findByText("Undid changes to “AAA”");
  await waitFor(() => expect(screen.queryByText("Couldn't confirm that the change was undone")).toBeNull());
  expect(changes()).toHaveLength(2);
  expect(await fetchRecord(mocks, id)).toMatchObject({ title: "Weekly figures" });

  await saveTitle(user, "BBB");
  await changeAsOtherUser(mocks, id, { title: "Theirs" });
  await user.click(screen.getAllByText("Undo").at(-1) ?? document.body);
  await screen.findByText("Can't undo: “Theirs” has changed");
  expect(message("Can't undo: “Theirs” has changed")).toHaveTextContent("overwrite the newer change");
  expect(changes()).toHaveLength(3);
  expect(await fetchRecord(mocks, id)).toMatchObject({ title: "Theirs" });
});

it("a restore moves the focus to Edit unless the user has moved on, and its undo is announced", async () => {
  const { mocks, id } = await createSubscriptions({ ...WEEKLY, deleted: true });
  const { user } = await openPage(`${LIST_URL}/${id}`, "Restore", mocks);
  await user.click(screen.getByText("Restore"));
  await screen.findByText("Restored “Weekly figures”");
  await waitFor(() => expect(screen.getByRole("link", { name: "Edit" })).toHaveFocus());
  await user.click(screen.getByText("Undo"));
  await screen.findByText("Moved “Weekly figures” to Trash");
  message("Moved “Weekly figures” to Trash");

  await user.click(await screen.findByText("Restore", { selector: "button *" }));
  const breadcrumb = within(screen.getByRole("navigation", { name: "Breadcrumbs" })).getByRole("link");
  breadcrumb.focus();
  await screen.findByText("Restored “Weekly figures”");
  await screen.findByRole("link", { name: "Edit" });
  expect(breadcrumb).toHaveFocus();
});

it("the focus stays on the menu after Delete and Undo, and a lost response is reported as done only if it was", async () => {
  const { mocks, id } = await createSubscriptions(WEEKLY);
  const { user } = await openDetail(mocks, id);
  const menu = screen.getByRole("button", { name: "More" });
  menu.focus();
  await user.keyboard("{Enter}d{Enter}");
  await screen.findByText("Deleted “Weekly figures”");
  expect(menu).toHaveFocus();
  await user.keyboard("{F8}{Enter}");
  await screen.findByText("Restored “Weekly figures”");
  await waitFor(() => expect(menu).toHaveFocus());

  server.use(loseAnswer("subscriptions.update", mocks.handlers, { once: true }));
  await selectPageAction(user, "Delete");
  await screen.findByText("Deleted “Weekly figures”");
  await waitFor(() => expect(screen.queryByText(UNCONFIRMED)).toBeNull());
  const history = await screen.findByRole("region", { name: "Changes in this browser" });
  await waitFor(() => expect(history).not.toHaveTextContent("outcome unknown"));

  // This request may still arrive.
  server.use(offline("subscriptions.update", { once: true }));
  await user.click(await screen.findByText("Restore", { selector: "button *" }));
  await screen.findByText(UNCONFIRMED);
  await waitFor(() => expect(history).toHaveTextContent("outcome unknown"));
  screen.getByText("Restore", { selector: "button *" });
});
