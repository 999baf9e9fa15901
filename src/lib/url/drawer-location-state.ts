/** Location state of a navigation that opens a record's drawer over the list. */
export const OPENED_FROM_LIST = { over: "list" } as const;

/** Whether the location state says that the list is behind the drawer. */
export function isOpenedFromList(state: unknown): boolean {
  return (
    typeof state === "object" && state !== null && "over" in state && state.over === OPENED_FROM_LIST.over
  );
}
