import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { TextField } from "./fields";
import { FormDrawer } from "./form-drawer";
import { UiProvider } from "./ui-provider";

const nothing = () => undefined;

function show(
  props: { readonly dirty?: boolean; readonly loading?: boolean; readonly failed?: boolean } = {},
) {
  const onSubmit = vi.fn<() => void>();
  const onClose = vi.fn<() => void>();
  render(
    <UiProvider>
      <FormDrawer
        title="New fruit"
        submitLabel="Create fruit"
        loading={props.loading ?? false}
        dirty={props.dirty ?? false}
        submitError={
          props.failed ? { title: "The server refused", detail: "Name is taken.", canRetry: false } : null
        }
        onSubmit={onSubmit}
        onClose={onClose}
        aside={<p>Preview</p>}
      >
        <TextField label="Name" value="" onChange={nothing} />
      </FormDrawer>
    </UiProvider>,
  );
  return { user: userEvent.setup(), onSubmit, onClose };
}

describe("FormDrawer", () => {
  it("starts in the first field and sends by Ctrl+Enter", async () => {
    const { user, onSubmit } = show();
    const name = screen.getByRole("textbox", { name: "Name" });
    await waitFor(() => expect(name).toHaveFocus());
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(onSubmit).toHaveBeenCalledTimes(1);
  });

  it("closes at once when nothing was changed", async () => {
    const { user, onClose } = show();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  });

  it("asks before it throws changes away", async () => {
    const { user, onClose } = show({ dirty: true });
    await user.keyboard("{Escape}");
    await screen.findByRole("dialog", { name: "Discard your changes?" });
    await user.keyboard("{Escape}");
    await waitFor(() =>
      expect(screen.queryByRole("dialog", { name: "Discard your changes?" })).not.toBeInTheDocument(),
    );
    expect(onClose).not.toHaveBeenCalled();

    await user.click(screen.getByRole("button", { name: "Cancel" }));
    await user.click(await screen.findByRole("button", { name: "Discard changes" }));
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  });

  it("neither sends nor closes while it is sending", async () => {
    const { user, onSubmit, onClose } = show({ loading: true });
    await user.click(screen.getByRole("textbox", { name: "Name" }));
    await user.keyboard("{Enter}{Control>}{Enter}{/Control}{Escape}");
    expect(screen.getByRole("button", { name: "Create fruit" })).toBeDisabled();
    expect(onSubmit).not.toHaveBeenCalled();
    expect(onClose).not.toHaveBeenCalled();
  });

  it("says what went wrong above the buttons", () => {
    show({ failed: true });
    expect(screen.getByRole("alert")).toHaveTextContent("Name is taken.");
  });
});
