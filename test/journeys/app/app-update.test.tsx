import { act, cleanup, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { watchForUpdates } from "@/app/pwa/app-update";
import { discardDrafts, storeDrafts } from "@/ui/form/form-draft";
import { renderApp, settle } from "../support/render-app";
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

/** Starts watching for updates on a fake site that serves a newer version of the app. */
function startWatching() {
  const site = { script: "/assets/new.js", status: 200, isThere: true };
  const reload = vi.fn<() => void>();
  const shownTitles: string[] = [];
  const chosen: (() => void)[] = [];
  const stop = watchForUpdates(
    {
      show(content) {
        shownTitles.push(content.title);
        if (content.action) chosen.push(content.action.onSelect);
        return String(shownTitles.length);
      },
      dismiss: () => {},
    },
    {
      reload,
      fetch: async () => {
        if (!site.isThere) throw new TypeError("Failed to fetch");
        const page = `<!doctype html><script type="module" crossorigin src="${site.script}"></script>`;
        return new Response(page, { status: site.status });
      },
    },
  );
  onTestFinished(stop);
  return {
    site,
    reload,
    said: shownTitles,
    choose: () => chosen.at(-1)?.(),
    async failToLoadChunk() {
      window.dispatchEvent(new Event("vite:preloadError", { cancelable: true }));
      await settle();
    },
  };
}

beforeEach(() => {
  onTestFinished(() => {
    discardDrafts();
    sessionStorage.clear();
  });
});

describe("code of an outdated version", () => {
  it("reloads the page once per version, and then shows a message", async () => {
    const { site, reload, said: shownTitles, failToLoadChunk } = startWatching();
    await failToLoadChunk();
    expect(reload).toHaveBeenCalledTimes(1);
    expect(shownTitles).toEqual([]);
    await failToLoadChunk();
    await failToLoadChunk();
    expect(reload).toHaveBeenCalledTimes(1);
    expect(shownTitles.at(-1)).toBe("Part of the app is missing");
    site.script = "/assets/newer.js";
    await failToLoadChunk();
    expect(reload).toHaveBeenCalledTimes(2);
  });

  it("doesn't reload while the page is being left, or without a new version", async () => {
    const { site, reload, said, failToLoadChunk } = startWatching();
    for (const name of ["beforeunload", "pagehide"]) {
      window.dispatchEvent(new Event(name));
      await failToLoadChunk();
      window.dispatchEvent(new Event("pageshow"));
    }
    expect(said).toEqual([]);
    const loaded = Object.assign(document.createElement("script"), { type: "module" });
    loaded.setAttribute("src", site.script);
    onTestFinished(() => loaded.remove());
    document.body.append(loaded);
    await failToLoadChunk();
    expect(said).toEqual(["Couldn't load part of the app"]);
    expect(reload).not.toHaveBeenCalled();
  });

  it("waits while a job or a form without a draft would be lost", async () => {
    const { reload, said: shownTitles, choose, failToLoadChunk } = startWatching();
    const warn = (event: Event) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    await failToLoadChunk();
    window.removeEventListener("beforeunload", warn);
    expect(reload).not.toHaveBeenCalled();
    expect(shownTitles).toEqual(["New version available"]);

    document.body.insertAdjacentHTML("beforeend", '<form id="f"><input value="phx_typed"></form>');
    onTestFinished(() => document.querySelector("#f")?.remove());
    await failToLoadChunk();
    expect(reload).not.toHaveBeenCalled();
    choose();
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it("does nothing offline, or when the site doesn't return the app", async () => {
    const { site, reload, said: shownTitles, failToLoadChunk } = startWatching();
    const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    await failToLoadChunk();
    online.mockReturnValue(true);
    site.isThere = false;
    await failToLoadChunk();
    Object.assign(site, { isThere: true, status: 502 });
    await failToLoadChunk();
    expect([reload.mock.calls, shownTitles]).toEqual([[], []]);
  });

  it("never reloads without storage", async () => {
    const { reload, said: shownTitles, failToLoadChunk } = startWatching();
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    await failToLoadChunk();
    expect(reload).not.toHaveBeenCalled();
    expect(shownTitles).toEqual(["New version available"]);
  });
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
    discardDrafts();
    expect(sessionStorage.getItem("environs.drafts")).toBe(waiting);
  });
});
