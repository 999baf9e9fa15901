// Stubs of browser features that the interface uses and jsdom lacks.
import { vi } from "vitest";

class NoopObserver {
  readonly root = null;
  readonly rootMargin = "";
  readonly scrollMargin = "";
  readonly thresholds = [];
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): [] {
    return [];
  }
}

/** Simulates a wide screen with light colors and reduced motion. */
function matchMedia(query: string): MediaQueryList {
  const target = new EventTarget();
  return Object.assign(target, {
    matches: /prefers-reduced-motion|min-width/.test(query),
    media: query,
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
  });
}

Object.assign(window, { matchMedia, ResizeObserver: NoopObserver, IntersectionObserver: NoopObserver });
Object.assign(window.HTMLElement.prototype, { scrollIntoView: vi.fn<() => void>() });
Object.assign(window, { scrollTo: () => {} });
Object.assign(document, { getAnimations: () => [] });
Object.assign(URL, { createObjectURL: () => "blob:stub", revokeObjectURL: () => {} });

if (!("showModal" in HTMLDialogElement.prototype)) {
  Object.assign(HTMLDialogElement.prototype, {
    show(this: HTMLDialogElement) {
      this.open = true;
    },
    showModal(this: HTMLDialogElement) {
      this.open = true;
    },
    close(this: HTMLDialogElement) {
      if (!this.open) return;
      this.open = false;
      this.dispatchEvent(new Event("close"));
    },
  });
}
