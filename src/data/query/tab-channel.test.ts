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
