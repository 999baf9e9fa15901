import { type ExportedAsset, getExport } from "@/contract/exports";
import type { Api } from "@/data/client/api-context";
import { createClient } from "@/http/client";

/** Builds an export, which is ready by default. */
export function buildExportRecord(id: number, fields: Partial<ExportedAsset> = {}): ExportedAsset {
  const { response: answer } = getExport;
  const body = { id, export_format: "text/csv", has_content: true, filename: `file-${id}.csv`, ...fields };
  const reading = answer.kind === "json" ? answer.parse(body) : null;
  if (!reading?.ok) throw new Error("no record");
  return reading.value;
}

/** Creates a server for export files. `answer` receives the export's ID. */
export function createFileServer(answer: (id: number, request: Request) => Response | Promise<Response>) {
  const requestedIds: number[] = [];
  const api: Api = {
    projectId: "1",
    client: createClient({
      connection: {
        id: "test",
        label: "Test",
        baseUrl: "https://api.example",
        prefix: "environments",
        key: "phx_a",
      },
      fetch: async (request) => {
        const id = Number(/exports\/(\d+)\/content\//.exec(request.url)?.[1]);
        requestedIds.push(id);
        return answer(id, request);
      },
      sleep: async () => undefined,
    }),
  };
  return { api, asked: requestedIds };
}
