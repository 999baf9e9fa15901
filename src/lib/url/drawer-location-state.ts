/** State of a navigation that opens a drawer of a record over the list it was chosen from. */
export const OPENED_FROM_LIST = { over: "list" } as const;

/** Whether a navigation's state says that the list stays behind. */
export function isOpenedFromList(state: unknown): boolean {
  return (
    typeof state === "object" && state !== null && "over" in state && state.over === OPENED_FROM_LIST.over
  );
}
