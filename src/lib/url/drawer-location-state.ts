export const OPENED_FROM_LIST = { over: "list" } as const;

/** Whether the list is behind the drawer, according to the location state. */
export function isOpenedFromList(state: unknown): boolean {
  return (
    typeof state === "object" && state !== null && "over" in state && state.over === OPENED_FROM_LIST.over
  );
}
