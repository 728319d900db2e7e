// Reads the operator's file of incidents: it answers without a database, and is read again after
// some seconds, so that an edit needs no restart.

import { readFile } from 'node:fs/promises';
import { incidentFileSchema, type Incidents } from '../../../shared/operations/incidents.schema.ts';

const KEEP_MS = 5_000;
type FromFile = Omit<Incidents, 'troubles'>;
const NONE: FromFile = { incidents: [], maintenance: [], isReadable: true };

const isNoFile = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

async function readNow(file: string): Promise<FromFile> {
  try {
    const parsed = incidentFileSchema.safeParse(JSON.parse(await readFile(file, 'utf8')));
    return parsed.success ? { ...parsed.data, isReadable: true } : { ...NONE, isReadable: false };
  } catch (error) {
    return isNoFile(error) ? NONE : { ...NONE, isReadable: false };
  }
}

/**
 * Creates the reader. A missing file means no incidents; a broken one is reported as unreadable.
 * @param file path of the file, JSON of `incidentFileSchema`
 */
export function createIncidentReader(file: string, now: () => number): () => Promise<FromFile> {
  let last: { at: number; result: Promise<FromFile> } | undefined;
  return () => {
    if (!last || now() - last.at >= KEEP_MS) last = { at: now(), result: readNow(file) };
    return last.result;
  };
}
