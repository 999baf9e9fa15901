import { act, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { Suspense, use, useLayoutEffect } from "react";
import { Route, Routes, useLocation, useNavigate } from "react-router-dom";
import { describe, expect, test, vi } from "vitest";
import { RouterWithBlocker } from "@/app/routes/router-with-blocker";
import { PendingPage } from "@/app/shell/pending-page";
import { PendingPathname } from "@/app/shell/pending-pathname";
import { lazyPage } from "@/ui/hooks/lazy-page";
import { Link } from "@/ui/primitives/link";
import { UiProvider } from "@/ui/provider/ui-provider";

/** Creates a page whose code loads when `arrive` is called. */
function createSlowPage() {
  let resolveCode: (module: { SlowPage: () => string }) => void = () => undefined;
  const code = new Promise<{ SlowPage: () => string }>((resolve) => {
    resolveCode = resolve;
  });
  const { Component } = lazyPage(() => code, "SlowPage");
  return { Component, arrive: () => act(async () => resolveCode({ SlowPage: () => "here it is" })) };
}

test("shows a progress line while a page loads, and keeps the previous page", async () => {
  const { Component, arrive } = createSlowPage();
  render(
    <UiProvider>
      <RouterWithBlocker onNavigate={() => undefined} findLoadedPage={() => null}>
        <Suspense fallback="waiting">
          <Routes>
            <Route path="/" element={<Link to="/slow">Go</Link>} />
            <Route path="/slow" element={<Component />} />
          </Routes>
        </Suspense>
      </RouterWithBlocker>
    </UiProvider>,
  );
  expect(screen.queryByRole("progressbar")).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole("link", { name: "Go" }));
  expect(await screen.findByRole("progressbar", { name: "Loading page" })).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Go" })).toBeInTheDocument();

  await arrive();
  expect(await screen.findByText("here it is")).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole("progressbar")).not.toBeInTheDocument());
});

test("opens a page whose preload failed", async () => {
  let isOnline = false;
  const { Component, load } = lazyPage(
    () =>
      isOnline ? Promise.resolve({ NextPage: () => "here it is" }) : Promise.reject(new Error("offline")),
    "NextPage",
  );
  await expect(load()).rejects.toThrow("Couldn't load this page");
  isOnline = true;
  render(
    <Suspense>
      <Component />
    </Suspense>,
  );
  expect(await screen.findByText("here it is")).toBeInTheDocument();
});

test("shows the heading of the next page above the previous one until it is ready", async () => {
  const { Component, arrive } = createSlowPage();
  const { container } = render(
    <UiProvider>
      <RouterWithBlocker onNavigate={() => undefined} findLoadedPage={() => null}>
        <Suspense fallback="waiting">
          <PendingPage projectId="1">
            <Routes>
              <Route path="/" element={<Link to="/p/1/calendar">Go</Link>} />
              <Route path="/p/1/calendar" element={<Component />} />
            </Routes>
          </PendingPage>
        </Suspense>
      </RouterWithBlocker>
    </UiProvider>,
  );
  const shownLabel = () => container.querySelector("[data-label]")?.getAttribute("data-label");
  expect(shownLabel()).toBeUndefined();
  await userEvent.click(screen.getByRole("link", { name: "Go" }));
  expect(shownLabel()).toBe("Calendar");
  expect(screen.getByRole("link", { name: "Go" })).toHaveFocus();

  await arrive();
  expect(await screen.findByText("here it is")).toBeInTheDocument();
  expect(shownLabel()).toBeUndefined();
});

test("dims the page until a drawer is ready", async () => {
  const { Component, arrive } = createSlowPage();
  render(
    <UiProvider>
      <RouterWithBlocker onNavigate={() => undefined} findLoadedPage={() => null}>
        <Suspense fallback="waiting">
          <Routes>
            <Route path="/" element={<Link to="/p/1/subscriptions/new">Go</Link>} />
            <Route path="/p/1/subscriptions/new" element={<Component />} />
          </Routes>
        </Suspense>
      </RouterWithBlocker>
    </UiProvider>,
  );
  const overlay = () => document.querySelector("[data-pending-overlay]");
  expect(overlay()).toBeNull();
  await userEvent.click(screen.getByRole("link", { name: "Go" }));
  expect(overlay()).toBeVisible();

  await arrive();
  expect(await screen.findByText("here it is")).toBeInTheDocument();
  expect(overlay()).toBeNull();
});

const waitUntilPainted = () =>
  act(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/** Clicks a link, and waits until the page is painted. */
async function open(name: string): Promise<void> {
  await userEvent.click(screen.getByRole("link", { name }));
  await waitUntilPainted();
}

describe("a page whose code has loaded", () => {
  /** Renders links between two pages. Returns the paths that were announced before their page was rendered. */
  function renderPages(renderSlowPage: () => string): readonly string[] {
    const pendingPaths: string[] = [];
    function Probe() {
      const pendingPath = use(PendingPathname);
      if (pendingPath !== useLocation().pathname) pendingPaths.push(pendingPath);
      return null;
    }
    const SlowPage = () => renderSlowPage();
    render(
      <UiProvider>
        <RouterWithBlocker onNavigate={() => undefined} findLoadedPage={({ pathname }) => pathname}>
          <Probe />
          <Link to="/fast">Fast</Link>
          <Link to="/slow">Slow</Link>
          <Link to="/slow?q=word">Search</Link>
          <Routes>
            <Route path="/slow" element={<SlowPage />} />
            <Route path="*" element="fast page" />
          </Routes>
        </RouterWithBlocker>
      </UiProvider>,
    );
    return pendingPaths;
  }

  test("is rendered in the frame of the click", async () => {
    const pendingPaths = renderPages(() => "slow page");
    await open("Slow");
    await open("Fast");
    expect(screen.getByText("fast page")).toBeInTheDocument();
    expect(pendingPaths).toEqual([]);
  });

  test("is rendered after the frame of the click if it took long the last time", async () => {
    let now = 0;
    vi.spyOn(performance, "now").mockImplementation(() => now);
    const pendingPaths = renderPages(() => {
      now += 150;
      return "slow page";
    });
    await open("Fast");
    await open("Slow");
    await open("Fast");
    expect(pendingPaths).toEqual([]);
    await open("Slow");
    expect(screen.getByText("slow page")).toBeInTheDocument();
    expect(new Set(pendingPaths)).toEqual(new Set(["/slow"]));
  });

  test("is expected to take as long as when it was opened, not as long as its last search", async () => {
    let now = 0;
    let renderMs = 150;
    vi.spyOn(performance, "now").mockImplementation(() => now);
    const pendingPaths = renderPages(() => {
      now += renderMs;
      return "slow page";
    });
    await open("Slow");
    renderMs = 1;
    await open("Search");
    await open("Fast");
    expect(pendingPaths).not.toContain("/slow");
    await open("Slow");
    expect(pendingPaths).toContain("/slow");
  });
});

test("shows the page that the first page opens in its first effect", () => {
  function Redirect() {
    const navigate = useNavigate();
    useLayoutEffect(() => void navigate("?property=first", { replace: true }), [navigate]);
    return useLocation().search || "nothing opened";
  }
  render(
    <UiProvider>
      <RouterWithBlocker onNavigate={() => undefined} findLoadedPage={() => null}>
        <Redirect />
      </RouterWithBlocker>
    </UiProvider>,
  );
  expect(screen.getByText("?property=first")).toBeInTheDocument();
});
