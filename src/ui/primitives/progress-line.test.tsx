import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { ProgressLine } from "./progress-line";

const line = () => screen.queryByRole("progressbar", { name: "Loading page" });

it("is there only while active", () => {
  const { rerender } = render(<ProgressLine isActive={false} label="Loading page" />);
  expect(line()).not.toBeInTheDocument();
  rerender(<ProgressLine isActive label="Loading page" />);
  expect(line()).toBeInTheDocument();
  rerender(<ProgressLine isActive={false} label="Loading page" />);
  expect(line()).not.toBeInTheDocument();
});
