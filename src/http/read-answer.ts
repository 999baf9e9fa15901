import type { Answer, Bytes } from "@/contract/endpoint";
import { ContractError } from "./errors";

/** Longest part of an unreadable answer that is kept for the raw view, in characters. */
const RAW_AT_MOST = 10_000;

function filenameOf(response: Response): string | null {
  const disposition = response.headers.get("content-disposition") ?? "";
  return /filename="([^"]+)"/.exec(disposition)?.[1] ?? /filename=([^;]+)/.exec(disposition)?.[1] ?? null;
}

function parseJson(endpoint: string, raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    const looksHtml = /^\s*</.test(raw);
    const message = raw === "" ? "is empty" : looksHtml ? "is an HTML page, not JSON" : "is not valid JSON";
    throw new ContractError(endpoint, [{ path: "", message }], raw.slice(0, RAW_AT_MOST));
  }
}

async function readBytes(response: Response): Promise<Bytes> {
  const mediaType = (response.headers.get("content-type") ?? "").split(";")[0] ?? "";
  return {
    blob: await response.blob(),
    mediaType: mediaType.trim().toLowerCase(),
    filename: filenameOf(response),
  };
}

/** Reads a success answer as its endpoint describes. @throws ContractError */
export async function readAnswer<Output>(
  endpoint: string,
  answer: Answer<Output>,
  response: Response,
): Promise<Output> {
  if (answer.kind === "empty") return answer.read();
  if (answer.kind === "bytes") return answer.read(await readBytes(response));
  const body = parseJson(endpoint, await response.text());
  const reading = answer.read(body);
  if (!reading.ok) throw new ContractError(endpoint, reading.issues, body);
  return reading.value;
}
