import { beforeEach, expect, it, vi } from "vitest";
import { demoProjects } from "@/emulator/dispatch/auth";
import { hashOf } from "@/emulator/random/seed-random";
import { subscriptionSeed } from "@/emulator/subscriptions/subscriptions-seed";
import { emulatorCaller, TEST_NOW } from "@/testing/call-emulator";

vi.mock("@/emulator/random/seed-random", async (original) => {
  const real = await original<typeof import("@/emulator/random/seed-random")>();
  return { ...real, hashOf: vi.fn<typeof real.hashOf>(real.hashOf) };
});

/** Large records made so far: each one begins with a number of its own. */
function madeRows(): number {
  return vi.mocked(hashOf).mock.calls.filter(([text]) => text.startsWith("subscription ")).length;
}

beforeEach(() => void vi.mocked(hashOf).mockClear());

it("a visitor of Demo pays for no record of Large", async () => {
  const { call, emulator } = emulatorCaller();
  const list = "/environments/1/subscriptions/";
  for (const path of [
    list,
    `${list}?deleted=true`,
    `${list}1066/`,
    "/environments/1/exports/",
    "/projects/",
  ]) {
    expect((await call("GET", path)).status).toBe(200);
  }
  expect((await call("PATCH", `${list}1066/`, { body: { title: "New" } })).status).toBe(200);
  await emulator.reset();
  expect(madeRows()).toBe(0);
  await call("GET", "/environments/2/subscriptions/?limit=7");
  expect(madeRows()).toBe(7);
});

it("opening Large makes no record, and reading one makes one", () => {
  const project = demoProjects(1).find(({ size }) => size === "large");
  if (!project) throw new Error("no large project");
  const seed = subscriptionSeed({ project, seed: 1, seededAt: TEST_NOW });
  expect(seed.size).toBeGreaterThan(100_000);
  expect(seed.indexOf("500001")).toBe(seed.size - 1);
  expect(madeRows()).toBe(0);
  seed.at(99_999);
  expect(madeRows()).toBe(1);
});
