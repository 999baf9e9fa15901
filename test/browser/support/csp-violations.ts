import type { BrowserContext } from "@playwright/test";

export interface CspViolation {
  /** Such as `script-src-elem` or `require-trusted-types-for`. */
  readonly directive: string;
  /** The blocked URL, or a keyword such as `inline`, `eval` or `trusted-types-sink`. */
  readonly blocked: string;
  readonly source: string;
  readonly sample: string;
}

/** Reports violations to the test. Runs in each page before all other scripts. */
function reportViolations(): void {
  document.addEventListener("securitypolicyviolation", (event) => {
    const report = "reportViolation" in window ? window.reportViolation : undefined;
    if (typeof report !== "function") throw new Error("No listener for violations.");
    report({
      directive: event.effectiveDirective,
      blocked: event.blockedURI,
      source: `${event.sourceFile}:${event.lineNumber}:${event.columnNumber}`,
      sample: event.sample,
    });
  });
}

/** Collects the violations of every page that the context opens after this call. */
export async function collectCspViolations(
  context: BrowserContext,
  onViolation: (violation: CspViolation) => void,
): Promise<readonly CspViolation[]> {
  const violations: CspViolation[] = [];
  await context.exposeFunction("reportViolation", (violation: CspViolation) => {
    violations.push(violation);
    onViolation(violation);
  });
  await context.addInitScript(reportViolations);
  return violations;
}
