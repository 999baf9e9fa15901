import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { server } from "@/mocks/node";
import { refuse } from "@/mocks/scenarios";
import { renderApp, settle } from "../support/render-app";
import { setUpJourneys } from "../support/subscriptions-setup";

setUpJourneys();

const FORBIDDEN = "The API key is missing the scope subscription:read";

test("reports a failed prefetch once", async () => {
  const { user, sent } = await renderApp({ path: "/settings" });
  server.use(refuse("subscriptions.list", 403));
  const shown: boolean[] = [];
  const watcher = new MutationObserver(() => {
    const isShown = document.body.textContent?.includes(FORBIDDEN) ?? false;
    if (isShown !== (shown.at(-1) ?? false)) shown.push(isShown);
  });
  watcher.observe(document.body, { childList: true, subtree: true });
  const navigation = await screen.findByRole("navigation", { name: "Main" });
  const link = within(navigation).getByRole("link", { name: "Subscriptions" });
  await user.hover(link);
  await waitFor(() => expect(sent.filter(({ path }) => path.endsWith("/subscriptions/"))).toHaveLength(1));
  await settle();
  await user.click(link);
  await screen.findByRole("heading", { level: 2, name: FORBIDDEN });
  await settle();
  watcher.disconnect();
  expect(shown).toEqual([true]);
});
