import * as z from "zod/mini";

// Zod compiles parsers with `eval`, which the CSP forbids. Without this setting, Zod would test
// whether `eval` works, and the test alone would cause a CSP report.
z.config({ jitless: true });
