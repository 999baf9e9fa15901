import { useEffect, useState } from "react";
import { flushSync } from "react-dom";

/**
 * Returns whether the page is being printed, for components that render only some rows on screen.
 */
export function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    // Renders synchronously, because the browser prints as soon as the handler returns.
    const handlePrint = ({ type }: Event) => flushSync(() => setIsPrinting(type === "beforeprint"));
    window.addEventListener("beforeprint", handlePrint);
    window.addEventListener("afterprint", handlePrint);
    return () => {
      window.removeEventListener("beforeprint", handlePrint);
      window.removeEventListener("afterprint", handlePrint);
    };
  }, []);
  return isPrinting;
}
