import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import { storePin } from "@/app/connection/connection-storage";
import { server } from "@/mocks/node";
import { offline, refuse } from "@/mocks/scenarios";
import { createMockServer } from "../../support/mock-server";
import { TEST_TIME } from "../../test-time";
import { LIVE_ORIGIN, storeLiveConnection } from "../support/live-connection";
import { goTo, renderApp, settle } from "../support/render-app";
import { setUpJourneys } from "../support/subscriptions-setup";

const EU = "https://eu.example.test";
const US = "https://us.example.test";
const GOOD_KEY = "phx_demo_all";

setUpJourneys();

type App = Awaited<ReturnType<typeof renderApp>>;

/** Creates a remote server that records its requests. */
function createServer(origin = EU) {
  const mocks = createMockServer({ origin, now: () => TEST_TIME });
  const asked: Request[] = [];
  server.events.on("request:start", ({ request }) => {
    if (request.url.startsWith(`${origin}/`)) asked.push(request);
  });
  return { mocks, asked };
}

async function openConnect(options: Omit<Parameters<typeof renderApp>[0], "path"> = {}, search = "") {
  const app = await renderApp({ path: `/connect${search}`, hasDemo: false, ...options });
  await screen.findByLabelText(/Personal API key/);
  return app;
}

/** Pastes the values, because typing would render the page for each character. */
async function enterConnection({ user }: App, address: string | null, key: string) {
  async function enter(label: RegExp, value: string) {
    const field = screen.getByLabelText(label);
    await user.clear(field);
    await user.click(field);
    await user.paste(value);
  }
  if (address !== null) await enter(/Server address/, address);
  await enter(/Personal API key/, key);
  await user.click(screen.getByText("Connect", { selector: "button *" }));
}

async function connected() {
  return within(await screen.findByRole("region", { name: "Connected" }));
}

async function connectAndOpenProject(app: App, address: string, key = GOOD_KEY) {
  await enterConnection(app, address, key);
  await app.user.click((await connected()).getByRole("link", { name: "Open Empty" }));
  await screen.findByText("No subscriptions yet");
}

function badge() {
  return screen.getByRole("link", { name: /^Connection: / });
}

async function goToConnect({ user }: App) {
  await user.click(badge());
  await screen.findByRole("heading", { level: 1, name: "Connect" });
  await screen.findByLabelText(/Personal API key/);
}

function rowOf(label: string) {
  const row = screen.getAllByRole("listitem").find((item) => within(item).queryByText(label));
  if (!row) throw new Error(`No connection ${label} in the list`);
  return within(row);
}

function readStorages() {
  return JSON.stringify([{ ...sessionStorage }, { ...localStorage }]);
}

/** Leaves the result of a connection, and opens the form again. */
async function reopenForm() {
  await goTo("/help");
  await goTo("/connect");
  await screen.findByLabelText(/Personal API key/);
}

test("shows the result of a valid key, reads nothing of a project before it is opened, and leads to no other site", async () => {
  const eu = createServer();
  const app = await openConnect({}, `?from=${encodeURIComponent("/\t/evil.example")}`);
  await enterConnection(app, EU, GOOD_KEY);
  const result = await connected();
  expect(
    await result.findByText(/^Connected to eu\.example\.test as \S.* with access to 3 projects\.$/),
  ).toBeVisible();
  expect(result.queryByText(/can't list/)).not.toBeInTheDocument();
  expect(result.getByRole("status")).toHaveFocus();
  expect(result.queryByText("Go back")).not.toBeInTheDocument();
  const targets = [...document.querySelectorAll("a")].map(
    (link) => new URL(link.getAttribute("href") ?? "", window.location.href),
  );
  expect(targets.filter(({ origin }) => origin !== window.location.origin)).toEqual([]);

  const open = result.getByRole("link", { name: "Open Empty" });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  // Waits longer than the hover or focus delay after which a link's page is normally preloaded.
  const waitForIntent = () => act(() => vi.advanceTimersByTimeAsync(1_000));
  await app.user.hover(open);
  await waitForIntent();
  open.focus();
  await waitForIntent();
  await settle();
  const paths = eu.asked.map(({ url }) => new URL(url).pathname);
  expect(new Set(paths)).toEqual(new Set(["/api/projects/", "/api/users/@me/"]));
  await app.user.click(open);
  await screen.findByText("No subscriptions yet");
  expect(window.location.pathname).toBe("/p/3/subscriptions");
  expect(badge()).toHaveAccessibleName("Connection: eu.example.test");
  const keys = new Set(eu.asked.map(({ headers }) => headers.get("authorization")));
  expect(keys).toEqual(new Set([`Bearer ${GOOD_KEY}`]));
});

test("offers the organization's projects to a key limited to projects, and marks those it can't open", async () => {
  createServer();
  const app = await openConnect();
  await enterConnection(app, EU, "phx_demo_project3");
  const result = await connected();
  result.getByText(/^The key can't list projects\. These are the organization's projects\./);
  await app.user.click(result.getByText("Open Demo"));
  await result.findByText("Demo: the key can't open this project");
  expect(window.location.pathname).toBe("/connect");
  await app.user.type(result.getByLabelText(/Project ID/), "1{Enter}");
  await screen.findByText("The API key can't access this project");
  expect(screen.queryByRole("link", { name: "Demo" })).not.toBeInTheDocument();
  await app.user.click(screen.getByRole("link", { name: "Empty" }));
  await screen.findByText("No subscriptions yet");
  expect(window.location.pathname).toBe("/p/3/subscriptions");
  await app.user.click(await screen.findByLabelText("Project: Empty"));
  expect(await screen.findByRole("link", { name: /^Demo/ })).toHaveTextContent("No access with this key");
  expect(screen.getByRole("link", { name: /^Large/ })).not.toHaveTextContent("No access");
});

test("asks for the project ID of a key that can't list projects, and refuses an API key, which reaches no URL, storage, or request", async () => {
  const eu = createServer();
  const app = await openConnect();
  await enterConnection(app, EU, "phx_demo_none");
  let result = await connected();
  result.getByText("Connected to eu.example.test.");
  result.getByText("The key can't list projects: it's missing the scope project:read.");
  await reopenForm();
  await enterConnection(app, EU, "phx_demo_project1");
  result = await connected();
  result.getByText(/^The key can't list projects\./);
  await app.user.click(result.getByText("Open project"));
  result.getByText("Enter a project ID.");
  const [field, key] = [result.getByLabelText(/Project ID/), "phx_a1B2c3d4e5"];
  await app.user.click(field);
  await app.user.paste(key);
  await app.user.keyboard("{Enter}");
  await screen.findByText(/^That looks like an API key\./);
  expect(window.location.href).not.toContain(key);
  expect(readStorages()).not.toContain(key);
  expect(eu.asked.every(({ url }) => !url.includes(key))).toBe(true);
  await app.user.clear(field);
  await app.user.type(field, " 1 {Enter}");
  await waitFor(() => expect(window.location.pathname).toBe("/p/1/subscriptions"));
});

test("sends the key only after the address without a page's path was seen, and unencrypted only if allowed", async () => {
  const [eu, plain] = [createServer(), createServer("http://lan.example.test")];
  const app = await openConnect();
  const asked = () => new Set(eu.asked.map(({ url }) => url.split("/api/")[0]));
  await enterConnection(app, `${EU}/insights/new`, "phx_wrong");
  await screen.findByText(/“\/insights\/new” looks like a page/);
  expect(screen.getByLabelText(/Server address/)).toHaveValue(EU);
  expect(asked()).toEqual(new Set());
  await app.user.click(screen.getByText("Connect", { selector: "button *" }));
  await screen.findByText(/API key was rejected/);
  expect(asked()).toEqual(new Set([EU]));
  // Entered again, the path belongs to the address.
  await enterConnection(app, `${EU}/insights/new`, "phx_wrong");
  await waitFor(() => expect(asked()).toEqual(new Set([EU, `${EU}/insights/new`])));

  expect(screen.queryByLabelText(/Allow unencrypted connection/)).not.toBeInTheDocument();
  await enterConnection(app, "http://lan.example.test", GOOD_KEY);
  await screen.findByText(/sends the key unencrypted/);
  expect(plain.asked).toEqual([]);
  await app.user.click(screen.getByLabelText(/Allow unencrypted connection/));
  await app.user.click(screen.getByLabelText("projects"));
  await app.user.click(screen.getByText("Connect", { selector: "button *" }));
  await app.user.click((await connected()).getByText("Open Empty"));
  await screen.findByText("No subscriptions yet");
  const paths = plain.asked.map(({ url }) => new URL(url).pathname);
  expect(paths.some((path) => path.startsWith("/api/projects/3/subscriptions/"))).toBe(true);
  expect(paths.filter((path) => path.startsWith("/api/environments/"))).toEqual([]);
});

test("shows a rejected key at its field, other failures above the button, and stores nothing until connected", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const eu = createServer();
  const app = await openConnect();
  await enterConnection(app, EU, "phx_wrong");
  const field = screen.getByLabelText(/Personal API key/);
  await waitFor(() => expect(field).toHaveAccessibleDescription(/The API key was rejected/));
  expect(field).toHaveFocus();

  server.use(offline("*"));
  await enterConnection(app, null, GOOD_KEY);
  const words = await screen.findByText("Couldn't reach the server");
  const button = screen.getByRole("button", { name: "Connect" });
  expect(words.compareDocumentPosition(button)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(screen.getAllByRole("alert")[0]).toHaveTextContent(`ENVIRONS_UPSTREAM=${EU} npm start`);
  expect(screen.getByLabelText(/Server address/)).toHaveValue(EU);
  expect(field).toHaveValue(GOOD_KEY);
  eu.mocks.resetHandlers();

  const detail = "Request was throttled. Expected available in 90 seconds.";
  server.use(refuse("projects.list", 429, { detail, once: true }));
  await app.user.click(button);
  await screen.findByText("Too many requests");
  expect(screen.getByRole("timer")).toHaveTextContent(/Try again in 1 minute/);
  await act(() => vi.advanceTimersByTimeAsync(91_000));
  expect(screen.getByRole("timer")).toHaveTextContent("You can try again now.");
  expect(readStorages()).not.toMatch(/phx_/);
  await app.user.click(button);
  await connected();
});

test("updates the badge and the records when switching connections, also to the demo, and disconnects one alone", async () => {
  const [eu, us] = [createServer(), createServer(US)];
  const app = await openConnect({ hasDemo: true });
  expect(badge()).toHaveAccessibleName("Connection: Demo data");
  await connectAndOpenProject(app, EU);
  await goToConnect(app);
  await connectAndOpenProject(app, US, "phx_demo_read");
  expect(badge()).toHaveAccessibleName("Connection: us.example.test");
  await goToConnect(app);
  rowOf("us.example.test").getByText("In use");
  const askedBefore = [eu.asked.length, us.asked.length];
  await app.user.click(screen.getByLabelText("Use eu.example.test"));
  const deliveries = await screen.findByRole("region", { name: "Next 24 hours" });
  await within(deliveries).findByText("No subscriptions yet.");
  expect(badge()).toHaveAccessibleName("Connection: eu.example.test");
  expect(eu.asked.length).toBeGreaterThan(askedBefore[0] ?? 0);
  expect(us.asked.length).toBe(askedBefore[1]);
  await goToConnect(app);
  await app.user.click(screen.getByText("Use demo data"));
  await screen.findByText("Overview", { selector: "h1" });
  expect(badge()).toHaveAccessibleName("Connection: Demo data");
  await goToConnect(app);
  await app.user.click(screen.getByLabelText("Disconnect us.example.test"));
  expect(readStorages()).toContain(GOOD_KEY);
  expect(readStorages()).not.toContain("phx_demo_read");
  await app.user.click(screen.getByLabelText("Use eu.example.test"));
  await screen.findByText("Overview", { selector: "h1" });
  expect(badge()).toHaveAccessibleName("Connection: eu.example.test");
});

function openOtherTab() {
  const otherTab = new BroadcastChannel("environs-connections");
  const received: unknown[] = [];
  otherTab.addEventListener("message", ({ data }) => received.push(data));
  onTestFinished(() => otherTab.close());
  return { received, post: (message: unknown) => otherTab.postMessage(message) };
}
const ID = `${EU} environments`;

test("disconnecting forgets only the key, forgetting offers to remove what is stored, and a discarded tab opens neither", async () => {
  const eu = createServer();
  const app = await openConnect();
  await connectAndOpenProject(app, EU);
  const discarded = { ...sessionStorage };
  localStorage.setItem(`environs.views.${ID}.1.subscriptions`, "[]");
  localStorage.setItem(`environs.resume-dates.${ID}.2`, "[]");
  localStorage.setItem("environs.views.https://us.example.test environments.1.subscriptions", "[]");
  vi.advanceTimersByTime(1_000);
  await goToConnect(app);
  const { received } = openOtherTab();
  await app.user.click(screen.getByLabelText("Disconnect eu.example.test"));
  // Other tabs get no key.
  await waitFor(() => expect(received).toEqual([["disconnect", ID]]));
  expect(readStorages()).not.toContain(GOOD_KEY);
  expect(screen.queryByRole("link", { name: /^Connection: / })).not.toBeInTheDocument();
  rowOf("eu.example.test").getByText(/no key/);
  await app.user.click(screen.getByLabelText("Enter key for eu.example.test"));
  expect(screen.getByLabelText(/Server address/)).toHaveValue(EU);
  expect(screen.getByLabelText(/Personal API key/)).toHaveValue("");

  const forget = async () => {
    await app.user.click(screen.getByLabelText("Forget eu.example.test"));
    return within(await screen.findByRole("dialog", { name: "Forget eu.example.test?" }));
  };
  const question = await forget();
  expect(question.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "saved views",
    "reminders to resume subscriptions",
  ]);
  await app.user.click(question.getByText("Cancel"));
  rowOf("eu.example.test").getByText("Forget");
  await app.user.click((await forget()).getByText("Forget server"));
  await waitFor(() => expect(screen.queryByText("eu.example.test")).not.toBeInTheDocument());
  expect(readStorages()).toContain(EU);

  vi.advanceTimersByTime(1_000);
  await app.user.click(screen.getByLabelText(/Store key on this device/));
  await enterConnection(app, EU, GOOD_KEY);
  await connected();
  expect(JSON.stringify({ ...localStorage })).toContain(GOOD_KEY);
  expect(JSON.stringify({ ...sessionStorage })).not.toContain(GOOD_KEY);
  await app.user.click(screen.getByLabelText("Disconnect eu.example.test"));
  const again = await forget();
  await app.user.click(again.getByLabelText("Remove this data as well"));
  await app.user.click(again.getByText("Forget server"));
  await waitFor(() => expect(readStorages()).not.toContain(EU));
  expect(readStorages()).toContain("us.example.test");

  await act(async () => cleanup());
  for (const [name, text] of Object.entries(discarded)) sessionStorage.setItem(name, text);
  expect(readStorages()).toContain(GOOD_KEY);
  const countBefore = eu.asked.length;
  await openConnect({ isReload: true });
  expect(readStorages()).not.toContain(GOOD_KEY);
  expect(eu.asked.length).toBe(countBefore);
});

test("a connection that another tab removes is left here as well, with its key, but no other, and forgotten", async () => {
  createServer();
  const app = await openConnect();
  await connectAndOpenProject(app, EU);
  const { post } = openOtherTab();
  // Messages about another connection, and of another version.
  for (const message of [["disconnect", `${US} environments`], ["wipe", ID], ["disconnect"], null, ID])
    post(message);
  await settle();
  expect(badge()).toHaveAccessibleName("Connection: eu.example.test");
  expect(readStorages()).toContain(GOOD_KEY);
  sessionStorage.setItem(`environs.offboarding.${ID}.1.?who=lea`, "{}");
  post(["disconnect", ID]);
  await waitFor(() => expect(screen.queryByRole("link", { name: /^Connection: / })).not.toBeInTheDocument());
  expect(readStorages()).not.toContain(GOOD_KEY);
  expect(readStorages()).toContain(EU);
  post(["forget", ID]);
  await waitFor(() => expect(readStorages()).not.toContain(EU));
});

test("redirects to Connect and back", async () => {
  createServer();
  const app = await renderApp({ path: "/p/1/subscriptions?view=trash", hasDemo: false });
  await screen.findByLabelText(/Personal API key/);
  await enterConnection(app, EU, GOOD_KEY);
  await app.user.click(await screen.findByText("Go back"));
  await screen.findByText("Trash", { selector: "h1" });
});

test("asks only for the key of a pinned server, also unencrypted, and offers no stored connection to another", async () => {
  const lan = createServer("http://lan.example.test");
  storeLiveConnection(GOOD_KEY);
  sessionStorage.setItem("environs.active", "none");
  const app = await openConnect({
    isReload: true,
    config: () => Response.json({ server: "http://lan.example.test/", prefix: "projects" }),
  });
  await screen.findByRole("region", { name: "Connect to lan.example.test" });
  expect(screen.queryByLabelText(/Server address/)).not.toBeInTheDocument();
  expect(screen.queryByRole("radio")).not.toBeInTheDocument();
  expect(screen.getByText(/can't be used on this site/)).toHaveTextContent(LIVE_ORIGIN);
  expect(screen.queryByLabelText("Use eu.example.com")).not.toBeInTheDocument();
  screen.getByLabelText("Disconnect eu.example.com");
  await enterConnection(app, null, GOOD_KEY);
  await screen.findByText(
    /Ask your administrator to switch to https:\/\/, or allow the unencrypted connection\./,
  );
  const consent = screen.getByLabelText(/Allow unencrypted connection/);
  expect(consent).toHaveFocus();
  expect(lan.asked).toEqual([]);
  await app.user.click(consent);
  await app.user.click(screen.getByText("Connect", { selector: "button *" }));
  await connected();
  expect(lan.asked.length).toBeGreaterThan(0);
  await goTo("/help");
  await goTo("/connect");
  rowOf("lan.example.test").getByText("In use");
});

test("sends no key to another server than the one pinned on the last visit", async () => {
  const eu = createServer(LIVE_ORIGIN);
  storeLiveConnection(GOOD_KEY);
  storePin({ baseUrl: US, prefix: "environments" });
  const config = () => Response.json({ server: US });
  await renderApp({ path: "/p/1/subscriptions", isReload: true, config });
  expect(await screen.findByText(/can't be used on this site/)).toHaveTextContent(LIVE_ORIGIN);
  expect(eu.asked).toEqual([]);
});

test("says that the configuration can't be loaded, and then no server can be typed", async () => {
  await renderApp({ path: "/connect", hasDemo: false, config: () => Response.json({}, { status: 500 }) });
  await screen.findByText("Couldn't load the configuration");
  expect(screen.queryByLabelText(/Personal API key/)).not.toBeInTheDocument();
});
