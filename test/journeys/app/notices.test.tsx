import { act, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { createClient } from "@/api/client";
import { ThrottleNotice } from "@/app/notices/connection-notices";
import { server } from "@/mocks/node";
import { change, refuse } from "@/mocks/scenarios";
import { UiProvider } from "@/ui/provider/ui-provider";
import { createMockServer, type MockServer } from "../../support/mock-server";
import { TEST_TIME } from "../../test-time";
import { storeLiveConnection } from "../support/live-connection";
import { renderApp } from "../support/render-app";

// On a loaded machine, these tests can exceed the default timeout.
vi.setConfig({ testTimeout: 60_000 });

const LIST = "/p/3/subscriptions";

const throttle = (endpoint: string, seconds: number) =>
  server.use(
    refuse(endpoint, 429, {
      detail: `Request was throttled. Expected available in ${seconds} seconds.`,
      once: true,
    }),
  );

test("shows a countdown for a throttled list, which resumes automatically or when the user asks", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const mocks = createMockServer({ now: () => TEST_TIME });
  throttle("subscriptions.list", 34);
  const { user } = await renderApp({ path: LIST, mocks });
  expect(await screen.findByText(/Loading resumes in 3[45] seconds/)).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(screen.getByText(/Loading resumes in 2[0-5] seconds/)).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(26_000));
  expect(await screen.findByText("No subscriptions yet")).toBeVisible();
  expect(screen.queryByText(/Loading resumes/)).not.toBeInTheDocument();

  throttle("subscriptions.list", 30);
  await user.click(screen.getByText("Trash"));
  await screen.findByText(/Loading resumes in/);
  await user.click(screen.getByText("Retry now"));
  expect(await screen.findByText("Trash is empty")).toBeVisible();
  expect(screen.queryByText(/Loading resumes/)).not.toBeInTheDocument();

  // A wait that is too long for a countdown.
  throttle("exports.list", 2_147_484);
  await user.click(screen.getByText("Exports"));
  await screen.findByText(/59 minutes/);
  await user.click(screen.getByText("Try again"));
  expect(await screen.findByText("No exports yet")).toBeVisible();
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

/** Sets the server's time in all responses. */
const setServerTime = (mocks: MockServer, date: string) =>
  change("*", mocks.handlers, (response) => {
    response.headers.set("Date", date);
    return response;
  });

test("reports deprecated routes and a wrong clock once", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: TEST_TIME });
  // A server of 2026 marks its routes below `/api/environments/` as deprecated.
  const mocks = createMockServer({ profile: "newer", now: () => TEST_TIME });
  server.use(setServerTime(mocks, "Fri, 20 Nov 2026 10:00:00 GMT"));
  storeLiveConnection("phx_demo_all");
  const { user } = await renderApp({ path: LIST, isReload: true });
  expect(await screen.findByText("Deprecated API path")).toBeVisible();
  expect(screen.getByText("This device's clock is 1 day ahead of the server's")).toBeVisible();
  expect(screen.getByText(/states such as “overdue” may be wrong/)).toBeVisible();
  expect(screen.getByText("Change prefix").closest("a")).toHaveAttribute("href", "/connect");
  for (const button of screen.getAllByText("Dismiss")) await user.click(button);
  await user.click(screen.getByText("Trash"));
  expect(await screen.findByText("Trash is empty")).toBeVisible();
  expect(screen.queryByText("Deprecated API path")).not.toBeInTheDocument();
  expect(screen.queryByText(/This device's clock/)).not.toBeInTheDocument();
});

test("suggests the other prefix for an unknown route, and reports a clock that is behind", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: TEST_TIME });
  const mocks = createMockServer({ now: () => TEST_TIME });
  server.use(
    refuse("subscriptions.list", 404, { detail: "Endpoint not found." }),
    setServerTime(mocks, "Sun, 22 Nov 2026 10:00:00 GMT"),
  );
  storeLiveConnection("phx_demo_all");
  await renderApp({ path: LIST, isReload: true });
  expect(await screen.findByText("API path not found")).toBeVisible();
  expect(screen.getByText(/Try the prefix “projects”/)).toBeVisible();
  expect(screen.getByText("This device's clock is 1 day behind the server's")).toBeVisible();
});
