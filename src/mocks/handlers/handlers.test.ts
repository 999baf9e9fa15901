import { expect, it } from "vitest";
import { createMocks, fetchFrom } from "@/mocks/handlers";

const SUBSCRIPTION = {
  insight: 4001,
  target_type: "email",
  target_value: "ana@x.co",
  frequency: "daily",
  interval: 1,
  start_date: "2026-11-23T09:00:00Z",
};

// A client that is generated from a description of the API sends read-only keys too.
it.each([
  ["contract", "subscriptions/", SUBSCRIPTION, "id"],
  ["newer", "subscriptions/", SUBSCRIPTION, "id"],
  ["contract", "explicit_members/", { user_uuid: "d917952e-1b5f-49a0-9838-e9fe14db8a29" }, "uuid"],
] as const)("on %s, a record of %s can be put back as it was read", async (profile, path, body, key) => {
  const { handlers } = createMocks({ now: () => new Date("2026-11-21T10:00:00Z"), profile });
  async function call(method: string, name: string, sent?: object) {
    const headers = { Authorization: "Bearer phx_demo_all", "Content-Type": "application/json" };
    const init = { method, headers, ...(sent && { body: JSON.stringify(sent) }) };
    return (await fetchFrom(handlers, new Request(`http://x.co/api/environments/3/${name}`, init))).json();
  }
  const created = await call("POST", path, body);
  const record = `${path}${created[key] ?? created.user[key]}/`;
  expect(await call("GET", record)).toEqual(created);
  expect(await call("PUT", record, { ...created, user_uuid: created.user?.uuid })).toEqual(created);
});
