import "./setup-requests";

if (typeof document !== "undefined") await import("./setup-screen");
