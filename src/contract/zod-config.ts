import * as z from "zod/mini";

// Zod's compiled parsers need `eval`, which the CSP forbids. Even testing for `eval` would be reported.
z.config({ jitless: true });
