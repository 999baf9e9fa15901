import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { UiProvider } from "@/ui/provider/ui-provider";
import { ColorSchemeToggle } from "./color-scheme-toggle";

it("cycles through the schemes without a global style rule", async () => {
  const added: Node[] = [];
  const observer = new MutationObserver((changes) =>
    added.push(...changes.flatMap((each) => [...each.addedNodes])),
  );
  const user = userEvent.setup();
  render(
    <UiProvider>
      <ColorSchemeToggle />
    </UiProvider>,
  );
  observer.observe(document.head, { childList: true });
  await user.click(screen.getByRole("button", { name: "Color scheme: system" }));
  await user.click(screen.getByRole("button", { name: "Color scheme: light" }));
  await vi.waitFor(() =>
    expect(document.documentElement).toHaveAttribute("data-mantine-color-scheme", "dark"),
  );
  await user.click(screen.getByRole("button", { name: "Color scheme: dark" }));
  expect(screen.getByRole("button", { name: "Color scheme: system" })).toBeVisible();
  observer.disconnect();
  expect(added.map((node) => node.textContent).filter((text) => text?.includes("transition"))).toEqual([]);
});

it("updates the button in a frame before the colors change", async () => {
  render(
    <UiProvider>
      <ColorSchemeToggle />
    </UiProvider>,
  );
  const scheme = () => document.documentElement.getAttribute("data-mantine-color-scheme");
  fireEvent.click(screen.getByRole("button", { name: "Color scheme: system" }));
  await vi.waitFor(() => expect(scheme()).toBe("light"));
  fireEvent.click(screen.getByRole("button", { name: "Color scheme: light" }));
  // The next clicks come before the change to dark is applied.
  fireEvent.click(screen.getByRole("button", { name: "Color scheme: dark" }));
  expect(screen.getByRole("button", { name: "Color scheme: system" })).toBeVisible();
  fireEvent.click(screen.getByRole("button", { name: "Color scheme: system" }));
  fireEvent.click(screen.getByRole("button", { name: "Color scheme: light" }));
  expect(scheme()).toBe("light");
  await vi.waitFor(() => expect(scheme()).toBe("dark"));
  expect(screen.getByRole("button", { name: "Color scheme: dark" })).toBeVisible();
});
