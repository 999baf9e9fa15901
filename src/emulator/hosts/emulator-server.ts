import { createServer, type Server } from "node:http";
import { answerControl, CONTROL_PATH } from "./control";
import { createEmulator, type Emulator, type EmulatorOptions } from "./emulator";
import { handleNodeRequest } from "./http-bridge";

export interface EmulatorServerOptions extends EmulatorOptions {
  /** First port to try. The next free one is used when it is busy. 0 selects any free port. */
  readonly port: number;
  readonly host?: string;
}

export interface EmulatorServer {
  /** For example `http://127.0.0.1:8010`. */
  readonly address: string;
  readonly emulator: Emulator;
  close(): Promise<void>;
}

const MAX_PORT_ATTEMPTS = 50;

function isPortInUse(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EADDRINUSE";
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : port);
    });
  });
}

async function listenOnFreePort(server: Server, port: number, host: string): Promise<number> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await listen(server, port === 0 ? 0 : port + attempt, host);
    } catch (error) {
      if (!isPortInUse(error) || attempt >= MAX_PORT_ATTEMPTS) throw error;
    }
  }
}

/** Serves an emulator over HTTP. Its records last as long as the server. */
export async function startEmulatorServer(options: EmulatorServerOptions): Promise<EmulatorServer> {
  const { port, host = "127.0.0.1", ...emulatorOptions } = options;
  const emulator = createEmulator(emulatorOptions);
  const respond = (request: Request) =>
    new URL(request.url).pathname.startsWith(CONTROL_PATH)
      ? answerControl(emulator, request)
      : emulator.fetch(request);
  const server = createServer((incoming, outgoing) => {
    void handleNodeRequest(respond, incoming, outgoing);
  });
  // Clients close idle connections. Closing them here could race with an incoming request.
  server.keepAliveTimeout = 0;
  const boundPort = await listenOnFreePort(server, port, host);
  return {
    address: `http://${host}:${boundPort}`,
    emulator,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
