// Roots of time-stamp services that an operator trusts: a PEM file with one certificate or several.
import { X509Certificate } from 'node:crypto';

/** Reason why a file contains no root, as the message that aborts the start. */
export class RootsError extends Error {}

const BLOCK = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/**
 * Reads certificates of a PEM file (or one in DER), as DER.
 * @throws RootsError
 */
export function readRoots(file: Uint8Array): Uint8Array[] {
  const text = Buffer.from(file).toString('latin1');
  const blocks: (string | Uint8Array)[] = text.match(BLOCK) ?? (file.length === 0 ? [] : [file]);
  if (blocks.length === 0) throw new RootsError('die Datei ist leer');
  return blocks.map((block, i) => {
    let found: X509Certificate;
    try {
      found = new X509Certificate(block);
    } catch {
      throw new RootsError(`das ${i + 1}. Zertifikat ist nicht lesbar (PEM)`);
    }
    if (!found.ca)
      throw new RootsError(
        `das ${i + 1}. Zertifikat ist keine Zertifizierungsstelle: ${found.subject.replaceAll('\n', ', ')}`,
      );
    return new Uint8Array(found.raw);
  });
}
