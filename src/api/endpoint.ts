import type * as z from "zod/mini";
import type { ContractIssue } from "./errors";

/** Result of a parser: the normalized value, or a list of issues. Parsers never throw. */
export type ParseResult<Output> =
  | { readonly ok: true; readonly value: Output }
  | { readonly ok: false; readonly issues: readonly ContractIssue[] };

export type Parser<Output> = (body: unknown) => ParseResult<Output>;

/** A file response. `filename` is null when `Content-Disposition` is missing or invalid. */
export interface ServedFile {
  readonly blob: Blob;
  /** Lowercase and without parameters. Empty when the header is missing. */
  readonly mediaType: string;
  readonly filename: string | null;
}

export type ResponseSpec<Output> =
  | {
      readonly kind: "json";
      readonly parse: Parser<Output>;
      /** Returns the value for a success response without a body. Used when the contract doesn't document the body. */
      readonly parseEmpty?: () => Output;
    }
  | { readonly kind: "empty"; readonly parse: () => Output }
  | { readonly kind: "bytes"; readonly parse: (bytes: ServedFile) => Output };

export const emptyResponse: ResponseSpec<undefined> = { kind: "empty", parse: () => undefined };

export const fileResponse: ResponseSpec<ServedFile> = { kind: "bytes", parse: (bytes) => bytes };

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

export type PathParams<Path extends string> = { readonly [Name in ParamNames<Path>]: string | number };

export interface Endpoint<Path extends string = string, Query = unknown, Body = unknown, Output = unknown> {
  /** Resource and verb, such as `subscriptions.list`. */
  readonly id: string;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path template with `:name` parameters and the contract's trailing slash. */
  readonly path: Path;
  /** Required scope, if one is documented. */
  readonly scope?: string;
  readonly query?: z.ZodMiniType<Query>;
  /** Schema of the JSON body. Strict, because unknown keys are bugs. */
  readonly body?: z.ZodMiniType<Body>;
  readonly response: ResponseSpec<Output>;
}

/** Defines an endpoint and preserves the literal type of its path. */
export function defineEndpoint<
  const Path extends string,
  Query = undefined,
  Body = undefined,
  Output = undefined,
>(endpoint: Endpoint<Path, Query, Body, Output>): Endpoint<Path, Query, Body, Output> {
  return endpoint;
}
