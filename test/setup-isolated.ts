/** The tests that need a DOM have a `@vitest-environment` comment. */
export const screen = typeof document === "undefined" ? undefined : await import("./setup-screen");
