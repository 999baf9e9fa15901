import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router-dom";
import { describe, expect, it } from "vitest";
import type { Subscription } from "@/contract/subscriptions";
import { ApiProvider } from "@/data/client/api-context";
import { createQueryClient } from "@/data/query/query-client";
import { SubscriptionActions } from "@/features/subscriptions/detail/subscription-actions";
import { createClient } from "@/http/client";
import { buildSubscription } from "@/testing/build-subscription";
import { UiProvider } from "@/ui/provider/ui-provider";

/** Renders a record's actions on a server that stores the request bodies it receives. */
function setUp(fields: Partial<Subscription>) {
  let record = buildSubscription({ enabled: true, ...fields });
  const bodies: unknown[] = [];
  const client = createClient({
    connection: {
      id: "test",
      label: "Test",
      baseUrl: "https://x.test",
      prefix: "environments",
      key: "phx_a",
    },
    async fetch(request) {
      if (request.method === "PATCH") {
        const { send_test_now: _sent, ...body } = await request.clone().json();
        bodies.push(await request.json());
        record = { ...record, ...body };
      }
      return Response.json(record);
    },
  });
  render(
    <MemoryRouter>
      <UiProvider>
        <QueryClientProvider client={createQueryClient()}>
          <ApiProvider api={{ client, projectId: "1" }}>
            <SubscriptionActions record={record} />
          </ApiProvider>
        </QueryClientProvider>
      </UiProvider>
    </MemoryRouter>,
  );
  return { bodies, user: userEvent.setup() };
}

describe("pause and resume", () => {
  it("pauses quietly, and undoes it quietly where the server can", async () => {
    const { bodies, user } = setUp({ resource_type: "dashboard" });
    await user.click(screen.getByRole("button", { name: "Pause" }));
    await screen.findByText("Paused “Weekly figures”");
    expect(bodies).toEqual([{ enabled: false }]);
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await screen.findByText("Resumed “Weekly figures”");
    expect(bodies[1]).toEqual({ enabled: true, send_test_now: false });
  });

  it("resumes quietly without a question where the server can", async () => {
    const { bodies, user } = setUp({ enabled: false, resource_type: "dashboard" });
    await user.click(screen.getByRole("button", { name: "Resume" }));
    await screen.findByText(/Nothing was sent/);
    expect(bodies).toEqual([{ enabled: true, send_test_now: false }]);
  });

  it("says who is mailed before a resume elsewhere, and sends nothing without consent", async () => {
    const { bodies, user } = setUp({ enabled: false });
    await user.click(screen.getByRole("button", { name: "Resume" }));
    const dialog = await screen.findByRole("dialog");
    expect(dialog).toHaveTextContent(
      "2 people receive a delivery immediately because the subscription is resumed.",
    );
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(bodies).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Resume" }));
    await user.click(await screen.findByRole("button", { name: "Resume and send" }));
    await screen.findByText("Resumed “Weekly figures”");
    expect(bodies).toEqual([{ enabled: true }]);
  });

  it("isn't offered by a server that can't pause", () => {
    setUp({ enabled: null });
    expect(screen.queryByRole("button", { name: /Pause|Resume/ })).not.toBeInTheDocument();
  });
});
