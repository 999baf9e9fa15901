/** Replaces a page's generated section. Throws if the page lacks it. */
export function replaceSection(page: string, name: string, text: string): string;
