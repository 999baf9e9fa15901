import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { UiProvider } from "@/ui/provider/ui-provider";
import { TextField } from "./fields";
import { FormDrawer } from "./form-drawer";

const noop = () => undefined;

function renderDrawer(
  props: {
    readonly dirty?: boolean;
    readonly loading?: boolean;
    readonly failed?: boolean;
    readonly waitMs?: number;
    readonly disabledReason?: string;
    readonly waiting?: string;
  } = {},
) {
  const onSubmit = vi.fn<() => void>();
  const onClose = vi.fn<() => void>();
  render(
    <UiProvider>
      <FormDrawer
        title="New fruit"
        submitLabel="Create fruit"
        loading={props.loading ?? false}
        isDirty={props.dirty ?? false}
        submitError={
          props.failed
            ? {
                title: "The server refused",
                detail: "Name is taken.",
                canRetry: false,
                ...(props.waitMs !== undefined && { retryAt: Date.now() + props.waitMs }),
              }
            : null
        }
        submitDisabledReason={props.disabledReason}
        submitProgress={props.waiting}
        onSubmit={onSubmit}
        onClose={onClose}
        aside={<p>Preview</p>}
      >
        <TextField label="Name" value="" onChange={noop} />
      </FormDrawer>
    </UiProvider>,
  );
  return { user: userEvent.setup(), onSubmit, onClose };
}

describe("FormDrawer", () => {
  it("focuses the first field and submits with Ctrl+Enter", async () => {
    const { user, onSubmit } = renderDrawer();
    const name = screen.getByRole("textbox", { name: "Name" });
    await waitFor(() => expect(name).toHaveFocus());
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(onSubmit).toHaveBeenCalledTimes(1);
  });

  it("closes immediately without changes", async () => {
    const { user, onClose } = renderDrawer();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  });

  it("asks before discarding changes", async () => {
    const { user, onClose } = renderDrawer({ dirty: true });
    await user.keyboard("{Escape}");
    await screen.findByRole("dialog", { name: "Discard changes?" });
    await user.keyboard("{Escape}");
    await waitFor(() =>
      expect(screen.queryByRole("dialog", { name: "Discard changes?" })).not.toBeInTheDocument(),
    );
    expect(onClose).not.toHaveBeenCalled();

    await user.click(screen.getByRole("button", { name: "Cancel" }));
    await user.click(await screen.findByRole("button", { name: "Discard changes" }));
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  });

  it("neither submits nor closes while submitting", async () => {
    const { user, onSubmit, onClose } = renderDrawer({ loading: true });
    await user.click(screen.getByRole("textbox", { name: "Name" }));
    await user.keyboard("{Enter}{Control>}{Enter}{/Control}{Escape}");
    const save = screen.getByRole("button", { name: "Create fruit" });
    expect(save).toHaveAttribute("aria-disabled", "true");
    await user.click(save);
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(onSubmit).not.toHaveBeenCalled();
    expect(onClose).not.toHaveBeenCalled();
  });

  it("shows progress of a long submission, and closes without asking", async () => {
    const { user, onSubmit, onClose } = renderDrawer({
      loading: true,
      dirty: true,
      waiting: "Still no answer.",
    });
    expect(screen.getByText("Still no answer.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Create fruit" }));
    expect(onSubmit).not.toHaveBeenCalled();
    await user.click(screen.getByRole("button", { name: "Continue in background" }));
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  });

  it("keeps focus on the button while submitting and after a failure", async () => {
    function Sending() {
      const [isSending, setIsSending] = useState(false);
      return (
        <UiProvider>
          <FormDrawer
            title="New fruit"
            submitLabel="Create fruit"
            loading={isSending}
            isDirty
            submitError={null}
            onSubmit={() => setIsSending(true)}
            onClose={noop}
          >
            <TextField label="Name" value="" onChange={noop} />
          </FormDrawer>
          <button type="button" onClick={() => setIsSending(false)}>
            Fail
          </button>
        </UiProvider>
      );
    }
    render(<Sending />);
    const user = userEvent.setup();
    const save = screen.getByRole("button", { name: "Create fruit" });
    await user.click(save);
    expect(save).toHaveAttribute("aria-disabled", "true");
    expect(save).toHaveFocus();
    act(() => screen.getByText("Fail").click());
    expect(save).not.toHaveAttribute("aria-disabled");
    expect(save).toHaveFocus();
  });

  it("shows the error above the buttons", () => {
    renderDrawer({ failed: true });
    expect(screen.getByRole("alert")).toHaveTextContent("Name is taken.");
  });

  it("counts down a requested wait, never submits automatically, and says when to retry", async () => {
    vi.useFakeTimers();
    const { onSubmit } = renderDrawer({ failed: true, waitMs: 34_000 });
    expect(screen.getByRole("timer")).toHaveTextContent("Try again in 34 seconds");
    expect(screen.getByRole("alert")).not.toContainElement(screen.getByRole("timer"));
    act(() => void vi.advanceTimersByTime(10_000));
    expect(screen.getByRole("timer")).toHaveTextContent("Try again in 24 seconds");
    act(() => void vi.advanceTimersByTime(24_000));
    expect(screen.getByRole("timer")).toHaveTextContent("You can try again now.");
    expect(onSubmit).not.toHaveBeenCalled();
    act(() => screen.getByRole("button", { name: "Try again" }).click());
    expect(onSubmit).toHaveBeenCalledTimes(1);
    expect(screen.getByRole("button", { name: "Create fruit" })).toBeEnabled();
  });

  it("explains why it can't be submitted, and sends nothing", async () => {
    const { user, onSubmit } = renderDrawer({
      disabledReason: "The API key is missing the scope fruit:write.",
    });
    expect(screen.getByText("The API key is missing the scope fruit:write.")).toBeVisible();
    const button = screen.getByRole("button", { name: "Create fruit" });
    expect(button).toHaveAttribute("aria-disabled", "true");
    await user.click(button);
    await user.click(screen.getByRole("textbox", { name: "Name" }));
    await user.keyboard("{Enter}{Control>}{Enter}{/Control}");
    expect(onSubmit).not.toHaveBeenCalled();
  });
});
