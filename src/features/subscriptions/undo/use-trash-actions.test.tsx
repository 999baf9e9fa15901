import { buildApi, buildSubscription } from "@test/support/builders";
import { HttpResponse, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import type { Subscription } from "@/api/subscriptions";
import { type QuietSaves, storedQuietSaves } from "@/data/browser-storage/local-storage";
import { server } from "@/mocks/node";
import type { ToastContent } from "@/ui/feedback/toasts";
import { createTrashActions } from "./use-trash-actions";

/** Record fields that prove the capabilities of each server generation. */
const GENERATIONS = {
  "2025": {},
  "spring 2026": { enabled: true },
  "autumn 2026": { enabled: true, resource_type: "dashboard" },
} as const;

const OVERDUE = { next_delivery_date: "2026-11-20T08:00:00Z" };
const OVERDUE_TEXT = /1 person receives the overdue delivery \(due .*Nov 20, 2026.*\) within the hour\./;

function setUp(fields: Partial<Subscription>, { answer = true, quietSaves = "unknown" as QuietSaves } = {}) {
  let record = buildSubscription({ title: "Figures", target_value: "ana@x.co", ...fields });
  const sent: unknown[] = [];
  server.use(
    http.get("*/subscriptions/7", () => HttpResponse.json(record)),
    http.patch<never, Partial<Subscription>>("*/subscriptions/7", async ({ request }) => {
      const body = await request.json();
      sent.push(body);
      change(body);
      return HttpResponse.json(record);
    }),
  );
  function change(changes: Partial<Subscription>): void {
    record = buildSubscription({ ...record, ...changes });
  }
  const api = buildApi();
  storedQuietSaves.write(api.client.connection.id, quietSaves);
  const confirm = vi.fn(async (_question: object) => answer);
  const shown: ToastContent[] = [];
  const toasts = { show: (content: ToastContent) => String(shown.push(content)), dismiss: () => {} };
  const actions = createTrashActions({ api, toasts, confirm });
  return { actions, record: () => record, change, confirm, shown, sent };
}

async function restore(fields: Partial<Subscription>, options = {}) {
  const { actions, record, ...rest } = setUp({ deleted: true, ...fields }, options);
  await actions.restore(record());
  return rest;
}

describe("a restore from Trash", () => {
  it.each([
    ["2025", "unknown", { deleted: false }],
    ["autumn 2026", "proven", { deleted: false, send_test_now: false }],
  ] as const)(
    "sends no delivery on a server of %s (%s), so it asks nothing",
    async (generation, quietSaves, body) => {
      const { confirm, shown, sent } = await restore(GENERATIONS[generation], { quietSaves });
      expect(confirm).not.toHaveBeenCalled();
      expect(sent).toEqual([body]);
      expect(shown[0]).not.toHaveProperty("detail");
    },
  );

  it("asks nothing if the subscription is paused", async () => {
    const { confirm, sent } = await restore({ ...GENERATIONS["spring 2026"], enabled: false });
    expect(confirm).not.toHaveBeenCalled();
    expect(sent).toEqual([{ deleted: false }]);
  });

  it.each([true, false])("asks where the server may send a delivery (confirmed: %s)", async (answer) => {
    const { confirm, sent } = await restore(GENERATIONS["spring 2026"], { answer });
    expect(confirm).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({
        title: "Restore “Figures”?",
        body: "1 person may receive a delivery immediately. A sent delivery can't be recalled.",
      }),
    );
    expect(sent).toEqual(answer ? [{ deleted: false }] : []);
  });

  it("asks where the server hasn't proved that it saves without sending", async () => {
    const { confirm } = await restore(GENERATIONS["autumn 2026"]);
    expect(confirm.mock.calls).toMatchObject([
      [
        {
          body: "1 person may receive a delivery immediately. It isn't known yet whether this server can save without sending. A sent delivery can't be recalled.",
        },
      ],
    ]);
  });

  it.each(["2025", "autumn 2026"] as const)(
    "says before and after who receives the overdue delivery, on a server of %s",
    async (generation) => {
      const fields = { ...GENERATIONS[generation], ...OVERDUE };
      const { confirm, shown } = await restore(fields, { quietSaves: "proven" });
      expect(confirm.mock.calls).toMatchObject([[{ body: expect.stringMatching(OVERDUE_TEXT) }]]);
      expect(shown[0]).toMatchObject({
        title: "Restored “Figures”",
        detail: expect.stringMatching(OVERDUE_TEXT),
      });
    },
  );
});

describe("the undo of a deletion", () => {
  it("is announced with the overdue delivery, and repeats it afterwards", async () => {
    const { actions, record, confirm, shown } = setUp(OVERDUE);
    await actions.remove(record());
    expect(shown[0]?.detail).toMatch(/If you undo this, 1 person receives the overdue delivery/);
    shown[0]?.action?.onSelect();
    await vi.waitFor(() => expect(shown).toHaveLength(2));
    expect(confirm).not.toHaveBeenCalled();
    expect(shown[1]).toMatchObject({
      title: "Restored “Figures”",
      detail: expect.stringMatching(OVERDUE_TEXT),
    });
  });

  it.each([true, false])(
    "asks if the delivery became overdue in the meantime (confirmed: %s)",
    async (answer) => {
      const { change, actions, record, confirm, shown, sent } = setUp({}, { answer });
      await actions.remove(record());
      expect(shown[0]?.detail).toBe("Moved to Trash. It won't send scheduled deliveries.");
      change(OVERDUE);
      shown[0]?.action?.onSelect();
      await vi.waitFor(() => expect(confirm).toHaveBeenCalledOnce());
      expect(confirm.mock.calls).toMatchObject([[{ body: expect.stringMatching(OVERDUE_TEXT) }]]);
      await vi.waitFor(() => expect(sent).toHaveLength(answer ? 2 : 1));
    },
  );
});
