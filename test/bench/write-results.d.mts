/** Replaces the generated part of a page. Throws where the page has no such part. */
export function replaceSection(page: string, name: string, text: string): string;
