import { Blob } from "node:buffer";
import { buildApi, buildExport } from "@test/support/builders";

import { act, render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { http } from "msw";
import { MemoryRouter } from "react-router-dom";
import { expect, it, vi } from "vitest";
import { ApiProvider } from "@/data/backend/backend";
import { server } from "@/mocks/node";
import { createError } from "@/mocks/scenarios";
import { UiProvider } from "@/ui/provider/ui-provider";
import { useDownloadFiles } from "./export-downloads-tray";

const RECORD = buildExport({ id: 4, export_format: "text/csv", filename: "file-4.csv" });

function TestPage() {
  const download = useDownloadFiles();
  return (
    <main id="main" tabIndex={-1}>
      <button type="button" onClick={() => download([RECORD])}>
        Download
      </button>
    </main>
  );
}

function renderPage(answer: () => Response) {
  server.use(http.get("*/exports/4/content", answer));
  // jsdom's Blob has no `stream` method.
  vi.stubGlobal("Blob", Blob);
  vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:file");
  const savedFiles: string[] = [];
  document.addEventListener("click", (event) => {
    if (!(event.target instanceof HTMLAnchorElement)) return;
    event.preventDefault();
    savedFiles.push(event.target.download);
  });
  render(
    <UiProvider>
      <ApiProvider api={buildApi()}>
        <MemoryRouter>
          <TestPage />
        </MemoryRouter>
      </ApiProvider>
    </UiProvider>,
  );
  return {
    saved: savedFiles,
    user: userEvent.setup({
      advanceTimers: (delayMs) => void (vi.isFakeTimers() && vi.advanceTimersByTime(delayMs)),
    }),
  };
}

/** Creates a response body that sends bytes on demand. */
function createSlowBody() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  return {
    answer: () => new Response(readable, { headers: { "Content-Length": "8000" } }),
    send: (bytes: number) => writer.write(new Uint8Array(bytes)),
    end: () => writer.close(),
  };
}

const getTray = () => screen.findByRole("list", { name: "Downloads" });

it("shows progress, saves the file, announces it, and closes", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], shouldAdvanceTime: true });
  const body = createSlowBody();
  const { user, saved: savedFiles } = renderPage(body.answer);
  await user.click(screen.getByRole("button", { name: "Download" }));
  const progress = within(await getTray()).getByRole("progressbar", { name: "Progress of file-4.csv" });
  await act(() => body.send(2_000));
  await vi.waitFor(() => expect(progress.getAttribute("aria-valuetext")).toBe("2 kB of 8 kB"));
  expect(progress).toHaveProperty("value", 0.25);
  await act(() => body.send(6_000));
  await act(() => body.end());
  expect(await screen.findByText("file-4.csv: Saved, 8 kB.")).toBeTruthy();
  expect(savedFiles).toEqual(["file-4.csv"]);
  await act(() => vi.advanceTimersByTimeAsync(8_000));
  expect(screen.queryByRole("list", { name: "Downloads" })).toBeNull();
});

it("keeps the focus when canceling, retrying and removing", async () => {
  const body = createSlowBody();
  let isSlow = true;
  const { user, saved: savedFiles } = renderPage(() => (isSlow ? body.answer() : createError(404)));
  await user.click(screen.getByRole("button", { name: "Download" }));
  await user.click(await screen.findByRole("button", { name: "Cancel file-4.csv" }));
  const dismissButton = await screen.findByRole("button", { name: "Remove file-4.csv from the list" });
  expect(document.activeElement).toBe(dismissButton);
  expect(within(await getTray()).getByText("Canceled")).toBeTruthy();
  isSlow = false;
  await user.click(screen.getByRole("button", { name: "Retry file-4.csv" }));
  await within(await getTray()).findByText("Not saved. The file no longer exists");
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Remove file-4.csv from the list");
  await user.keyboard("{Enter}");
  expect(screen.queryByRole("list", { name: "Downloads" })).toBeNull();
  expect(document.activeElement?.id).toBe("main");
  expect(savedFiles).toEqual([]);
});

it("stays open while hovered or focused", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], shouldAdvanceTime: true });
  const { user } = renderPage(createSlowBody().answer);
  await user.click(screen.getByRole("button", { name: "Download" }));
  await user.click(await screen.findByRole("button", { name: "Cancel file-4.csv" }));
  const dismissButton = await screen.findByRole("button", { name: "Remove file-4.csv from the list" });
  const download = screen.getByRole("button", { name: "Download" });
  await user.hover(download);
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(document.activeElement).toBe(dismissButton);
  await user.hover(dismissButton);
  act(() => download.focus());
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(dismissButton.isConnected).toBe(true);
  await user.hover(download);
  await act(() => vi.advanceTimersByTimeAsync(8_000));
  expect(screen.queryByRole("list", { name: "Downloads" })).toBeNull();
});
