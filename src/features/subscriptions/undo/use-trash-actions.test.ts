import { describe, expect, it, vi } from "vitest";
import { buildSubscription } from "@/testing/build-subscription";
import { createJournalServer } from "@/testing/fake-journal-server";
import { createTrashActions } from "./use-trash-actions";

/** Record fields that prove the capabilities of each server generation. */
const GENERATIONS = {
  "2025": {},
  "spring 2026": { enabled: true },
  "autumn 2026": { enabled: true, resource_type: "dashboard" },
} as const;

async function restore(fields: object, answer = true) {
  const server = createJournalServer({ title: "Figures", deleted: true, ...fields });
  const confirm = vi.fn(async () => answer);
  const toasts = { show: () => "1", dismiss: () => {} };
  const context = { api: server.api, queryClient: server.queries, toasts, confirm };
  await createTrashActions(context).restore(buildSubscription(server.served(1) ?? {}));
  return { confirm, sent: server.sent.map(({ body }) => body) };
}

describe("a restore from Trash", () => {
  it.each([
    ["2025", { deleted: false }],
    ["autumn 2026", { deleted: false, send_test_now: false }],
  ] as const)("sends no delivery on a server of %s, so it asks nothing", async (generation, body) => {
    const { confirm, sent } = await restore(GENERATIONS[generation]);
    expect(confirm).not.toHaveBeenCalled();
    expect(sent).toEqual([body]);
  });

  it("asks nothing if the subscription is paused", async () => {
    const { confirm, sent } = await restore({ ...GENERATIONS["spring 2026"], enabled: false });
    expect(confirm).not.toHaveBeenCalled();
    expect(sent).toEqual([{ deleted: false }]);
  });

  it.each([true, false])("asks where the server may send a delivery (confirmed: %s)", async (answer) => {
    const { confirm, sent } = await restore(GENERATIONS["spring 2026"], answer);
    expect(confirm).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({
        title: "Restore “Figures”?",
        body: "The server may send a delivery immediately. A sent delivery can't be recalled.",
      }),
    );
    expect(sent).toEqual(answer ? [{ deleted: false }] : []);
  });
});
