/** Whether the server of a record can pause it: only such a server returns whether it is enabled. */
export function canPauseRecord({ enabled }: { readonly enabled?: boolean | null | undefined }): boolean {
  return enabled !== undefined && enabled !== null;
}
