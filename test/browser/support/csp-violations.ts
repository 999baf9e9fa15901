import type { BrowserContext } from "@playwright/test";

/** What the Content Security Policy or Trusted Types refused. */
export interface CspViolation {
  /** Such as `script-src-elem` or `require-trusted-types-for`. */
  readonly directive: string;
  /** What was refused: an address, or a word such as `inline`, `eval`, `trusted-types-sink`. */
  readonly blocked: string;
  /** Where the page asked for it. */
  readonly source: string;
  /** The first characters of refused text. */
  readonly sample: string;
}

/** Runs in each page before anything of its own. */
function reportViolations(): void {
  document.addEventListener("securitypolicyviolation", (event) => {
    const report = "reportViolation" in window ? window.reportViolation : undefined;
    if (typeof report !== "function") throw new Error("Nobody listens for violations.");
    report({
      directive: event.effectiveDirective,
      blocked: event.blockedURI,
      source: `${event.sourceFile}:${event.lineNumber}:${event.columnNumber}`,
      sample: event.sample,
    });
  });
}

/** Collects the violations of every page that the context opens from now on, and reports each. */
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
