import type * as z from "zod/mini";
import type { ContractIssue } from "./contract-error";

/** Outcome of reading a JSON value: the normalised value, or what is wrong with it. Never an exception. */
export type ParseResult<Output> =
  | { readonly ok: true; readonly value: Output }
  | { readonly ok: false; readonly issues: readonly ContractIssue[] };

/** Turns a raw answer into what the app works with. */
export type Parser<Output> = (body: unknown) => ParseResult<Output>;

/** A file as served: its bytes, and the name where the header is readable. */
export interface ServedFile {
  readonly blob: Blob;
  /** Media type without parameters, lower case; empty when none was sent. */
  readonly mediaType: string;
  readonly filename: string | null;
}

/** What a success answer consists of. */
export type ResponseSpec<Output> =
  | {
      readonly kind: "json";
      readonly parse: Parser<Output>;
      /** What a success without a body means, where the contract shows none. */
      readonly parseEmpty?: () => Output;
    }
  | { readonly kind: "empty"; readonly parse: () => Output }
  | { readonly kind: "bytes"; readonly parse: (bytes: ServedFile) => Output };

/** A success that carries nothing. */
export const emptyResponse: ResponseSpec<undefined> = { kind: "empty", parse: () => undefined };

/** A success that carries a file. */
export const fileResponse: ResponseSpec<ServedFile> = { kind: "bytes", parse: (bytes) => bytes };

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** The `:name` parameters of a path template, all required. */
export type PathParams<Path extends string> = { readonly [Name in ParamNames<Path>]: string | number };

/** One row of the contract's endpoint table. */
export interface Endpoint<Path extends string = string, Query = unknown, Body = unknown, Output = unknown> {
  /** Resource and verb, such as `subscriptions.list`; names the endpoint in errors and faults. */
  readonly id: string;
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Template with `:name` parameters and the contract's trailing slash. */
  readonly path: Path;
  /** Scope the contract requires of the key; absent where it names none. */
  readonly scope?: string;
  /** Strict schema of the query string. */
  readonly query?: z.ZodMiniType<Query>;
  /** Strict schema of the JSON body: an unknown key is our own mistake. */
  readonly body?: z.ZodMiniType<Body>;
  readonly response: ResponseSpec<Output>;
}

/** Declares an endpoint and keeps the literal types of its path. */
export function defineEndpoint<
  const Path extends string,
  Query = undefined,
  Body = undefined,
  Output = undefined,
>(endpoint: Endpoint<Path, Query, Body, Output>): Endpoint<Path, Query, Body, Output> {
  return endpoint;
}
