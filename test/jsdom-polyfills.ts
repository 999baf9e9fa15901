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

// Queries by role, tables and the positioning of menus read a few properties of most elements, and jsdom would match all its rules
// for each. Tests load no other style sheet, so an element's name and three attributes determine those.
const computeStyle = window.getComputedStyle;
const OWN_PROPERTIES =
  /^(?:display|position|top|overflow[XY]?|transform|translate|scale|rotate|perspective|(?:webkitB|b)ackdropFilter|filter|willChange|contain|containerType)$/;
const ownStyles = new Map<string, string>();
const read = (element: HTMLElement, name: string | symbol): string => {
  const { style, localName, parentElement } = element;
  if (name === "visibility")
    return style.visibility || (parentElement ? read(parentElement, name) : "visible");
  if (!OWN_PROPERTIES.test(String(name))) return Reflect.get(computeStyle(element), name);
  const inline: string = Reflect.get(style, name) ?? "";
  if (inline !== "") return inline;
  const attributes = ["hidden", "open", "type"].map((attribute) => element.getAttribute(attribute));
  const key = `${String(name)} ${localName} ${attributes}`;
  if (!ownStyles.has(key)) ownStyles.set(key, Reflect.get(computeStyle(element), name));
  return ownStyles.get(key) ?? "";
};
const getComputedStyle = (element: HTMLElement) => {
  const getPropertyValue = (name: string) =>
    read(element, name) ?? computeStyle(element).getPropertyValue(name);
  return new Proxy(
    { getPropertyValue },
    { get: (own, name) => Reflect.get(own, name) ?? read(element, name) },
  );
};
Object.assign(window, { getComputedStyle });

// jsdom would look for the labels of each control in the whole document, and for the control of each label. A live
// collection is read by its prototype's methods, because jsdom compares each name of a property with all elements' IDs.
const labels = document.getElementsByTagName("label");
const collection = Object.getOwnPropertyDescriptors(HTMLCollection.prototype);
function* eachLabel(): Iterable<HTMLLabelElement> {
  const length: number = collection.length.get?.call(labels) ?? 0;
  for (let index = 0; index < length; index += 1) {
    const label: Element | null = collection.item.value?.call(labels, index) ?? null;
    if (label instanceof HTMLLabelElement) yield label;
  }
}
for (const { prototype } of [HTMLButtonElement, HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement])
  Object.defineProperty(prototype, "labels", {
    get(this: HTMLElement) {
      const { id } = this;
      return [...eachLabel()].filter((label) => {
        const { htmlFor } = label;
        return htmlFor === "" ? label.contains(this) : htmlFor === id;
      });
    },
  });
