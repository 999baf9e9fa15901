import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { UiProvider } from "@/ui/provider/ui-provider";
import { ColorSchemeToggle } from "./color-scheme-toggle";

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
