import { act, cleanup, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { watchForNewerVersion } from "@/app/pwa/app-update";
import { dropDrafts, keepDrafts } from "@/ui/form/form-draft-storage";
import { EXPORTS, givenExports } from "../support/exports-setup";
import { company, MEMBERS } from "../support/members-setup";
import { renderApp, settle } from "../support/render-app";
import {
  changedBySomebody,
  type Form,
  fill,
  findForm,
  givenDeliveries,
  LIST,
  open,
  playJourneys,
  RECIPIENTS,
  WEEKLY,
} from "../support/subscriptions-setup";

playJourneys();

/** A page whose version is `own`, on a site that serves the one of `serve`. */
function watching() {
  const site = { script: "/assets/new.js", status: 200, isThere: true };
  const reload = vi.fn<() => void>();
  const said: string[] = [];
  const chosen: (() => void)[] = [];
  const stop = watchForNewerVersion(
    {
      show(content) {
        said.push(content.title);
        if (content.action) chosen.push(content.action.onSelect);
        return String(said.length);
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
    said,
    choose: () => chosen.at(-1)?.(),
    async miss() {
      window.dispatchEvent(new Event("vite:preloadError", { cancelable: true }));
      await settle();
    },
  };
}

beforeEach(() => {
  onTestFinished(dropDrafts);
});

describe("code that is not there any more", () => {
  it("has the page loaded anew once for a version, and then is told", async () => {
    const { site, reload, said, miss } = watching();
    await miss();
    expect(reload).toHaveBeenCalledTimes(1);
    expect(said).toEqual([]);
    await miss();
    await miss();
    expect(reload).toHaveBeenCalledTimes(1);
    expect(said.at(-1)).toBe("A part of Environs is missing on its server");
    site.script = "/assets/newer.js";
    await miss();
    expect(reload).toHaveBeenCalledTimes(2);
  });

  it("waits for the person while something would be lost: a run, or a form without a draft", async () => {
    const { reload, said, choose, miss } = watching();
    const warn = (event: Event) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    await miss();
    window.removeEventListener("beforeunload", warn);
    expect(reload).not.toHaveBeenCalled();
    expect(said).toEqual(["A newer version of Environs was published"]);

    document.body.insertAdjacentHTML("beforeend", '<form id="f"><input value="phx_typed"></form>');
    onTestFinished(() => document.querySelector("#f")?.remove());
    await miss();
    expect(reload).not.toHaveBeenCalled();
    choose();
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it("does nothing without a connection, or where the site does not answer with its page", async () => {
    const { site, reload, said, miss } = watching();
    const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    await miss();
    online.mockReturnValue(true);
    site.isThere = false;
    await miss();
    Object.assign(site, { isThere: true, status: 502 });
    await miss();
    expect([reload.mock.calls, said]).toEqual([[], []]);
  });

  it("never loads a page anew that could not remember it", async () => {
    const { reload, said, miss } = watching();
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    await miss();
    expect(reload).not.toHaveBeenCalled();
    expect(said).toEqual(["A newer version of Environs was published"]);
  });
});

/** Loads the page anew, as after a newer version was published. */
async function loadAnew(app: Awaited<ReturnType<typeof renderApp>>): Promise<Form> {
  const { pathname, search } = window.location;
  expect(keepDrafts()).toBe(true);
  const probe = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(probe);
  expect(probe.defaultPrevented).toBe(false);
  await act(async () => cleanup());
  await renderApp({ path: pathname + search, emulator: app.emulator, isReload: true });
  const form = await findForm();
  await screen.findByText("What you typed is here again");
  expect(sessionStorage.getItem("environs.drafts")).toBeNull();
  return form;
}

describe("what was typed when the page loads itself anew", () => {
  it("is in the form of a new delivery again, with what was not yet a recipient", async () => {
    const app = await open(`${LIST}/new`, "New delivery");
    let form = await findForm();
    fill(form, /^Dashboard number/, "201");
    fill(form, /^Title/, "Monday numbers");
    await app.user.type(form.getByLabelText(RECIPIENTS), "ana@example.com, bo@exa");
    form = await loadAnew(app);
    expect(form.getByLabelText(/^Title/)).toHaveValue("Monday numbers");
    expect(form.getByLabelText(/^Dashboard number/)).toHaveValue("201");
    form.getByText("ana@example.com");
    form.getByText("bo@exa");
    await app.user.click(form.getByText("Cancel"));
    await screen.findByText("Discard your changes?");
  });

  it("of an edit is only what was changed: the rest is what somebody else has made of it", async () => {
    const { emulator, id } = await givenDeliveries(WEEKLY);
    const app = await open(`${LIST}/${id}/edit`, "Weekly figures", emulator);
    let form = await findForm();
    fill(form, /^Title/, "Mine");
    await changedBySomebody(emulator, id, { target_value: "claire@example.com" });
    form = await loadAnew(app);
    await waitFor(() => expect(form.getByLabelText(/^Title/)).toHaveValue("Mine"));
    await form.findByText("claire@example.com");
    expect(form.queryByText("ana@example.com")).toBeNull();
  });

  it("is in the form of a new export again", async () => {
    const { emulator } = await givenExports();
    const app = await open(`${EXPORTS}/new`, "New export", emulator);
    let form = await findForm();
    await app.user.type(form.getByLabelText(/^Dashboard numbers( \*)?$/), "201, 202");
    await app.user.selectOptions(form.getByLabelText("Format"), "text/csv");
    form = await loadAnew(app);
    form.getByText("201");
    form.getByText("202");
    expect(form.getByLabelText("Format")).toHaveValue("text/csv");
  });

  it("is in the form of new members again", async () => {
    const app = await open(`${MEMBERS}/new`, "Add members", company());
    let form = await findForm();
    await app.user.type(form.getByLabelText(/^People( \*)?$/), "nobody@x.co, some");
    await app.user.click(form.getByText("Administrator"));
    form = await loadAnew(app);
    form.getByText("nobody@x.co");
    form.getByText("some");
    expect(form.getByRole("radio", { name: "Administrator" })).toBeChecked();
  });
});
