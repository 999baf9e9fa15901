/** Chromium flag that accepts the faulty server's certificate. Other certificates are validated as usual. */
export const TAKE_CERTIFICATE: string;
