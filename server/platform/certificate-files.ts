// The certificate that https uses: read at the start, and again whenever its files change.

import { readFileSync, statSync } from 'node:fs';
import type { Server } from 'node:https';
import { createSecureContext } from 'node:tls';

export interface CertificateFiles {
  certFile: string;
  keyFile: string;
}

/** How often the files are looked at, in ms. */
const LOOK_MS = 30_000;

/** Reads certificate and key. @throws when a file cannot be read, or the two do not belong together */
export function readCertificateFiles(files: CertificateFiles): { cert: Buffer; key: Buffer } {
  const pair = { cert: readFileSync(files.certFile), key: readFileSync(files.keyFile) };
  createSecureContext(pair);
  return pair;
}

const changedAt = (files: CertificateFiles): string =>
  [files.certFile, files.keyFile]
    .map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0)
    .join();

/**
 * Serves a renewed certificate to new connections without a restart. While the files are being
 * replaced, or if they do not belong together, the certificate of before stays.
 * @param lookMs how often the files are looked at
 * @returns ends the watch
 */
export function followCertificate(
  server: Pick<Server, 'setSecureContext'>,
  files: CertificateFiles,
  lookMs: number = LOOK_MS,
): () => void {
  let served = changedAt(files);
  const timer = setInterval(() => {
    const found = changedAt(files);
    if (found === served) return;
    try {
      server.setSecureContext({ ...readCertificateFiles(files), minVersion: 'TLSv1.2' });
      served = found;
    } catch {
      // Half of the pair is new: the next look finds both.
    }
  }, lookMs);
  timer.unref();
  return () => {
    clearInterval(timer);
  };
}
