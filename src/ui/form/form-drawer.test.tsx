import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ComponentProps } from "react";
import { expect, it, vi } from "vitest";
import { UiProvider } from "@/ui/provider/ui-provider";
import { TextField } from "./fields";
import { FormDrawer } from "./form-drawer";

function renderDrawer(props: Partial<ComponentProps<typeof FormDrawer>> = {}) {
  const onSubmit = vi.fn<() => void>();
  const onClose = vi.fn<() => void>();
  const drawer = (more: typeof props) => (
    <UiProvider>
      <FormDrawer
        title="New fruit"
        submitLabel="Create fruit"
        loading={false}
        isDirty={false}
        submitError={null}
        onSubmit={onSubmit}
        onClose={onClose}
        {...props}
        {...more}
      >
        <TextField label="Name" value="" onChange={() => undefined} />
      </FormDrawer>
    </UiProvider>
  );
  const { rerender } = render(drawer({}));
  return {
    user: userEvent.setup(),
    onSubmit,
    onClose,
    again: (more: typeof props) => rerender(drawer(more)),
  };
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
  const { user, again } = renderDrawer({ isDirty: true });
  const save = screen.getByRole("button", { name: "Create fruit" });
  await user.click(save);
  again({ loading: true });
  expect(save).toHaveAttribute("aria-disabled", "true");
  expect(save).toHaveFocus();
  again({ loading: false });
  expect(save).not.toHaveAttribute("aria-disabled");
  expect(save).toHaveFocus();
});

it("counts down a requested wait, never submits automatically, and says when to retry", async () => {
  vi.useFakeTimers();
  const retryAt = Date.now() + 34_000;
  const submitError = { title: "Refused", detail: "Too many.", canRetry: false, retryAt };
  const { onSubmit } = renderDrawer({ submitError });
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
