import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { UiProvider } from "@/ui/provider/ui-provider";
import { type ConfirmOptions, useConfirm } from "./confirm";

function ConfirmSample({ options }: { readonly options: Partial<ConfirmOptions> }) {
  const confirm = useConfirm();
  const [answer, setAnswer] = useState("none");
  async function ask() {
    const agreed = await confirm({
      title: "Delete it?",
      body: "For good.",
      confirmLabel: "Delete",
      ...options,
    });
    setAnswer(agreed ? "yes" : "no");
  }
  return (
    <>
      <button type="button" onClick={() => void ask()}>
        Ask
      </button>
      <output>{answer}</output>
    </>
  );
}

async function openConfirm(options: Partial<ConfirmOptions> = {}) {
  const user = userEvent.setup();
  render(
    <UiProvider>
      <ConfirmSample options={options} />
    </UiProvider>,
  );
  await user.click(screen.getByRole("button", { name: "Ask" }));
  await screen.findByRole("dialog", { name: "Delete it?" });
  return user;
}

const getAnswer = () => document.querySelector("output")?.textContent;

it("unmounts after closing, and can ask again", async () => {
  const user = await openConfirm();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(document.querySelector(".mantine-Modal-root")).toBeNull());
  await user.click(screen.getByRole("button", { name: "Ask" }));
  await user.click(await screen.findByRole("button", { name: "Delete" }));
  await waitFor(() => expect(getAnswer()).toBe("yes"));
});

it("stays open while running, runs once, and shows errors", async () => {
  let fail: (error: Error) => void = () => undefined;
  const run = vi.fn<() => Promise<void>>(
    () =>
      new Promise((_, reject) => {
        fail = reject;
      }),
  );
  const describeError = (error: unknown) => ({
    title: "The server refused",
    detail: error instanceof Error ? error.message : "",
    canRetry: true,
  });
  const user = await openConfirm({ onConfirm: run, describeError });
  const button = screen.getByRole("button", { name: "Delete" });
  await user.dblClick(button);
  expect(run).toHaveBeenCalledTimes(1);
  await user.keyboard("{Escape}");
  expect(getAnswer()).toBe("none");
  expect(button).toHaveFocus();

  fail(new Error("Too many"));
  expect(await screen.findByRole("alert")).toHaveTextContent("The server refused");
  expect(screen.getByRole("dialog")).toBeInTheDocument();
  expect(button).toHaveFocus();

  run.mockResolvedValueOnce(undefined);
  await user.click(screen.getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(getAnswer()).toBe("yes"));
  await waitFor(() => expect(screen.getByRole("button", { name: "Ask" })).toHaveFocus());
});
