import { buildApi, buildSubscription } from "@test/support/builders";
import { renderHook, waitFor } from "@testing-library/react";
import { type ReactNode } from "react";
import { expect, it, vi } from "vitest";
import { ApiProvider } from "@/data/backend/backend";
import { noteServedRecords, useCapabilities } from "./capabilities";

function setUp() {
  const api = buildApi({ id: "test" });
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <ApiProvider api={api}>{children}</ApiProvider>
  );
  const { result } = renderHook(useCapabilities, { wrapper });
  return { api, result };
}

const NEWER = [buildSubscription({ enabled: true })];

it("appear as soon as a record proves them", async () => {
  const { api, result } = setUp();
  expect(result.current.canPause).toBe(false);
  noteServedRecords(api, NEWER);
  await waitFor(() => expect(result.current.canPause).toBe(true));
  expect(result.current.acceptsSendTestNow).toBe(false);
});

it("are known for a day in the next visit", () => {
  const { api } = setUp();
  noteServedRecords(api, NEWER);
  vi.setSystemTime(new Date("2026-11-22T09:59:00Z"));
  expect(setUp().result.current.canPause).toBe(true);
  vi.setSystemTime(new Date("2026-11-22T10:00:00Z"));
  expect(setUp().result.current.canPause).toBe(false);
});

it("end when the server shows none, but not with an empty list", async () => {
  const { api, result } = setUp();
  noteServedRecords(api, NEWER);
  noteServedRecords(api, []);
  await waitFor(() => expect(result.current.canPause).toBe(true));
  noteServedRecords(api, [buildSubscription()]);
  await waitFor(() => expect(result.current.canPause).toBe(false));
});

it("ignore damaged stored data", () => {
  localStorage.setItem("environs.capabilities.test", "{");
  expect(setUp().result.current.canPause).toBe(false);
});
