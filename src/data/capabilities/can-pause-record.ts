/** Whether the server can pause the record. Only servers that support pausing return `enabled`. */
export function canPauseRecord({ enabled }: { readonly enabled?: boolean | null | undefined }): boolean {
  return enabled !== undefined && enabled !== null;
}
