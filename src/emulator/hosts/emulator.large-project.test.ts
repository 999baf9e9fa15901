import { beforeEach, expect, it, vi } from "vitest";
import { createDemoProjects } from "@/emulator/dispatch/auth";
import { hashText } from "@/emulator/random/seed-random";
import { createSubscriptionSeed } from "@/emulator/subscriptions/subscriptions-seed";
import { createEmulatorCaller, TEST_NOW } from "@/testing/call-emulator";

vi.mock("@/emulator/random/seed-random", async (original) => {
  const real = await original<typeof import("@/emulator/random/seed-random")>();
  return { ...real, hashText: vi.fn<typeof real.hashText>(real.hashText) };
});

/**
 * Counts the created records of the large project. The creation of a record hashes a text that
 * starts with "subscription".
 */
function countCreatedRows(): number {
  return vi.mocked(hashText).mock.calls.filter(([text]) => text.startsWith("subscription ")).length;
}

beforeEach(() => void vi.mocked(hashText).mockClear());

it("a visitor of Demo creates no record of Large", async () => {
  const { call, emulator } = createEmulatorCaller();
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
  expect(countCreatedRows()).toBe(0);
  await call("GET", "/environments/2/subscriptions/?limit=7");
  expect(countCreatedRows()).toBe(7);
});

it("opening Large creates no record, and reading one creates one", () => {
  const project = createDemoProjects(1).find(({ size }) => size === "large");
  if (!project) throw new Error("no large project");
  const seed = createSubscriptionSeed({ project, seed: 1, seededAt: TEST_NOW });
  expect(seed.size).toBeGreaterThan(100_000);
  expect(seed.indexOf("500001")).toBe(seed.size - 1);
  expect(countCreatedRows()).toBe(0);
  seed.at(99_999);
  expect(countCreatedRows()).toBe(1);
});
