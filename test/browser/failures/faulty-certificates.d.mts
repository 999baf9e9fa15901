/** Makes Chromium take the faulty server's certificate; every other is judged as ever. */
export const TAKE_CERTIFICATE: string;
