import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { server } from "@/mocks/node";
import { change } from "@/mocks/scenarios";
import { TEST_TIME } from "../../test-time";
import {
  changeAsOtherUser,
  createSubscriptions,
  fetchRecord,
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

const DIALOG = "Someone else changed this subscription";

async function openForm(original: object) {
  const created = await createSubscriptions({ ...WEEKLY, ...original });
  const { mocks, id } = created;
  const app = await openPage(`${LIST_URL}/${id}/edit`, "Edit “Weekly figures”", mocks);
  return { ...app, form: await findForm(), mocks, id };
}

/** Opens a record's edit form, then changes the record as a colleague. */
async function openOutdatedForm(original: object, theirs: object) {
  const app = await openForm(original);
  await changeAsOtherUser(app.mocks, app.id, theirs);
  return app;
}

type OpenForm = Awaited<ReturnType<typeof openForm>>;

async function save({ user, form }: OpenForm) {
  await user.click(form.getByText(SAVE_BUTTON));
}

async function findConflicts() {
  return within(await screen.findByRole("dialog", { name: DIALOG }));
}

describe("a form whose record a colleague has changed", () => {
  it("merges the recipients of both, and Undo removes only its own", async () => {
    const app = await openOutdatedForm(
      { target_value: "ana@example.com" },
      { target_value: "ana@example.com,ben@example.com" },
    );
    const { user, form, mocks, id, writes } = app;
    await user.click(form.getByLabelText(RECIPIENTS_LABEL));
    await user.paste("cleo@example.com");
    await save(app);
    await screen.findByText("Saved “Weekly figures”");
    await screen.findByText(/Someone else also changed the recipients, so both changes were merged\./);
    expect(await fetchRecord(mocks, id)).toMatchObject({
      target_value: "ana@example.com,ben@example.com,cleo@example.com",
    });
    expect(mocks.db.outbox.map((item) => item.target).sort()).toEqual([
      "ana@example.com",
      "ben@example.com",
      "cleo@example.com",
    ]);

    await user.click(screen.getByText("Undo"));
    await screen.findByText("Undid changes to “Weekly figures”");
    expect(await fetchRecord(mocks, id)).toMatchObject({
      target_value: "ana@example.com,ben@example.com",
    });
    expect(writes().map(({ body }) => body)).toEqual([
      { target_value: "ana@example.com,ben@example.com,cleo@example.com" },
      { target_value: "ana@example.com,ben@example.com" },
    ]);
  });

  it("shows both values of a field that both have changed, and keeps theirs", async () => {
    const app = await openOutdatedForm({}, { title: "Board numbers", interval: 3 });
    fillField(app.form, /^Title/, "Team numbers");
    fillField(app.form, /^Every/, "5");
    await save(app);
    const dialog = await findConflicts();
    expect(app.writes()).toEqual([]);
    const title = dialog.getByRole("radiogroup", { name: "Title" });
    expect(title).toHaveAccessibleDescription(/Board numbers/);
    expect(title).toHaveAccessibleDescription(/Team numbers/);
    await app.user.click(within(title).getByLabelText("Keep theirs"));
    await app.user.click(
      within(dialog.getByRole("radiogroup", { name: "Interval" })).getByLabelText("Use mine"),
    );
    await app.user.click(dialog.getByRole("button", { name: "Save" }));
    await screen.findByText("Saved “Board numbers”");
    expect(await fetchRecord(app.mocks, app.id)).toMatchObject({ title: "Board numbers", interval: 5 });
    expect(app.writes().map(({ body }) => body)).toEqual([{ interval: 5 }]);
  });

  it("asks again when the record changes while the question is open", async () => {
    const app = await openOutdatedForm({}, { title: "Board numbers" });
    fillField(app.form, /^Title/, "Team numbers");
    await save(app);
    const dialog = await findConflicts();
    await changeAsOtherUser(app.mocks, app.id, { title: "Board numbers 2" });
    await app.user.click(dialog.getByLabelText("Use mine"));
    await app.user.click(dialog.getByRole("button", { name: "Save" }));
    const next = await findConflicts();
    await next.findByText("Board numbers 2");
    expect(app.writes()).toEqual([]);
    await app.user.click(next.getByLabelText("Use mine"));
    await app.user.click(next.getByRole("button", { name: "Save" }));
    await screen.findByText("Saved “Team numbers”");
  });

  it("goes back to the form with everything typed", async () => {
    const app = await openOutdatedForm({}, { title: "Board numbers" });
    fillField(app.form, /^Title/, "Team numbers");
    await save(app);
    const dialog = await findConflicts();
    await app.user.click(dialog.getByRole("button", { name: "Back to form" }));
    await waitFor(() => expect(screen.queryByRole("dialog", { name: DIALOG })).toBeNull());
    expect(app.form.getByLabelText(/^Title/)).toHaveValue("Team numbers");
    expect(app.writes()).toEqual([]);
    await save(app);
    await findConflicts();
  });
});

describe("a save right before a colleague's save", () => {
  /** Saves the form. The colleague's save arrives before the response. */
  async function saveBefore(original: object, edit: (app: OpenForm) => unknown, theirs: object) {
    const app = await openForm(original);
    const { mocks, id } = app;
    await edit(app);
    vi.useFakeTimers({
      shouldAdvanceTime: true,
      toFake: ["Date", "setTimeout", "clearTimeout"],
      now: TEST_TIME,
    });
    server.use(
      change(
        "subscriptions.update",
        mocks.handlers,
        async (response) => {
          await changeAsOtherUser(mocks, id, theirs);
          return response;
        },
        { once: true },
      ),
    );
    await save(app);
    await screen.findByText(/^Saved “/);
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    return app;
  }

  it("shows both titles, and saves the user's with one press", async () => {
    const app = await saveBefore({}, ({ form }) => fillField(form, /^Title/, "Team numbers"), {
      title: "Board numbers",
    });
    await screen.findByText("Someone else changed “Board numbers” right after your save");
    screen.getByText("Title (theirs): Board numbers");
    screen.getByText("Title (yours): Team numbers");
    await screen.findByRole("heading", { name: "Board numbers" });
    expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
    expect(app.writes()).toHaveLength(1);
    await app.user.click(screen.getByRole("button", { name: "Use mine" }));
    await screen.findByText("Saved “Team numbers”");
    expect(app.writes().map(({ body }) => body)).toEqual([
      { title: "Team numbers" },
      { title: "Team numbers" },
    ]);
  });

  it("merges the recipients of both with one press, and announces the email", async () => {
    const app = await saveBefore(
      { target_value: "ana@example.com" },
      async ({ user, form }) => {
        await user.click(form.getByLabelText(RECIPIENTS_LABEL));
        await user.paste("cleo@example.com");
      },
      { target_value: "ana@example.com,ben@example.com" },
    );
    await screen.findByText("Recipients (yours): + cleo@example.com");
    screen.getByText("Recipients (theirs): ana@example.com and ben@example.com");
    screen.getByText(/^If you choose “Merge”, /);
    await app.user.click(screen.getByRole("button", { name: "Merge" }));
    await waitFor(() => expect(app.writes()).toHaveLength(2));
    expect(app.writes().at(-1)?.body).toEqual({
      target_value: "ana@example.com,ben@example.com,cleo@example.com",
    });
  });
});
