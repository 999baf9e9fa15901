/** A mismatch between a request or response and the contract. */
export interface ContractIssue {
  /** JSON path, such as `results.3.id`. Empty when the issue concerns the whole value. */
  readonly path: string;
  readonly message: string;
}

/** Thrown when a response doesn't match the contract. Contains the raw body for display. */
export class ContractError extends Error {
  override readonly name = "ContractError";

  constructor(
    /** Endpoint ID, such as `subscriptions.list`. */
    readonly endpoint: string,
    readonly issues: readonly ContractIssue[],
    /** Parsed JSON, or text when the body isn't JSON. */
    readonly body: unknown,
    /** Whether the request was a mutation. If so, the server has probably applied it. */
    readonly isMutation = false,
  ) {
    super(`${endpoint}: ${issues.map((issue) => `${issue.path || "body"}: ${issue.message}`).join("; ")}`);
  }
}
