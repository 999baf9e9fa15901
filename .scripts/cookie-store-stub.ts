// Replaces MSW's cookie store in our builds. MSW's store contains the list of all public suffixes (45 KB compressed)
// and fails where the browser forbids storage. The emulator authenticates by key only, and requests are sent without
// cookies.

export const cookieStore = {
  getCookies: (): readonly never[] => [],
  setCookie: (): Promise<void> => Promise.resolve(),
};
