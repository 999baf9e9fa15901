export type StorageResult = "stored" | "full" | "blocked";

/**
 * Returns an error message, or null after a successful write.
 * @param advice what to do when storage is full
 */
export function storageErrorMessage(result: StorageResult, noun: string, advice?: string): string | null {
  switch (result) {
    case "stored":
      return null;
    case "full":
      return `Couldn't save the ${noun}: browser storage is full.${advice === undefined ? "" : ` ${advice}`}`;
    case "blocked":
      return `Couldn't save the ${noun}: the browser blocks storage. Allow this site to store data.`;
  }
}
