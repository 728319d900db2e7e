// The certificates and lists that this server rests on, read again at each question: that of https
// from its file, that of the time-stamp service from the newest token received.
import { readFile } from 'node:fs/promises';
import type { HeldCertificate } from '../../shared/papers/seal/held-certificate.ts';
import { heldCertificate } from '../paper/seal/proof/held-certificate.ts';

/** Returns the reader of all certificates and lists. */
export const holdCertificates =
  ({
    certFile,
    loaded,
    seen,
  }: {
    /** Certificate of https; none behind a proxy. */
    certFile: string | undefined;
    loaded: readonly HeldCertificate[];
    seen: () => readonly HeldCertificate[];
  }) =>
  async (): Promise<readonly HeldCertificate[]> => [
    ...(certFile === undefined
      ? []
      : [heldCertificate('https', await readFile(certFile), 'MOLAR_TLS_CERT')]),
    ...loaded,
    ...seen(),
  ];
