// Stands in for MSW's own store of cookies in our builds. That one brings the list of all public suffixes (45 KB
// compressed), and cannot begin where a browser forbids storage. The emulated backend knows keys and no cookies, and
// requests are sent without them.

/** A store that stays empty. */
export const cookieStore = {
  getCookies: (): readonly never[] => [],
  setCookie: (): Promise<void> => Promise.resolve(),
};
