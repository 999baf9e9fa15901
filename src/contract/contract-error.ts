/** A difference between a response or request and the contract. */
export interface ContractIssue {
  /** JSON path, such as `results.3.id`. Empty for the value itself. */
  readonly path: string;
  readonly message: string;
}

/** The response doesn't match the contract. Carries the raw body for display. */
export class ContractError extends Error {
  override readonly name = "ContractError";

  constructor(
    /** Endpoint ID, such as `subscriptions.list`. */
    readonly endpoint: string,
    readonly issues: readonly ContractIssue[],
    /** Parsed JSON, or text when it isn't JSON. */
    readonly body: unknown,
    /** Whether the request was a mutation, which has most likely been applied. */
    readonly isMutation = false,
  ) {
    super(`${endpoint}: ${issues.map((issue) => `${issue.path || "body"}: ${issue.message}`).join("; ")}`);
  }
}
