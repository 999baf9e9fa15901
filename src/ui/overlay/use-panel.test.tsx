import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { UiProvider } from "@/ui/provider/ui-provider";
import { usePanel } from "./use-panel";

type Content = () => string;

function setup() {
  let resolveLoad = (_content: Content) => {};
  let refuse = () => {};
  const fetchContent = vi.fn<() => Promise<Content>>(
    () =>
      new Promise((resolve, reject) => {
        resolveLoad = resolve;
        refuse = () => reject(new TypeError("no network"));
      }),
  );
  function Sample() {
    const {
      shown: visibleContent,
      button,
      panel,
    } = usePanel(fetchContent, "The drawer of maps could not be opened");
    return (
      <>
        <button type="button" {...button}>
          Maps
        </button>
        {visibleContent && (
          <div {...panel} aria-label="Maps">
            <visibleContent.Content />
          </div>
        )}
        <button type="button">Elsewhere</button>
      </>
    );
  }
  render(
    <UiProvider>
      <Sample />
    </UiProvider>,
  );
  return {
    user: userEvent.setup(),
    fetchContent,
    button: screen.getByRole("button", { name: "Maps" }),
    arrive: () => act(async () => resolveLoad(() => "The world")),
    fail: () => act(async () => refuse()),
    panel: () => screen.queryByRole("dialog", { name: "Maps" }),
  };
}

it("doesn't take focus when the user has moved on", async () => {
  const { user, button, arrive, panel } = setup();
  await user.tab();
  await user.keyboard("{Enter}");
  await user.tab();
  expect(button).toHaveAttribute("aria-expanded", "false");
  await arrive();
  expect(panel()).toBeNull();
  expect(screen.getByRole("button", { name: "Elsewhere" })).toHaveFocus();
});

it("reports a failed load once, and retries", async () => {
  const { user, button, arrive, fail, panel } = setup();
  await user.hover(button);
  await fail();
  expect(screen.queryByText("The drawer of maps could not be opened")).toBeNull();
  await user.click(button);
  await fail();
  expect(screen.getAllByText("The drawer of maps could not be opened")).toHaveLength(1);
  expect(button).toHaveAttribute("aria-expanded", "false");
  expect(button).toHaveFocus();
  await user.click(button);
  await arrive();
  expect(panel()).toHaveFocus();
});
