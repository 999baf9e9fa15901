import { describe, expect, it } from "vitest";
import { computePopoverPosition } from "./popover-position";

const viewport = { width: 400, height: 300 };
const size = { width: 100, height: 50 };

describe("computePopoverPosition", () => {
  it("is below its anchor, aligned with its edge", () => {
    const anchor = { left: 200, top: 100, width: 40, height: 20 };
    expect(computePopoverPosition(anchor, size, viewport, { side: "bottom", align: "end" })).toEqual({
      left: 140,
      top: 126,
    });
  });

  it("changes sides without room", () => {
    const anchor = { left: 200, top: 270, width: 40, height: 20 };
    expect(computePopoverPosition(anchor, size, viewport, { side: "bottom", align: "end" }).top).toBe(214);
    expect(
      computePopoverPosition({ ...anchor, top: 10 }, size, viewport, { side: "top", align: "end" }).top,
    ).toBe(36);
  });

  it("never leaves the viewport", () => {
    const anchor = { left: 390, top: 100, width: 8, height: 20 };
    expect(computePopoverPosition(anchor, size, viewport, { side: "top", align: "start" }).left).toBe(292);
    expect(
      computePopoverPosition({ ...anchor, left: 0 }, size, viewport, { side: "top", align: "end" }).left,
    ).toBe(8);
  });
});
