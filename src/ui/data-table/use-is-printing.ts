import { useEffect, useState } from "react";
import { flushSync } from "react-dom";

/** Whether the page is being printed, for what draws only a part of itself on the screen. */
export function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    // The browser takes its picture as soon as the event is over.
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
