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
  replaceFields,
  SAVE_BUTTON,
  setUpJourneys,
  WEEKLY,
} from "../support/subscriptions-setup";

setUpJourneys();

const DIALOG = "Someone else changed this subscription";

async function openForm(original: object = {}) {
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

describe("editing a subscription", () => {
  it("sends only changed fields, keeps unchanged addresses, says who is mailed, and can be undone", async () => {
    const { user, form, mocks, id, writes: changes } = await openForm();
    await form.findByText("No changes yet.");
    await user.click(form.getByLabelText(RECIPIENTS_LABEL));
    await user.paste("cy@example.com,ANA@example.com");
    await form.findByText(
      "“ANA@example.com” and “ana@example.com” are the same mailbox. Adding it sends a delivery to it.",
    );
    fillField(form, /^Title/, "Weekly figures for all");
    await form.findByText("1 person is added and receives a delivery immediately.");
    form.getByText(/the server treats “ANA@example.com” as new and sends it a delivery immediately\.$/);
    const before = mocks.db.outbox.length;
    await user.click(form.getByText(SAVE_BUTTON));
    await screen.findByText("Saved “Weekly figures for all”");
    expect(mocks.db.outbox.slice(before).map(({ target }) => target)).toEqual([
      "cy@example.com",
      "ANA@example.com",
    ]);
    await screen.findByRole("heading", { name: "Weekly figures for all" });
    expect(changes()).toEqual([
      expect.objectContaining({
        method: "PATCH",
        body: {
          title: "Weekly figures for all",
          target_value: "ana@example.com, bo@example.com,cy@example.com,ANA@example.com",
        },
      }),
    ]);

    await user.click(screen.getByText("Undo"));
    await screen.findByRole("heading", { name: "Weekly figures" });
    expect(await fetchRecord(mocks, id)).toMatchObject({
      title: WEEKLY.title,
      target_value: WEEKLY.target_value,
    });
  });

  it("shows and keeps unknown values", async () => {
    const { mocks, id } = await createSubscriptions(WEEKLY);
    const odd = {
      target_type: "pigeon",
      target_value: "the loft",
      frequency: "lunar",
      byweekday: ["monday", "funday"],
    };
    server.use(replaceFields(mocks, odd));
    const { user, writes: changes } = await openPage(
      `${LIST_URL}/${id}/edit`,
      "Edit “Weekly figures”",
      mocks,
    );
    const form = await findForm();
    expect(form.getByLabelText("Channel")).toHaveValue("pigeon");
    expect(form.getByLabelText(/^Recipient/)).toHaveValue("the loft");
    expect(form.getByLabelText("Unit")).toHaveValue("lunar");
    form.getByText(/Unknown weekdays: “funday”/);
    fillField(form, /^Title/, "By moonlight");
    await user.click(form.getByText(SAVE_BUTTON));
    await waitFor(() => expect(changes()).toHaveLength(1));
    expect(changes()[0]?.body).toEqual({ title: "By moonlight" });
  });

  it("asks before leaving a changed form by button or Back", async () => {
    const { mocks, id } = await createSubscriptions(WEEKLY);
    const { user, writes } = await openPage(`${LIST_URL}/${id}`, "Weekly figures", mocks);
    // After a deep link, the breadcrumb leads to the full list.
    const crumbs = within(screen.getByRole("navigation", { name: "Breadcrumbs" }));
    expect(crumbs.getByRole("link")).toHaveAttribute("href", LIST_URL);
    await user.click(screen.getByRole("link", { name: "Edit" }));
    // A form without a change closes without a request.
    await user.click((await findForm()).getByText(SAVE_BUTTON));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(window.location.pathname).toBe(`${LIST_URL}/${id}`);
    expect(writes()).toEqual([]);
    await user.click(screen.getByRole("link", { name: "Edit" }));
    const form = await findForm();
    fillField(form, /^Title/, "Half a thought");
    await user.click(form.getByText("Cancel"));
    await user.click(await screen.findByText("Keep editing"));
    expect(form.getByLabelText(/^Title/)).toHaveValue("Half a thought");
    await waitFor(() => expect(screen.queryByText("Keep editing")).toBeNull());

    window.history.back();
    await user.click(await screen.findByText("Keep editing"));
    expect(window.location.pathname).toBe(`${LIST_URL}/${id}/edit`);
    expect(form.getByLabelText(/^Title/)).toHaveValue("Half a thought");
    await waitFor(() => expect(screen.queryByText("Keep editing")).toBeNull());

    await user.click(form.getByText("Cancel"));
    await user.click(await screen.findByText("Discard changes"));
    await waitFor(() => expect(window.location.pathname).toBe(`${LIST_URL}/${id}`));
    await screen.findByRole("heading", { name: "Weekly figures" });
  });
});

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

  it("shows both values of a field, goes back to the form with everything typed, and asks again after another change", async () => {
    const app = await openOutdatedForm({}, { title: "Board numbers", interval: 3 });
    const { user, form, mocks, id } = app;
    fillField(form, /^Title/, "Team numbers");
    fillField(form, /^Every/, "5");
    await save(app);
    const conflicts = await findConflicts();
    const title = conflicts.getByRole("radiogroup", { name: "Title" });
    expect(title).toHaveAccessibleDescription(/Board numbers/);
    expect(title).toHaveAccessibleDescription(/Team numbers/);
    await user.click(conflicts.getByText("Back to form"));
    await waitFor(() => expect(screen.queryByRole("dialog", { name: DIALOG })).toBeNull());
    expect(form.getByLabelText(/^Title/)).toHaveValue("Team numbers");

    await save(app);
    const dialog = await findConflicts();
    for (const name of ["Title", "Interval"])
      await user.click(within(dialog.getByRole("radiogroup", { name })).getByLabelText("Use mine"));
    await changeAsOtherUser(mocks, id, { title: "Board numbers 2" });
    await user.click(dialog.getByText("Save"));
    const next = await findConflicts();
    await next.findByText("Board numbers 2");
    expect(app.writes()).toEqual([]);
    const again = within(next.getByRole("radiogroup", { name: "Title" }));
    await user.click(again.getByLabelText("Keep theirs"));
    await user.click(next.getByText("Save"));
    await screen.findByText("Saved “Board numbers 2”");
    expect(await fetchRecord(mocks, id)).toMatchObject({ title: "Board numbers 2", interval: 5 });
    expect(app.writes().map(({ body }) => body)).toEqual([{ interval: 5 }]);
  });
});

it("a save right before a colleague's save shows both titles, and saves the user's with one press", async () => {
  const app = await openForm();
  const { mocks, id } = app;
  fillField(app.form, /^Title/, "Team numbers");
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ["Date", "setTimeout", "clearTimeout"],
    now: TEST_TIME,
  });
  // The colleague's save arrives before the response.
  const changeAfterSave = async (response: Response) => {
    await changeAsOtherUser(mocks, id, { title: "Board numbers" });
    return response;
  };
  server.use(change("subscriptions.update", mocks.handlers, changeAfterSave, { once: true }));
  await save(app);
  await screen.findByText(/^Saved “/);
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  await screen.findByText("Someone else changed “Board numbers” right after your save");
  screen.getByText("Title (theirs): Board numbers");
  screen.getByText("Title (yours): Team numbers");
  await screen.findByRole("heading", { name: "Board numbers" });
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  expect(app.writes()).toHaveLength(1);
  await app.user.click(screen.getByText("Use mine"));
  await screen.findByText("Saved “Team numbers”");
  expect(app.writes().map(({ body }) => body)).toEqual([
    { title: "Team numbers" },
    { title: "Team numbers" },
  ]);
});
