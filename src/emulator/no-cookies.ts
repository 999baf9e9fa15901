/**
 * Stands in for `tough-cookie`, which MSW imports: the API has no cookies, and the list of public suffixes that the
 * package brings along weighs more than the rest of the emulator (see vite.config.ts).
 */
export class MemoryCookieStore {
  idx = {};
}

/** A jar that keeps nothing. */
export class CookieJar {
  getCookiesSync(): readonly never[] {
    return [];
  }

  async setCookie(): Promise<void> {}
}

/** There are none. */
export const Cookie = { fromJSON: () => null };
