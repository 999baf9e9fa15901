/** Whether the server can pause the record. Other servers don't return `enabled`. */
export function canPauseRecord({ enabled }: { readonly enabled?: boolean | null | undefined }): boolean {
  return enabled !== undefined && enabled !== null;
}
