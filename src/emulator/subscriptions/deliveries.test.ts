import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import type { SendTestNow } from "@/emulator/backend/generation";
import type { EmulatorOptions } from "@/emulator/hosts/emulator";
import { createEmulatorCaller, TEST_NOW } from "@/testing/call-emulator";

const EMPTY_PROJECT = 3;
const WEEKLY = {
  insight: 4001,
  target_type: "email",
  target_value: "ana@x.example,bo@x.example",
  frequency: "weekly",
  interval: 1,
  start_date: "2026-11-23T09:00:00Z",
};
const record = z.looseObject({ id: z.int(), next_delivery_date: z.nullable(z.string()) });

/** Creates a subscription in a project without others, on a stopped clock. Forgets whom the creation mailed. */
async function createScene(options: EmulatorOptions, body: object = {}, project = EMPTY_PROJECT) {
  const { call, emulator } = createEmulatorCaller({ ...options, now: TEST_NOW });
  const list = `/environments/${project}/subscriptions/`;
  const create = (fields: object) => call("POST", list, { body: { ...WEEKLY, ...fields } });
  const { id } = z.parse(record, (await create(body)).body);
  const path = `${list}${id}/`;
  let seen = emulator.sentDeliveries.length;
  return {
    emulator,
    create,
    async change(fields: object) {
      const { status, body: answer } = await call("PATCH", path, { body: fields });
      expect({ status, answer }).toMatchObject({ status: 200 });
    },
    readDate: async () => z.parse(record, (await call("GET", path)).body).next_delivery_date,
    async listRuns() {
      const { body: answer } = await call("GET", `${path}deliveries/`);
      const runs = z.object({ results: z.array(z.object({ trigger_type: z.string() })) });
      return z.parse(runs, answer).results.map(({ trigger_type }) => trigger_type);
    },
    async run(at: string) {
      emulator.clock.set(new Date(at));
      await emulator.runDeliveries(project);
    },
    /** Returns who was mailed since the last call. */
    takeMailed() {
      const mailed = emulator.sentDeliveries.slice(seen).map(({ target }) => target);
      seen = emulator.sentDeliveries.length;
      return mailed;
    },
  };
}

const EVERYONE = ["ana@x.example", "bo@x.example"];
const ADDED = { target_value: "ana@x.example,bo@x.example,cy@x.example" };

describe.each<SendTestNow>(["ignored", "quiet-updates", "full"])("send_test_now %s", (sendTestNow) => {
  const open = () => createScene({ generation: "2026", sendTestNow });
  const pausedOpen = async () => {
    const scene = await open();
    await scene.change({ enabled: false });
    return scene;
  };
  const isKnown = sendTestNow !== "ignored";
  const sendsByDefault = sendTestNow !== "quiet-updates";
  const changes: readonly (readonly [string, object, readonly string[], typeof open])[] = [
    ["an added recipient", ADDED, ["cy@x.example"], open],
    ["another source", { insight: 4002 }, EVERYONE, open],
    ["a resume", { enabled: true }, EVERYONE, pausedOpen],
    ["another title", { title: "New" }, [], open],
    ["another schedule", { interval: 2 }, [], open],
    ["a deletion", { deleted: true }, [], open],
  ];
  it.each(changes)("%s", async (_name, body, everyone, openScene) => {
    for (const [sent, mailed] of [
      [{ ...body, send_test_now: false }, isKnown ? [] : everyone],
      [{ ...body, send_test_now: true }, everyone],
      [body, sendsByDefault ? everyone : []],
    ] as const) {
      const scene = await openScene();
      await scene.change(sent);
      expect(scene.takeMailed()).toEqual(mailed);
    }
  });

  it("creation", async () => {
    const scene = await open();
    for (const [sent, mailed] of [
      [{ send_test_now: false }, isKnown ? [] : EVERYONE],
      [{ send_test_now: true }, EVERYONE],
      [{}, EVERYONE],
    ] as const) {
      await scene.create(sent);
      expect(scene.takeMailed()).toEqual(mailed);
    }
    await scene.create({ enabled: false });
    expect(scene.takeMailed()).toEqual([]);
  });
});

it("lists the delivery of a save in the run history, after a moment", async () => {
  const { change, listRuns, emulator } = await createScene({ generation: "2026" }, { send_test_now: false });
  await change({ title: "Quiet", send_test_now: false });
  await change(ADDED);
  expect(await listRuns()).toEqual([]);
  emulator.clock.advance(60_000);
  expect(await listRuns()).toEqual(["target_change"]);
  await change({ enabled: false });
  await change({ enabled: true });
  emulator.clock.advance(60_000);
  expect(await listRuns()).toEqual(["resume", "target_change"]);
});

describe.each(["2024", "2025"] as const)("a change on a server of %s", (generation) => {
  it.each([
    ["another case", "Ana@x.example,bo@x.example", ["Ana@x.example"]],
    ["a space", "ana@x.example, bo@x.example", [" bo@x.example"]],
    ["spaces at the ends, which servers remove", "  ana@x.example,bo@x.example ", []],
    ["one removed", "bo@x.example", []],
  ])("mails whoever is new, character by character: %s", async (_name, target_value, mailed) => {
    const { change, takeMailed } = await createScene({ generation });
    await change({ target_value });
    expect(takeMailed()).toEqual(mailed);
  });

  it("mails a recipient who is added in Trash", async () => {
    const { change, takeMailed } = await createScene({ generation });
    await change({ deleted: true });
    await change(ADDED);
    expect(takeMailed()).toEqual(["cy@x.example"]);
  });
});

describe.each(["2024", "2025", "2026"] as const)("the hourly job of %s", (generation) => {
  it("delivers what is due to everyone, and moves the date on", async () => {
    const { run, takeMailed, readDate, emulator } = await createScene({ generation });
    await run("2026-11-23T08:59:00Z");
    expect(takeMailed()).toEqual([]);
    await run("2026-11-23T09:00:00Z");
    expect(takeMailed()).toEqual(EVERYONE);
    expect(emulator.sentDeliveries.at(-1)).toMatchObject({
      trigger: "scheduled",
      at: "2026-11-23T09:00:00Z",
    });
    await run("2026-11-23T10:00:00Z");
    expect(takeMailed()).toEqual([]);
    expect(await readDate()).toBe("2026-11-30T09:00:00Z");
  });

  it("delivers a subscription that was restored with a past date", async () => {
    const { change, run, takeMailed, readDate, emulator } = await createScene({ generation });
    await change({ deleted: true });
    await run("2026-11-24T10:00:00Z");
    emulator.clock.set(new Date("2026-11-24T10:20:00Z"));
    await change({ deleted: false });
    expect([takeMailed(), await readDate()]).toEqual([[], "2026-11-23T09:00:00Z"]);
    await run("2026-11-24T11:00:00Z");
    expect([takeMailed(), await readDate()]).toEqual([EVERYONE, "2026-11-30T09:00:00Z"]);
  });
});

it("skips paused subscriptions", async () => {
  const { change, run, takeMailed, readDate } = await createScene({ generation: "2026" });
  await change({ enabled: false });
  await run("2026-11-24T10:00:00Z");
  expect([takeMailed(), await readDate()]).toEqual([[], "2026-11-23T09:00:00Z"]);
});

describe("what is never delivered", () => {
  const WEBHOOK = { target_type: "webhook", target_value: "https://hooks.x.example/1" };
  const SLACK = { target_type: "slack", target_value: "#reports" };
  const sources = { deletedSources: [4002], emptyDashboards: [202] };
  it.each([
    ["a webhook", WEBHOOK, "2026-11-23T09:00:00Z"],
    ["no source", { insight: null }, "2026-11-23T09:00:00Z"],
    ["a deleted insight", { insight: 4002 }, "2026-11-23T09:00:00Z"],
    ["a dashboard without insights", { insight: null, dashboard: 202 }, "2026-11-23T09:00:00Z"],
    ["Slack without a workspace", SLACK, "2026-11-30T09:00:00Z"],
  ])("%s", async (_name, fields, date) => {
    const { create, run, emulator, readDate } = await createScene({ generation: "2025", sources }, fields);
    await create(fields);
    await run("2026-11-24T10:00:00Z");
    expect(emulator.sentDeliveries.filter(({ trigger }) => trigger === "scheduled")).toEqual([]);
    expect(await readDate()).toBe(date);
  });

  it("posts to Slack where the project has a workspace", async () => {
    const { emulator } = await createScene({ generation: "2024" }, SLACK, 1);
    expect(emulator.sentDeliveries).toMatchObject([{ channel: "slack", target: "#reports" }]);
  });
});
