import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { TEST_TIME } from "./test-time";

describe("a screen test fails on", () => {
  it.fails("an unexpected console.error", () => {
    console.error("something is wrong");
  });

  it.fails("an unexpected console.warn", () => {
    console.warn("something is odd");
  });

  it.fails("an error logged by React", () => {
    render(
      <ul>
        {["a", "b"].map((name) => (
          <li>{name}</li>
        ))}
      </ul>,
    );
  });

  it.fails("a spy that brings a fake timer back", () => {
    vi.useFakeTimers();
    vi.spyOn(globalThis, "setTimeout");
    vi.useRealTimers();
  });

  it.fails("an unhandled request", async () => {
    await fetch("/api/projects/").catch(() => undefined);
  });
});

describe("a screen test", () => {
  it("may expect a logged error", () => {
    const message = vi.spyOn(console, "error").mockImplementation(() => {});
    console.error("expected");
    expect(message).toHaveBeenCalledWith("expected");
  });

  it("starts with an empty screen and no storage", () => {
    render(<p>left over</p>);
    localStorage.setItem("left", "over");
    expect(screen.getByText("left over")).toBeInTheDocument();
  });

  it("leaves nothing for the next one", () => {
    expect(screen.queryByText("left over")).not.toBeInTheDocument();
    expect(localStorage).toHaveLength(0);
  });

  it.each([1, 2])("shows the keyboard focus, regardless of the focus in the previous test: %i", async () => {
    render(<button type="button">Only</button>);
    await userEvent.tab();
    expect(screen.getByRole("button").matches(":focus-visible")).toBe(true);
  });

  it("starts on the same day in every run", () => {
    expect(new Date()).toEqual(TEST_TIME);
  });

  it("runs in a zone with time changes", () => {
    expect(new Date("2026-01-01T00:00:00Z").getTimezoneOffset()).toBe(-60);
    expect(new Date("2026-07-01T00:00:00Z").getTimezoneOffset()).toBe(-120);
  });

  it("can abort a request of the platform", () => {
    const controller = new AbortController();
    const { signal } = new Request("https://example.test/", { signal: controller.signal });
    controller.abort();
    expect(signal.aborted).toBe(true);
  });
});

describe("fake timers", () => {
  const realSetTimeout = setTimeout;

  it("can be spied on", () => {
    vi.useFakeTimers();
    vi.spyOn(globalThis, "setTimeout");
    expect(setTimeout).not.toBe(realSetTimeout);
  });

  it("are gone in the next test", () => {
    expect(setTimeout).toBe(realSetTimeout);
  });
});
