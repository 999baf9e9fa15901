import { localStorageColorSchemeManager, MantineProvider } from "@mantine/core";
import type { ReactNode } from "react";
import { AnnouncementRegion, ToastRegion } from "@/ui/feedback/toasts";
import { trackClickedControl } from "@/ui/hooks/restore-focus";
import { ConfirmProvider } from "@/ui/overlay/confirm";
import { theme } from "@/ui/theme/theme";
import "@/ui/theme/mantine.css";
import "@/ui/theme/theme.generated.css";
import "@/ui/theme/base.css";

hideComposingKeys();
trackClickedControl();
restoreTranslatedText(document.body);

const colorSchemeManager = localStorageColorSchemeManager({ key: "environs-color-scheme" });

export function UiProvider({ children }: { readonly children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      // Tests need neither transitions nor positions.
      env={import.meta.env.MODE === "test" ? "test" : "default"}
      // The Content Security Policy forbids style elements. The variables are in theme.generated.css.
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <ConfirmProvider>{children}</ConfirmProvider>
      <ToastRegion />
      <AnnouncementRegion />
    </MantineProvider>
  );
}

/** Safari confirms a composition before it sends the key, and marks the key only by this code of UI Events. */
const COMPOSING_KEY_CODE = 229;

function hideComposingKey(event: KeyboardEvent): void {
  if (event.isComposing || event.keyCode === COMPOSING_KEY_CODE) event.stopImmediatePropagation();
}

/** Hides the keys that an input method uses, such as Enter, from all handlers. Must be the first listener. */
function hideComposingKeys(): void {
  window.addEventListener("keydown", hideComposingKey, { capture: true });
}

interface Translation {
  readonly element: Element;
  readonly original: string;
}

/** Translations by their text, which is empty and stands before its translation. */
const translations = new WeakMap<Node, Translation>();
const translatedTexts = new WeakMap<Node, Text>();

const isText = (node: Node): node is Text => node.nodeName === "#text";

function findTranslation({ addedNodes, previousSibling, nextSibling, target }: MutationRecord) {
  return [...addedNodes, previousSibling, nextSibling].find(
    (node): node is HTMLElement =>
      node?.nodeName === "FONT" && node.parentNode === target && !translatedTexts.has(node),
  );
}

function removeTranslation(text: Node, { element }: Translation): void {
  translations.delete(text);
  translatedTexts.delete(element);
  element.remove();
}

/** Shows the texts that React changed. The texts beside them are translated again, because they may be of one sentence. */
function showChangedTexts(texts: ReadonlySet<Node>): void {
  const changed = [...texts].filter((text) => translations.has(text));
  const siblings = changed.flatMap((text) => [...(text.parentNode?.childNodes ?? [])]);
  for (const text of new Set([...changed, ...siblings])) {
    const translation = translations.get(text);
    if (translation === undefined) continue;
    removeTranslation(text, translation);
    if (!texts.has(text)) text.nodeValue = translation.original;
  }
}

function handleRemoval(node: Node, record: MutationRecord, changedTexts: ReadonlySet<Node>): void {
  const text = translatedTexts.get(node) ?? node;
  const translation = translations.get(text);
  if (translation !== undefined) {
    // React removed or moved the text, or the browser shows the original again.
    removeTranslation(text, translation);
    if (text.nodeValue === "") text.nodeValue = translation.original;
  } else if (isText(text) && text.data !== "") {
    const element = findTranslation(record);
    if (element === undefined || !(text.parentNode === null || element.contains(text))) return;
    if (changedTexts.has(text)) {
      element.replaceWith(text);
      return;
    }
    // Some extensions move the text into the element.
    text.replaceWith(text.data);
    translations.set(text, { element, original: text.data });
    translatedTexts.set(element, text);
    text.data = "";
    element.before(text);
  }
}

/**
 * Lets React change and remove texts while Chrome or Edge translates the page, which replaces each text by a `<font>`
 * element. The text returns to the page, empty, until React changes it. Then the browser translates it again.
 */
function restoreTranslatedText(root: Node): void {
  const observer = new MutationObserver((records) => {
    const changedTexts = new Set(
      records.filter(({ type }) => type === "characterData").map(({ target }) => target),
    );
    showChangedTexts(changedTexts);
    for (const record of records)
      for (const node of record.removedNodes) handleRemoval(node, record, changedTexts);
    // Discards the records of the changes above.
    observer.takeRecords();
  });
  observer.observe(root, { childList: true, characterData: true, subtree: true });
}
