import { readHolds } from "@/emulator/backend/holds";
import { parseFaults } from "@/emulator/faults/faults";
import { json } from "@/emulator/request/errors";
import type { Emulator } from "./emulator";

/** Prefix of control paths, outside the API. */
export const CONTROL_PATH = "/__emulator/";

/**
 * Required header of control requests. Pages of other origins can't send it, because the preflight response doesn't
 * allow it.
 */
export const CONTROL_HEADER = "X-Emulator-Control";

interface Action {
  /** Returns the response body of a GET request. */
  readonly show?: (emulator: Emulator) => unknown;
  /**
   * Handles the JSON body of a POST request. The body is undefined when missing. Throws a RangeError for an invalid
   * body.
   */
  readonly act?: (emulator: Emulator, body: unknown) => unknown;
}

function fieldOf(body: unknown, name: string): unknown {
  return typeof body === "object" && body !== null ? Reflect.get(body, name) : undefined;
}

function readTime(value: unknown): Date {
  const time = new Date(typeof value === "string" ? value : Number.NaN);
  if (Number.isNaN(time.getTime())) throw new RangeError("now must be a time in ISO 8601");
  return time;
}

const ACTIONS: Readonly<Record<string, Action>> = {
  faults: {
    show: ({ faults }) => faults.list(),
    act: ({ faults }, body) => faults.set(parseFaults(body)),
  },
  generation: {
    show: ({ generation }) => ({ generation: generation.current() }),
    act: ({ generation }, body) => generation.set(fieldOf(body, "generation")),
  },
  holds: {
    show: ({ holds }) => holds.held(),
    act: ({ holds }, body) => holds.set(readHolds(body)),
  },
  release: {
    act({ holds }, body) {
      const id = fieldOf(body, "id");
      if (id === undefined) holds.clear();
      else if (!holds.release(Number(id))) throw new RangeError(`No held request has the id ${String(id)}`);
    },
  },
  ready: { act: (emulator) => emulator.finishExports() },
  now: {
    show: ({ clock }) => ({ now: clock.now().toISOString() }),
    act({ clock }, body) {
      const ms = fieldOf(body, "advanceMs");
      if (ms === undefined) clock.set(readTime(fieldOf(body, "now")));
      else if (typeof ms === "number" && ms >= 0 && Number.isFinite(ms)) clock.advance(ms);
      else throw new RangeError("advanceMs must be a number of milliseconds");
    },
  },
  reset: {
    async act(emulator, body) {
      const now = fieldOf(body, "now");
      const time = now === undefined ? undefined : readTime(now);
      emulator.holds.clear();
      emulator.faults.clear();
      emulator.clock.reset();
      emulator.generation.reset();
      if (time !== undefined) emulator.clock.set(time);
      await emulator.reset();
    },
  },
};

/** Handles a control request. GET returns a setting. POST changes a setting or runs an action. */
export async function answerControl(emulator: Emulator, request: Request): Promise<Response> {
  if (!request.headers.has(CONTROL_HEADER))
    return json({ detail: `Send the header ${CONTROL_HEADER}.` }, 403);
  const name = new URL(request.url).pathname.slice(CONTROL_PATH.length);
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (action === undefined) return json({ detail: `Known: ${Object.keys(ACTIONS).join(", ")}.` }, 404);
  if (request.method === "GET" && action.show) return json(action.show(emulator));
  if (request.method !== "POST" || !action.act) return json({ detail: "Use POST." }, 405);
  try {
    const text = await request.text();
    await action.act(emulator, text === "" ? undefined : JSON.parse(text));
    return new Response(null, { status: 204 });
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof SyntaxError)) throw error;
    return json({ detail: error.message }, 400);
  }
}
