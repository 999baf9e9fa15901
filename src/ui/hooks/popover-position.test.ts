import { describe, expect, it } from "vitest";
import { placeBeside } from "./popover-position";

const room = { width: 400, height: 300 };
const size = { width: 100, height: 50 };

describe("placeBeside", () => {
  it("stands below its anchor, edge on edge", () => {
    const anchor = { left: 200, top: 100, width: 40, height: 20 };
    expect(placeBeside(anchor, size, room, { side: "bottom", align: "end" })).toEqual({
      left: 140,
      top: 126,
    });
  });

  it("changes sides where there is no room", () => {
    const anchor = { left: 200, top: 270, width: 40, height: 20 };
    expect(placeBeside(anchor, size, room, { side: "bottom", align: "end" }).top).toBe(214);
    expect(placeBeside({ ...anchor, top: 10 }, size, room, { side: "top", align: "end" }).top).toBe(36);
  });

  it("never leaves the window", () => {
    const anchor = { left: 390, top: 100, width: 8, height: 20 };
    expect(placeBeside(anchor, size, room, { side: "top", align: "start" }).left).toBe(292);
    expect(placeBeside({ ...anchor, left: 0 }, size, room, { side: "top", align: "end" }).left).toBe(8);
  });
});
