import { buildApi, buildSubscription } from "@test/support/builders";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router-dom";
import { describe, expect, it } from "vitest";
import type { Subscription } from "@/api/subscriptions";
import { ApiProvider } from "@/data/backend/backend";
import { type QuietSaves, storedQuietSaves } from "@/data/browser-storage/local-storage";
import { SubscriptionActions } from "@/features/subscriptions/detail/subscription-detail.page";
import { UiProvider } from "@/ui/provider/ui-provider";

/**
 * Renders a record's actions with a fake server that stores the request bodies.
 * @param theirs changes by someone else since the record was loaded
 */
function setUp(fields: Partial<Subscription>, theirs: Partial<Subscription> = {}) {
  const loaded = buildSubscription({ enabled: true, ...fields });
  let record = { ...loaded, ...theirs };
  const bodies: unknown[] = [];
  const api = buildApi({
    id: "test",
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
        <ApiProvider api={api}>
          <SubscriptionActions record={loaded} />
        </ApiProvider>
      </UiProvider>
    </MemoryRouter>,
  );
  return { bodies, user: userEvent.setup() };
}

describe("pause and resume", () => {
  it("pauses quietly, and undoes it quietly where the server has proved that it can", async () => {
    storedQuietSaves.write("test", "proven");
    const { bodies, user } = setUp({ resource_type: "dashboard" });
    await user.click(screen.getByRole("button", { name: "Pause" }));
    await screen.findByText("Paused “Weekly figures”");
    expect(bodies).toEqual([{ enabled: false, send_test_now: false }]);
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await screen.findByText("Resumed “Weekly figures”");
    expect(bodies[1]).toEqual({ enabled: true, send_test_now: false });
  });

  it.each<[QuietSaves, string]>([
    [
      "unknown",
      "2 people may receive a delivery immediately because the subscription is resumed. It isn't known yet whether this server can save without sending.",
    ],
    ["broken", "2 people receive a delivery immediately because the subscription is resumed."],
  ])("says who may be mailed before and after a resume (%s)", async (quietSaves, text) => {
    storedQuietSaves.write("test", quietSaves);
    const { bodies, user } = setUp({ enabled: false, resource_type: "dashboard" });
    await user.click(screen.getByRole("button", { name: "Resume" }));
    const dialog = await screen.findByRole("dialog");
    expect(dialog).toHaveTextContent(text);
    await user.click(within(dialog).getByRole("button", { name: /^Resume/ }));
    await screen.findByText("Resumed “Weekly figures”");
    expect(document.body).toHaveTextContent(text);
    expect(document.body).not.toHaveTextContent("Nothing was sent");
    expect(bodies).toEqual([{ enabled: true, send_test_now: false }]);
  });

  it("resumes quietly without a question where the server has proved that it can", async () => {
    storedQuietSaves.write("test", "proven");
    const { bodies, user } = setUp({ enabled: false, resource_type: "dashboard" });
    await user.click(screen.getByRole("button", { name: "Resume" }));
    await screen.findByText(/Nothing was sent/);
    expect(bodies).toEqual([{ enabled: true, send_test_now: false }]);
  });

  it("says which recipients that it has now are mailed before a resume elsewhere, and sends nothing without consent", async () => {
    const { bodies, user } = setUp({ enabled: false }, { target_value: "cy@example.com" });
    await user.click(screen.getByRole("button", { name: "Resume" }));
    const dialog = await screen.findByRole("dialog");
    expect(dialog).toHaveTextContent(
      "1 person receives a delivery immediately because the subscription is resumed.",
    );
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(bodies).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Resume" }));
    await user.click(await screen.findByRole("button", { name: "Resume and send" }));
    await screen.findByText("Resumed “Weekly figures”");
    expect(bodies).toEqual([{ enabled: true }]);
  });

  it("sends nothing to a subscription that someone else has moved to Trash", async () => {
    const { bodies, user } = setUp({}, { deleted: true });
    await user.click(screen.getByRole("button", { name: "Pause" }));
    await screen.findByText("“Weekly figures” wasn't paused");
    screen.getByText("Someone else changed “State” to In Trash. Your change wasn't saved.");
    expect(bodies).toEqual([]);
  });

  it("isn't offered by a server that can't pause", () => {
    setUp({ enabled: null });
    expect(screen.queryByRole("button", { name: /Pause|Resume/ })).not.toBeInTheDocument();
  });
});

describe("a change that someone else has already made", () => {
  it.each([
    ["Pause", {}, { enabled: false }, "paused"],
    ["Resume", { enabled: false }, { enabled: true }, "resumed"],
    ["Delete", {}, { deleted: true }, "deleted"],
    ["Restore", { deleted: true }, { deleted: false }, "restored"],
  ])("isn't sent again and can't be undone: %s", async (name, loaded, theirs, participle) => {
    const { bodies, user } = setUp(loaded, theirs);
    if (name === "Delete") await user.click(screen.getByRole("button", { name: "More" }));
    await user.click(await screen.findByRole(name === "Delete" ? "menuitem" : "button", { name }));
    if (name === "Restore")
      await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name }));
    await screen.findByText(`“Weekly figures” was already ${participle}`);
    expect(bodies).toEqual([]);
    expect(screen.queryByRole("button", { name: "Undo" })).not.toBeInTheDocument();
  });
});
