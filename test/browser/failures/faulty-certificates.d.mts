/** Chromium flag that accepts the faulty server's valid certificate. Other certificates are validated as usual. */
export const TAKE_CERTIFICATE: string;
