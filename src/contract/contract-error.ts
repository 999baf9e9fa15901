/** One place where an answer or a request differs from the contract. */
export interface ContractIssue {
  /** Path inside the JSON value, such as `results.3.id`; empty for the value itself. */
  readonly path: string;
  readonly message: string;
}

/** A server answered with something the contract does not describe. Carries the raw body for the raw view. */
export class ContractError extends Error {
  override readonly name = "ContractError";

  constructor(
    /** Endpoint id, such as `subscriptions.list`. */
    readonly endpoint: string,
    readonly issues: readonly ContractIssue[],
    /** What was received, as parsed JSON or as text when it was no JSON. */
    readonly body: unknown,
    /** Whether the call was to change something: then it has most likely been done. */
    readonly isMutation = false,
  ) {
    super(`${endpoint}: ${issues.map((issue) => `${issue.path || "body"}: ${issue.message}`).join("; ")}`);
  }
}
