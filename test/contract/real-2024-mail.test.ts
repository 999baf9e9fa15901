// Replays what a running server of October 2024 answered, and whom it mailed.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { createEmulatorCaller, TEST_NOW } from "@/testing/call-emulator";

const exchange = z.object({
  note: z.string(),
  at: z.string(),
  method: z.string(),
  path: z.string(),
  body: z.record(z.string(), z.unknown()),
  status: z.int(),
  response: z.record(z.string(), z.unknown()),
  mailed_to: z.array(z.string()),
});

const recorded = readFileSync(new URL("real-2024-mail.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => z.parse(exchange, JSON.parse(line)));

it("mails whom a real server of 2024 mailed, and returns the same record", async () => {
  let now = TEST_NOW;
  const { call, emulator } = createEmulatorCaller({ generation: "2024", now: () => now });
  // The IDs of the insight and the subscription differ.
  const insight = 4001;
  let id = 0;
  for (const { note, at, method, path, body, status, response, mailed_to: mailedTo } of recorded) {
    now = new Date(at);
    const mailed = emulator.sentDeliveries.length;
    const address = path.replace(/^\/api\/environments\/2\/subscriptions\/(\d+\/)?/, (_, record?: string) =>
      record === undefined ? "/environments/1/subscriptions/" : `/environments/1/subscriptions/${id}/`,
    );
    const answer = await call(method, address, {
      body: { ...body, ...(body["insight"] !== undefined && { insight }) },
    });
    const record = z.parse(z.looseObject({ id: z.int() }), answer.body);
    id ||= record.id;
    const expected = {
      ...response,
      id,
      insight,
      created_at: record["created_at"],
      created_by: record["created_by"],
    };
    expect({ note, status: answer.status, record }).toEqual({ note, status, record: expected });
    const targets = emulator.sentDeliveries.slice(mailed).map(({ target }) => target);
    expect({ note, targets }).toEqual({ note, targets: mailedTo });
  }
});
