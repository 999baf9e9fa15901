/** The browser reads the file after the click; how long that takes nobody tells. */
const REVOKE_AFTER_MS = 60_000;

/** Gives a file to the person as the browser's own download. */
export function downloadBlob(file: Blob, name: string): void {
  const objectUrl = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = objectUrl;
  link.download = name;
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(objectUrl), REVOKE_AFTER_MS);
}
