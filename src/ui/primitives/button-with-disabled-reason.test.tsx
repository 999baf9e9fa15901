import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router-dom";
import { describe, expect, it, vi } from "vitest";
import { UiProvider } from "@/ui/provider/ui-provider";
import { ButtonWithDisabledReason, LinkButton } from "./link-button";

const REASON = "The API key is missing the scope fruit:write.";

function renderButton(disabledReason: string | undefined) {
  const onClick = vi.fn<() => void>();
  const onSubmit = vi.fn<() => void>();
  render(
    <UiProvider>
      <MemoryRouter>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            onSubmit();
          }}
        >
          <ButtonWithDisabledReason
            variant="filled"
            type="submit"
            onClick={onClick}
            disabledReason={disabledReason}
          >
            Eat
          </ButtonWithDisabledReason>
        </form>
        <LinkButton variant="filled" to="/new" disabledReason={disabledReason}>
          New fruit
        </LinkButton>
      </MemoryRouter>
    </UiProvider>,
  );
  return { user: userEvent.setup(), onClick, onSubmit };
}

describe("a disabled button with a reason", () => {
  it("is focusable, shows the reason, and does nothing", async () => {
    const { user, onClick, onSubmit } = renderButton(REASON);
    await user.tab();
    const button = screen.getByRole("button", { name: "Eat" });
    expect(button).toHaveFocus();
    expect(button).toHaveAttribute("aria-disabled", "true");
    await screen.findByRole("tooltip");
    expect(button).toHaveAccessibleDescription(REASON);
    await user.keyboard("{Enter}");
    await user.click(button);
    expect(onClick).not.toHaveBeenCalled();
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it("shows the reason on touch", async () => {
    renderButton(REASON);
    const button = screen.getByRole("button", { name: "Eat" });
    // Browsers emulate a mouse after a tap.
    fireEvent.pointerDown(button, { pointerType: "touch" });
    fireEvent.mouseEnter(button);
    fireEvent.mouseMove(button);
    expect(await screen.findByRole("tooltip")).toHaveTextContent(REASON);
  });
});

describe("the tooltip of a disabled button", () => {
  it("shows on keyboard focus, describes the control, and closes on Escape", async () => {
    const { user } = renderButton(REASON);
    await user.tab();
    const button = screen.getByRole("button", { name: "Eat" });
    expect(await screen.findByRole("tooltip")).toHaveTextContent(REASON);
    expect(button).toHaveAccessibleDescription(REASON);
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("tooltip")).not.toBeInTheDocument());
    expect(button).not.toHaveAttribute("aria-describedby");
    expect(button).toHaveFocus();
  });
});
