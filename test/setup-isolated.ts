/** The setup of tests with a DOM. Null for other tests. */
export const screenSetup = typeof document === "undefined" ? null : await import("./setup-screen");
