import type { Toasts } from "@/ui/feedback/toasts";
import { discardDrafts, hasDraftForms, storeDrafts } from "@/ui/form/form-draft";

// Stores the version for which the page was reloaded. The page reloads once per version, then asks the user.
const RELOADED_FOR_KEY = "environs.reloaded-for";

/** Browser functions. Tests replace them. */
export interface PageControls {
  readonly reload: () => void;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
}

const PAGE_CONTROLS: PageControls = {
  reload: () => location.reload(),
  fetch: (url, init) => fetch(url, init),
};

const ENTRY_SCRIPT = /<script type="module"[^>]* src="([^"]+)"/;

/** Returns the entry script of the deployed version, or null if the script can't be determined. */
async function fetchServedScript(controls: PageControls): Promise<string | null> {
  try {
    const response = await controls.fetch("/", { cache: "no-store", credentials: "same-origin" });
    if (!response.ok) return null;
    return ENTRY_SCRIPT.exec(await response.text())?.[1] ?? null;
  } catch {
    return null;
  }
}

function hasReloadedFor(version: string): boolean {
  try {
    return sessionStorage.getItem(RELOADED_FOR_KEY) === version;
  } catch {
    return false;
  }
}

/** Returns false when the version can't be stored. Reloads could then repeat endlessly. */
function markReloadedFor(version: string): boolean {
  try {
    sessionStorage.setItem(RELOADED_FOR_KEY, version);
    return hasReloadedFor(version);
  } catch {
    return false;
  }
}

/** Whether a form contains input that drafts don't store, such as an API key. */
function hasUnstoredInput(): boolean {
  if (hasDraftForms()) return false;
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    "form :is(input:not([type=checkbox], [type=radio], [type=search]), textarea), [role=dialog] :is(input, textarea)",
  );
  return [...fields].some(({ value }) => value !== "");
}

/** Whether the page is being left. Firefox then rejects pending imports, and a reload would cancel the navigation. */
let isLeaving = false;
let isProbing = false;

function setLeaving({ type }: Event): void {
  isLeaving = type === "pagehide" || (type === "beforeunload" && !isProbing);
}

// After a press or `pageshow`, the person stayed, or came back.
for (const name of ["beforeunload", "pagehide", "pageshow", "pointerdown", "keydown"])
  window.addEventListener(name, setLeaving, true);

/** Whether a reload would lose a running job, a download or an unsaved form. */
function isUnloadBlocked(): boolean {
  const probe = new Event("beforeunload", { cancelable: true });
  isProbing = true;
  window.dispatchEvent(probe);
  isProbing = false;
  return probe.defaultPrevented;
}

/**
 * Stores drafts and reloads. Returns false if a reload would lose something or could repeat
 * endlessly.
 */
function reloadSafely(version: string, controls: PageControls): boolean {
  if (hasUnstoredInput() || !storeDrafts()) return false;
  if (isUnloadBlocked() || !markReloadedFor(version)) {
    discardDrafts();
    return false;
  }
  controls.reload();
  return true;
}

/**
 * Reloads the page with its drafts when code of an earlier version fails to load, but only once per deployed version.
 * Shows a message if there is no new version, if a reload would lose something, or if it didn't help. Returns an
 * unsubscribe function.
 */
export function watchForUpdates(toasts: Toasts, controls = PAGE_CONTROLS): () => void {
  let isChecking = false;
  let toastId: string | null = null;

  function offerReload(title: string, detail: string): void {
    if (toastId !== null) toasts.dismiss(toastId);
    toastId = toasts.show({
      title,
      detail,
      action: {
        label: "Reload",
        onSelect: () => {
          storeDrafts();
          controls.reload();
        },
      },
      durationMs: Number.POSITIVE_INFINITY,
    });
  }

  async function checkForUpdate(): Promise<void> {
    // Offline, the deployed version is unknown, and a reload would show the browser's error page.
    if (isChecking || isLeaving || navigator.onLine === false) return;
    isChecking = true;
    const servedScript = await fetchServedScript(controls);
    isChecking = false;
    if (servedScript === null || isLeaving) return;
    const loadedScript = document.querySelector("script[type=module][src]")?.getAttribute("src");
    if (hasReloadedFor(servedScript)) {
      offerReload(
        "Part of the app is missing",
        "Reloading didn't help. Try again later, or contact your administrator.",
      );
    } else if (loadedScript === servedScript || !reloadSafely(servedScript, controls)) {
      offerReload(
        loadedScript === servedScript ? "Couldn't load part of the app" : "New version available",
        "Some pages won't load until you reload.",
      );
    }
  }

  const handlePreloadError = () => void checkForUpdate();
  window.addEventListener("vite:preloadError", handlePreloadError);
  return () => window.removeEventListener("vite:preloadError", handlePreloadError);
}
