// Texts for refused files and lines: the printed report, and the table for a spreadsheet.

import { refusalWords } from '../../../../shared/analytics/deliveries/pvs-check.ts';
import { asText } from '../../../../shared/base/spreadsheet.ts';
import type { BadFile } from './import-files.ts';
import type { RefusedLine } from './read-file.ts';

const WHY: Readonly<Record<BadFile['why'], string>> = {
  empty: 'ist leer',
  utf16: 'ist in UTF-16 gespeichert; bitte als UTF-8 oder Windows-1252 speichern',
  mixed_charset: 'ist teils UTF-8, teils Windows-1252; bitte einheitlich als UTF-8 speichern',
  binary: 'ist keine Textdatei',
  no_header: 'hat keine Kopfzeile mit mehreren Spalten',
  quotes: 'hat ein Anführungszeichen, das nicht geschlossen wird',
  too_long_row: 'hat eine endlose Zeile; vermutlich fehlt ein Anführungszeichen',
  unreadable: 'lässt sich nicht lesen',
  unknown: 'passt zu keiner bekannten Art von Daten',
  missing_columns: 'hat nicht alle nötigen Spalten',
};
export const badWords = ({ name, why, line, fields }: BadFile): string =>
  `${name} ${WHY[why]}${line === undefined ? '' : ` (Zeile ${line})`}${fields ? `: es fehlen ${fields.join(', ')}` : ''}.`;

/** Every cell is quoted and is text, so that no spreadsheet splits, changes or runs it. */
const cell = (text: string): string => `"${asText(text).replaceAll('"', '""')}"`;
const row = (cells: readonly string[]): string => `${cells.map(cell).join(';')}\r\n`;
const number = (n: number): string => n.toLocaleString('de-DE');
/**
 * Returns the refused lines as a table for a German spreadsheet: location, reason, and each
 * original cell. If only some of the lines were kept, the first row states how many.
 * @param total number of refused lines, with those that were only counted
 */
export function rejectsOf(lines: readonly RefusedLine[], total: number): string {
  const cut =
    total > lines.length
      ? row([
          `Hier stehen ${number(lines.length)} von ${number(total)} abgelehnten Zeilen; mehr sind nicht aufbewahrt.`,
        ])
      : '';
  return `\ufeff${cut}${row(['Datei', 'Zeile', 'Grund', 'Inhalt'])}${lines
    .map((one) => row([one.file, String(one.line), refusalWords(one), ...one.cells]))
    .join('')}`;
}
