import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { server } from "@/mocks/node";
import { hang } from "@/mocks/scenarios";
import { hold } from "../../support/mock-server";
import { openPage, setUpJourneys } from "../support/subscriptions-setup";
import {
  BOARD,
  boardRow,
  createAnswer,
  createVitalsServer,
  openBoard,
  readRowNames,
  series,
  storeFromOtherTab,
} from "../support/web-vitals-setup";

setUpJourneys();

const field = () => screen.getByRole("textbox", { name: "Add paths" });
const search = () => decodeURIComponent(window.location.search);

it("explains an empty board, adds suggested and typed paths and pasted URLs once, up to 50, and keeps the others", async () => {
  const { user, sent } = await openPage(BOARD, "No paths on the board yet");
  await user.click(screen.getByLabelText("Add /"));
  await screen.findByRole("link", { name: "/" });
  expect(search()).toBe("?path=/");
  expect(field()).toHaveFocus();
  await user.type(field(), "/pricing{Enter}");
  await screen.findAllByText("2 paths");
  fireEvent.paste(field(), {
    clipboardData: {
      getData: () =>
        "https://x.example/docs?utm=1#top\nhttps://x.example/docs\nhttps://x.example/pricing?a=b\nhttps://x.example/",
    },
  });
  await screen.findAllByText("3 paths");
  expect(search()).toBe("?path=/&path=/pricing&path=/docs");
  expect(
    screen.getByText("Only the path is used: /docs, /pricing, /. Hosts, queries, and fragments are removed."),
  ).toBeInTheDocument();
  const asked = sent.filter(({ path }) => path.endsWith("/web_vitals/"));
  expect(asked.map((each) => decodeURIComponent(each.search))).toEqual([
    "?pathname=/",
    "?pathname=/pricing",
    "?pathname=/docs",
  ]);
  await user.click(field());
  await user.paste("mailto:ana@example.com");
  await user.keyboard("{Enter}");
  await screen.findByText(/“mailto:ana@example.com” isn't a valid path/);
  expect(field()).toHaveValue("mailto:ana@example.com");
  await user.clear(field());
  // Without responses, the rows render faster.
  server.use(hang("webVitals.get"));
  const many = Array.from({ length: 50 }, (_, index) => `/page/${index}`).join("\n");
  fireEvent.paste(field(), { clipboardData: { getData: () => many } });
  await screen.findByText(/up to 50 paths. 3 paths weren't added/);
  expect(field()).toHaveValue("/page/47, /page/48, /page/49");
  expect(new URLSearchParams(window.location.search).getAll("path")).toHaveLength(50);
});

it("links a path without data to its other spelling that has data, and explains if all pages aren't supported", async () => {
  const { user, sent } = await openBoard("?path=/docs/&path=/blog", "2 paths");
  expect(await screen.findByRole("link", { name: "/docs" })).toHaveAttribute(
    "href",
    `${BOARD}/path?path=/docs`,
  );
  const asked = sent.filter(({ path }) => path.endsWith("/web_vitals/"));
  expect(asked.map((each) => decodeURIComponent(each.search)).sort()).toEqual([
    "?pathname=/blog",
    "?pathname=/docs",
    "?pathname=/docs/",
  ]);

  await user.click(screen.getByLabelText("Add All pages"));
  await screen.findByText(/^“All pages” isn't supported/);
  const ofAll = sent.filter(({ path, search: said }) => path.endsWith("/web_vitals/") && said === "");
  expect(ofAll).toHaveLength(1);
  expect(within(boardRow("All pages")).queryByRole("button", { name: /^Try again/ })).toBeNull();
});

it("of a shared link leaves the stored board unchanged until a path is added or removed", async () => {
  const key = "environs.vital-paths.demo.1";
  const stored = { board: ["/own", "/own/"], seen: ["/own"] };
  const { user } = await openBoard("?path=/docs&path=/blog", "2 paths");
  expect(localStorage.getItem(key)).toBeNull();
  await storeFromOtherTab(key, stored);
  const cards = screen.getByRole("link", { name: "Cards" });
  // Also in a new tab, where a search alone would open the overview.
  expect(cards).toHaveAttribute("href", expect.stringMatching(/^\/p\/1\/.*\?(?=.*view=cards).*blog/));
  await user.click(cards);
  const list = within(await screen.findByRole("list", { name: "Web vitals" }));
  await waitFor(() => expect(list.getAllByText("p90")).toHaveLength(8));
  expect(list.getAllByRole("heading").map((each) => each.textContent)).toEqual(["/blog", "/docs"]);
  expect(localStorage.getItem(key)).toBe(JSON.stringify(stored));
  await user.click(screen.getByRole("button", { name: "Actions for /docs" }));
  await user.click(screen.getByRole("menuitem", { name: /^Remove from board/ }));
  await screen.findAllByText("1 path");
  expect(JSON.parse(localStorage.getItem(key) ?? "")).toMatchObject({ board: ["/blog"] });
  window.history.back();
  await screen.findAllByText("2 paths");
});

it("reports a missing endpoint once, without actions that can't help", async () => {
  const mocks = createVitalsServer(() => Response.json({ detail: "Endpoint not found." }, { status: 404 }));
  await openPage(`${BOARD}?path=/a&path=/b`, "Web vitals aren't available on this server", mocks);
  expect(screen.getAllByText(/available on this server|no API endpoint/)).toHaveLength(2);
  expect(screen.queryByText(/prefix/i)).toBeNull();
  expect(screen.queryByRole("button", { name: /^Remove/ })).toBeNull();
  expect(screen.queryByRole("button", { name: /^Try/ })).toBeNull();
});

it("shows value, percentile, rating, change, period and age", async () => {
  const mocks = createVitalsServer((pathname) =>
    pathname === "/docs"
      ? Response.json(
          createAnswer(
            series("INP", [250, 200]),
            series("LCP", [2_400, 2_501]),
            series("CLS", [0, 0]),
            series("FCP", [3_001, 3_001]),
          ),
        )
      : undefined,
  );
  await openBoard("?path=/docs", "1 path", mocks);
  await screen.findByText("200 ms");
  const cells = within(boardRow("/docs")).getAllByRole("cell");
  const texts = cells.map((cell) => cell.textContent);
  expect(texts[2]).toBe("PoorFCP 3,001 ms");
  // A value equal to the threshold is still good.
  expect(texts[3]).toBe("200 msp90Good20% better than the week before");
  expect(texts[4]).toBe("2,501 msp90Needs improvement4% worse than the week before");
  // Other metrics have values, so a layout shift of 0 was measured.
  expect(texts[5]).toBe("0p90GoodSame as the week before");
  expect(texts[6]).toBe("3,001 msp90PoorSame as the week before");
  expect(within(boardRow("/docs")).getAllByRole("img")[0]).toHaveAccessibleName(
    "Good up to 200 ms, poor above 500 ms",
  );
  expect(
    screen.getByText(/90th percentile · .*14.* to .*21.* \(UTC\) · compared with the week before · computed/),
  ).toBeInTheDocument();
});

it("keeps the order of rows while others load", async () => {
  const served = (value: number) => Response.json(createAnswer(series("LCP", [value, value])));
  const mocks = createVitalsServer((pathname) =>
    pathname === "/late" ? undefined : served(pathname === "/bad" ? 9_000 : 100),
  );
  const { handler, release } = hold("webVitals.get", "pathname=%2Flate");
  server.use(handler);
  await openBoard("?path=/good&path=/late&path=/bad", "2 of 3 loaded", mocks);
  await waitFor(() => expect(readRowNames()).toEqual(["/good", "/late", "/bad"]));
  release();
  await waitFor(() => expect(readRowNames()).toEqual(["/bad", "/good", "/late"]));
});

it("groups failed paths by error, and names the first errors", async () => {
  const mocks = createVitalsServer((pathname) =>
    Response.json({ detail: pathname === "/c" ? "No /a." : `No ${pathname}.` }, { status: 400 }),
  );
  const paths = ["/a", "/b", "/c", "/0", "/1", "/2", "/3", "/4"];
  await openPage(`${BOARD}?${paths.map((path) => `path=${path}`).join("&")}`, "/a, /c: No /a.", mocks);
  screen.getByText("/b: No /b.");
  screen.getByText("/2: No /2.");
  expect(screen.getAllByText("Invalid request")).toHaveLength(1);
  screen.getByText("/3, /4: open each path for details.");
  expect(screen.queryByText(/No \/3\./)).toBeNull();
});

it("compares paths with the first", async () => {
  const mocks = createVitalsServer((pathname) =>
    Response.json(createAnswer(series("LCP", [2_000, pathname === "/docs" ? 2_000 : 2_500]))),
  );
  const { user } = await openBoard("?path=/docs&path=/blog&path=/", "3 paths", mocks);
  await waitFor(() => expect(screen.queryAllByText("p90")).toHaveLength(3));
  for (const path of ["/docs", "/blog"]) {
    await user.click(screen.getByRole("checkbox", { name: `Select ${path}` }));
  }
  await user.click(screen.getByRole("button", { name: "Compare" }));
  const table = await screen.findByRole("table", { name: "Path comparison" });
  expect(search()).toContain("&compare=/docs&compare=/blog");
  const lcp = within(table).getByRole("row", { name: /^LCP/ });
  expect(lcp).toHaveTextContent(/Baseline.*25% worse than \/docs/);
  await user.click(screen.getByRole("button", { name: "Close comparison" }));
  await waitFor(() => expect(table).not.toBeInTheDocument());
});

it("marks values over budget, and keeps unedited budgets and those of another tab", async () => {
  const key = "environs.vital-budgets.demo.1";
  const mocks = createVitalsServer(() =>
    Response.json(
      createAnswer(series("LCP", [1_000, 1_999]), series("FCP", [1_000, 1_501]), series("CLS", [0.01, 0.02])),
    ),
  );
  const { user } = await openBoard("?path=/docs", "1 path", mocks);
  await screen.findByText("1,999 ms");
  await storeFromOtherTab(key, [["LCP", 1_999.6]]);
  await user.click(screen.getByText("Budgets…"));
  const drawer = within(await screen.findByRole("dialog", { name: "Budgets" }));
  expect(drawer.getByLabelText("Maximum LCP")).toHaveValue("1999.6 ms");
  await storeFromOtherTab(key, [
    ["LCP", 1_999.6],
    ["INP", 900],
  ]);
  await user.type(drawer.getByLabelText("Maximum CLS"), "0.05");
  await user.type(drawer.getByLabelText("Maximum FCP"), "soon");
  await user.click(drawer.getByText("Save"));
  drawer.getByText(/Enter a number such as/);
  await user.clear(drawer.getByLabelText("Maximum FCP"));
  await user.type(drawer.getByLabelText("Maximum FCP"), "1.5 s");
  await user.click(drawer.getByText("Save"));
  expect(await screen.findAllByText("Over budget")).toHaveLength(1);
  expect(screen.getByText("Over budget")).toHaveAttribute("title", "1 ms over the budget of 1,500 ms");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(new Map(JSON.parse(localStorage.getItem(key) ?? ""))).toEqual(
    new Map([
      ["LCP", 1_999.6],
      ["INP", 900],
      ["FCP", 1_500],
      ["CLS", 0.05],
    ]),
  );
});
