// Stands in for `react-style-singleton` in our builds. Mantine's dialogs keep the page behind them from scrolling by a
// style element, which the Content Security Policy refuses; a constructed sheet says the same and needs no exception.
import { useEffect } from "react";

/** A variable on the body that nobody reads: every element would inherit it, and be restyled at each opening and closing. */
const INHERITED = /--removed-body-scroll-bar-size:[^;]*;/g;

/** A component that puts its styles on the page while it stands there; of several the first one's styles hold. */
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
