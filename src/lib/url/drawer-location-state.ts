/** Location state of a navigation that opens a record's drawer over its list. */
export const OPENED_FROM_LIST = { over: "list" } as const;

/** Whether the location state says that the list stays behind the drawer. */
export function isOpenedFromList(state: unknown): boolean {
  return (
    typeof state === "object" && state !== null && "over" in state && state.over === OPENED_FROM_LIST.over
  );
}
