import * as z from "zod/mini";

// Zod compiles parsers with `eval`, which the CSP forbids. Zod's check for `eval` would already cause a CSP report.
z.config({ jitless: true });
