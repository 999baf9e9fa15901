import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { pageReload, storeDrafts } from "@/ui/overlay/use-unsaved-changes";
import { renderApp } from "../support/render-app";
import {
  changeAsOtherUser,
  createSubscriptions,
  type Form,
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

beforeEach(() => {
  onTestFinished(() => {
    pageReload.hasStoredDrafts = false;
    sessionStorage.clear();
  });
});

it("a missing file of the app offers a reload that keeps the input of forms, but not while offline", async () => {
  await openPage(`${LIST_URL}/new`, "New subscription");
  fillField(await findForm(), /^Title/, "Mine");
  const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const failToLoad = () => act(async () => void window.dispatchEvent(new Event("vite:preloadError")));
  await failToLoad();
  expect(screen.queryByText("Couldn't load part of the app")).not.toBeInTheDocument();
  online.mockReturnValue(true);
  await failToLoad();
  await failToLoad();
  // jsdom doesn't implement the reload.
  fireEvent.click(screen.getByRole("button", { name: "Reload" }));
  expect(sessionStorage.getItem("environs.drafts")).toContain("Mine");
});

/** Simulates the app's reload for a new version, and checks that the form's draft is restored. */
async function openNewVersion(app: Awaited<ReturnType<typeof renderApp>>): Promise<Form> {
  const { pathname, search } = window.location;
  expect(storeDrafts()).toBe(true);
  const probe = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(probe);
  expect(probe.defaultPrevented).toBe(false);
  await act(async () => cleanup());
  await renderApp({ path: pathname + search, mocks: app.mocks, isReload: true });
  const form = await findForm();
  await screen.findByText("Your input was restored");
  expect(sessionStorage.getItem("environs.drafts")).toBeNull();
  return form;
}

describe("input when the page reloads itself", () => {
  it("is restored in a new subscription, including text that isn't a recipient yet", async () => {
    const app = await openPage(`${LIST_URL}/new`, "New subscription");
    let form = await findForm();
    fillField(form, /^Dashboard name/, "201");
    fillField(form, /^Title/, "Monday numbers");
    await app.user.type(form.getByLabelText(RECIPIENTS_LABEL), "ana@example.com, bo@exa");
    form = await openNewVersion(app);
    expect(form.getByLabelText(/^Title/)).toHaveValue("Monday numbers");
    await waitFor(() => expect(form.getByLabelText(/^Dashboard name/)).toHaveValue("Growth overview"));
    form.getByText("ana@example.com");
    form.getByText("bo@exa");
    await app.user.click(form.getByText("Cancel"));
    await screen.findByText("Discard changes?");
  });

  it("of an edit overwrites nothing that somebody else has saved to the same field", async () => {
    const { mocks, id } = await createSubscriptions({ ...WEEKLY, target_value: "ana@example.com" });
    const app = await openPage(`${LIST_URL}/${id}/edit`, "Weekly figures", mocks);
    let form = await findForm();
    fillField(form, RECIPIENTS_LABEL, "claire@example.com");
    await changeAsOtherUser(mocks, id, { target_value: "ana@example.com,bo@example.com" });
    form = await openNewVersion(app);
    await form.findByText("claire@example.com");
    await app.user.click(form.getByText(SAVE_BUTTON));
    await screen.findByText("Saved “Weekly figures”");
    expect(await fetchRecord(mocks, id)).toMatchObject({
      target_value: "ana@example.com,bo@example.com,claire@example.com",
    });
  });

  it("of one form leaves that of another alone", async () => {
    const app = await openPage(`${LIST_URL}/new`, "New subscription");
    fillField(await findForm(), /^Title/, "Mine");
    expect(storeDrafts()).toBe(true);
    const drafts = JSON.parse(sessionStorage.getItem("environs.drafts") ?? "{}");
    sessionStorage.setItem("environs.drafts", JSON.stringify({ ...drafts, other: { title: "Theirs" } }));
    await act(async () => cleanup());
    await renderApp({ path: `${LIST_URL}/new`, mocks: app.mocks, isReload: true });
    const form = await findForm();
    await waitFor(() => expect(form.getByLabelText(/^Title/)).toHaveValue("Mine"));
    const waiting = '{"other":{"title":"Theirs"}}';
    expect(sessionStorage.getItem("environs.drafts")).toBe(waiting);
    // The next update stores the drafts of the open form and of the form that wasn't restored.
    expect(storeDrafts()).toBe(true);
    expect(JSON.parse(sessionStorage.getItem("environs.drafts") ?? "{}")).toEqual({
      ...JSON.parse(waiting),
      ...drafts,
    });
  });
});
