import { act, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { createClient } from "@/api/client";
import { OfflineNotice, ThrottleNotice } from "@/app/notices/connection-notices";
import { server } from "@/mocks/node";
import { change, refuse } from "@/mocks/scenarios";
import { UiProvider } from "@/ui/provider/ui-provider";
import { createMockServer } from "../../support/mock-server";
import { TEST_TIME } from "../../test-time";
import { storeLiveConnection } from "../support/live-connection";
import { renderApp } from "../support/render-app";

// On a loaded machine, these tests can exceed the default timeout.
vi.setConfig({ testTimeout: 60_000 });

const LIST = "/p/3/subscriptions";

test("shows a countdown for a throttled list, and resumes automatically", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const mocks = createMockServer({ now: () => TEST_TIME });
  const detail = "Request was throttled. Expected available in 34 seconds.";
  server.use(refuse("subscriptions.list", 429, { detail, once: true }));
  await renderApp({ path: LIST, mocks });
  expect(await screen.findByText(/Loading resumes in 3[45] seconds/)).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(screen.getByText(/Loading resumes in 2[0-5] seconds/)).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(26_000));
  expect(await screen.findByText("No subscriptions yet")).toBeVisible();
  expect(screen.queryByText(/Loading resumes/)).not.toBeInTheDocument();
});

test.each([
  ["30 seconds", "30 seconds"],
  ["2147484 seconds", "1 hour"],
])("retries a throttled list when the user asks, before %s are over", async (stated, shown) => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const mocks = createMockServer({ now: () => TEST_TIME });
  const detail = `Request was throttled. Expected available in ${stated}.`;
  server.use(refuse("subscriptions.list", 429, { detail, once: true }));
  const { user } = await renderApp({ path: LIST, mocks });
  const isLong = shown === "1 hour";
  expect(await screen.findByText(new RegExp(isLong ? "59 minutes" : "Loading resumes in"))).toBeVisible();
  await user.click(screen.getByRole("button", { name: isLong ? "Try again" : "Retry now" }));
  expect(await screen.findByText("No subscriptions yet")).toBeVisible();
  expect(screen.queryByText(/Loading resumes/)).not.toBeInTheDocument();
});

test("shows a countdown while a full read waits for its share of the server's limit", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const client = createClient({
    connection: { id: "x", label: "X", baseUrl: "https://x.test", prefix: "environments", key: "phx_k" },
    fetch: () => Promise.reject(new TypeError("none")),
    budget: { limits: [{ windowMs: 34_000, max: 1 }] },
  });
  render(
    <UiProvider>
      <ThrottleNotice client={client} />
    </UiProvider>,
  );
  client.budget.count();
  const read = vi.fn(async () => {});
  await act(async () => void client.budget.inTurn(read));
  expect(screen.getByText(/Loading resumes in 3[45] seconds/)).toBeVisible();
  expect(read).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(40_000));
  expect(read).toHaveBeenCalledOnce();
  expect(screen.queryByText(/Loading resumes/)).not.toBeInTheDocument();
});

test.each([
  ["Fri, 20 Nov 2026 10:00:00 GMT", "1 day ahead of"],
  ["Sun, 22 Nov 2026 10:00:00 GMT", "1 day behind"],
])("reports once that the clock is wrong by a day, by the server's %s", async (date, words) => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: TEST_TIME });
  const mocks = createMockServer({ now: () => TEST_TIME });
  const setDate = (response: Response) => {
    response.headers.set("Date", date);
    return response;
  };
  server.use(change("*", mocks.handlers, setDate));
  const { user } = await renderApp({ path: LIST, mocks });
  expect(await screen.findByText(`This device's clock is ${words} the server's`)).toBeVisible();
  expect(screen.getByText(/states such as “overdue” may be wrong/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Dismiss" }));
  await user.click(screen.getByRole("link", { name: "Trash" }));
  expect(await screen.findByText("Trash is empty")).toBeVisible();
  expect(screen.queryByText(/This device's clock/)).not.toBeInTheDocument();
});

/** Creates a server of 2026, which marks its routes below `/api/environments/` as deprecated. */
const createNewer = () => createMockServer({ profile: "newer", now: () => TEST_TIME });

test("reports deprecated routes once, with a link to the prefix", async () => {
  createNewer();
  storeLiveConnection("phx_demo_all");
  const { user } = await renderApp({ path: LIST, isReload: true });
  expect(await screen.findByText("Deprecated API path")).toBeVisible();
  expect(screen.getByRole("link", { name: "Change prefix" })).toHaveAttribute("href", "/connect");
  await user.click(screen.getByRole("button", { name: "Dismiss" }));
  await user.click(screen.getByRole("link", { name: "Trash" }));
  expect(await screen.findByText("Trash is empty")).toBeVisible();
  expect(screen.queryByText("Deprecated API path")).not.toBeInTheDocument();
});

test("suggests the other prefix for an unknown route", async () => {
  createMockServer({ now: () => TEST_TIME });
  server.use(refuse("subscriptions.list", 404, { detail: "Endpoint not found." }));
  storeLiveConnection("phx_demo_all");
  await renderApp({ path: LIST, isReload: true });
  expect(await screen.findByText("API path not found")).toBeVisible();
  expect(screen.getByText(/Try the prefix “projects”/)).toBeVisible();
});

test("shows and hides the offline notice", async () => {
  const isOnline = vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
  render(
    <UiProvider>
      <OfflineNotice isDemo={false} />
    </UiProvider>,
  );
  expect(screen.queryByText("You're offline")).not.toBeInTheDocument();
  isOnline.mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event("offline")));
  expect(screen.getByText("You're offline")).toBeVisible();
  isOnline.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event("online")));
  expect(screen.queryByText("You're offline")).not.toBeInTheDocument();
});
