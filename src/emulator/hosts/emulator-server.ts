import { createServer } from "node:http";
import { answerControl, CONTROL_PATH } from "./control";
import { createEmulator, type Emulator, type EmulatorOptions } from "./emulator";
import { closeServer, listenOnFreePort } from "./free-port";
import { handleNodeRequest } from "./http-bridge";
import { type StorageHost, startStorageHost } from "./storage-host";

export interface EmulatorServerOptions extends EmulatorOptions {
  /** First port to try. If it is in use, the next ports are tried. 0 selects any free port. */
  readonly port: number;
  readonly host?: string;
  /**
   * Starts a storage host, to which servers of 2026 redirect file requests. Pages need `cors` to
   * read its files.
   */
  readonly storage?: "cors" | "no-cors";
}

export interface EmulatorServer {
  /** Such as `http://127.0.0.1:8010`. */
  readonly address: string;
  readonly emulator: Emulator;
  close(): Promise<void>;
}

/** Serves an emulator over HTTP. Stopping the server discards its records. */
export async function startEmulatorServer(options: EmulatorServerOptions): Promise<EmulatorServer> {
  const { port, host = "127.0.0.1", storage, ...emulatorOptions } = options;
  const storageHost: StorageHost | null = storage ? await startStorageHost(host, storage === "cors") : null;
  const emulator = createEmulator({
    ...emulatorOptions,
    ...(storageHost && { storeFile: storageHost.storeFile }),
  });
  const respond = (request: Request) =>
    new URL(request.url).pathname.startsWith(CONTROL_PATH)
      ? answerControl(emulator, request)
      : emulator.fetch(request);
  const server = createServer((incoming, outgoing) => {
    void handleNodeRequest(respond, incoming, outgoing);
  });
  // Only clients close idle connections. Closing one on the server could interrupt an incoming request.
  server.keepAliveTimeout = 0;
  const boundPort = await listenOnFreePort(server, port, host);
  return {
    address: `http://${host}:${boundPort}`,
    emulator,
    close: async () => {
      await Promise.all([closeServer(server), storageHost?.close()]);
    },
  };
}
