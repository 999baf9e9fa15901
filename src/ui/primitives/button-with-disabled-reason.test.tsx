import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { UiProvider } from "@/ui/provider/ui-provider";
import { ButtonWithDisabledReason } from "./link-button";

const REASON = "The API key is missing the scope fruit:write.";

function renderButton() {
  const onClick = vi.fn<() => void>();
  const onSubmit = vi.fn<() => void>();
  render(
    <UiProvider>
      <form onSubmit={onSubmit}>
        <ButtonWithDisabledReason variant="filled" type="submit" onClick={onClick} disabledReason={REASON}>
          Eat
        </ButtonWithDisabledReason>
      </form>
    </UiProvider>,
  );
  return { user: userEvent.setup(), onClick, onSubmit };
}

it("is focusable, shows the reason until Escape, and does nothing", async () => {
  const { user, onClick, onSubmit } = renderButton();
  await user.tab();
  const button = screen.getByRole("button", { name: "Eat" });
  expect(button).toHaveFocus();
  expect(button).toHaveAttribute("aria-disabled", "true");
  expect(await screen.findByRole("tooltip")).toHaveTextContent(REASON);
  expect(button).toHaveAccessibleDescription(REASON);
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("tooltip")).not.toBeInTheDocument());
  expect(button).not.toHaveAttribute("aria-describedby");
  expect(button).toHaveFocus();
  await user.keyboard("{Enter}");
  await user.click(button);
  expect(onClick).not.toHaveBeenCalled();
  expect(onSubmit).not.toHaveBeenCalled();
});

it("shows the reason on touch", async () => {
  renderButton();
  const button = screen.getByRole("button", { name: "Eat" });
  // Browsers emulate a mouse after a tap.
  fireEvent.pointerDown(button, { pointerType: "touch" });
  fireEvent.mouseEnter(button);
  fireEvent.mouseMove(button);
  expect(await screen.findByRole("tooltip")).toHaveTextContent(REASON);
});
