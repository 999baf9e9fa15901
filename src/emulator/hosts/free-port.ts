import type { Server } from "node:http";

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

/**
 * Starts a server on the first free port at or above `port`, or on any free port if `port` is 0.
 * Resolves with the port. Rejects after `MAX_PORT_ATTEMPTS` retries.
 */
export async function listenOnFreePort(server: Server, port: number, host: string): Promise<number> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await listen(server, port === 0 ? 0 : port + attempt, host);
    } catch (error) {
      if (!isPortInUse(error) || attempt >= MAX_PORT_ATTEMPTS) throw error;
    }
  }
}

export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
