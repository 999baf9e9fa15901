import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
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

describe("only the last change of a subscription can be undone", () => {
  it("withdraws Undo of a save after another one or a delete, and of a delete after a restore", async () => {
    const { mocks, id } = await createSubscriptions(WEEKLY);
    const { user } = await openDetail(mocks, id);
    await saveTitle(user, "AAA");
    await saveTitle(user, "BBB");
    await waitFor(() => expect(screen.queryByText("Saved “AAA”")).toBeNull());
    await user.click(screen.getByText("Undo"));
    await screen.findByText("Undid changes to “BBB”");
    expect(await fetchRecord(mocks, id)).toMatchObject({ title: "AAA" });

    await saveTitle(user, "CCC");
    await selectPageAction(user, "Delete");
    await screen.findByText("Deleted “CCC”");
    await waitFor(() => expect(screen.queryByText("Saved “CCC”")).toBeNull());
    await user.click(screen.getByRole("button", { name: "Restore" }));
    await screen.findByText("Restored “CCC”");
    await waitFor(() => expect(screen.queryByText("Deleted “CCC”")).toBeNull());
    expect(screen.getAllByText("Undo")).toHaveLength(1);
  });

  it("keeps Undo after a rejected change, but not after an unknown outcome", async () => {
    const { mocks, id } = await createSubscriptions(WEEKLY);
    const { user } = await openDetail(mocks, id);
    await saveTitle(user, "AAA");
    server.use(refuse("subscriptions.update", 400, { once: true }));
    await selectPageAction(user, "Delete");
    await screen.findByText("“AAA” wasn't deleted");
    screen.getByText("Saved “AAA”");
    server.use(loseAnswer("subscriptions.update", mocks.handlers, { once: true }));
    await selectPageAction(user, "Delete");
    await screen.findByText("Deleted “AAA”");
    await waitFor(() => expect(screen.queryByText("Saved “AAA”")).toBeNull());
  });
});

describe("undo checks the record first", () => {
  it("keeps a later change of the same field by others and reports it", async () => {
    const { mocks, id } = await createSubscriptions(WEEKLY);
    const { user, writes: changes } = await openDetail(mocks, id);
    await saveTitle(user, "AAA");
    await changeAsOtherUser(mocks, id, { title: "Theirs" });
    await user.click(screen.getByText("Undo"));
    await screen.findByText("Can't undo: “Theirs” has changed");
    expect(message("Can't undo: “Theirs” has changed")).toHaveTextContent("overwrite the newer change");
    expect(changes()).toHaveLength(1);
    expect(await fetchRecord(mocks, id)).toMatchObject({ title: "Theirs" });
  });

  it("does nothing when the check fails, and can be retried", async () => {
    const { mocks, id } = await createSubscriptions(WEEKLY);
    const { user, writes: changes } = await openDetail(mocks, id);
    await saveTitle(user, "AAA");
    server.use(offline("subscriptions.get"));
    await user.click(screen.getByText("Undo"));
    await screen.findByText("Couldn't undo");
    expect(changes()).toHaveLength(1);
    mocks.resetHandlers();
    const messages = within(screen.getByRole("region", { name: /^Notifications/ }));
    await user.click(messages.getByRole("button", { name: "Try again" }));
    await screen.findByText("Undid changes to “AAA”");
    expect(await fetchRecord(mocks, id)).toMatchObject({ title: "Weekly figures" });
  });

  it("sends nothing twice after an unknown outcome", async () => {
    const { mocks, id } = await createSubscriptions(WEEKLY);
    const { user, writes: changes } = await openDetail(mocks, id);
    await saveTitle(user, "AAA");
    server.use(loseAnswer("subscriptions.update", mocks.handlers, { once: true }));
    await user.click(screen.getByText("Undo"));
    await screen.findByText("Undid changes to “AAA”");
    await waitFor(() => expect(screen.queryByText("Couldn't confirm that the change was undone")).toBeNull());
    expect(changes()).toHaveLength(2);
    expect(await fetchRecord(mocks, id)).toMatchObject({ title: "Weekly figures" });
  });
});

it("undo is announced for a restore, which moves the focus to Edit", async () => {
  const { mocks, id } = await createSubscriptions({ ...WEEKLY, deleted: true });
  const { user } = await openPage(`${LIST_URL}/${id}`, "Restore", mocks);
  await user.click(screen.getByRole("button", { name: "Restore" }));
  await screen.findByText("Restored “Weekly figures”");
  await waitFor(() => expect(screen.getByRole("link", { name: "Edit" })).toHaveFocus());
  await user.click(screen.getByText("Undo"));
  await screen.findByText("Moved “Weekly figures” to Trash");
  message("Moved “Weekly figures” to Trash");
});

describe("focus on the detail page", () => {
  it("stays on the menu after Delete and after Undo", async () => {
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
  });

  it("doesn't move after the user has moved on", async () => {
    const { mocks, id } = await createSubscriptions(WEEKLY);
    const { user } = await openDetail(mocks, id);
    await selectPageAction(user, "Delete");
    await screen.findByText("Deleted “Weekly figures”");
    await user.click(screen.getByText("Undo"));
    const breadcrumb = within(screen.getByRole("navigation", { name: "Breadcrumbs" })).getByRole("link");
    breadcrumb.focus();
    await screen.findByText("Restored “Weekly figures”");
    await screen.findByRole("link", { name: "Edit" });
    expect(breadcrumb).toHaveFocus();
  });
});

describe("a change whose response is lost", () => {
  const UNCONFIRMED = /^Couldn't confirm/;

  it("is reported as made once the page knows it", async () => {
    const { mocks, id } = await createSubscriptions(WEEKLY);
    server.use(loseAnswer("subscriptions.update", mocks.handlers, { once: true }));
    const { user } = await openDetail(mocks, id);
    await selectPageAction(user, "Delete");
    await screen.findByText("Deleted “Weekly figures”");
    await waitFor(() => expect(screen.queryByText(UNCONFIRMED)).toBeNull());
    const history = await screen.findByRole("region", { name: "Changes in this browser" });
    await waitFor(() => expect(history).not.toHaveTextContent("outcome unknown"));

    server.use(loseAnswer("subscriptions.update", mocks.handlers, { once: true }));
    await user.click(await screen.findByRole("button", { name: "Restore" }));
    await screen.findByText("Restored “Weekly figures”");
    await waitFor(() => expect(screen.queryByText(UNCONFIRMED)).toBeNull());
    expect(await fetchRecord(mocks, id)).toMatchObject({ deleted: false });
  });

  it("stays unconfirmed if it had no effect, because the request may still arrive", async () => {
    const { mocks, id } = await createSubscriptions(WEEKLY);
    const { user } = await openDetail(mocks, id);
    server.use(offline("subscriptions.update", { once: true }));
    await selectPageAction(user, "Delete");
    await screen.findByText(UNCONFIRMED);
    const history = await screen.findByRole("region", { name: "Changes in this browser" });
    await waitFor(() => expect(history).toHaveTextContent("outcome unknown"));
    expect(screen.queryByText("Deleted “Weekly figures”")).toBeNull();
  });
});
