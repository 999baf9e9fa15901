import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { goTo } from "../support/render-app";
import { openPage, setUpJourneys } from "../support/subscriptions-setup";
import {
  BOARD,
  createAnswer,
  createVitalsServer,
  series,
  storeFromOtherTab,
} from "../support/web-vitals-setup";

setUpJourneys();

const search = () => decodeURIComponent(window.location.search);

const DETAIL = `${BOARD}/path?path=/docs`;

it("shows each metric with trend, thresholds and raw response, and adds the path to the board unless it is full", async () => {
  const mocks = createVitalsServer(() =>
    Response.json(
      createAnswer(series("LCP", [2_400, null, 4_100, 2_600], { math: "p75" }), series("TTFB", [300, 310]), {
        nonsense: true,
      }),
    ),
  );
  const { user } = await openPage(DETAIL, "Largest Contentful Paint (LCP)", mocks);
  const lcp = within(screen.getByRole("region", { name: "Largest Contentful Paint (LCP)" }));
  expect(lcp.getByText(/^75th percentile for the week of .*29/)).toBeInTheDocument();
  expect(
    lcp.getByRole("figure", {
      name: /3 values from .* Lowest 2,400 ms, highest 4,100 ms, latest 2,600 ms\. 1 period without data\./,
    }),
  ).toBeInTheDocument();
  const points = () => within(lcp.getByRole("listbox", { name: "Points of LCP" })).getAllByRole("option");
  await waitFor(() => expect(points().length).toBe(4));
  expect(points().map((each) => each.getAttribute("aria-label")?.replace(/^.*: /, ""))).toEqual([
    "2,400 ms, Good, Server",
    // The browser has just stored this value, on November 21.
    expect.stringMatching(/^2,600 ms, Needs improvement, the week of .*, Local history$/),
    "4,100 ms, Poor, Server",
    "2,600 ms, Needs improvement, Server",
  ]);
  // Unknown metrics are shown as well.
  const other = within(screen.getByRole("region", { name: "TTFB" }));
  expect(other.getByText("Not rated")).toBeInTheDocument();
  expect(screen.getByText("Couldn't read 1 series")).toBeInTheDocument();
  expect(screen.getByText("Show raw response")).toBeInTheDocument();

  const full = Array.from({ length: 50 }, (_, index) => `/page/${index}`);
  const link = () => screen.getByRole("link", { name: "Add to board" });
  await storeFromOtherTab("environs.vital-paths.demo.1", { board: full, seen: [] });
  expect(link()).toHaveAttribute("aria-disabled", "true");
  await storeFromOtherTab("environs.vital-paths.demo.1", { board: [], seen: [] });
  expect(link()).not.toHaveAttribute("aria-disabled");
  await user.click(link());
  await screen.findAllByText("1 path");
  expect(search()).toBe("?path=/docs");
});

it("shows the local history behind the series, also of metrics that the server no longer returns and when it fails, and clears it", async () => {
  let answer = () =>
    Response.json({ ...createAnswer(series("LCP", [2_400, 2_900])), last_refresh: "2026-11-20T09:00:00Z" });
  const mocks = createVitalsServer(() => answer());
  const first = await openPage(DETAIL, "Largest Contentful Paint (LCP)", mocks);
  const own = () => screen.queryAllByLabelText(/Local history$/);
  await waitFor(() => expect(own().length).toBe(1));
  answer = () => Response.json(createAnswer(series("LCP", [2_400, 2_600])));
  await first.user.click(screen.getByText("Refresh"));
  await waitFor(() => expect(own().length).toBe(2));
  expect(own()[0]).toHaveAccessibleName(/2,900 ms/);
  answer = () => Response.json({ results: [] });
  await first.user.click(screen.getByText("Refresh"));
  await screen.findByText("The server has no current values for this metric.");
  expect(own().length).toBe(2);
  cleanup();

  answer = () => new Response("", { status: 400 });
  const { user } = await openPage(DETAIL, "Invalid request", mocks);
  await waitFor(() => expect(own().length).toBe(2));
  screen.getByText("Largest Contentful Paint (LCP)", { selector: "h2" });
  await user.click(screen.getByText("Local history…"));
  const dialog = within(await screen.findByRole("dialog", { name: "Local history for /docs" }));
  await user.click(dialog.getByText("Clear…"));
  await user.click(await screen.findByText("Clear history"));
  await waitFor(() => expect(own().length).toBe(0));
});

it("reports a path without data and a URL without a path, and links to the other spelling if that one has data", async () => {
  await openPage(`${BOARD}/path?path=/nobody`, "No data for this period.");
  await goTo(`${BOARD}/path`);
  await screen.findByText("Path not found");
  await goTo(`${BOARD}/path?path=https://x.example/blog/`);
  await screen.findByText("has data.");
  expect(screen.getByRole("link", { name: "/blog" })).toHaveAttribute("href", `${BOARD}/path?path=/blog`);
  screen.getByText("Only the path is used: /blog/. Hosts, queries, and fragments are removed.");
});
