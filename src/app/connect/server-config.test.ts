// @vitest-environment jsdom
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it } from "vitest";
import {
  isPinUnknown,
  readStoredConnection,
  saveConnection,
  storeActiveConnectionId,
} from "@/app/connection/connection-storage";
import { server } from "@/mocks/node";
import { enforcePin, loadServerConfig } from "./server-config";

const CONNECTION = {
  id: "https://eu.example environments",
  label: "eu.example",
  baseUrl: "https://eu.example",
  prefix: "environments",
  key: "phx_1",
} as const;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  saveConnection(CONNECTION, true);
  storeActiveConnectionId(CONNECTION.id);
});

type Config = () => Response;

function loadFrom(config: Config) {
  server.use(http.get("*/config.json", config));
  return loadServerConfig(AbortSignal.timeout(1_000));
}

async function start(config: Config) {
  server.use(http.get("*/config.json", config));
  const left: string[] = [];
  await enforcePin((path) => left.push(path));
  return { left, active: readStoredConnection()?.id };
}

const pinTo = (address: string, prefix = "environments") =>
  start(() => HttpResponse.json({ server: address, prefix }));

it.each([
  ["to another server", "https://us.example", "environments"],
  ["with another path prefix", "https://eu.example", "projects"],
])("leaves a stored connection %s", async (_, address, prefix) => {
  expect(await pinTo(address, prefix)).toEqual({ left: ["/connect"], active: undefined });
});

it("remembers the pin, so that the next visit doesn't use another server's key even once", async () => {
  await pinTo("https://us.example");
  storeActiveConnectionId(CONNECTION.id);
  expect(readStoredConnection()).toBeNull();
});

it.each([
  ["is pinned", () => HttpResponse.json({ server: "https://eu.example" })],
  ["isn't pinned", () => new HttpResponse(null, { status: 404 })],
])("doesn't know the pin until it has been read that the site %s", async (_, config) => {
  expect(isPinUnknown()).toBe(true);
  await loadFrom(config);
  expect(isPinUnknown()).toBe(false);
});

it("binds a connection to the last known pin while the configuration can't be loaded", async () => {
  await loadFrom(() => HttpResponse.json({ server: "https://us.example" }));
  await loadFrom(() => new HttpResponse(null, { status: 500 })).catch(() => null);
  expect(readStoredConnection()).toBeNull();
});

it("rejects a configuration that isn't JSON, so that no other server can be entered", async () => {
  await expect(loadFrom(() => new HttpResponse("{"))).rejects.toThrow("JSON");
});

it.each([
  ["is removed", () => new HttpResponse(null, { status: 404 })],
  ["changes to its server", () => HttpResponse.json({ server: "https://eu.example" })],
])("allows a connection again after the pin %s", async (_, config) => {
  await loadFrom(() => HttpResponse.json({ server: "https://us.example" }));
  await loadFrom(config);
  expect(readStoredConnection()).toMatchObject(CONNECTION);
});

it.each([
  ["the pinned server", () => pinTo("https://eu.example/")],
  ["any server where none is pinned", () => start(() => new HttpResponse(null, { status: 404 }))],
  ["its server while the configuration can't be loaded", () => start(() => HttpResponse.error())],
])("keeps a connection to %s", async (_, run) => {
  expect(await run()).toEqual({ left: [], active: CONNECTION.id });
});
