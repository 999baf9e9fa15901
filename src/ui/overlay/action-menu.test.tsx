import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { UiProvider } from "@/ui/provider/ui-provider";
import { ActionMenu } from "./action-menu";

const menu = (
  <ActionMenu label="Actions" actions={() => [{ id: "edit", label: "Edit", onSelect: () => {} }]} />
);

it("closes when the page scrolls right after the menu has rendered again", async () => {
  const user = userEvent.setup();
  const { rerender } = render(menu, { wrapper: UiProvider });
  await user.click(screen.getByRole("button", { name: "Actions" }));
  await act(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  rerender(<ActionMenu label="Actions" actions={() => []} />);
  act(() => document.dispatchEvent(new Event("scroll")));
  expect(screen.queryByRole("menu")).not.toBeInTheDocument();
});
