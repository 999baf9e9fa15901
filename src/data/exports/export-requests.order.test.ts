import * as fc from "fast-check";
import { expect, it, vi } from "vitest";
import { createExportServer } from "@/testing/fake-export-server";
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
const answer = fc.constantFrom<"held" | "ok" | "lost" | number>(
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
      fc.array(answer, { maxLength: 30 }),
      async (steps, answers) => {
        const server = createExportServer();
        const { api, queryClient } = server;
        server.answers.push(...answers);
        let requestCount = 0;
        let open = 0;
        let maxOpen = 0;
        const request = api.client.request.bind(api.client);
        const counted: typeof request = (endpoint, input) => {
          if (endpoint.method !== "POST") return request(endpoint, input);
          open += 1;
          maxOpen = Math.max(maxOpen, open);
          return request(endpoint, input).finally(() => {
            open -= 1;
          });
        };
        const watched = {
          ...api,
          client: { ...api.client, connection: api.client.connection, request: counted },
        };

        for (const each of steps) {
          const id = "place" in each ? (listExportRequests(queryClient, watched)[each.place]?.id ?? "") : "";
          if (each.kind === "make") {
            requestExports(
              queryClient,
              watched,
              Array.from({ length: each.count }, () => ({
                dashboard: ++requestCount,
                export_format: "image/png",
              })),
            );
          }
          if (each.kind === "stop") stopWaiting(queryClient, id);
          if (each.kind === "retry") retryExportRequest(queryClient, id);
          if (each.kind === "dismiss") dismissExportRequest(queryClient, id);
          if (each.kind === "answer") server.release();
          await breathe();
          const states = listExportRequests(queryClient, watched).map(({ state }) => state);
          expect(states.filter((state) => state === "sending").length).toBeLessThanOrEqual(2);
        }
        expect(maxOpen).toBeLessThanOrEqual(4);

        await vi.waitFor(() => {
          server.release();
          const rest = listExportRequests(queryClient, watched).filter(({ state }) =>
            /waiting|sending/.test(state),
          );
          expect([rest, open]).toEqual([[], 0]);
        });
        for (const { state, record, problem, body } of listExportRequests(queryClient, watched)) {
          expect(record !== null).toBe(state === "made");
          expect(problem !== null).toBe(state !== "made");
          if (record !== null) expect(record.dashboard).toBe(body.dashboard);
        }
        const isRetried = steps.some(({ kind }) => kind === "retry");
        const sent = server.sent.map((body) => Number(Reflect.get(Object(body), "dashboard")));
        // Requests are sent in order, and never twice without a user action.
        if (!isRetried) expect(sent).toEqual([...new Set(sent)].sort((one, other) => one - other));
      },
    ),
    { numRuns: 60 },
  );
});
