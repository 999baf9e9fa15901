import { createEmulator, type Emulator, type EmulatorOptions } from "@/emulator/hosts/emulator";

/** The moment at which tests on the whole emulator play. */
export const TEST_NOW = new Date("2026-11-21T10:00:00Z");

interface CallOptions {
  readonly key?: string | null;
  readonly body?: unknown;
  /** Sent as it is, in place of `body`. */
  readonly text?: string;
  readonly signal?: AbortSignal;
}

/** A request to the emulator; `path` begins below `/api`. */
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

/** An emulator at a fixed time, and a short way to call it. */
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
