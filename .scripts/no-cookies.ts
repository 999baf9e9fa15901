// Stands in for `tough-cookie` in our builds. MSW keeps a cookie jar, and with it the list of all public suffixes
// (45 KB compressed); the emulated backend knows keys and no cookies, and requests are sent without them.

/** A store that stays empty. */
export class MemoryCookieStore {
  idx = {};
}

/** A jar that keeps nothing. */
export class CookieJar {
  getCookiesSync(): readonly never[] {
    return [];
  }

  setCookie(): Promise<void> {
    return Promise.resolve();
  }
}

/** A cookie that cannot be read. */
export const Cookie = { fromJSON: (): null => null };
