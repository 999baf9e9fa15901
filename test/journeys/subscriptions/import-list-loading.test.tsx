import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router-dom";
import { expect, test } from "vitest";
import { ApiProvider } from "@/data/client/api-context";
import { createQueryClient } from "@/data/query/query-client";
import { subscriptionCollection } from "@/data/subscriptions/subscription-collections";
import { SubscriptionImportPage } from "@/features/subscriptions/import/editor/subscription-import.page";
import { createClient } from "@/http/client";
import { UiProvider } from "@/ui/provider/ui-provider";
import { createMockServer } from "../../support/mock-server";
import { setUpJourneys } from "../support/subscriptions-setup";

setUpJourneys();

/** Creates a server that fails until `recover` is called. Its response for Trash waits until `letGo` is called. */
function createFailingServer() {
  const mocks = createMockServer();
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isFailing = true;
  return {
    letGo: release,
    recover: () => {
      isFailing = false;
    },
    fetch: async (request: Request) => {
      if (!isFailing) return mocks.fetch(request);
      if (request.url.includes("deleted=true")) await gate;
      return new Response("<!doctype html>", { headers: { "Content-Type": "text/html" } });
    },
  };
}

test("retries both lists when they fail one after the other", async () => {
  const server = createFailingServer();
  const connection = {
    id: "demo",
    label: "Demo",
    baseUrl: "http://localhost",
    prefix: "environments",
    key: "phx_demo_all",
  } as const;
  const api = { client: createClient({ connection, fetch: server.fetch }), projectId: "3" };
  const queryClient = createQueryClient();
  render(
    <UiProvider>
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>
          <ApiProvider api={api}>
            <SubscriptionImportPage />
          </ApiProvider>
        </MemoryRouter>
      </QueryClientProvider>
    </UiProvider>,
  );
  const listPhase = (view: "active" | "trash") => subscriptionCollection(queryClient, api, view).get().phase;
  await waitFor(() => expect(listPhase("active")).toBe("failed"));
  expect(listPhase("trash")).toBe("first");
  expect(screen.queryByRole("alert")).toBeNull();
  await act(async () => server.letGo());
  const retry = await screen.findByRole("button", { name: "Try again" });
  server.recover();
  await userEvent.click(retry);
  await screen.findByRole("button", { name: "Choose file…" });
});
