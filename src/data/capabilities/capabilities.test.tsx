import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { buildApi, buildSubscription } from "@test/support/builders";
import { renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, it, vi } from "vitest";
import { ApiProvider } from "@/data/client/api-context";
import { useCapabilities } from "./capabilities";
import { noteServedRecords } from "./note-served-records";

function setUp() {
  const queryClient = new QueryClient();
  const api = buildApi({ id: "test" });
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>
      <ApiProvider api={api}>{children}</ApiProvider>
    </QueryClientProvider>
  );
  const { result } = renderHook(useCapabilities, { wrapper });
  return { queryClient, api, result };
}

const NEWER = [buildSubscription({ enabled: true })];

it("appear as soon as a record proves them", async () => {
  const { queryClient, api, result } = setUp();
  expect(result.current.canPause).toBe(false);
  noteServedRecords(queryClient, api, NEWER);
  await waitFor(() => expect(result.current.canPause).toBe(true));
  expect(result.current.acceptsSendTestNow).toBe(false);
});

it("are known for a day in the next visit", () => {
  const { queryClient, api } = setUp();
  noteServedRecords(queryClient, api, NEWER);
  vi.setSystemTime(new Date("2026-11-22T09:59:00Z"));
  expect(setUp().result.current.canPause).toBe(true);
  vi.setSystemTime(new Date("2026-11-22T10:00:00Z"));
  expect(setUp().result.current.canPause).toBe(false);
});

it("end when the server shows none, but not with an empty list", async () => {
  const { queryClient, api, result } = setUp();
  noteServedRecords(queryClient, api, NEWER);
  noteServedRecords(queryClient, api, []);
  await waitFor(() => expect(result.current.canPause).toBe(true));
  noteServedRecords(queryClient, api, [buildSubscription()]);
  await waitFor(() => expect(result.current.canPause).toBe(false));
});

it("ignore damaged stored data", () => {
  localStorage.setItem("environs.capabilities.test", "{");
  expect(setUp().result.current.canPause).toBe(false);
});
