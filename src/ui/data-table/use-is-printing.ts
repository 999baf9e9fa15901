import { useEffect, useState } from "react";
import { flushSync } from "react-dom";

/** Whether the page is being printed, for what draws only a part of itself on the screen. */
export function usePrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    // The browser takes its picture as soon as the event is over.
    const onPrint = ({ type }: Event) => flushSync(() => setIsPrinting(type === "beforeprint"));
    window.addEventListener("beforeprint", onPrint);
    window.addEventListener("afterprint", onPrint);
    return () => {
      window.removeEventListener("beforeprint", onPrint);
      window.removeEventListener("afterprint", onPrint);
    };
  }, []);
  return isPrinting;
}
