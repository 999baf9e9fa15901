import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { storePin } from "@/app/connection/connection-storage";
import { server } from "@/mocks/node";
import { offline, refuse } from "@/mocks/scenarios";
import { createMockServer } from "../../support/mock-server";
import { TEST_TIME } from "../../test-time";
import { renderApp, settle } from "../support/render-app";
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
    if (value !== "") await user.paste(value);
  }
  if (address !== null) await enter(/Server address/, address);
  await enter(/Personal API key/, key);
  await user.click(screen.getByRole("button", { name: "Connect" }));
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

test("shows the result of a valid key and opens a project", async () => {
  const eu = createServer();
  const app = await openConnect();
  await enterConnection(app, EU, GOOD_KEY);
  const result = await connected();
  expect(
    await result.findByText(/^Connected to eu\.example\.test as \S.* with access to 3 projects\.$/),
  ).toBeVisible();
  expect(result.queryByText(/can't list/)).not.toBeInTheDocument();
  expect(result.getByRole("status")).toHaveFocus();
  await app.user.click(result.getByRole("link", { name: "Open Empty" }));
  await screen.findByText("No subscriptions yet");
  expect(window.location.pathname).toBe("/p/3/subscriptions");
  expect(badge()).toHaveAccessibleName("Connection: eu.example.test");
  expect(eu.asked.every((request) => request.headers.get("authorization") === `Bearer ${GOOD_KEY}`)).toBe(
    true,
  );
});

test("names the scope without which a key can't list projects", async () => {
  createServer();
  const app = await openConnect();
  await enterConnection(app, EU, "phx_demo_none");
  const result = await connected();
  expect(result.getByText("Connected to eu.example.test.")).toBeVisible();
  expect(result.getByText("The key can't list projects: it's missing the scope project:read.")).toBeVisible();
});

test("reads nothing of a project before it is opened", async () => {
  const eu = createServer();
  const app = await openConnect();
  await enterConnection(app, EU, GOOD_KEY);
  const open = (await connected()).getByRole("link", { name: "Open Demo" });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  // Waits longer than the hover or focus delay after which a link's page is normally preloaded.
  const waitForIntent = () => act(() => vi.advanceTimersByTimeAsync(1_000));
  await app.user.hover(open);
  await waitForIntent();
  await app.user.tab();
  expect(open).toHaveFocus();
  await waitForIntent();
  await settle();
  const paths = eu.asked.map(({ url }) => new URL(url).pathname);
  expect(new Set(paths)).toEqual(new Set(["/api/projects/", "/api/users/@me/"]));
});

test("offers the organization's projects to a key limited to projects, and marks those it can't open", async () => {
  createServer();
  const app = await openConnect();
  await enterConnection(app, EU, "phx_demo_project3");
  const result = await connected();
  expect(
    result.getByText(/^The key can't list projects\. These are the organization's projects\./),
  ).toBeVisible();
  await app.user.click(result.getByRole("button", { name: "Open Demo" }));
  expect(await result.findByText("Demo: the key can't open this project")).toBeVisible();
  expect(window.location.pathname).toBe("/connect");
  expect(result.getByLabelText(/Project ID/)).toBeVisible();
  await app.user.click(result.getByRole("button", { name: "Open Empty" }));
  await screen.findByText("No subscriptions yet");
  expect(window.location.pathname).toBe("/p/3/subscriptions");
  await app.user.click(await screen.findByRole("button", { name: "Project: Empty" }));
  expect(await screen.findByRole("link", { name: /^Demo/ })).toHaveTextContent("No access with this key");
  expect(screen.getByRole("link", { name: /^Large/ })).not.toHaveTextContent("No access");
});

test("offers other projects on the page of a project that the key can't open", async () => {
  createServer();
  const app = await openConnect();
  await enterConnection(app, EU, "phx_demo_project3");
  await app.user.type((await connected()).getByLabelText(/Project ID/), "1{Enter}");
  await screen.findByText("The API key can't access this project");
  expect(screen.getByRole("link", { name: "Empty" })).toHaveAttribute("href", "/p/3/subscriptions");
  expect(screen.queryByRole("link", { name: "Demo" })).not.toBeInTheDocument();
});

test("asks for the project ID of a single-project key, and refuses an API key, which reaches no URL, storage, or request", async () => {
  const eu = createServer();
  const app = await openConnect();
  await enterConnection(app, EU, "phx_demo_project1");
  const result = await connected();
  expect(result.getByText(/^The key can't list projects\./)).toBeVisible();
  await app.user.click(result.getByRole("button", { name: "Open project" }));
  expect(result.getByText("Enter a project ID.")).toBeVisible();
  const [field, key] = [result.getByLabelText(/Project ID/), "phx_a1B2c3d4e5"];
  await app.user.type(field, `${key}{Enter}`);
  await screen.findByText(/^That looks like an API key\./);
  expect(window.location.href).not.toContain(key);
  expect(readStorages()).not.toContain(key);
  expect(eu.asked.every(({ url }) => !url.includes(key))).toBe(true);
  await app.user.clear(field);
  await app.user.type(field, " 1 {Enter}");
  await waitFor(() => expect(screen.getAllByRole("row").length).toBeGreaterThan(1));
  expect(window.location.pathname).toBe("/p/1/subscriptions");
});

test("requires confirmation of an unencrypted address on another computer", async () => {
  const plain = createServer("http://lan.example.test");
  const app = await openConnect();
  expect(screen.queryByLabelText(/Allow unencrypted connection/)).not.toBeInTheDocument();
  await enterConnection(app, "http://lan.example.test", GOOD_KEY);
  expect(await screen.findByText(/sends the key unencrypted/)).toBeVisible();
  expect(plain.asked).toEqual([]);
  await app.user.click(screen.getByLabelText(/Allow unencrypted connection/));
  await app.user.click(screen.getByRole("button", { name: "Connect" }));
  await connected();
});

test.each([
  ["the resulting address", null, "https://eu.example.test"],
  ["the path after entering it again", `${EU}/insights/new`, "https://eu.example.test/insights/new"],
])(
  "sends the key only after the address without a page's path was seen: %s",
  async (_what, again, address) => {
    const eu = createServer();
    const app = await openConnect();
    await enterConnection(app, `${EU}/insights/new`, GOOD_KEY);
    expect(await screen.findByText(/“\/insights\/new” looks like a page/)).toBeVisible();
    expect(screen.getByLabelText(/Server address/)).toHaveValue("https://eu.example.test");
    expect(eu.asked).toEqual([]);
    if (again === null) await app.user.click(screen.getByRole("button", { name: "Connect" }));
    else await enterConnection(app, again, GOOD_KEY);
    await waitFor(() => expect(eu.asked.length).toBeGreaterThan(0));
    expect(eu.asked.every(({ url }) => url.startsWith(`${address}/api/`))).toBe(true);
  },
);

test("uses the selected prefix", async () => {
  const eu = createServer();
  const app = await openConnect();
  await app.user.click(screen.getByRole("radio", { name: "projects" }));
  await connectAndOpenProject(app, EU);
  const paths = eu.asked.map(({ url }) => new URL(url).pathname);
  expect(paths.some((path) => path.startsWith("/api/projects/3/subscriptions/"))).toBe(true);
  expect(paths.filter((path) => path.startsWith("/api/environments/"))).toEqual([]);
});

test("shows a rejected key at its field, and stores nothing", async () => {
  createServer();
  const app = await openConnect();
  await enterConnection(app, EU, "phx_wrong");
  const field = screen.getByLabelText(/Personal API key/);
  await waitFor(() => expect(field).toHaveAccessibleDescription(/The API key was rejected/));
  expect(field).toHaveFocus();
  expect(screen.getByLabelText(/Server address/)).toHaveValue(EU);
  expect(readStorages()).not.toContain("phx_wrong");
});

test("shows an unreachable server above the button, and keeps the input", async () => {
  const eu = createServer();
  server.use(offline("*"));
  const app = await openConnect();
  await enterConnection(app, EU, GOOD_KEY);
  const words = await screen.findByText("Couldn't reach the server");
  const button = screen.getByRole("button", { name: "Connect" });
  expect(words.compareDocumentPosition(button)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(screen.getAllByRole("alert")[0]).toHaveTextContent(`ENVIRONS_UPSTREAM=${EU} npm start`);
  expect(screen.getByLabelText(/Server address/)).toHaveValue(EU);
  expect(screen.getByLabelText(/Personal API key/)).toHaveValue(GOOD_KEY);
  expect(readStorages()).not.toContain(GOOD_KEY);
  eu.mocks.resetHandlers();
  await app.user.click(button);
  await connected();
});

test("updates the badge and the records when switching connections, and disconnects one alone", async () => {
  const [eu, us] = [createServer(), createServer(US)];
  const app = await openConnect();
  await connectAndOpenProject(app, EU);
  await goToConnect(app);
  await connectAndOpenProject(app, US, "phx_demo_read");
  expect(badge()).toHaveAccessibleName("Connection: us.example.test");
  await goToConnect(app);
  expect(rowOf("us.example.test").getByText("In use")).toBeVisible();
  const askedBefore = [eu.asked.length, us.asked.length];
  await app.user.click(screen.getByRole("button", { name: "Use eu.example.test" }));
  const deliveries = await screen.findByRole("region", { name: "Next 24 hours" });
  await within(deliveries).findByText("No subscriptions yet.");
  expect(badge()).toHaveAccessibleName("Connection: eu.example.test");
  expect(eu.asked.length).toBeGreaterThan(askedBefore[0] ?? 0);
  expect(us.asked.length).toBe(askedBefore[1]);
  await goToConnect(app);
  await app.user.click(screen.getByRole("button", { name: "Disconnect us.example.test" }));
  expect(readStorages()).toContain(GOOD_KEY);
  expect(readStorages()).not.toContain("phx_demo_read");
  expect(badge()).toHaveAccessibleName("Connection: eu.example.test");
});

test("switches to the demo and back with one click", async () => {
  createServer();
  const app = await openConnect({ hasDemo: true });
  expect(badge()).toHaveAccessibleName("Connection: Demo data");
  await connectAndOpenProject(app, EU);
  await goToConnect(app);
  await app.user.click(screen.getByRole("button", { name: "Use demo data" }));
  await screen.findByRole("heading", { level: 1, name: "Overview" });
  expect(badge()).toHaveAccessibleName("Connection: Demo data");
  await goToConnect(app);
  await app.user.click(screen.getByRole("button", { name: "Use eu.example.test" }));
  await screen.findByRole("heading", { level: 1, name: "Overview" });
  expect(badge()).toHaveAccessibleName("Connection: eu.example.test");
});

test("stores the key on the device if chosen, and disconnecting forgets only the key", async () => {
  createServer();
  const app = await openConnect();
  await app.user.click(screen.getByLabelText(/Store key on this device/));
  await connectAndOpenProject(app, EU);
  expect(JSON.stringify({ ...localStorage })).toContain(GOOD_KEY);
  expect(JSON.stringify({ ...sessionStorage })).not.toContain(GOOD_KEY);
  await goToConnect(app);
  await app.user.click(screen.getByRole("button", { name: "Disconnect eu.example.test" }));
  expect(readStorages()).not.toContain(GOOD_KEY);
  expect(screen.queryByRole("link", { name: /^Connection: / })).not.toBeInTheDocument();
  expect(rowOf("eu.example.test").getByText(/no key/)).toBeVisible();
  await app.user.click(screen.getByRole("button", { name: "Enter key for eu.example.test" }));
  expect(screen.getByLabelText(/Server address/)).toHaveValue(EU);
  expect(screen.getByLabelText(/Personal API key/)).toHaveValue("");
  await enterConnection(app, null, GOOD_KEY);
  await connected();
});

test.each([true, false])("offers to remove what is stored about a forgotten server: %s", async (removes) => {
  createServer();
  const app = await openConnect();
  await connectAndOpenProject(app, EU);
  const id = `${EU} environments`;
  localStorage.setItem(`environs.views.${id}.1.subscriptions`, "[]");
  localStorage.setItem(`environs.resume-dates.${id}.2`, "[]");
  localStorage.setItem("environs.views.https://us.example.test environments.1.subscriptions", "[]");
  await goToConnect(app);
  await app.user.click(screen.getByRole("button", { name: "Disconnect eu.example.test" }));
  await app.user.click(screen.getByRole("button", { name: "Forget eu.example.test" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Forget eu.example.test?" }));
  expect(dialog.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "saved views",
    "reminders to resume subscriptions",
  ]);
  await app.user.click(dialog.getByRole("button", { name: "Cancel" }));
  expect(rowOf("eu.example.test").getByRole("button", { name: /^Forget/ })).toBeVisible();
  await app.user.click(screen.getByRole("button", { name: "Forget eu.example.test" }));
  const again = within(await screen.findByRole("dialog", { name: "Forget eu.example.test?" }));
  if (removes) await app.user.click(again.getByRole("checkbox", { name: "Remove this data as well" }));
  await app.user.click(again.getByRole("button", { name: "Forget server" }));
  await waitFor(() => expect(screen.queryByText("eu.example.test")).not.toBeInTheDocument());
  expect(readStorages().includes(EU)).toBe(!removes);
  expect(readStorages()).toContain("us.example.test");
  localStorage.clear();
});

describe("a connection that another tab removes", () => {
  function openOtherTab() {
    const otherTab = new BroadcastChannel("environs-connections");
    const received: unknown[] = [];
    otherTab.addEventListener("message", ({ data }) => received.push(data));
    onTestFinished(() => otherTab.close());
    return { received, post: (message: unknown) => otherTab.postMessage(message) };
  }
  const ID = `${EU} environments`;

  test("is left here as well, with its key, but no other, and forgotten", async () => {
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
    await waitFor(() =>
      expect(screen.queryByRole("link", { name: /^Connection: / })).not.toBeInTheDocument(),
    );
    expect(readStorages()).not.toContain(GOOD_KEY);
    expect(readStorages()).toContain(EU);
    post(["forget", ID]);
    await waitFor(() => expect(readStorages()).not.toContain(EU));
  });

  test.each(["Disconnect", "Forget"])("is not opened by a tab that was discarded (%s)", async (kind) => {
    const eu = createServer();
    const app = await openConnect();
    await connectAndOpenProject(app, EU);
    const discarded = { ...sessionStorage };
    vi.advanceTimersByTime(1_000);
    await goToConnect(app);
    const { received } = openOtherTab();
    await app.user.click(screen.getByRole("button", { name: "Disconnect eu.example.test" }));
    // Other tabs get no key.
    await waitFor(() => expect(received).toEqual([["disconnect", ID]]));
    if (kind === "Forget") {
      await app.user.click(screen.getByRole("button", { name: "Forget eu.example.test" }));
      await waitFor(() => expect(screen.queryByText("eu.example.test")).not.toBeInTheDocument());
    }
    await act(async () => cleanup());
    for (const [name, text] of Object.entries(discarded)) sessionStorage.setItem(name, text);
    expect(readStorages()).toContain(GOOD_KEY);
    const countBefore = eu.asked.length;
    await openConnect({ isReload: true });
    expect(readStorages()).not.toContain(GOOD_KEY);
    expect(eu.asked.length).toBe(countBefore);
  });
});

async function enterThrottled(seconds: number) {
  createServer();
  const detail = `Request was throttled. Expected available in ${seconds} seconds.`;
  server.use(refuse("projects.list", 429, { detail, once: true }));
  const app = await openConnect();
  await enterConnection(app, EU, GOOD_KEY);
  return app;
}

test("shows a countdown beside the form after a long throttle", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { user } = await enterThrottled(90);
  expect(await screen.findByText("Too many requests")).toBeVisible();
  expect(screen.getByRole("timer")).toHaveTextContent(/Try again in 1 minute/);
  await act(() => vi.advanceTimersByTimeAsync(91_000));
  expect(screen.getByRole("timer")).toHaveTextContent("You can try again now.");
  await user.click(screen.getByRole("button", { name: "Connect" }));
  await connected();
});

test("redirects to Connect and back", async () => {
  createServer();
  const app = await renderApp({
    path: "/p/1/subscriptions?view=trash",
    hasDemo: false,
  });
  await screen.findByLabelText(/Personal API key/);
  await enterConnection(app, EU, GOOD_KEY);
  await app.user.click(await screen.findByRole("link", { name: "Go back" }));
  await screen.findByRole("heading", { level: 1, name: "Trash" });
});

test("a link to another site does not lead back", async () => {
  createServer();
  const app = await openConnect({}, `?from=${encodeURIComponent("/\t/evil.example")}`);
  await enterConnection(app, EU, GOOD_KEY);
  const result = await connected();
  expect(result.queryByRole("link", { name: "Go back" })).not.toBeInTheDocument();
  const targets = screen
    .getAllByRole("link")
    .map((link) => new URL(link.getAttribute("href") ?? "", window.location.href));
  expect(targets.filter(({ origin }) => origin !== window.location.origin)).toEqual([]);
});

test("asks only for the key of a pinned server", async () => {
  const eu = createServer();
  const app = await openConnect({
    config: () => Response.json({ server: `${EU}/`, prefix: "projects" }),
  });
  expect(await screen.findByRole("region", { name: "Connect to eu.example.test" })).toBeVisible();
  expect(screen.queryByLabelText(/Server address/)).not.toBeInTheDocument();
  expect(screen.queryByRole("radio")).not.toBeInTheDocument();
  await enterConnection(app, null, GOOD_KEY);
  await connected();
  expect(eu.asked.length).toBeGreaterThan(0);
});

test("explains what to do about a pinned server without encryption", async () => {
  const lan = createServer("http://lan.example.test");
  const app = await openConnect({
    config: () => Response.json({ server: "http://lan.example.test" }),
  });
  await enterConnection(app, null, GOOD_KEY);
  expect(
    await screen.findByText(
      /Ask your administrator to switch to https:\/\/, or allow the unencrypted connection\./,
    ),
  ).toBeVisible();
  expect(screen.getByLabelText(/Allow unencrypted connection/)).toHaveFocus();
  expect(lan.asked).toEqual([]);
  await app.user.click(screen.getByLabelText(/Allow unencrypted connection/));
  await app.user.click(screen.getByRole("button", { name: "Connect" }));
  await connected();
});

test("offers no stored connection to another server than the pinned one", async () => {
  const connections = [EU, US].map((baseUrl) => ({
    id: `${baseUrl} environments`,
    label: new URL(baseUrl).host,
    baseUrl,
    prefix: "environments",
    key: GOOD_KEY,
  }));
  localStorage.clear();
  sessionStorage.clear();
  localStorage.setItem("environs.connections", JSON.stringify(connections));
  localStorage.setItem("environs.active", "none");
  await openConnect({ isReload: true, config: () => Response.json({ server: US }) });
  expect(await screen.findByText(/can't be used on this site/)).toHaveTextContent(EU);
  expect(screen.queryByRole("button", { name: "Use eu.example.test" })).not.toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Disconnect eu.example.test" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Use us.example.test" })).toBeVisible();
});

test("sends no key to another server than the one pinned on the last visit", async () => {
  const eu = createServer();
  const first = await openConnect();
  await connectAndOpenProject(first, EU);
  storePin({ baseUrl: US, prefix: "environments" });
  await act(async () => cleanup());
  const countBefore = eu.asked.length;
  await renderApp({
    path: "/p/1/subscriptions",
    isReload: true,
    config: () => Response.json({ server: US }),
  });
  expect(await screen.findByText(/can't be used on this site/)).toHaveTextContent(EU);
  expect(eu.asked.length).toBe(countBefore);
});

test.each([
  ["no JSON", () => new Response("{", { headers: { "content-type": "application/json" } })],
  ["a server fault", () => Response.json({}, { status: 500 })],
])("a configuration of %s is said, and no server can be typed", async (_, config) => {
  await renderApp({ path: "/connect", hasDemo: false, config });
  expect(await screen.findByText("Couldn't load the configuration")).toBeVisible();
  expect(screen.queryByLabelText(/Personal API key/)).not.toBeInTheDocument();
});
