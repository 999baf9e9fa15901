import { QueryClient } from "@tanstack/react-query";
import { expect, it, vi } from "vitest";
import { buildClient } from "@/testing/build-api";
import { preload } from "./preload";
import { loadPageCode } from "./route-table";

const client = buildClient();

it("doesn't report a failed preload", async () => {
  const queryClient = new QueryClient();
  const requestedUrls = vi
    .spyOn(queryClient, "prefetchQuery")
    .mockRejectedValue(new Error("Its code did not come"));
  const unhandled = vi.fn();
  process.on("unhandledRejection", unhandled);
  preload(new URL("/p/1/subscriptions/1040", location.origin), client, queryClient);
  await vi.waitFor(() => expect(requestedUrls).toHaveBeenCalled());
  // Node reports unhandled rejections after the current turn of the event loop.
  await new Promise((resolve) => setTimeout(resolve));
  process.off("unhandledRejection", unhandled);
  expect(unhandled).not.toHaveBeenCalled();
  // A file that is still loading when a test file ends fails to load in all later ones.
  await loadPageCode(new URL("/p/1/subscriptions/1040", location.origin));
});
