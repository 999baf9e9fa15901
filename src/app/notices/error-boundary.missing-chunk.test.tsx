import { act, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { type FunctionComponent, Suspense } from "react";
import { expect, test, vi } from "vitest";
import { lazyPage, OverlayBoundary } from "@/ui/overlay/lazy-overlay";
import { UiProvider } from "@/ui/provider/ui-provider";
import { ErrorBoundary } from "./connection-notices";

const MISSING = new TypeError("Failed to fetch dynamically imported module");

function renderPage(Component: FunctionComponent) {
  // React logs errors that a boundary catches.
  vi.spyOn(console, "error").mockImplementation(() => {});
  return act(async () =>
    render(
      <UiProvider>
        <ErrorBoundary>
          <Suspense fallback="loading">
            <Component />
          </Suspense>
        </ErrorBoundary>
      </UiProvider>,
    ),
  );
}

test("shows a retry for a page that fails to load", async () => {
  const importPage = vi
    .fn<() => Promise<{ HomePage: () => string }>>()
    .mockRejectedValueOnce(MISSING)
    .mockResolvedValue({ HomePage: () => "home" });
  const { Component } = lazyPage(importPage, "HomePage");
  await renderPage(Component);

  expect(await screen.findByText("Couldn't load this page")).toBeInTheDocument();
  expect(importPage).toHaveBeenCalledTimes(1);

  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("home")).toBeInTheDocument();
});

test("tries again twice when the browser is online, because the first request may come too early", async () => {
  const importPage = vi
    .fn<() => Promise<{ HomePage: () => string }>>()
    .mockRejectedValueOnce(MISSING)
    .mockRejectedValueOnce(MISSING)
    .mockResolvedValue({ HomePage: () => "home" });
  const { Component } = lazyPage(importPage, "HomePage");
  await renderPage(Component);
  await screen.findByText("Couldn't load this page");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  await act(async () => void window.dispatchEvent(new Event("online")));
  expect(screen.getByText("Couldn't load this page")).toBeInTheDocument();
  await act(() => vi.advanceTimersByTimeAsync(3_000));
  expect(screen.getByText("home")).toBeInTheDocument();
});

test("shows a retry for a page that crashes", async () => {
  let isBroken = true;
  await renderPage(() => {
    if (isBroken) throw new Error("no such thing");
    return "home";
  });
  expect(await screen.findByText("Something went wrong on our end")).toBeInTheDocument();
  expect(screen.getByText(/no such thing/)).toBeInTheDocument();
  isBroken = false;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("home")).toBeInTheDocument();
});

test("keeps the page when a dialog fails to load", async () => {
  const onFail = vi.fn();
  const { Component } = lazyPage(() => Promise.reject(new TypeError("no network")), "Dialog");
  await renderPage(() => (
    <>
      the page
      <OverlayBoundary onError={onFail}>
        <Component />
      </OverlayBoundary>
    </>
  ));
  await vi.waitFor(() => expect(onFail).toHaveBeenCalledTimes(1));
  expect(screen.getByText("the page")).toBeInTheDocument();
});
