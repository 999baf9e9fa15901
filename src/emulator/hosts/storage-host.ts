import { createServer } from "node:http";
import type { StoreFile } from "@/emulator/backend/backend";
import { closeServer, listenOnFreePort } from "./free-port";

/** A file host on another origin, like a 2026 server's object storage. */
export interface StorageHost {
  readonly storeFile: StoreFile;
  close(): Promise<void>;
}

interface StoredFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly headers: Headers;
}

/**
 * Starts a storage host on any free port. Rejects requests with a key, because the URL alone grants access to a file.
 */
export async function startStorageHost(host: string, hasCors: boolean): Promise<StorageHost> {
  const files = new Map<string, StoredFile>();
  const server = createServer((incoming, outgoing) => {
    if (hasCors) outgoing.setHeader("Access-Control-Allow-Origin", "*");
    const file = files.get(incoming.url ?? "");
    const refuse = (status: number, code: string) => {
      outgoing.writeHead(status, { "Content-Type": "application/xml" });
      outgoing.end(`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code></Error>`);
    };
    if (file === undefined) return refuse(403, "AccessDenied");
    if (incoming.headers.authorization !== undefined) return refuse(400, "InvalidArgument");
    for (const [name, value] of file.headers) outgoing.setHeader(name, value);
    outgoing.setHeader("Content-Length", file.bytes.length);
    outgoing.end(file.bytes);
  });
  server.keepAliveTimeout = 0;
  const port = await listenOnFreePort(server, 0, host);
  return {
    storeFile(bytes, headers) {
      const path = `/exports/${crypto.randomUUID()}?X-Amz-Expires=3600`;
      files.set(path, { bytes, headers });
      return `http://${host}:${port}${path}`;
    },
    close: () => closeServer(server),
  };
}
