import { describe, expect, it } from "vitest";
import { createEmulatorCaller } from "@/testing/call-emulator";
import type { FaultSetting } from "./faults";

const PATH = "/environments/1/web_vitals/?pathname=/pricing";

interface Series {
  readonly data: readonly number[];
  readonly days: readonly string[];
  readonly action: { readonly custom_name: string; readonly math: string };
}

function callWithFormats(...forms: readonly string[]) {
  const { call, emulator } = createEmulatorCaller();
  const faults = forms.map((form): FaultSetting => ({ endpoint: "*", kind: "vital-series", form }));
  emulator.faults.set(faults);
  const seriesOf = async (path = PATH): Promise<readonly Series[]> =>
    Object((await call("GET", path)).body).results;
  return { call, emulator, seriesOf };
}

const callWithoutFaults = () => callWithFormats().seriesOf();

describe("web vitals in another form", () => {
  it("have fourteen consecutive days", async () => {
    for (const { data, days } of await callWithFormats("daily").seriesOf()) {
      expect(data).toHaveLength(14);
      expect(days.at(0)).toBe("2026-11-08");
      expect(days.at(-1)).toBe("2026-11-21");
    }
  });

  it("have the newest day first and the metrics in reverse order", async () => {
    const bent = await callWithFormats("reversed").seriesOf();
    expect(bent.map(({ action }) => action.custom_name)).toEqual(["FCP", "CLS", "LCP", "INP"]);
    expect(bent.at(-1)?.data).toEqual((await callWithoutFaults()).at(0)?.data.toReversed());
    expect(bent.at(-1)?.days).toEqual(["2026-11-15", "2026-11-08"]);
  });

  it.each([
    ["p75", { action: { math: "p75" } }],
    ["undated", { days: [], labels: [] }],
    ["single", { days: ["2026-11-15"], labels: ["15-Nov-2026"] }],
  ])("are %s", async (form, expected) => {
    for (const series of await callWithFormats(form).seriesOf()) expect(series).toMatchObject(expected);
  });

  it("have an unknown metric, or an unreadable series", async () => {
    const more = await callWithFormats("unknown-metric").seriesOf();
    expect(more.map(({ action }) => action.custom_name)).toEqual(["INP", "LCP", "CLS", "FCP", "TTFB"]);
    const odd: readonly unknown[] = await callWithFormats("unread").seriesOf();
    expect(odd[1]).toEqual({
      metric: "LCP",
      values: { p90: (await callWithoutFaults()).at(1)?.data.at(-1) },
    });
    expect(odd[0]).toEqual((await callWithoutFaults()).at(0));
  });

  it("don't require a pathname", async () => {
    expect((await callWithFormats().call("GET", "/environments/1/web_vitals/")).status).toBe(400);
    expect((await callWithFormats("all-pages").call("GET", "/environments/1/web_vitals/")).status).toBe(200);
  });

  it("apply to no other endpoint, and reject unknown forms", async () => {
    const { call, emulator } = callWithFormats("single");
    expect((await call("GET", "/environments/1/subscriptions/")).body).toHaveProperty("count", 60);
    const unknown = { endpoint: "*", kind: "vital-series", form: "spiral" };
    expect(() => emulator.faults.set([unknown])).toThrow(RangeError);
  });
});
