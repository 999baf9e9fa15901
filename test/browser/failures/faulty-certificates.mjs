// Two self-signed certificates for tests on this machine. The browser accepts one and rejects the
// other. This command creates a certificate: `openssl req -x509 -newkey ec -pkeyopt
// ec_paramgen_curve:prime256v1 -nodes -days 36500 -subj /CN=127.0.0.1 -addext
// subjectAltName=IP:127.0.0.1`. The keys protect nothing.
import { createHash, X509Certificate } from "node:crypto";

export const taken = {
  cert: `
-----BEGIN CERTIFICATE-----
MIIBkTCCATagAwIBAgIUMdEkC4i7ooWPbFwxvlQMCaTcIp4wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJMTI3LjAuMC4xMCAXDTI2MTEyMTEzMjIyN1oYDzIxMjYxMDI4
MTMyMjI3WjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARjrUvYrNiroQ7qpGlD4l/utzeLd3oua+mxHbb7P8f36fU3+vp0NRxF
zOWUzjXLiBAeNOVAv0Uxo3EZdupkJVXzo2QwYjAdBgNVHQ4EFgQUQzu71s2LzJj7
llwiHhFFzzZaV88wHwYDVR0jBBgwFoAUQzu71s2LzJj7llwiHhFFzzZaV88wDwYD
VR0TAQH/BAUwAwEB/zAPBgNVHREECDAGhwR/AAABMAoGCCqGSM49BAMCA0kAMEYC
IQCyKFw34WaeBgW5qAxRUUdOuVUF1voPI8Hl3cmFs5wMmgIhAJLItuLosjkiztrD
MehHZmjm48RPahfIPxJsHtkHyhfk
-----END CERTIFICATE-----
`,
  key: `
-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgshFxwwuiQpbxNdvP
Dlxojh+5yzGqpdNazrvZYbdn5bmhRANCAARjrUvYrNiroQ7qpGlD4l/utzeLd3ou
a+mxHbb7P8f36fU3+vp0NRxFzOWUzjXLiBAeNOVAv0Uxo3EZdupkJVXz
-----END PRIVATE KEY-----
`,
};

export const refused = {
  cert: `
-----BEGIN CERTIFICATE-----
MIIBkTCCATagAwIBAgIUatF2CGJhKXY6YjmET66ZSah0d+IwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJMTI3LjAuMC4xMCAXDTI2MTEyMTEzMjIyN1oYDzIxMjYxMDI4
MTMyMjI3WjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQmNkOeHpGvJT+BzojoS+hACYet0Gyjpilu53fLZtHCWvF7jNjTp5dz
60rOVrG/cHyjJaMkniHWHILcS7phuMC9o2QwYjAdBgNVHQ4EFgQU+QsVF70VC1fc
R3kHRaJOsCOzwqQwHwYDVR0jBBgwFoAU+QsVF70VC1fcR3kHRaJOsCOzwqQwDwYD
VR0TAQH/BAUwAwEB/zAPBgNVHREECDAGhwR/AAABMAoGCCqGSM49BAMCA0kAMEYC
IQDOW+pUYSBaMjuPl6baS15320SXkOECTh6KGplILgsqCwIhAJVqJM+yhhFWINGQ
ySJwx+VpaPa5UTEDlPUk+w/sB2lr
-----END CERTIFICATE-----
`,
  key: `
-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgfG3/FXS2+Ye5d64m
x8FL9N5DLWmr5OM3gr2UYtxX+SihRANCAAQmNkOeHpGvJT+BzojoS+hACYet0Gyj
pilu53fLZtHCWvF7jNjTp5dz60rOVrG/cHyjJaMkniHWHILcS7phuMC9
-----END PRIVATE KEY-----
`,
};

const publicKey = new X509Certificate(taken.cert.trim()).publicKey.export({ type: "spki", format: "der" });

/**
 * Chromium flag that accepts the certificate `taken`. Other certificates are validated as usual.
 */
export const TAKE_CERTIFICATE = `--ignore-certificate-errors-spki-list=${createHash("sha256").update(publicKey).digest("base64")}`;
