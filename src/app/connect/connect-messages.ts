/** @param scope the missing scope; null when the key is limited to a project */
export function listRefusalMessage(scope: string | null): string {
  return scope === null
    ? "The key can't list projects."
    : `The key can't list projects: it's missing the scope ${scope}.`;
}

/** Explains how to reach a server that doesn't answer pages of other origins. @param address of the server */
export function proxyAdviceMessage(address: string): string {
  return `If the server doesn't allow this page's origin (CORS), start Environs with its proxy: ENVIRONS_UPSTREAM=${address} npm start. Then enter the address that it prints.`;
}
