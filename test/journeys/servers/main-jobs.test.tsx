// Performs every page's main job on servers of each age and with each kind of key (server-generations). The app may
// send only requests that the job needs.
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { routePaths } from "@/app/routes/route-table";
import { endpoints, otherEndpoints } from "@/contract/endpoints";
import { createEmulator } from "@/emulator/hosts/emulator";
import { drawSample } from "../../sample.mjs";
import { TEST_TIME } from "../../test-time";
import { endpointIdOf, expectPageIntact, goTo } from "../faults/fault-setup";
import { renderApp, settle } from "../support/render-app";
import { setUpJourneys } from "../support/subscriptions-setup";
import { MAIN_JOBS, type MainJob, type SentBody } from "./main-jobs";
import { CELLS, isGranted, KEYS, type Need, refusalPattern, type ServerCell } from "./server-cells";

setUpJourneys();
// One running app visits about twenty pages, possibly on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

const SERVER = "https://eu.example.com";

const HEADERS = { Authorization: "Bearer phx_demo_all", "Content-Type": "application/json" };
/** A subscription that servers of every age accept. */
const DUPLICATE = {
  insight: 4001,
  target_type: "email",
  target_value: "bo@example.com",
  frequency: "weekly",
  interval: 1,
  byweekday: ["monday"],
  start_date: "2026-11-30T08:00:00Z",
};

interface Sent extends SentBody {
  readonly endpoint: string;
  status?: number;
}

const isNamed = (ids: readonly string[]) => (sent: Sent) => ids.includes(sent.endpoint);
const OPTIONAL: ReadonlySet<string> = new Set(otherEndpoints.map(({ id }) => id));
/** Optional endpoints whose records a page shows. Each visit to the page requests them. */
const CONTENT: ReadonlySet<string> = new Set(["subscriptions.deliveries", "accessControls.members"]);
const isWrite = ({ method }: Sent) => method !== "GET";
const describeSent = ({ method, path, status }: Sent) => `${method} ${path} ${status}`;

/** Returns the requests as texts, sorted because a bulk action sends several at a time. */
const listBodies = (requests: readonly SentBody[]) =>
  requests.map(({ method, path, body }) => `${method} ${path} ${JSON.stringify(body)}`).toSorted();

function createServer(generation: ServerCell["generation"]) {
  const emulator = createEmulator({ now: () => TEST_TIME, generation });
  const sent: Sent[] = [];
  const createDuplicates = async () => {
    for (const title of ["Figures twice", "Figures again"]) {
      const body = JSON.stringify({ ...DUPLICATE, title });
      const init = { method: "POST", headers: HEADERS, body };
      const response = await emulator.fetch(new Request(`${SERVER}/api/projects/1/subscriptions/`, init));
      expect(response.status).toBe(201);
    }
  };
  const fetch = async (request: Request) => {
    const body = await request.clone().text();
    const { pathname, search } = new URL(request.url);
    const entry: Sent = {
      method: request.method,
      endpoint: endpointIdOf(request) ?? request.url,
      path: pathname.replace(/^\/api\/(?:environments|projects)\/1\//, "") + search,
      body: body === "" ? undefined : JSON.parse(body),
    };
    sent.push(entry);
    const response = await emulator.fetch(request);
    entry.status = response.status;
    return response;
  };
  return { emulator, sent, fetch, createDuplicates };
}

type Server = ReturnType<typeof createServer>;

const bodyText = () => document.body.textContent ?? "";

/**
 * Connects and opens the project. Before the first rows, allows only requests for the projects, the
 * user and the subscription list. Returns the number of requests before the project was opened.
 */
async function connect(cell: ServerCell, server: Server): Promise<number> {
  const { emulator, sent } = server;
  await renderApp({ path: "/connect", hasDemo: false, servers: { [SERVER]: server.fetch } });
  fireEvent.change(await screen.findByLabelText(/Server address/), { target: { value: SERVER } });
  fireEvent.change(screen.getByLabelText(/Personal API key/), { target: { value: KEYS[cell.kind] } });
  fireEvent.click(screen.getByRole("button", { name: "Connect" }));
  const connected = within(await screen.findByRole("region", { name: "Connected" }));
  await settle();
  // Project data isn't read before the project is opened.
  expect(sent.filter((each) => !isNamed(["projects.list", "users.me"])(each))).toEqual([]);
  const canList = cell.kind !== "one project" && isGranted(cell, "project:read");
  const opened = sent.length;
  emulator.holds.set([{ endpoint: "subscriptions.list" }]);
  if (canList) fireEvent.click(connected.getByRole("link", { name: "Open Demo" }));
  else {
    fireEvent.change(connected.getByLabelText(/Project ID/), { target: { value: "1" } });
    fireEvent.click(connected.getByRole("button", { name: "Open project" }));
  }
  await waitFor(() => expect(emulator.holds.held()).toHaveLength(1));
  await settle();
  const early = sent.filter((each) => !isNamed(["projects.list", "users.me", "subscriptions.list"])(each));
  expect(early.map(describeSent)).toEqual([]);
  emulator.holds.clear();
  await expectRead(cell, "the first rows", "subscription:read", () =>
    document.querySelector("main [aria-label^='Actions for']"),
  );
  return opened;
}

async function expectRead(
  cell: ServerCell,
  name: string,
  need: Need,
  ready: () => unknown,
): Promise<boolean> {
  const isAllowed = isGranted(cell, need);
  await waitFor(() => {
    const isDone = isAllowed ? ready() : refusalPattern(need).test(bodyText());
    if (!isDone) throw new Error(`${name}, ${isAllowed ? "not shown" : `no ${need}`}: ${bodyText()}`);
  });
  return isAllowed;
}

/** Returns the number of people who get an email, according to a button's label. */
const readPeople = (label: string | void) => Number(/email (\d+) pe/.exec(label ?? "")?.[1] ?? 0);

/**
 * Opens the job's page. Sends the job's change if the page could be read, and the server hasn't
 * already rejected the key for the required scope.
 */
async function doJob(cell: ServerCell, job: MainJob, server: Server, refused: Set<Need>): Promise<void> {
  const { emulator, sent } = server;
  const { path, change } = job;
  const listChanges = () => sent.filter(isWrite);
  const before = listChanges().length;
  await goTo(path);
  const isRead = await expectRead(cell, path, job.reads(cell), job.ready);
  expectPageIntact();
  await settle();
  // Reading a page changes nothing.
  expect(listChanges()).toHaveLength(before);
  const need = change?.needs(cell) ?? null;
  if (!isRead) refused.add(need);
  // After a rejection for a missing scope, the app doesn't offer the change again.
  if (change === undefined || !isRead || refused.has(need)) return;
  const mailed = emulator.sentDeliveries.length;
  const label = await change.send();
  const isAllowed = isGranted(cell, need);
  const pattern = isAllowed ? change.done : refusalPattern(need);
  await waitFor(() => {
    if (!pattern.test(bodyText())) throw new Error(`${path}: no ${pattern} in: ${bodyText()}`);
  });
  const changes = listChanges().slice(before);
  expect(emulator.sentDeliveries.length - mailed).toBe(isAllowed ? readPeople(label) : 0);
  const failed = changes.filter(({ status = 0 }) => status >= 400);
  expect(failed.map(describeSent)).toHaveLength(isAllowed ? 0 : 1);
  if (!isAllowed) refused.add(need);
  // The comparison includes null fields and the order of the fields.
  else if (cell.generation === "2025") expect(listBodies(changes)).toEqual(listBodies(change.sends));
}

/** Checks that names and other optional data were requested only once, whatever the response. */
function expectProbedOnce(sent: readonly Sent[]): void {
  const isProbe = (each: Sent) =>
    !isWrite(each) && OPTIONAL.has(each.endpoint) && !CONTENT.has(each.endpoint);
  // Servers with access controls have no `members.list`, so its 404 also counts as a probe.
  const isMissing = ({ endpoint, status }: Sent) => endpoint === "members.list" && status === 404;
  const once = sent.filter((each) => isProbe(each) || isMissing(each)).map(describeSent);
  expect(once.filter((line, index) => once.indexOf(line) !== index)).toEqual([]);
  const missingScopes = sent
    .filter((each) => isProbe(each) && each.status === 403)
    .map(({ endpoint }) => endpoints[endpoint]?.scope);
  expect(missingScopes).toEqual([...new Set(missingScopes)]);
}

test("every page has a main job", () => {
  const routes = routePaths.filter((route) => route !== "/connect");
  expect(MAIN_JOBS.map(({ route }) => route).toSorted()).toEqual(routes.toSorted());
});

// Each sample tests one kind of key on servers of every age.
test.each(drawSample().takePart(CELLS, Object.keys(KEYS).length))(
  "every page does its job on a server of $generation with a key: $kind",
  async (cell) => {
    const server = createServer(cell.generation);
    await server.createDuplicates();
    const opened = await connect(cell, server);
    const refused = new Set<Need>();
    for (const job of MAIN_JOBS) {
      await doJob(cell, job, server, refused);
      // No user is signed in, so no message may mention signing in or out.
      expect({
        page: job.path,
        text: /.{0,40}\bsign(?:ed)? (?:in|out)\b.{0,40}/i.exec(bodyText())?.[0],
      }).toEqual({
        page: job.path,
      });
    }
    expectProbedOnce(server.sent.slice(opened));
  },
);
