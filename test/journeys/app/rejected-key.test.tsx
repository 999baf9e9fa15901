import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { getResponse, http } from "msw";
import { expect, onTestFinished, test } from "vitest";
import { server } from "@/mocks/node";
import { createMockServer } from "../../support/mock-server";
import { TEST_TIME } from "../../test-time";
import { LIVE_ORIGIN, storeLiveConnection } from "../support/live-connection";
import { renderApp, settle } from "../support/render-app";
import {
  CREATE_BUTTON,
  createAsOtherUser,
  fillField,
  findForm,
  LIST_URL,
  setUpJourneys,
  WEEKLY,
} from "../support/subscriptions-setup";

setUpJourneys();

const OLD_KEY = "phx_old_one";
const NEW_KEY = "phx_new_one";
/** The mocks' API key. In forwarded requests, it replaces OLD_KEY and NEW_KEY. */
const VALID_KEY = "phx_demo_all";
const REFUSED = "The API key was rejected";
const RECORDS = "/api/environments/3/subscriptions/";

/** Creates a server that accepts one key. */
function createServer() {
  const mocks = createMockServer({ now: () => TEST_TIME });
  let validKey = OLD_KEY;
  const requests: { readonly method: string; readonly path: string; readonly key: string }[] = [];

  async function respond(request: Request): Promise<Response | undefined> {
    const key = request.headers.get("authorization")?.replace("Bearer ", "") ?? "";
    requests.push({ method: request.method, path: new URL(request.url).pathname, key });
    if (key !== validKey) return Response.json({ detail: "Invalid key." }, { status: 401 });
    const headers = new Headers(request.headers);
    headers.set("authorization", `Bearer ${VALID_KEY}`);
    return getResponse(mocks.handlers, new Request(request, { headers }));
  }
  server.use(http.all(`${LIVE_ORIGIN}/*`, ({ request }) => respond(request)));
  return {
    mocks,
    asked: requests,
    /** Makes the server accept only this key. */
    accept(key: string) {
      validKey = key;
    },
    reads: (key: string) =>
      requests.filter((one) => one.method === "GET" && one.path === RECORDS && one.key === key).length,
    posts: () => requests.filter(({ method }) => method === "POST").length,
    since: (start: number) => requests.slice(start),
  };
}

async function connected() {
  const remote = createServer();
  for (const fields of [{}, { title: "Daily sales" }, { title: "Old", deleted: true }])
    await createAsOtherUser(remote.mocks, { ...WEEKLY, ...fields });
  storeLiveConnection(OLD_KEY);
  const { user } = await renderApp({ path: LIST_URL, hasDemo: false, isReload: true });
  await waitFor(() => expect(screen.getAllByRole("row").length).toBeGreaterThan(1));
  // All requests of the page have been answered.
  await settle();
  return { user, remote };
}
type Scene = Awaited<ReturnType<typeof connected>>;

/** Returns the rows' links as elements, to check whether the page stayed mounted. */
function titles(): readonly Element[] {
  return [...document.querySelectorAll("tbody a")];
}

async function keyDialog() {
  const dialog = await screen.findByRole("dialog", { name: REFUSED });
  return within(dialog);
}

async function enterKey({ user }: Pick<Scene, "user">, key: string) {
  const field = (await keyDialog()).getByLabelText(/Personal API key/);
  await waitFor(() => expect(field).toHaveFocus());
  await user.clear(field);
  await user.paste(key);
  await user.keyboard("{Enter}");
}

async function waitForDialogToClose() {
  await waitFor(() => expect(screen.queryByRole("dialog", { name: REFUSED })).toBeNull());
}

async function openFilledForm() {
  const scene = await connected();
  await scene.user.click(screen.getByRole("link", { name: "New subscription" }));
  const form = await findForm();
  fillField(form, /^Dashboard name/, "201");
  fillField(form, /^Recipients( \*)?$/, "ana@example.com");
  fillField(form, /^Title/, "Monday numbers");
  return { ...scene, form, submit: form.getByRole("button", { name: CREATE_BUTTON }) };
}

const readStorages = () => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]);

test("keeps the form of a save rejected because of the key, and continues with a new key, but not with a wrong one", async () => {
  const { user, remote, form, submit } = await openFilledForm();
  const rows = titles();
  remote.accept(NEW_KEY);
  await user.click(submit);
  const dialog = await keyDialog();
  expect(screen.getAllByText(REFUSED)).toHaveLength(1);
  expect(form.queryByRole("alert")).toBeNull();
  expect(dialog.getByText(/Your last change wasn't saved/)).toBeVisible();
  const address = window.location.pathname;
  expect(remote.posts()).toBe(1);

  // Escape closes neither the dialog nor the form.
  const field = dialog.getByLabelText(/Personal API key/);
  await waitFor(() => expect(field).toHaveFocus());
  await user.keyboard("{Escape}");
  await enterKey({ user }, "phx_wrong");
  await waitFor(() => expect(field).toHaveAccessibleDescription(/API key was rejected/));
  expect(readStorages()).not.toContain("phx_wrong");
  await enterKey({ user }, "phc_events");
  await waitFor(() => expect(field).toHaveAccessibleDescription(/This is a project key/));
  const start = remote.asked.length;
  await enterKey({ user }, NEW_KEY);
  await waitForDialogToClose();
  expect(screen.getAllByRole("dialog")).toHaveLength(1);
  expect(window.location.pathname).toBe(address);
  expect(form.getByLabelText(/^Title/)).toHaveValue("Monday numbers");
  await waitFor(() => expect(submit).toHaveFocus());
  // The same DOM elements are still attached, so the page stayed mounted.
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.every((row) => row.isConnected)).toBe(true);
  await waitFor(() => expect(remote.reads(NEW_KEY)).toBeGreaterThan(0));
  expect(remote.posts()).toBe(1);

  await user.click(submit);
  await screen.findByText("Created “Monday numbers”");
  expect(remote.posts()).toBe(2);
  expect(remote.since(start).filter(({ key }) => key !== NEW_KEY)).toEqual([]);
  expect(screen.queryByRole("dialog", { name: REFUSED })).toBeNull();
  expect(readStorages()).not.toContain(OLD_KEY);
});

async function selectRowAction({ user }: Pick<Scene, "user">, name: string) {
  await user.click(screen.getAllByLabelText(/^Actions for/)[0] ?? document.body);
  await user.click(await screen.findByRole("menuitem", { name }));
}

test("ends a delete and an undo, doesn't send them later with a new key, and resumes a read", async () => {
  const scene = await connected();
  const { user, remote } = scene;
  const first = titles()[0]?.textContent ?? "";
  remote.accept(NEW_KEY);
  await selectRowAction({ user }, "Delete");
  expect((await keyDialog()).getByText(/Your last change wasn't saved/)).toBeVisible();
  expect(screen.getAllByText(/API key was rejected/)).toHaveLength(1);
  expect(titles()[0]).toHaveTextContent(first);
  let start = remote.asked.length;
  await enterKey(scene, NEW_KEY);
  await waitForDialogToClose();
  await screen.findByText("You can retry the failed change.");
  await waitFor(() => expect(remote.reads(NEW_KEY)).toBeGreaterThan(0));
  expect(remote.since(start).filter(({ method }) => method !== "GET")).toEqual([]);
  expect(titles()[0]).toHaveTextContent(first);
  await selectRowAction({ user }, "Delete");
  await screen.findByText(/^Deleted/);
  expect(titles()[0]).not.toHaveTextContent(first);

  remote.accept(OLD_KEY);
  await user.click(screen.getByText("Undo"));
  expect((await keyDialog()).getByText(/Your last change wasn't saved/)).toBeVisible();
  start = remote.asked.length;
  await enterKey(scene, OLD_KEY);
  await waitForDialogToClose();
  expect(remote.since(start).filter(({ method }) => method !== "GET")).toEqual([]);
  await user.click(screen.getByText("Try again"));
  await screen.findByText(/^Restored/);
  expect(titles()[0]).toHaveTextContent(first);

  remote.accept(NEW_KEY);
  // Under a pointer, the link would already read before the click.
  fireEvent.click(screen.getByText("Trash"));
  await keyDialog();
  expect(screen.getAllByText(REFUSED)).toHaveLength(1);
  expect(screen.queryByText(/Your last change wasn't saved/)).toBeNull();
  await enterKey(scene, NEW_KEY);
  await waitForDialogToClose();
  await waitFor(() => expect(titles()).toHaveLength(1));
  expect(window.location.pathname + window.location.search).toBe(`${LIST_URL}?view=trash`);
  expect(screen.queryByRole("alert")).toBeNull();
});

test("removes the demo fault and continues", async () => {
  const other = { endpoint: "exports.get", name: "offline" } as const;
  const { user, scenarios } = await renderApp({
    path: LIST_URL,
    scenarios: [{ endpoint: "*", name: "rejected-key" }, other],
  });
  const dialog = await keyDialog();
  expect(dialog.queryByLabelText(/Personal API key/)).toBeNull();
  expect(dialog.getByRole("link", { name: "Connect to another server" })).toHaveAttribute(
    "href",
    "/connect?from=%2Fp%2F3%2Fsubscriptions",
  );
  await user.click(dialog.getByRole("button", { name: "Remove demo fault" }));
  await waitForDialogToClose();
  expect(await screen.findByText("No subscriptions yet")).toBeVisible();
  expect(scenarios()).toEqual([other]);
});

test("keeps a form when another tab disconnects, continues with a new key, and asks before it discards the input", async () => {
  const { user, remote, form, submit } = await openFilledForm();
  const start = remote.asked.length;
  const otherTab = new BroadcastChannel("environs-connections");
  onTestFinished(() => otherTab.close());
  otherTab.postMessage(["disconnect", `${LIVE_ORIGIN} environments`]);
  const dialog = within(await screen.findByRole("dialog", { name: "You disconnected in another tab" }));
  expect(dialog.getByText(/Your input is kept/)).toBeVisible();
  expect(form.getByLabelText(/^Title/)).toHaveValue("Monday numbers");
  expect(readStorages()).not.toContain(OLD_KEY);
  remote.accept(NEW_KEY);
  const field = dialog.getByLabelText(/Personal API key/);
  await user.click(field);
  await user.paste(NEW_KEY);
  await user.keyboard("{Enter}");
  await waitFor(() => expect(screen.getAllByRole("dialog")).toHaveLength(1));
  expect(form.getByLabelText(/^Title/)).toHaveValue("Monday numbers");
  expect(remote.since(start).filter(({ key }) => key !== NEW_KEY)).toEqual([]);

  remote.accept(OLD_KEY);
  await user.click(submit);
  const leave = (await keyDialog()).getByRole("button", { name: "Disconnect" });
  await user.click(leave);
  await user.click(await screen.findByText("Keep editing"));
  expect(form.getByLabelText(/^Title/)).toHaveValue("Monday numbers");
  await waitFor(() => expect(leave).toHaveFocus());
  await user.click(leave);
  await user.click(await screen.findByText("Discard changes"));
  await screen.findByText("Connect", { selector: "h1" });
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(readStorages()).not.toContain(NEW_KEY);
});
