import { act, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { Suspense } from "react";
import { Route, Routes } from "react-router-dom";
import { expect, test } from "vitest";
import { RouterWithBlocker } from "@/app/routes/router-with-blocker";
import { lazyPage } from "@/ui/hooks/lazy-page";
import { Link } from "@/ui/primitives/link";
import { UiProvider } from "@/ui/provider/ui-provider";

test("shows a progress line while a page loads, and keeps the previous page", async () => {
  let arrive: (module: { SlowPage: () => string }) => void = () => undefined;
  const code = new Promise<{ SlowPage: () => string }>((resolve) => {
    arrive = resolve;
  });
  const { Component } = lazyPage(() => code, "SlowPage");
  render(
    <UiProvider>
      <RouterWithBlocker onNavigate={() => undefined}>
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

  await act(async () => arrive({ SlowPage: () => "here it is" }));
  expect(await screen.findByText("here it is")).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole("progressbar")).not.toBeInTheDocument());
});
