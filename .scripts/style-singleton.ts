// Replaces `react-style-singleton` in builds. Mantine's dialogs lock scrolling with a style element, which the
// Content Security Policy blocks. A constructed style sheet is allowed.
import { useEffect } from "react";

/**
 * Matches an unused CSS variable on the body. If it were set, every element would inherit it and be
 * restyled whenever a dialog opens or closes.
 */
const INHERITED = /--removed-body-scroll-bar-size:[^;]*;/g;

/**
 * Returns a component that applies its styles while mounted. If several instances are mounted, the
 * styles of the first one apply.
 */
export function styleSingleton(): (props: { readonly styles: string }) => null {
  const sheet = new CSSStyleSheet();
  let mountedCount = 0;
  return function Styles({ styles }) {
    useEffect(() => {
      if (mountedCount === 0) {
        sheet.replaceSync(styles.replace(INHERITED, ""));
        document.adoptedStyleSheets.push(sheet);
      }
      mountedCount += 1;
      return () => {
        mountedCount -= 1;
        if (mountedCount > 0) return;
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter(
          (adoptedSheet) => adoptedSheet !== sheet,
        );
      };
    }, [styles]);
    return null;
  };
}
