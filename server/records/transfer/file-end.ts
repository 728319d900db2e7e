// Whether a file of the practice software has its end: a program that writes it may pause anywhere.

import { decodeText } from '../../../shared/records/charset.ts';
import { decodeBytes } from '../../../shared/records/gdt-bytes.ts';
import { isUnfinishedGdt, isWholeGdt } from '../../../shared/records/gdt.ts';
import type { ImportKind } from '../../../shared/records/transfer.ts';
import { isEndedVdds } from '../../../shared/records/vdds.ts';
import { isEndedCsv } from './read-csv.ts';

/** Checks whether a file states its own end, so that nothing of it can be missing. */
export const hasOwnEnd = (kind: ImportKind, bytes: Uint8Array): boolean =>
  kind === 'gdt'
    ? isWholeGdt(bytes)
    : kind === 'ical' && /END:VCALENDAR\s*$/.test(decodeBytes(bytes.subarray(-40), 'latin1'));

/** Checks whether the end of a file is missing, as far as its format shows it. */
export function lacksEnd(kind: ImportKind, bytes: Uint8Array): boolean {
  if (kind === 'gdt') return isUnfinishedGdt(bytes);
  if (kind === 'csv') return !isEndedCsv(bytes);
  if (kind === 'vdds') return !isEndedVdds(decodeText(bytes, 'latin1').text);
  return !hasOwnEnd(kind, bytes);
}
