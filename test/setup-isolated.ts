import "./setup-requests";

// Isolated tests with a DOM use the setup of all screen tests.
if (typeof document !== "undefined") await import("./setup-screen");
