import type { Toasts } from "@/ui/feedback/toasts";
import { discardDrafts, hasDraftForms, storeDrafts } from "@/ui/form/form-draft-storage";

// Where it is noted which version the page has loaded itself anew for: it does so once, then leaves it to the person.
const RELOADED_FOR_KEY = "environs.reloaded-for";

/** What is done to the page; replaced in tests. */
export interface PageControls {
  readonly reload: () => void;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
}

const PAGE_CONTROLS: PageControls = {
  reload: () => location.reload(),
  fetch: (url, init) => fetch(url, init),
};

const ENTRY_SCRIPT = /<script[^>]+src="([^"]+)"/;

/** The script that the site's page begins with now; null where the site does not answer with its page. */
async function fetchServedScript(controls: PageControls): Promise<string | null> {
  try {
    const response = await controls.fetch("/", { cache: "no-store", credentials: "same-origin" });
    if (!response.ok) return null;
    return ENTRY_SCRIPT.exec(await response.text())?.[1] ?? null;
  } catch {
    return null;
  }
}

/** Whether the page has loaded itself anew for this version before. */
function hasReloadedFor(version: string): boolean {
  try {
    return sessionStorage.getItem(RELOADED_FOR_KEY) === version;
  } catch {
    return false;
  }
}

/** False where nothing can be noted: then nobody would know of the try afterwards. */
function markReloadedFor(version: string): boolean {
  try {
    sessionStorage.setItem(RELOADED_FOR_KEY, version);
    return hasReloadedFor(version);
  } catch {
    return false;
  }
}

/** Whether somebody types where no draft is kept, such as a key. */
function hasUnstoredInput(): boolean {
  if (hasDraftForms()) return false;
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    "form :is(input:not([type=checkbox], [type=radio], [type=search]), textarea), [role=dialog] :is(input, textarea)",
  );
  return [...fields].some(({ value }) => value !== "");
}

/** Whether leaving would cost something: a run under way, a download, a form that keeps no draft. */
function isUnloadBlocked(): boolean {
  const probe = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(probe);
  return probe.defaultPrevented;
}

/** Loads the page anew, with what was typed; false where that would cost something. */
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
 * Looks after code that is not there any more, as after a newer version was published: the page loads itself anew once,
 * with what was typed. Where that would cost something, or did not help, a message says so and leaves it to the person.
 * Returns the way to stop.
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
    // Without a connection nothing is known of versions, and a reload would end in the browser's own error page.
    if (isChecking || navigator.onLine === false) return;
    isChecking = true;
    const servedScript = await fetchServedScript(controls);
    isChecking = false;
    if (servedScript === null) return;
    const loadedScript = document.querySelector("script[type=module][src]")?.getAttribute("src");
    if (hasReloadedFor(servedScript)) {
      offerReload(
        "A part of Environs is missing on its server",
        "It was loaded anew and still did not come. What is open works on. Try again later, or tell whoever runs this site.",
      );
    } else if (!reloadSafely(servedScript, controls)) {
      offerReload(
        loadedScript === servedScript
          ? "A part of Environs did not arrive"
          : "A newer version of Environs was published",
        "Not every page of this one is there any more. Finish what you are doing, then reload.",
      );
    }
  }

  const handlePreloadError = () => void checkForUpdate();
  window.addEventListener("vite:preloadError", handlePreloadError);
  return () => window.removeEventListener("vite:preloadError", handlePreloadError);
}
