// @vitest-environment jsdom

import { buildClient } from "@test/support/builders";
import { render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { type Session, SessionContext } from "@/app/connection/session";
import { createBackend } from "@/data/backend/create-backend";
import { startBulkJob } from "@/data/bulk/bulk-job";
import { prefetchBulkPreview } from "@/data/bulk/bulk-job-store";
import { UiProvider } from "@/ui/provider/ui-provider";
import { LazyBulkJobHost } from "./shell";

const code = vi.hoisted(() => ({ isMissing: true }));
vi.mock("@/features/bulk/bulk-job-host", () => ({
  BulkJobHost() {
    // Simulates code that fails to load.
    if (code.isMissing) throw new Error("no code");
    return <p>How the runs go</p>;
  },
}));

const client = buildClient();

beforeEach(() => {
  code.isMissing = true;
  // React logs errors that a boundary catches.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

function renderHost() {
  const backend = { ...createBackend(client), demo: null };
  const session: Session = {
    backend,
    connections: [],
    startDemo: null,
    connect: () => backend,
    disconnect: () => undefined,
    forget: () => undefined,
  };
  render(
    <UiProvider>
      <SessionContext value={session}>
        <LazyBulkJobHost />
      </SessionContext>
    </UiProvider>,
  );
  return {
    backend,
    begin: () => startBulkJob({ ...backend, projectId: "1" }, { label: "Run", changes: [] }),
  };
}

test("says that the progress can't be loaded, and can try again", async () => {
  const { begin } = renderHost();
  begin();
  await screen.findByText("Couldn't load progress");
  code.isMissing = false;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("How the runs go")).toBeVisible();
});

test("retries a failed preload with the first bulk action", async () => {
  const { backend, begin } = renderHost();
  prefetchBulkPreview(backend);
  await waitFor(() => expect(vi.mocked(console.error)).toHaveBeenCalled());
  code.isMissing = false;
  begin();
  expect(await screen.findByText("How the runs go")).toBeVisible();
  expect(screen.queryByText("Couldn't load progress")).toBeNull();
});
