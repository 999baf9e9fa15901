import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse } from "msw";
import { MemoryRouter } from "react-router-dom";
import { expect, test } from "vitest";
import { ApiProvider } from "@/data/client/api-context";
import { createQueryClient } from "@/data/query/query-client";
import { subscriptionCollection } from "@/data/subscriptions/subscription-collections";
import { SubscriptionImportPage } from "@/features/subscriptions/import/editor/subscription-import.page";
import { createClient } from "@/http/client";
import { server } from "@/mocks/node";
import { override } from "@/mocks/scenarios";
import { UiProvider } from "@/ui/provider/ui-provider";
import { createMockServer, hold } from "../../support/mock-server";
import { setUpJourneys } from "../support/subscriptions-setup";

setUpJourneys();

test("retries both lists when they fail one after the other", async () => {
  const mocks = createMockServer();
  const trash = hold("subscriptions.list", "deleted=true");
  server.use(
    trash.handler,
    override("subscriptions.list", () => HttpResponse.html("<!doctype html>")),
  );
  const connection = {
    id: "demo",
    label: "Demo",
    baseUrl: "http://localhost",
    prefix: "environments",
    key: "phx_demo_all",
  } as const;
  const api = { client: createClient({ connection, fetch: mocks.fetch }), projectId: "3" };
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
  await act(async () => trash.release());
  const retry = await screen.findByRole("button", { name: "Try again" });
  mocks.resetHandlers();
  await userEvent.click(retry);
  await screen.findByRole("button", { name: "Choose file…" });
});
