import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { UiProvider } from "@/ui/provider/ui-provider";
import { Tooltip } from "./tooltip";

async function tabToTooltip() {
  const user = userEvent.setup();
  render(
    <UiProvider>
      <Tooltip label="The whole story">
        <button type="button">Next</button>
      </Tooltip>
    </UiProvider>,
  );
  await user.tab();
  return user;
}

describe("Tooltip", () => {
  it("shows on keyboard focus, describes the control, and closes on Escape", async () => {
    const user = await tabToTooltip();
    const button = screen.getByRole("button", { name: "Next" });
    expect(await screen.findByRole("tooltip")).toHaveTextContent("The whole story");
    expect(button).toHaveAccessibleDescription("The whole story");
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("tooltip")).not.toBeInTheDocument();
    expect(button).not.toHaveAttribute("aria-describedby");
  });

  it("closes immediately on blur, and follows its control on scroll", async () => {
    await tabToTooltip();
    const hint = await screen.findByRole("tooltip");
    const button = screen.getByRole("button", { name: "Next" });
    const before = hint.style.top;
    vi.spyOn(button.parentElement ?? button, "getBoundingClientRect").mockReturnValue(
      new DOMRect(10, 300, 80, 30),
    );
    fireEvent.scroll(document);
    expect(hint.style.top).not.toBe(before);
    expect(hint).toBeVisible();
    vi.spyOn(button.parentElement ?? button, "getBoundingClientRect").mockReturnValue(
      new DOMRect(10, -300, 80, 30),
    );
    fireEvent.scroll(document);
    expect(hint, "its control is out of sight").not.toBeVisible();
    // The tooltip closes without a delay, because it could cover the next focused element.
    fireEvent.blur(button);
    expect(hint).not.toBeInTheDocument();
  });

  it("stays open while the pointer is on it", async () => {
    const user = userEvent.setup();
    render(
      <UiProvider>
        <Tooltip label="The whole story">word</Tooltip>
      </UiProvider>,
    );
    await user.hover(screen.getByText("word"));
    const hint = await screen.findByRole("tooltip");
    await user.hover(hint);
    expect(screen.getByRole("tooltip")).toBe(hint);
    await user.unhover(hint);
    await waitFor(() => expect(screen.queryByRole("tooltip")).not.toBeInTheDocument());
  });
});
