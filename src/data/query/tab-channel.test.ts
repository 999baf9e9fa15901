import { expect, it, onTestFinished, vi } from "vitest";
import { createTabChannel } from "./tab-channel";

it("news reach this tab and the other ones, of their own name only, until nobody listens", async () => {
  const here = vi.fn<() => void>();
  const there = vi.fn<() => void>();
  const elsewhere = vi.fn<() => void>();
  const ours = createTabChannel("tab-news-test");
  // A channel of the same name hears what another one says, as in another tab.
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
