// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { UiProvider } from "@/ui/provider/ui-provider";
import { useConfirm } from "./confirm";

vi.mock("./confirm-dialog", () => {
  throw new TypeError("Failed to fetch dynamically imported module");
});

function Sample() {
  const confirm = useConfirm();
  const [answers, setAnswers] = useState<readonly boolean[]>([]);
  async function ask() {
    const agreed = await confirm({ title: "Delete?", body: "For good.", confirmLabel: "Delete" });
    setAnswers((before) => [...before, agreed]);
  }
  return (
    <>
      <button type="button" onClick={() => void ask()}>
        Ask
      </button>
      <p>Answers: {answers.join(", ")}</p>
    </>
  );
}

it("treats a confirmation that fails to load as declined, and reports it", async () => {
  // React logs errors that a boundary catches.
  vi.spyOn(console, "error").mockImplementation(() => {});
  render(
    <UiProvider>
      <Sample />
    </UiProvider>,
  );
  await userEvent.click(screen.getByText("Ask"));
  expect(await screen.findByText("Answers: false")).toBeInTheDocument();
  expect(await screen.findByText("Couldn't load part of the app")).toBeInTheDocument();
  await userEvent.click(screen.getByText("Ask"));
  expect(await screen.findByText("Answers: false, false")).toBeInTheDocument();
});
