// The name of a patient as the practice software gets it, where its character set lacks letters.

import { isWritable, asWritten } from '../../../shared/records/gdt-bytes.ts';
import { CHARSET_OF } from '../../../shared/records/gdt-records.ts';
import { listName, type PatientName } from '../../../shared/desk/patient.ts';
import type { Look } from '../../platform/work.ts';
import { readSetup } from './settings.ts';

/** Returns the name as a GDT file will say it; undefined if all of its letters have a spelling. */
export async function lossyName(
  look: Look,
  { firstName, lastName }: PatientName,
): Promise<string | undefined> {
  const name = listName({ firstName, lastName }),
    { settings } = await readSetup(look);
  const charset = CHARSET_OF[settings.charset];
  if (!settings.targets.gdt || isWritable(name, charset)) return undefined;
  return asWritten(name, charset);
}
