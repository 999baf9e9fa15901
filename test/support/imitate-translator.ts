/**
 * Translates the page as Chrome does: replaces each text node by `<font>` elements with its text, also texts that
 * appear or change later. Contains everything it needs, because browser tests run it in the page.
 */
export function imitateTranslator(): () => void {
  const translate = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    for (let node: Node | null = root; node !== null; node = walker.nextNode())
      if (node instanceof Text) texts.push(node);
    for (const text of texts) {
      const parent = text.parentElement;
      const isSkipped =
        parent?.closest("font, script, style, textarea, .notranslate, [translate=no]") !== null;
      if (parent === null || isSkipped || text.data.trim() === "") continue;
      const translation = document.createElement("font");
      translation.append(document.createElement("font"));
      translation.firstElementChild?.append(text.data);
      text.replaceWith(translation);
    }
  };
  const observer = new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records)
      for (const node of type === "characterData" ? [target] : addedNodes)
        if (node.isConnected) translate(node);
  });
  translate(document.body);
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });
  return () => observer.disconnect();
}
