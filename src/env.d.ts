/** False in a live-only build, which contains no emulator code. Set by vite.config.ts. */
declare const __WITH_EMULATOR__: boolean;
