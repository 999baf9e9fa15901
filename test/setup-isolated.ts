if (typeof document !== "undefined") await import("./setup-screen");

export {};
