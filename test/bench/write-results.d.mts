/** Replaces a page's generated section. Throws if the page has no such section. */
export function replaceSection(page: string, name: string, text: string): string;
