import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { UiProvider } from "@/ui/provider/ui-provider";
import { ColumnMenu } from "./list-view-options";

it("changes columns and density, and closes on Escape and on a click elsewhere", async () => {
  const onChange = vi.fn<(changes: object) => void>();
  const readWidths = () => JSON.parse(localStorage.getItem("environs-widths:list") ?? "{}");
  render(
    <UiProvider>
      <ColumnMenu
        columns={["title", "source", "state"].map((id) => ({ id, header: id }))}
        settings={{ columns: ["state"], density: "comfortable" }}
        onChange={onChange}
        widthsKey="list"
      />
      <table>
        <thead>
          <tr>
            <th data-column="title">Title</th>
            <th data-column="state">State</th>
          </tr>
        </thead>
      </table>
      <p>Elsewhere</p>
    </UiProvider>,
  );
  vi.spyOn(HTMLElement.prototype, "offsetWidth", "get").mockReturnValue(200);
  const user = userEvent.setup();
  const [button] = screen.getAllByRole("button");
  if (!button) throw new Error("no button");
  await user.click(button);
  const dialog = await screen.findByRole("dialog", { name: "Columns" });
  expect(within(dialog).getByRole("checkbox", { name: "title" })).toBeDisabled();
  await vi.waitFor(() => expect(within(dialog).getByRole("checkbox", { name: "source" })).toHaveFocus());
  await user.keyboard(" ");
  expect(onChange).toHaveBeenLastCalledWith({ columns: null });
  await user.click(within(dialog).getByRole("checkbox", { name: "state" }));
  expect(onChange).toHaveBeenLastCalledWith({ columns: [] });
  await user.click(within(dialog).getByRole("radio", { name: "Compact" }));
  expect(onChange).toHaveBeenLastCalledWith({ density: "compact" });
  // Only visible columns can be resized.
  expect(within(dialog).queryByRole("button", { name: "Wider: source" })).not.toBeInTheDocument();
  await user.click(within(dialog).getByRole("button", { name: "Wider: state" }));
  await user.click(within(dialog).getByRole("button", { name: "Narrower: title" }));
  expect(readWidths()).toEqual({ title: 176, state: 224 });
  await user.click(within(dialog).getByRole("button", { name: "Reset widths" }));
  expect(readWidths()).toEqual({});
  await user.keyboard("{Escape}");
  expect(dialog).not.toBeInTheDocument();
  expect(button).toHaveFocus();
  await user.click(button);
  expect(screen.getByRole("dialog")).toBeInTheDocument();
  await user.click(screen.getByText("Elsewhere"));
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
});
