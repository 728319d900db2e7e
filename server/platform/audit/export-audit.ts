// Export of the audit log: CSV as in RFC 4180, safe in spreadsheets, or one JSON object per line.

import type { AuditItem } from '../../../shared/operations/audit.schema.ts';
import { asText } from '../../../shared/base/spreadsheet.ts';
import { berlinDay, berlinTime, germanDay } from '../../../shared/base/dates.ts';

const GERMAN_DAY = /^\d{2}\.\d{2}\.\d{4}$/;
/** Formats one cell as text for a spreadsheet, quoted if it contains a delimiter or a quote. */
export function csvCell(value: string): string {
  // A spreadsheet shall read a day as a day.
  const safe = GERMAN_DAY.test(value) ? value : asText(value);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
/** Formats entries as CSV. Lines end with CRLF, including the last one. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map(csvCell).join(',') + '\r\n').join('');

const HEAD = [
  'Nummer',
  'Zeit',
  'Was',
  'Art',
  'Ergebnis',
  'Wer',
  'Kennung',
  'Rolle',
  'Patientennummer',
  'Patient',
  'Zweck',
  'Anfrage',
  'Gerät',
];
const RESULT = { done: 'erfolgt', refused: 'abgelehnt', alarm: 'auffällig' } as const;
const whoWord = ({ who }: AuditItem): string =>
  who.name ||
  ({ system: 'Molar', anonymous: 'nicht angemeldet' } as Record<string, string>)[who.kind] ||
  who.kind;

export type ExportFormat = 'csv' | 'jsonl';
/** Returns the header of the file. */
export const headOf = (format: ExportFormat): string => (format === 'csv' ? csvOf([HEAD]) : '');
export function linesOf(items: readonly AuditItem[], format: ExportFormat): string {
  if (format === 'jsonl')
    return items
      .map((i) => `${JSON.stringify({ ...i, at: new Date(i.at).toISOString() })}\n`)
      .join('');
  return csvOf(
    items.map((i) => [
      String(i.seq),
      `${germanDay(berlinDay(i.at))} ${berlinTime(i.at)}`,
      i.de,
      i.type,
      RESULT[i.result],
      whoWord(i),
      i.who.grant === null ? i.who.id : `${i.who.id}@${i.who.grant}`,
      i.role,
      i.patid ?? '',
      i.patient,
      i.purpose,
      i.requestId,
      i.device,
    ]),
  );
}
