// Canonical JSON (RFC 8785) and SHA-256: the only serialisation of documents, evidence and log rows
// to bytes.
import { createHash } from 'node:crypto';
import serialize from 'canonicalize';

/**
 * Returns the RFC 8785 text of a JSON value.
 * @throws TypeError when the value is not JSON (undefined, a function, NaN).
 */
export function canonicalJson(value: unknown): string {
  const text = serialize(value);
  if (text === undefined) throw new TypeError('not a JSON value');
  return text;
}

/** Returns the lower-case hex SHA-256 of bytes or UTF-8 text. */
export function sha256(data: Uint8Array | string): string {
  return createHash('sha256').update(data).digest('hex');
}

/**
 * Returns `dataSha256` of a document: SHA-256 over its canonical JSON. The tablet receives the text
 * and never canonicalises.
 */
export function canonicalDocument(data: object): {
  readonly text: string;
  readonly sha256: string;
} {
  const text = canonicalJson(data);
  return { text, sha256: sha256(text) };
}
