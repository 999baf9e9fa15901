import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { UiProvider } from "@/ui/provider/ui-provider";
import { ActionMenu } from "./action-menu";

const onEdit = vi.fn<() => void>();
const onDelete = vi.fn<() => void>();

beforeEach(() => {
  render(
    <ActionMenu
      label="Actions"
      actions={() => [
        { id: "delete", label: "Delete", onSelect: onDelete, disabledReason: "Needs another scope." },
        { id: "edit", label: "Edit", onSelect: onEdit },
      ]}
    />,
    { wrapper: UiProvider },
  );
});

const getButton = () => screen.getByRole("button", { name: "Actions" });

it("keeps an unavailable action focusable, with its reason", async () => {
  const user = userEvent.setup();
  await user.click(getButton());
  const item = screen.getByRole("menuitem", { name: "Delete Needs another scope." });
  await vi.waitFor(() => expect(item).toHaveFocus());
  await user.keyboard("{Enter}");
  expect(onDelete).not.toHaveBeenCalled();
  await user.keyboard("{ArrowDown}{Enter}");
  expect(onEdit).toHaveBeenCalledOnce();
  expect(screen.queryByRole("menu")).toBeNull();
  expect(getButton()).toHaveFocus();
});

it.each(["{Escape}", "{Tab}"])("returns focus on %s", async (key) => {
  const user = userEvent.setup();
  await user.click(getButton());
  await vi.waitFor(() =>
    expect(screen.getByRole("menu")).toContainElement(document.activeElement as HTMLElement),
  );
  await user.keyboard(key);
  expect(screen.queryByRole("menu")).toBeNull();
  expect(getButton()).toHaveFocus();
});

it("closes when a press outside is released, so that it can be canceled", async () => {
  await userEvent.click(getButton());
  fireEvent.mouseDown(document.body);
  expect(screen.getByRole("menu")).toBeInTheDocument();
  fireEvent.mouseUp(document.body);
  expect(screen.queryByRole("menu")).toBeNull();
});
