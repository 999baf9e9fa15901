import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { TagList } from "./tag-list";

const items = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ label: `item ${index + 1}` }));

async function getTooltipLines(count: number): Promise<string[]> {
  render(<TagList items={items(count)} max={1} label="Recipients" />);
  await userEvent.setup().hover(screen.getByText(`+${count - 1}`));
  return ((await screen.findByRole("tooltip")).textContent ?? "").split("\n");
}

describe("TagList", () => {
  it("lists at most ten in the tooltip, and counts the rest", async () => {
    const lines = await getTooltipLines(40);
    expect(lines).toHaveLength(11);
    expect(lines.at(-2)).toBe("item 11");
    expect(lines.at(-1)).toBe("and 29 more");
  });

  it("sets the title only when the label is truncated", async () => {
    render(<TagList items={items(1)} label="Recipients" />);
    const label = screen.getByText("item 1");
    const user = userEvent.setup();
    await user.hover(label);
    expect(label).not.toHaveAttribute("title");
    await user.unhover(label);
    // jsdom has no layout.
    Object.defineProperty(label, "scrollWidth", { value: 200 });
    await user.hover(label);
    expect(label).toHaveAttribute("title", "item 1");
  });

  it("lists all when they fit", async () => {
    expect(await getTooltipLines(11)).toEqual(
      items(11)
        .slice(1)
        .map((item) => item.label),
    );
  });
});
