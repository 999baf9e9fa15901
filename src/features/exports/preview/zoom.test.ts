import { expect, it } from "vitest";
import { clampZoom, stepZoom } from "./image-view";

it("include the natural size, and are limited", () => {
  const up = [1, 1, 1].reduce((sizes) => [...sizes, stepZoom(sizes.at(-1) ?? 1, 1)], [0.6]);
  expect(up).toEqual([0.6, 0.75, 1, 1.25]);
  expect([stepZoom(1, -1), stepZoom(0.7502, -1), stepZoom(0.7502, 1)]).toEqual([0.75, 0.5, 1]);
  expect([stepZoom(8, 1), stepZoom(0.05, -1), clampZoom(99), clampZoom(0)]).toEqual([8, 0.05, 8, 0.05]);
});
