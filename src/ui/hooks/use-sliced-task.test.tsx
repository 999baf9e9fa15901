import { act, renderHook, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import type { CooperativeTask } from "@/lib/scheduler/cooperative-task";
import { useSlicedTask } from "./use-sliced-task";

interface Props {
  readonly input: string;
  readonly run: (input: string) => CooperativeTask<string>;
}

function* short(input: string): CooperativeTask<string> {
  yield;
  return input.toUpperCase();
}

/** Creates a task that waits until it is released, and notes the inputs it was started with. */
function createHeldTask() {
  const started: string[] = [];
  const state = { isReleased: false, steps: 0 };
  function* run(input: string): CooperativeTask<string> {
    started.push(input);
    while (!state.isReleased) {
      state.steps += 1;
      yield;
    }
    return input.toUpperCase();
  }
  return { run, started, state, release: () => act(() => void (state.isReleased = true)) };
}

const renderTask = (props: Props) =>
  renderHook(({ input, run }: Props) => useSlicedTask(input, run), { initialProps: props });

it("has the result of a short task at once, and then of each further input", async () => {
  const { result, rerender } = renderTask({ input: "a", run: short });
  expect(result.current).toMatchObject({ input: "a", result: "A" });
  for (const input of ["b", "a"]) {
    rerender({ input, run: short });
    await waitFor(() => expect(result.current).toMatchObject({ input, result: input.toUpperCase() }));
  }
});

it("finishes a long task before it computes the latest input", async () => {
  const { run, started, release } = createHeldTask();
  const { result, rerender } = renderTask({ input: "a", run });
  expect(result.current).toBeNull();
  rerender({ input: "b", run });
  rerender({ input: "c", run });
  release();
  await waitFor(() => expect(result.current).toMatchObject({ input: "c", result: "C" }));
  expect(started).not.toContain("b");
});

it("stops a task when another one is asked for", async () => {
  const { run, state } = createHeldTask();
  const { result, rerender } = renderTask({ input: "a", run });
  rerender({ input: "a", run: short });
  await waitFor(() => expect(result.current).toMatchObject({ input: "a", result: "A" }));
  const { steps } = state;
  rerender({ input: "b", run: short });
  await waitFor(() => expect(result.current).toMatchObject({ input: "b", result: "B" }));
  expect(state.steps).toBe(steps);
});
