import { fail } from "./errors";

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Reads a request's JSON object. A missing body counts as an empty object.
 * @throws ApiError 400 for invalid JSON, or for JSON that isn't an object
 */
export async function readJsonObject(request: Request): Promise<Readonly<Record<string, unknown>>> {
  const text = await request.text();
  if (text.trim() === "") return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return fail.invalidInput("JSON parse error - the body is not valid JSON.");
  }
  return isObject(value) ? value : fail.invalidInput("Invalid data. Expected a dictionary.");
}
