export function isModalOpen(): boolean {
  return document.querySelector('[aria-modal="true"]') !== null;
}
