/** False in a live-only build: then no emulator code is bundled. Set by vite.config.ts. */
declare const __WITH_EMULATOR__: boolean;
