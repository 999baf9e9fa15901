import { expect, it, vi } from "vitest";
import { runWhenLoaded } from "./run-when-loaded";

it("stops what it has started", async () => {
  const stop = vi.fn<() => void>();
  const start = vi.fn<(module: string) => () => void>(() => stop);
  const cancel = runWhenLoaded(async () => "module", start);
  await vi.waitFor(() => expect(start).toHaveBeenCalledWith("module"));
  expect(stop).not.toHaveBeenCalled();
  cancel();
  expect(stop).toHaveBeenCalledOnce();
});

it("starts nothing after it was canceled", async () => {
  const start = vi.fn<() => () => void>();
  const module = Promise.resolve("module");
  runWhenLoaded(() => module, start)();
  await module;
  await Promise.resolve();
  expect(start).not.toHaveBeenCalled();
});

it("ignores a module that fails to load", async () => {
  const start = vi.fn<() => () => void>();
  const load = vi.fn(() => Promise.reject(new Error("offline")));
  const cancel = runWhenLoaded(load, start);
  await vi.waitFor(() => expect(load).toHaveBeenCalled());
  cancel();
  expect(start).not.toHaveBeenCalled();
});
