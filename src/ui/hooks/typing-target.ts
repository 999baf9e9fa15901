/** Whether the target is a field that handles keys itself. */
export function isTypingTarget(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest("input:not([type=checkbox]), textarea, select") !== null
  );
}
