// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from "vitest";
import {
  deleteOrphanedItems,
  deleteRemovedKeys,
  forgetConnection,
  forgetKey,
  readActiveConnectionId,
  readStoredConnection,
  readStoredConnections,
  saveConnection,
  storeActiveConnectionId,
  storeRemoval,
} from "./connection-storage";

const eu = {
  id: "https://eu.example environments",
  label: "eu.example",
  baseUrl: "https://eu.example",
  prefix: "environments",
  key: "phx_secret_eu",
} as const;
const us = { ...eu, id: "https://us.example environments", label: "us.example", key: "phx_secret_us" };

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

test("deletes the drafts and cached names of connections that aren't stored any more", () => {
  saveConnection(eu, false);
  saveConnection(us, true);
  const kept = [`${eu.id}.1.?who=lea`, `${us.id}.1.?who=lea`, "demo.3.?who=lea"];
  const names = [...kept, "https://eu.example.org environments.1.?who=lea"];
  for (const name of names) {
    sessionStorage.setItem(`environs.offboarding.${name}`, "{}");
    localStorage.setItem(`environs.source-names.${name}`, "{}");
  }
  const stored = () => {
    const drafts = names.filter((name) => sessionStorage.getItem(`environs.offboarding.${name}`));
    expect(names.filter((name) => localStorage.getItem(`environs.source-names.${name}`))).toEqual(drafts);
    return drafts;
  };
  deleteOrphanedItems();
  expect(stored()).toEqual(kept);
  forgetConnection(eu.id);
  forgetKey(us.id);
  deleteOrphanedItems();
  expect(stored()).toEqual(kept.slice(1));
});

test("removes a key from the device when it moves to the tab", () => {
  saveConnection(eu, true);
  saveConnection(eu, false);
  expect(JSON.stringify({ ...localStorage })).not.toContain("phx_secret_eu");
  expect(readStoredConnections()).toHaveLength(1);
});

test("prefers the tab's connection over the device's", () => {
  storeActiveConnectionId(eu.id);
  sessionStorage.setItem("environs.active", us.id);
  expect(readActiveConnectionId()).toBe(us.id);
});

test("treats damaged or blocked storage as empty", () => {
  localStorage.setItem("environs.connections", '[{"id":7}]');
  sessionStorage.setItem("environs.connections", "{");
  expect(readStoredConnections()).toEqual([]);
  for (const method of ["getItem", "setItem"] as const)
    vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException("denied", "SecurityError");
    });
  saveConnection(eu, true);
  expect(readStoredConnections()).toEqual([]);
  expect(readActiveConnectionId()).toBeNull();
});

test("a connection in another form does not hide the others", () => {
  const stored = [{ ...us, region: "us" }, null, eu, { ...us, prefix: "teams" }];
  localStorage.setItem("environs.connections", JSON.stringify(stored));
  expect(readStoredConnections()).toEqual([{ ...eu, isOnDevice: true }]);
});

describe("a key that was removed while its tab wasn't running", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"], now: 1_000 });
    saveConnection(eu, false);
    saveConnection(us, false);
    storeActiveConnectionId(eu.id);
    vi.setSystemTime(2_000);
    storeRemoval(eu.id);
  });

  test("isn't used at the next start, and is deleted", () => {
    expect(readStoredConnection()).toBeNull();
    deleteRemovedKeys();
    expect(sessionStorage.getItem("environs.connections")).not.toContain("phx_secret_eu");
    expect(readStoredConnections()).toMatchObject([{ ...eu, key: "" }, us]);
  });

  test("leaves no address on the device", () => {
    storeActiveConnectionId("none");
    expect(JSON.stringify({ ...localStorage })).not.toContain("eu.example");
  });

  test.each([true, false])("can be entered again (on the device: %s)", (isOnDevice) => {
    vi.setSystemTime(3_000);
    saveConnection({ ...eu, key: "phx_new" }, isOnDevice);
    deleteRemovedKeys();
    expect(readStoredConnection()).toMatchObject({ key: "phx_new" });
  });

  test("can be entered and removed again after the clock was set back", () => {
    vi.setSystemTime(1_500);
    saveConnection({ ...eu, key: "phx_new" }, false);
    expect(readStoredConnection()).toMatchObject({ key: "phx_new" });
    storeRemoval(eu.id);
    expect(readStoredConnection()).toBeNull();
  });

  test("of a tab of another version is removed as well, and damaged times remove nothing", () => {
    sessionStorage.removeItem("environs.saved");
    expect(readStoredConnection()).toBeNull();
    localStorage.setItem("environs.removals", '"2000"');
    expect(readStoredConnection()).toMatchObject(eu);
    localStorage.setItem("environs.removals", "{");
    expect(readStoredConnection()).toMatchObject(eu);
  });
});
