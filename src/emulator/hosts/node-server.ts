import { parseArgs } from "node:util";
import { DEFAULT_GENERATION, parseGeneration } from "@/emulator/backend/generation";
import { type FaultSetting, parseFaults } from "@/emulator/faults/faults";
import { type EmulatorServer, startEmulatorServer } from "./emulator-server";

const DEFAULT_PORT = 8010;
const USAGE = `Serves the emulated Project Environments API over HTTP.

  --port <number>      first port to try (${DEFAULT_PORT}); the next free one is used when it is busy
  --host <address>     address to listen on (127.0.0.1)
  --latency <ms>       delay of every response, or a range such as 50-200
  --fault <fault>      <endpoint>=<kind>, such as subscriptions.list=500 or *=network; may be repeated
  --rate-limit         refuse more than 480 requests per minute with 429 (240 for sessions)
  --now <ISO 8601>     stop the clock at this time; dates of the data are relative to it
  --generation <year>  age of the server: 2024, 2025 or 2026 (${DEFAULT_GENERATION})
  --storage <how>      with 2026, redirect files to another host: cors or no-cors
  --seed <number>      seed of the data; another seed creates other people
  --quiet              print only the address
  --help               print this text
`;

function parseLatency(text: string): number | readonly [number, number] {
  const [min = 0, max = min] = text.split("-").map(Number);
  if (!(min >= 0 && max >= min)) throw new RangeError(`--latency ${text}: enter milliseconds or a range`);
  return [min, max];
}

/** Parses a fault such as `subscriptions.list=500` or `*=network`. */
function parseFault(text: string): FaultSetting {
  const [endpoint = "", kind = ""] = text.split("=");
  if (endpoint === "" || kind === "") throw new RangeError(`--fault ${text}: enter <endpoint>=<kind>`);
  return /^\d+$/.test(kind) ? { endpoint, kind: "status", status: Number(kind) } : { endpoint, kind: kind };
}

function parseNumberOption(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0)
    throw new RangeError(`--${name} ${text}: enter an integer of 0 or more`);
  return value;
}

function readNow(text: string | undefined): { readonly now: Date } | undefined {
  if (text === undefined) return undefined;
  const now = new Date(text);
  if (Number.isNaN(now.getTime()))
    throw new RangeError(`--now ${text}: enter a time such as 2026-11-21T10:00:00Z`);
  return { now };
}

function readStorage(text: string | undefined): { readonly storage?: "cors" | "no-cors" } {
  if (text === undefined) return {};
  if (text !== "cors" && text !== "no-cors") throw new RangeError(`--storage ${text}: enter cors or no-cors`);
  return { storage: text };
}

function parseOptions() {
  const { values } = parseArgs({
    // The arguments may include the name of the script that starts the emulator.
    allowPositionals: true,
    options: {
      port: { type: "string", default: String(DEFAULT_PORT) },
      host: { type: "string", default: "127.0.0.1" },
      latency: { type: "string", default: "0" },
      fault: { type: "string", multiple: true, default: [] },
      now: { type: "string" },
      generation: { type: "string", default: DEFAULT_GENERATION },
      storage: { type: "string" },
      seed: { type: "string", default: "1" },
      "rate-limit": { type: "boolean", default: false },
      quiet: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  return {
    help: values.help,
    quiet: values.quiet,
    // Validated at startup, so that a server with an invalid fault doesn't start.
    faults: parseFaults(values.fault.map(parseFault)),
    server: {
      port: parseNumberOption("port", values.port),
      host: values.host,
      latency: parseLatency(values.latency),
      generation: parseGeneration(values.generation),
      seed: parseNumberOption("seed", values.seed),
      rateLimit: values["rate-limit"],
      ...readStorage(values.storage),
      ...readNow(values.now),
    },
  };
}

function formatGreeting({ address, emulator }: EmulatorServer): string {
  const keys = emulator.keys.map(({ value, scopes, projects }) => {
    const scopeNote = projects ? `, project ${projects.join(", ")} only` : "";
    return `  ${value.padEnd(20)} ${scopes.length > 0 ? scopes.join(" ") : "no scopes"}${scopeNote}`;
  });
  return [
    `Emulated API of a server of ${emulator.generation.current()}: ${address}`,
    "",
    "Projects: 1 Demo, 2 Large (100,000 subscriptions), 3 Empty. Keys and their scopes:",
    ...keys,
    "",
    `Try: curl -H "Authorization: Bearer phx_demo_all" "${address}/api/environments/1/subscriptions/?limit=2"`,
    "Stop with Ctrl+C; nothing is kept.",
    "",
  ].join("\n");
}

async function main(): Promise<void> {
  const options = parseOptions();
  if (options.help) {
    process.stdout.write(USAGE);
    return;
  }
  const server = await startEmulatorServer(options.server);
  server.emulator.faults.set(options.faults);
  process.stdout.write(options.quiet ? `${server.address}\n` : formatGreeting(server));
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => void server.close());
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  process.exitCode = 1;
});
