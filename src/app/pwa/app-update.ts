import type { Toasts } from "@/ui/feedback/toasts";
import { dropDrafts, hasDraftForm, keepDrafts } from "@/ui/form/form-draft-storage";

// Where it is noted which version the page has loaded itself anew for: it does so once, then leaves it to the person.
const TRIED = "environs.reloaded-for";

/** What is done to the page; replaced in tests. */
export interface PageHands {
  readonly reload: () => void;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
}

const HANDS: PageHands = {
  reload: () => location.reload(),
  fetch: (url, init) => fetch(url, init),
};

const SCRIPT = /<script[^>]+src="([^"]+)"/;

/** The script that the site's page begins with now; null where the site does not answer with its page. */
async function servedScript(hands: PageHands): Promise<string | null> {
  try {
    const response = await hands.fetch("/", { cache: "no-store", credentials: "same-origin" });
    if (!response.ok) return null;
    return SCRIPT.exec(await response.text())?.[1] ?? null;
  } catch {
    return null;
  }
}

/** Whether the page has loaded itself anew for this version before. */
function wasTried(version: string): boolean {
  try {
    return sessionStorage.getItem(TRIED) === version;
  } catch {
    return false;
  }
}

/** False where nothing can be noted: then nobody would know of the try afterwards. */
function noteTry(version: string): boolean {
  try {
    sessionStorage.setItem(TRIED, version);
    return wasTried(version);
  } catch {
    return false;
  }
}

/** Whether somebody types where no draft is kept, such as a key. */
function isTyping(): boolean {
  if (hasDraftForm()) return false;
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    "form :is(input:not([type=checkbox], [type=radio], [type=search]), textarea), [role=dialog] :is(input, textarea)",
  );
  return [...fields].some(({ value }) => value !== "");
}

/** Whether leaving would cost something: a run under way, a download, a form that keeps no draft. */
function isHeld(): boolean {
  const probe = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(probe);
  return probe.defaultPrevented;
}

/** Loads the page anew, with what was typed; false where that would cost something. */
function reloadSafely(version: string, hands: PageHands): boolean {
  if (isTyping() || !keepDrafts()) return false;
  if (isHeld() || !noteTry(version)) {
    dropDrafts();
    return false;
  }
  hands.reload();
  return true;
}

/**
 * Looks after code that is not there any more, as after a newer version was published: the page loads itself anew once,
 * with what was typed. Where that would cost something, or did not help, a message says so and leaves it to the person.
 * Returns the way to stop.
 */
export function watchForNewerVersion(toasts: Toasts, hands = HANDS): () => void {
  let isLooking = false;
  let told: string | null = null;

  function offer(title: string, detail: string): void {
    if (told !== null) toasts.dismiss(told);
    told = toasts.show({
      title,
      detail,
      action: {
        label: "Reload",
        onSelect: () => {
          keepDrafts();
          hands.reload();
        },
      },
      durationMs: Number.POSITIVE_INFINITY,
    });
  }

  async function look(): Promise<void> {
    // Without a connection nothing is known of versions, and a reload would end in the browser's own error page.
    if (isLooking || navigator.onLine === false) return;
    isLooking = true;
    const served = await servedScript(hands);
    isLooking = false;
    if (served === null) return;
    const own = document.querySelector("script[type=module][src]")?.getAttribute("src");
    if (wasTried(served)) {
      offer(
        "A part of Environs is missing on its server",
        "It was loaded anew and still did not come. What is open works on. Try again later, or tell whoever runs this site.",
      );
    } else if (!reloadSafely(served, hands)) {
      offer(
        own === served ? "A part of Environs did not arrive" : "A newer version of Environs was published",
        "Not every page of this one is there any more. Finish what you are doing, then reload.",
      );
    }
  }

  const onMissing = () => void look();
  window.addEventListener("vite:preloadError", onMissing);
  return () => window.removeEventListener("vite:preloadError", onMissing);
}
