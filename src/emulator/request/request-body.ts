import { fail } from "./errors";

/**
 * Reads a request's JSON object. A missing body counts as an empty object.
 * @throws ApiError 415 unless the body is declared as JSON
 * @throws ApiError 400 for invalid JSON, or for JSON that isn't an object
 */
export async function readJsonObject(request: Request): Promise<Readonly<Record<string, unknown>>> {
  const text = await request.text();
  if (text === "") return {};
  const mediaType = request.headers.get("Content-Type") ?? "";
  if (!/^application\/json\b/i.test(mediaType)) fail.unsupportedMediaType(mediaType);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return fail.parseError("JSON parse error - Expecting value: line 1 column 1 (char 0)");
  }
  if (value === null) return fail.invalid("null", "No data provided", null);
  if (Array.isArray(value)) return fail.invalidInput("Invalid data. Expected a dictionary, but got list.");
  return typeof value === "object" ? { ...value } : fail.invalidInput("Invalid data. Expected a dictionary.");
}
