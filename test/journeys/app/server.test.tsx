import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { apiError } from "@/mocks/errors";
import { server } from "@/mocks/node";
import { override, refuse } from "@/mocks/scenarios";
import { createMockServer } from "../../support/mock-server";
import { TEST_TIME } from "../../test-time";
import { LIVE_ORIGIN, storeLiveConnection } from "../support/live-connection";
import { renderApp } from "../support/render-app";
import { createSubscriptions, LIST_URL, setUpJourneys, WEEKLY } from "../support/subscriptions-setup";

setUpJourneys();

/** Records requests to the live server, such as `GET /api/projects/`. */
function recordRequests(): readonly string[] {
  const sent: string[] = [];
  server.events.on("request:start", ({ request }) => {
    const { origin, pathname } = new URL(request.url);
    if (origin === LIVE_ORIGIN) sent.push(`${request.method} ${pathname}`);
  });
  return sent;
}

/** Opens the Server page on a live server with one of the mocks' API keys. */
async function openWithKey(key: string, _mocks = createMockServer({ now: () => TEST_TIME })) {
  const methods = recordRequests();
  storeLiveConnection(key);
  const app = await renderApp({
    path: "/settings/server",
    isReload: true,
  });
  await screen.findByText("Server", { selector: "h1" });
  // Waits until the server has rejected the project switcher's requests for the projects.
  await within(row("GET /api/projects/", "Optional endpoints")).findByText("Rejected");
  await within(row("GET /api/users/@me/", "Optional endpoints")).findByText("Rejected");
  return { ...app, methods };
}

/** Returns the row with this first cell. Finding it by its role and name would take long. */
function row(name: string, table = "Endpoints"): HTMLElement {
  const rows = [...document.querySelectorAll<HTMLTableElement>("table")]
    .filter((one) => one.getAttribute("aria-label") === table)
    .flatMap((one) => [...one.rows]);
  return rows.find(({ cells }) => cells[0]?.textContent === name) ?? expect.fail(`no row ${name}`);
}

it("shows each endpoint's last response, its time, and the page that uses it", async () => {
  const { mocks } = await createSubscriptions(WEEKLY);
  const { user } = await renderApp({ path: LIST_URL, mocks });
  await screen.findByText(WEEKLY.title);
  server.use(refuse("exports.list", 403));
  const navigation = within(screen.getByRole("navigation", { name: "Main" }));
  await user.click(navigation.getByText("Exports"));
  await screen.findByText("The API key is missing the scope export:read");
  server.use(refuse("members.list", 404, { detail: "Endpoint not found." }));
  await user.click(navigation.getByText("Members"));
  await screen.findByText("This server doesn't support members");
  await user.click(navigation.getByText("Settings"));
  await user.click(await screen.findByText("Server and requests"));
  await screen.findByText("Server", { selector: "h1" });

  expect(row("GET subscriptions/")).toHaveTextContent(/subscription:readWorks.*Subscriptions$/);
  expect(row("GET exports/")).toHaveTextContent("RejectedThe API key is missing the scope export:read");
  expect(row("GET explicit_members/")).toHaveTextContent("Not on this server");
  expect(row("GET web_vitals/")).toHaveTextContent("Not called yet");
  expect(row("DELETE subscriptions/:id/")).toHaveTextContent("Not used");
  expect(row("Pause and resume subscriptions", "Capabilities")).toHaveTextContent(
    /subscription:readNot found in responses.*Subscriptions$/,
  );
  expect(within(row("POST exports/")).getByRole("link", { name: "New export" })).toHaveAttribute(
    "href",
    "/p/3/exports/new",
  );
});

it("requests only on demand, sends no change, and logs calls, also as curl without the key", async () => {
  const { user, methods } = await openWithKey("phx_demo_write");
  expect(methods).toEqual(["GET /api/projects/", "GET /api/users/@me/"]);
  expect(row("POST subscriptions/")).toHaveTextContent("Not called yet");
  await user.click(screen.getByText("Check write access"));
  await screen.findAllByText("Allowed by the key");
  expect(row("POST subscriptions/")).toHaveTextContent("Allowed by the key");
  expect(row("POST exports/")).toHaveTextContent("Allowed by the key");
  expect(row("GET web_vitals/")).toHaveTextContent("RejectedThe API key is missing the scope query:read");
  // The documentation names no scope for this endpoint.
  expect(row("POST explicit_members/")).toHaveTextContent("Not called yet");
  expect(methods.slice(2)).toEqual(["GET /api/personal_api_keys/@current/"]);
  const log = await screen.findByRole("table", { name: "Request log" });
  const call = await within(log).findByRole("row", {
    name: /^GET \/api\/personal_api_keys\/@current\/ 200 /,
  });
  expect(call).toHaveTextContent(/\d ms/);
  await user.click(within(call).getByLabelText(/^Copy as curl/));
  expect(await navigator.clipboard.readText()).toBe(
    [
      `curl '${LIVE_ORIGIN}/api/personal_api_keys/@current/' \\`,
      '  -H "Authorization: Bearer $KEY" \\',
      "  -H 'Accept: application/json'",
    ].join("\n"),
  );
  expect(document.body).not.toHaveTextContent("phx_demo_write");

  // Calls every read endpoint on request, and repeats those that failed.
  const first = methods.length;
  await user.click(screen.getByText("Check read endpoints"));
  await waitFor(() => expect(methods.slice(first).join()).toContain("web_vitals"));
  await within(row("GET insights/", "Optional endpoints")).findByText("Rejected");
  expect(row("GET subscriptions/")).toHaveTextContent("Works");
  expect(row("GET insights/", "Optional endpoints")).toHaveTextContent(
    "RejectedThe API key is missing the scope insight:read",
  );
  expect(methods.filter((line) => !line.startsWith("GET"))).toEqual([]);
  const count = methods.length;
  // The check repeats the first requests, because the server rejected them.
  expect(methods.slice(first)).toContain("GET /api/projects/");
  expect(new Set(methods.slice(first)).size).toBe(count - first);
  await user.click(screen.getByText("Check read endpoints"));
  await waitFor(() => expect(methods.slice(count).join()).toContain("web_vitals"));
  expect(methods.slice(count).filter((line) => line.endsWith("/subscriptions/"))).toEqual([]);

  // Another visit shows the refusals, and requests those endpoints only when they are checked.
  createMockServer({ now: () => TEST_TIME });
  cleanup();
  const later = recordRequests();
  await renderApp({ path: "/settings/server", isReload: true });
  await within(row("GET /api/projects/", "Optional endpoints")).findByText("Rejected");
  expect(later).toEqual([]);
});

it("reports that the server doesn't return the key's scopes, and takes its 401 for no rejected key", async () => {
  const mocks = createMockServer({ now: () => TEST_TIME });
  server.use(override("keys.current", () => apiError(401, "not_authenticated", "No key was sent.")));
  const { user } = await openWithKey("phx_demo_write", mocks);
  await user.click(screen.getByText("Check write access"));
  await screen.findByText(/^This server doesn't return the key's scopes\./);
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  server.use(refuse("keys.current", 404, { detail: "Endpoint not found." }));
  await user.click(screen.getByText("Check write access"));
  const endpoint = row("GET /api/personal_api_keys/@current/", "Optional endpoints");
  await waitFor(() => expect(endpoint).toHaveTextContent("Not on this server"));
});
