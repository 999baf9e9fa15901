import { expect, it, onTestFinished, vi } from "vitest";
import { createTabChannel } from "./tab-channel";

it("notifies this and other tabs of the same channel until unsubscribed", async () => {
  const here = vi.fn<() => void>();
  const there = vi.fn<() => void>();
  const elsewhere = vi.fn<() => void>();
  const ours = createTabChannel("tab-news-test");
  // A second channel with the same name acts as another tab.
  const others = createTabChannel("tab-news-test");
  const stop = ours.subscribe(here);
  onTestFinished(others.subscribe(there));
  onTestFinished(createTabChannel("tab-news-other").subscribe(elsewhere));
  ours.broadcast();
  expect(here).toHaveBeenCalledTimes(1);
  await vi.waitFor(() => expect(there).toHaveBeenCalledTimes(1));
  stop();
  others.broadcast();
  await vi.waitFor(() => expect(there).toHaveBeenCalledTimes(2));
  expect(here).toHaveBeenCalledTimes(1);
  expect(elsewhere).not.toHaveBeenCalled();
});

it("is open only while it has subscribers", () => {
  const open = new Set<unknown>();
  class Channel extends EventTarget {
    constructor() {
      super();
      open.add(this);
    }
    postMessage(): void {}
    close(): void {
      open.delete(this);
    }
  }
  vi.stubGlobal("BroadcastChannel", Channel);
  const channel = createTabChannel("tab-news-test");
  channel.broadcast();
  expect(open.size).toBe(0);
  const stops = [channel.subscribe(() => {}), channel.subscribe(() => {})];
  channel.broadcast();
  expect(open.size).toBe(1);
  for (const stop of stops) stop();
  expect(open.size).toBe(0);
});
