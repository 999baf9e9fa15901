import "./setup-requests";

// Isolated tests with a DOM are set up as all screen tests are.
if (typeof document !== "undefined") await import("./setup-screen");
