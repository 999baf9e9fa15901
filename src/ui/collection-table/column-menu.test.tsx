import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { UiProvider } from "@/ui/provider/ui-provider";
import { ColumnMenu } from "./list-view-options";

it("changes columns and density, and closes on Escape and on a click elsewhere", async () => {
  const onChange = vi.fn<(visible: readonly string[]) => void>();
  const onDensityChange = vi.fn<(density: string) => void>();
  const onResetWidths = vi.fn<() => void>();
  const onNudgeWidth = vi.fn<(columnId: string, by: number) => void>();
  render(
    <UiProvider>
      <ColumnMenu
        columns={["title", "source", "state"].map((id) => ({ id, header: id, canHide: id !== "title" }))}
        visibleIds={["title", "state"]}
        onChange={onChange}
        density="comfortable"
        onDensityChange={onDensityChange}
        onResetWidths={onResetWidths}
        onResizeColumn={onNudgeWidth}
      />
      <p>Elsewhere</p>
    </UiProvider>,
  );
  const user = userEvent.setup();
  const [button] = screen.getAllByRole("button");
  if (!button) throw new Error("no button");
  await user.click(button);
  const dialog = await screen.findByRole("dialog", { name: "Columns" });
  expect(within(dialog).getByRole("checkbox", { name: "title" })).toBeDisabled();
  await vi.waitFor(() => expect(within(dialog).getByRole("checkbox", { name: "source" })).toHaveFocus());
  await user.keyboard(" ");
  expect(onChange).toHaveBeenLastCalledWith(["title", "source", "state"]);
  await user.click(within(dialog).getByRole("checkbox", { name: "state" }));
  expect(onChange).toHaveBeenLastCalledWith(["title"]);
  await user.click(within(dialog).getByRole("radio", { name: "Compact" }));
  expect(onDensityChange).toHaveBeenCalledExactlyOnceWith("compact");
  await user.click(within(dialog).getByRole("button", { name: "Reset widths" }));
  expect(onResetWidths).toHaveBeenCalledOnce();
  // Only visible columns can be resized.
  expect(within(dialog).queryByRole("button", { name: "Wider: source" })).not.toBeInTheDocument();
  await user.click(within(dialog).getByRole("button", { name: "Wider: state" }));
  await user.click(within(dialog).getByRole("button", { name: "Narrower: title" }));
  expect(onNudgeWidth.mock.calls).toEqual([
    ["state", 24],
    ["title", -24],
  ]);
  await user.keyboard("{Escape}");
  expect(dialog).not.toBeInTheDocument();
  expect(button).toHaveFocus();
  await user.click(button);
  expect(screen.getByRole("dialog")).toBeInTheDocument();
  await user.click(screen.getByText("Elsewhere"));
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
});
