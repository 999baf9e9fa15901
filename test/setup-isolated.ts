import "./setup-requests";

// Isolated tests with a DOM use the same setup as all screen tests.
if (typeof document !== "undefined") await import("./setup-screen");
