import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { server } from "@/mocks/node";
import { createError, hang, loseAnswer, offline, override, refuse } from "@/mocks/scenarios";
import { createMockServer, type MockServer, replaceText } from "../../support/mock-server";
import { TEST_TIME } from "../../test-time";
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
  subscriptionRow,
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
  it("withdraws Undo of the first save after a second one", async () => {
    const { mocks, id } = await createSubscriptions(WEEKLY);
    const { user } = await openDetail(mocks, id);
    await saveTitle(user, "AAA");
    await saveTitle(user, "BBB");
    await waitFor(() => expect(screen.queryByText("Saved “AAA”")).toBeNull());
    await user.click(screen.getByText("Undo"));
    await screen.findByText("Undid changes to “BBB”");
    expect(await fetchRecord(mocks, id)).toMatchObject({ title: "AAA" });
  });

  it("withdraws Undo of a save after a delete, and of a delete after a restore", async () => {
    const { mocks, id } = await createSubscriptions(WEEKLY);
    const { user } = await openDetail(mocks, id);
    await saveTitle(user, "AAA");
    await selectPageAction(user, "Delete");
    await screen.findByText("Deleted “AAA”");
    await waitFor(() => expect(screen.queryByText("Saved “AAA”")).toBeNull());
    await user.click(screen.getByRole("button", { name: "Restore" }));
    await screen.findByText("Restored “AAA”");
    await waitFor(() => expect(screen.queryByText("Deleted “AAA”")).toBeNull());
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

describe("undo is announced", () => {
  it("for a delete, with the delivery that Undo may send on a server of spring 2026", async () => {
    const { mocks } = await createSubscriptions(WEEKLY);
    // This server can pause subscriptions, but can't skip the immediate delivery after a save.
    server.use(replaceText(mocks, '"deleted":', '"enabled":true,"deleted":'));
    const { user } = await openPage(LIST_URL, "Weekly figures", mocks);
    fireEvent.click(screen.getByLabelText("Actions for Weekly figures"));
    await user.click(await screen.findByRole("menuitem", { name: "Delete" }));
    await screen.findByText("Deleted “Weekly figures”");
    expect(message("Deleted “Weekly figures”")).toHaveTextContent(
      "If you undo this, 2 people may receive a delivery immediately.",
    );
  });

  it("for a restore", async () => {
    const { mocks, id } = await createSubscriptions({ ...WEEKLY, deleted: true });
    const { user } = await openPage(`${LIST_URL}/${id}`, "Restore", mocks);
    await user.click(screen.getByRole("button", { name: "Restore" }));
    await screen.findByText("Restored “Weekly figures”");
    await user.click(screen.getByText("Undo"));
    await screen.findByText("Moved “Weekly figures” to Trash");
    message("Moved “Weekly figures” to Trash");
  });
});

describe("a failed delete", () => {
  it.each([
    [400, "“Weekly figures” wasn't deleted"],
    [500, "Couldn't confirm that “Weekly figures” was deleted"],
  ])("has a hedged title when the outcome is unknown: %s", async (status, title) => {
    const { mocks, id } = await createSubscriptions(WEEKLY);
    const { user } = await openDetail(mocks, id);
    server.use(refuse("subscriptions.update", status, { once: true }));
    await selectPageAction(user, "Delete");
    await screen.findByText(title);
    expect(message(title).parentElement).toHaveAttribute("aria-live", "assertive");
  });
});

describe("rolls back a rejected delete without reading", () => {
  /** Makes the server reject every change, and not respond to reads after the first change. */
  function rejectChanges(): void {
    server.use(
      override("subscriptions.update", () => {
        server.use(hang("subscriptions.list"), hang("subscriptions.get"));
        return createError(400);
      }),
    );
  }

  it("in the list", async () => {
    const { mocks } = await createSubscriptions(WEEKLY);
    rejectChanges();
    const { user } = await openPage(LIST_URL, "Weekly figures", mocks);
    fireEvent.click(screen.getByLabelText("Actions for Weekly figures"));
    await user.click(await screen.findByRole("menuitem", { name: "Delete" }));
    await screen.findByText("“Weekly figures” wasn't deleted");
    subscriptionRow("Weekly figures");
  });

  it("on its page", async () => {
    const { mocks, id } = await createSubscriptions(WEEKLY);
    rejectChanges();
    const { user } = await openDetail(mocks, id);
    await selectPageAction(user, "Delete");
    await screen.findByText("“Weekly figures” wasn't deleted");
    screen.getByRole("link", { name: "Edit" });
  });
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

  it("moves from Restore to Edit", async () => {
    const { mocks, id } = await createSubscriptions({ ...WEEKLY, deleted: true });
    const { user } = await openPage(`${LIST_URL}/${id}`, "Restore", mocks);
    await user.click(screen.getByRole("button", { name: "Restore" }));
    await waitFor(() => expect(screen.getByRole("link", { name: "Edit" })).toHaveFocus());
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

  it("is reported as paused", async () => {
    const mocks = createMockServer({ profile: "newer", now: () => TEST_TIME });
    server.use(loseAnswer("subscriptions.update", mocks.handlers, { once: true }));
    const { user } = await openPage(`/p/1/subscriptions/1066`, "Next deliveries", mocks);
    await user.click(screen.getByRole("button", { name: "Pause" }));
    await screen.findByText(/^Paused “/);
    await waitFor(() => expect(screen.queryByText(UNCONFIRMED)).toBeNull());
  });

  it.each(["it had no effect", "the record can't be read"])("stays unconfirmed if %s", async (reason) => {
    const { mocks, id } = await createSubscriptions(WEEKLY);
    const { user, sent } = await openDetail(mocks, id);
    const isSent = () => sent.some(({ method }) => method === "PATCH");
    server.use(offline("subscriptions.update", { once: true }));
    if (reason !== "it had no effect")
      server.use(override("subscriptions.get", () => (isSent() ? createError(500) : undefined)));
    await selectPageAction(user, "Delete");
    await screen.findByText(UNCONFIRMED);
    const history = await screen.findByRole("region", { name: "Changes in this browser" });
    await waitFor(() => expect(history).toHaveTextContent("outcome unknown"));
    expect(screen.queryByText("Deleted “Weekly figures”")).toBeNull();
  });
});
