import { describe, expect, it } from "vitest";
import { formatBudget, getBudgetState, parseBudget } from "./vital-budgets";

describe("parseBudget", () => {
  it.each([
    ["LCP", "2500", 2_500],
    ["LCP", " 2,500 ms ", 2_500],
    ["LCP", "2.5 s", 2_500],
    ["LCP", "2,5 s", 2_500],
    ["CLS", "0,1", 0.1],
    ["CLS", ".05", 0.05],
    ["LCP", "۲۵۰۰", 2_500],
    ["CLS", "٠٫١", 0.1],
    ["LCP", "２５００ ms", 2_500],
    ["LCP", "  ", null],
  ])("parses %s of %j as %j", (metric, text, budget) => {
    expect(parseBudget(metric, text)).toEqual({ ok: true, budget });
  });

  it.each([
    ["LCP", 1_234_567],
    ["LCP", 5.55],
    ["CLS", 0.0755],
    ["CLS", 1e-7],
    ["CLS", 1e21],
  ])("restores %s of %d from its text", (metric, budget) => {
    expect(parseBudget(metric, formatBudget(metric, budget))).toEqual({ ok: true, budget });
  });

  it.each([
    ["LCP", "fast", /2500 ms or 2.5 s/],
    ["LCP", "2.5", /2.5 s or 2.5 ms/],
    ["CLS", "0.1 s", /no unit/],
    ["CLS", "1e3", /Enter a number such as 0.1/],
    ["LCP", "9".repeat(400), /too large/],
  ])("rejects %s of %j", (metric, text, message) => {
    expect(parseBudget(metric, text)).toMatchObject({ ok: false, message: expect.stringMatching(message) });
  });
});

describe("getBudgetState", () => {
  const budgets = new Map([["LCP", 2_000]]);

  it.each([
    [2_000, false, "Within the budget of 2,000 ms"],
    [2_310, true, "310 ms over the budget of 2,000 ms"],
  ])("of %d ms", (value, isOver, label) => {
    expect(getBudgetState(budgets, { metric: "lcp", value })).toEqual({ budget: 2_000, isOver, label });
  });

  it("is null without a budget or a value", () => {
    expect(getBudgetState(budgets, { metric: "INP", value: 1 })).toBeNull();
    expect(getBudgetState(budgets, { metric: "LCP", value: null })).toBeNull();
  });
});
