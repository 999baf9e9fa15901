import * as z from "zod/mini";

// Zod's compiled parsers need `eval`, which a strict CSP forbids; even the probe for it would be reported.
z.config({ jitless: true });
