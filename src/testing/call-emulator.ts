import { createEmulator, type Emulator, type EmulatorOptions } from "@/emulator/hosts/emulator";

export const TEST_NOW = new Date("2026-11-21T10:00:00Z");

interface CallOptions {
  readonly key?: string | null;
  readonly body?: unknown;
  /** Body to send unchanged, instead of `body`. */
  readonly text?: string;
  readonly signal?: AbortSignal;
}

/** Builds a request to the emulator. `path` is relative to `/api`. */
export function buildRequest(method: string, path: string, options: CallOptions = {}): Request {
  const { key = "phx_demo_all", body, text = body === undefined ? null : JSON.stringify(body) } = options;
  return new Request(`http://emulator.example/api${path}`, {
    method,
    headers: {
      ...(key !== null && { Authorization: `Bearer ${key}` }),
      ...(text !== null && { "Content-Type": "application/json" }),
    },
    body: text,
    ...(options.signal && { signal: options.signal }),
  });
}

/** Creates an emulator with a fixed time, and a function that calls it. */
export function createEmulatorCaller(options: EmulatorOptions = {}) {
  const emulator: Emulator = createEmulator({ now: () => TEST_NOW, ...options });
  async function call(method: string, path: string, callOptions: CallOptions = {}) {
    const response = await emulator.fetch(buildRequest(method, path, callOptions));
    const text = await response.text();
    const body: unknown = text === "" ? undefined : JSON.parse(text);
    return { status: response.status, body };
  }
  return { emulator, call };
}
