// Reads the operator's file about the issuer of invoices at the start.
import { readFileSync } from 'node:fs';
import { sellerSchema } from '../../../shared/vendor/invoice.schema.ts';
import type { Seller } from '../../../shared/vendor/invoice.ts';

/**
 * Reads the seller; undefined without a file.
 * @param refuse ends the start with the reason why the file cannot be used
 */
export function readSeller(
  file: string | undefined,
  refuse: (problems: string[]) => never,
): Seller | undefined {
  if (file === undefined) return undefined;
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return refuse([`MOLAR_SELLER_FILE: ${file}: die Datei lässt sich nicht als JSON lesen.`]);
  }
  const read = sellerSchema.safeParse(json);
  if (read.success) return read.data;
  const fields = [...new Set(read.error.issues.map(({ path }) => path.join('.') || '(alles)'))];
  return refuse([`MOLAR_SELLER_FILE: ${file}: fehlt oder ist falsch: ${fields.join(', ')}.`]);
}
