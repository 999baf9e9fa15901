import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { UiProvider } from "@/ui/provider/ui-provider";
import { TextField } from "./fields";
import { FormDrawer } from "./form-drawer";

const noop = () => undefined;

function renderDrawer(props: { readonly loading?: boolean; readonly waitMs?: number } = {}) {
  const onSubmit = vi.fn<() => void>();
  const onClose = vi.fn<() => void>();
  const { loading = false, waitMs } = props;
  const submitError =
    waitMs === undefined
      ? null
      : { title: "Refused", detail: "Too many.", canRetry: false, retryAt: Date.now() + waitMs };
  render(
    <UiProvider>
      <FormDrawer
        title="New fruit"
        submitLabel="Create fruit"
        loading={loading}
        isDirty={false}
        submitError={submitError}
        onSubmit={onSubmit}
        onClose={onClose}
      >
        <TextField label="Name" value="" onChange={noop} />
      </FormDrawer>
    </UiProvider>,
  );
  return { user: userEvent.setup(), onSubmit, onClose };
}

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

it("counts down a requested wait, never submits automatically, and says when to retry", async () => {
  vi.useFakeTimers();
  const { onSubmit } = renderDrawer({ waitMs: 34_000 });
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
