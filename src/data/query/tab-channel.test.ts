import { expect, it, onTestFinished, vi } from "vitest";
import { tabNews } from "./tab-channel";

it("news reach this tab and the other ones, of their own name only, until nobody listens", async () => {
  const here = vi.fn<() => void>();
  const there = vi.fn<() => void>();
  const elsewhere = vi.fn<() => void>();
  const ours = tabNews("tab-news-test");
  // A channel of the same name hears what another one says, as in another tab.
  const others = tabNews("tab-news-test");
  const stop = ours.watch(here);
  onTestFinished(others.watch(there));
  onTestFinished(tabNews("tab-news-other").watch(elsewhere));
  ours.tell();
  expect(here).toHaveBeenCalledTimes(1);
  await vi.waitFor(() => expect(there).toHaveBeenCalledTimes(1));
  stop();
  others.tell();
  await vi.waitFor(() => expect(there).toHaveBeenCalledTimes(2));
  expect(here).toHaveBeenCalledTimes(1);
  expect(elsewhere).not.toHaveBeenCalled();
});
