// @vitest-environment jsdom

import { buildClient, buildExport } from "@test/support/builders";
import { renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router-dom";
import { expect, it, onTestFinished, vi } from "vitest";
import { type Session, SessionContext } from "@/app/connection/session";
import { createBackend } from "@/data/backend/create-backend";
import { useRecordSearchResults } from "./use-record-search-results";

vi.mock("@/features/subscriptions/search/subscription-search", () => {
  throw new TypeError("Failed to fetch dynamically imported module");
});
vi.mock("@/data/subscriptions/subscriptions", async (importOriginal) => ({
  ...(await importOriginal<typeof import("@/data/subscriptions/subscriptions")>()),
  openSubscriptionCollections: () => [{ view: "active", collection: { get: () => ({ records: [] }) } }],
}));
vi.mock("@/data/exports/exports", async (importOriginal) => ({
  ...(await importOriginal<typeof import("@/data/exports/exports")>()),
  peekExportCollection: () => EXPORTS,
}));

const EXPORTS = { get: () => ({ records: [buildExport({ id: 7 })] }) };
const backend = { ...createBackend(buildClient()), demo: null };
const session: Session = {
  backend,
  connections: [],
  startDemo: null,
  connect: () => backend,
  disconnect: () => undefined,
  forget: () => undefined,
};

function Providers({ children }: { readonly children: ReactNode }) {
  return (
    <SessionContext value={session}>
      <MemoryRouter>{children}</MemoryRouter>
    </SessionContext>
  );
}

it("searches other lists if the code of one fails to load, also after further letters", async () => {
  const onUnhandled = vi.fn<(error: unknown) => void>();
  process.on("unhandledRejection", onUnhandled);
  onTestFinished(() => void process.off("unhandledRejection", onUnhandled));
  const { result, rerender, unmount } = renderHook((text: string) => useRecordSearchResults(text, "1"), {
    initialProps: "wee",
    wrapper: Providers,
  });
  rerender("weekly");
  await waitFor(() => expect(result.current.commands.map(({ id }) => id)).toEqual(["Exports 7"]));
  rerender("figures");
  unmount();
  await vi.dynamicImportSettled();
  expect(onUnhandled).not.toHaveBeenCalled();
});
