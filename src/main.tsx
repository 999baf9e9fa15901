import "@/api/parsers";
import { createRoot } from "react-dom/client";
import { App, startApp } from "@/app/app";
import { enforcePin } from "@/app/connect/server-config";
import { isPinUnknown } from "@/app/connection/connection-storage";
import { createScriptPolicy, runDeferredStartup } from "@/app/deferred-startup";
import { createDemo } from "@/app/demo/create-demo";
import { runWhenIdle } from "@/lib/time/wait";

function renderApp(): void {
  const root = document.getElementById("root");
  if (root === null) throw new Error("index.html has no #root");
  createRoot(root).render(<App {...startApp(__WITH_DEMO__ ? createDemo() : null)} />);
}

createScriptPolicy();
if (document.documentElement.hasAttribute("data-unsupported")) {
  // The page says which browsers are supported (public/check-browser.js).
} else if (isPinUnknown()) {
  // Nothing may be sent to the stored server before this check. Later visits use the stored result.
  void enforcePin().then(renderApp, renderApp);
} else {
  renderApp();
  // No page waits for this check. If the deployment is pinned to another server, the check
  // disconnects and opens Connect.
  runWhenIdle(() => void enforcePin());
}
setTimeout(() => void runDeferredStartup(), 2_000);
