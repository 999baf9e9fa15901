/** The browser reads the file some time after the click and doesn't report when it is done. */
const REVOKE_AFTER_MS = 60_000;

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
