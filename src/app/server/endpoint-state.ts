import type { LoggedCall } from "@/http/call-log";
import { describeError } from "@/http/describe-error";
import { HttpError } from "@/http/errors";
import { getFieldError } from "@/http/field-errors";
import { stripInvisible } from "@/lib/text/invisible-characters";

/** Derived from the endpoint's last response, or from the key's scopes if there is none. */
export type EndpointState =
  | { readonly kind: "works" | "absent" | "unasked" | "unsent" | "allowed" }
  | { readonly kind: "refused" | "failed"; readonly reason: string };

function describeRefusal(error: HttpError): string {
  const { title } = describeError(error);
  const isExplained = error.missingScope !== null || error.isAboutKey || !error.detail;
  return isExplained ? title : stripInvisible(error.detail ?? "");
}

function toHttpState(error: HttpError): EndpointState {
  const { status, detail, isMutation } = error;
  if (!error.isFromApi) return { kind: "failed", reason: describeRefusal(error) };
  if (status === 405 || (status === 404 && detail === "Endpoint not found.")) return { kind: "absent" };
  // The endpoint exists, because it looked up a record or validated the input.
  if (status === 404 && detail !== "Project not found.") return { kind: "works" };
  if (isMutation && (status === 409 || getFieldError(error) !== null)) return { kind: "works" };
  const kind = status >= 500 || status === 429 ? "failed" : "refused";
  return { kind, reason: describeRefusal(error) };
}

export function toEndpointState(call: Pick<LoggedCall, "error"> | undefined): EndpointState {
  if (call === undefined) return { kind: "unasked" };
  const { error } = call;
  if (error === undefined) return { kind: "works" };
  if (error instanceof HttpError) return toHttpState(error);
  return { kind: "failed", reason: describeError(error).title };
}

/** Whether the scopes include a scope. `:write` includes `:read`, and `*` includes every scope. */
export function includesScope(scopes: readonly string[], scope: string): boolean {
  return [scope, scope.replace(/:read$/, ":write"), "*"].some((each) => scopes.includes(each));
}
