import { buildApi, buildExport } from "@test/support/builders";
import * as fc from "fast-check";
import { expect, it, vi } from "vitest";
import { createError } from "@/mocks/scenarios";
import {
  dismissExportRequest,
  listExportRequests,
  requestExports,
  retryExportRequest,
  stopWaiting,
} from "./export-requests";

type Step =
  | { readonly kind: "make"; readonly count: number }
  | { readonly kind: "stop" | "retry" | "dismiss"; readonly place: number }
  | { readonly kind: "answer" };

const place = fc.nat({ max: 6 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant("make" as const), count: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ kind: fc.constantFrom("stop" as const, "retry" as const, "dismiss" as const), place }),
  fc.constant({ kind: "answer" as const }),
);
const plannedAnswer = fc.constantFrom<"held" | "ok" | "lost" | number>(
  "held",
  "held",
  "held",
  "ok",
  "lost",
  400,
  500,
);

/** Waits for everything that doesn't depend on the server. */
async function breathe(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setTimeout(resolve));
}

it("always sends each request once and in order", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 20 }),
      fc.array(plannedAnswer, { maxLength: 30 }),
      async (steps, answers) => {
        const answersLeft = [...answers];
        const sent: number[] = [];
        const held: (() => void)[] = [];
        const release = () => held.shift()?.();
        let requestCount = 0;
        let open = 0;
        let maxOpen = 0;
        const respond = async (request: Request) => {
          const { dashboard } = await request.json();
          sent.push(dashboard);
          const answer = answersLeft.shift() ?? "ok";
          if (answer === "lost") throw new TypeError("Failed to fetch");
          if (typeof answer === "number") return createError(answer);
          if (answer === "held") await new Promise<void>((resolve) => held.push(resolve));
          return Response.json(buildExport({ id: sent.length, dashboard }), { status: 201 });
        };
        // A plain function, because the mocks take much longer for this many requests.
        const api = buildApi({
          fetch(request) {
            open += 1;
            maxOpen = Math.max(maxOpen, open);
            return respond(request).finally(() => {
              open -= 1;
            });
          },
        });

        for (const each of steps) {
          const id = "place" in each ? (listExportRequests(api)[each.place]?.id ?? "") : "";
          if (each.kind === "make") {
            requestExports(
              api,
              Array.from({ length: each.count }, () => ({
                dashboard: ++requestCount,
                export_format: "image/png",
              })),
            );
          }
          if (each.kind === "stop") stopWaiting(api, [id]);
          if (each.kind === "retry") retryExportRequest(api, id);
          if (each.kind === "dismiss") dismissExportRequest(api, id);
          if (each.kind === "answer") release();
          await breathe();
          const states = listExportRequests(api).map(({ state }) => state);
          expect(states.filter((state) => state === "sending").length).toBeLessThanOrEqual(2);
        }
        expect(maxOpen).toBeLessThanOrEqual(4);

        await vi.waitFor(() => {
          release();
          const rest = listExportRequests(api).filter(({ state }) => /waiting|sending/.test(state));
          expect([rest, open]).toEqual([[], 0]);
        });
        for (const { state, record, problem, body } of listExportRequests(api)) {
          expect(record !== null).toBe(state === "made");
          expect(problem !== null).toBe(state !== "made");
          if (record !== null) expect(record.dashboard).toBe(body.dashboard);
        }
        const isRetried = steps.some(({ kind }) => kind === "retry");
        // Requests are sent in order, and never twice without a user action.
        if (!isRetried) expect(sent).toEqual([...new Set(sent)].sort((one, other) => one - other));
      },
    ),
    { numRuns: 25 },
  );
});
