// Detects the text format of a table: character set, separator, header.

import { once } from 'node:events';
import { parse } from 'csv-parse';
import { parse as parseAll } from 'csv-parse/sync';
import type { Bytes } from './source.ts';

export type Charset = 'utf-8' | 'windows-1252';
/**
 * Error that makes a whole file unreadable: nothing of it is imported. `line` where it is known.
 */
export type FileTrouble =
  | 'empty'
  | 'utf16'
  | 'mixed_charset'
  | 'binary'
  | 'no_header'
  | 'quotes'
  | 'too_long_row'
  | 'unreadable';
export class FileRefused extends Error {
  readonly why: FileTrouble;
  readonly line: number | undefined;
  constructor(why: FileTrouble, line?: number, cause?: unknown) {
    super(why, { cause });
    this.why = why;
    this.line = line;
  }
}
/** Text format of a table: its character set, and whether it contains any quotation mark. */
export interface Writing {
  charset: Charset;
  hasQuotes: boolean;
  /** Whether a cell may be a number with one point before three digits, `1.234`. */
  hasPoints: boolean;
}
const QUOTE = 0x22;
/** Bytes of a piece that are looked at once more with the next one: a cell may be cut. */
const OVERLAP = 24;
/** Followed by the currency at most: a euro sign is a byte of 0x80 on, in any character set. */
const POINT_CELL =
  /(?:^|[;\t,"]) *-?\d{1,3}\.\d{3}(?: *[\u0080-\u00ff]{1,3}|\s*EUR)? *(?=[;\t,"\r\n]|$)/im;
/**
 * Reads all bytes once: UTF-8 where the whole file is valid, else Windows-1252.
 * @throws FileRefused
 */
export async function writingOf(
  bytes: Bytes,
  each?: (piece: Uint8Array) => void,
): Promise<Writing> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isUtf8 = true,
    hasQuotes = false,
    hasPoints = false,
    before = '',
    size = 0;
  for await (const piece of bytes()) {
    if (
      size === 0 &&
      ((piece[0] === 0xff && piece[1] === 0xfe) || (piece[0] === 0xfe && piece[1] === 0xff))
    )
      throw new FileRefused('utf16');
    if (piece.includes(0)) throw new FileRefused('binary');
    size += piece.length;
    hasQuotes ||= piece.includes(QUOTE);
    if (!hasPoints) {
      const text =
        before + Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString('latin1');
      hasPoints = POINT_CELL.test(text);
      before = text.slice(-OVERLAP);
    }
    if (isUtf8)
      try {
        decoder.decode(piece, { stream: true });
      } catch {
        isUtf8 = false;
      }
    each?.(piece);
  }
  if (size === 0) throw new FileRefused('empty');
  if (isUtf8)
    try {
      decoder.decode();
    } catch {
      isUtf8 = false;
    }
  if (isUtf8) return { charset: 'utf-8', hasQuotes, hasPoints };
  const foreign = await foreignLine(bytes);
  if (foreign !== undefined) throw new FileRefused('mixed_charset', foreign);
  return { charset: 'windows-1252', hasQuotes, hasPoints };
}

/** Letters that chance does not spell as UTF-8 in a text of Windows-1252. */
const LATIN_LETTER = /[\u00c0-\u017f]/;
/** Longest line that is looked at; a longer one has another fault. */
const MOST_LINE = 1_000_000;
/**
 * Returns the first line that is no UTF-8 in a file of which another line is; undefined if no line
 * is, which makes the whole file Windows-1252.
 */
async function foreignLine(bytes: Bytes): Promise<number | undefined> {
  const strict = new TextDecoder('utf-8', { fatal: true });
  let rest = Buffer.alloc(0),
    line = 0,
    foreign: number | undefined,
    hasUtf8 = false;
  const look = (one: Uint8Array): void => {
    line++;
    if (one.every((byte) => byte < 0x80)) return;
    try {
      hasUtf8 = LATIN_LETTER.test(strict.decode(one)) || hasUtf8;
    } catch {
      foreign ??= line;
    }
  };
  for await (const piece of bytes()) {
    rest = Buffer.concat([rest, piece]);
    for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10)) {
      look(rest.subarray(0, end));
      rest = rest.subarray(end + 1);
    }
    if (rest.length > MOST_LINE || (hasUtf8 && foreign !== undefined)) break;
  }
  look(rest);
  return hasUtf8 ? foreign : undefined;
}

/**
 * Line in front of the header: Excel's `sep=;`, or the head of a DATEV file.
 * @param cells of the first line
 */
export const isPreamble = (cells: readonly string[], separator: string): boolean =>
  /^(?:EXTF|DTVF)$/.test(cells[0] ?? '') || SEP_LINE.test(cells.join(separator));
const SEP_LINE = /^sep=(.)$/i;

const SEPARATORS = [';', '\t', ','] as const;
/** Returns the most frequent separator in the first line outside of quotes. */
export function separatorOf(firstLine: string): string {
  const named = SEP_LINE.exec(firstLine)?.[1];
  if (named !== undefined) return named;
  const bare = firstLine.replace(/"(?:[^"]|"")*"/g, '');
  return [...SEPARATORS].sort((a, b) => bare.split(b).length - bare.split(a).length)[0] ?? ';';
}
/** Maximum length of a row in characters; a longer one has an unclosed quote. */
const MOST_ROW = 200_000,
  HEAD = 65_536;
const OPTIONS = {
  skip_empty_lines: true,
  relax_column_count: true,
  max_record_size: MOST_ROW,
} as const;

/** @param last line at which the last complete row ended: a quote was opened in the next one */
function refused(cause: unknown, last: number): FileRefused {
  if (cause instanceof FileRefused) return cause;
  const { code = '' } = cause as { code?: string };
  return new FileRefused(
    code === 'CSV_MAX_RECORD_SIZE' ? 'too_long_row' : /QUOTE/.test(code) ? 'quotes' : 'unreadable',
    last + 1,
    cause,
  );
}
export interface Table {
  header: string[];
  separator: string;
}
/** Reads the header and the first rows, for a preview. @throws FileRefused */
export async function headOf(
  bytes: Bytes,
  charset: Charset,
  rows: number,
): Promise<Table & { rows: string[][] }> {
  const decoder = new TextDecoder(charset);
  let text = '';
  for await (const piece of bytes()) {
    text += decoder.decode(piece, { stream: true });
    if (text.length > HEAD) break;
  }
  const body = text.replace(/^\ufeff/, ''),
    separator = separatorOf(body.slice(0, body.search(/[\r\n]|$/)));
  let last = 0;
  // Truncated in the middle of a row: only complete rows before it count.
  const firstRows = (to: number): string[][] => {
    try {
      return parseAll(body, {
        ...OPTIONS,
        delimiter: separator,
        to,
        on_record: (row: string[], { lines }) => {
          last = lines;
          return row;
        },
      });
    } catch (cause) {
      throw refused(cause, last);
    }
  };
  const first = firstRows(rows + 1),
    all = first[0] && isPreamble(first[0], separator) ? firstRows(rows + 2).slice(1) : first;
  const header = all[0]?.map((cell) => cell.trim());
  if (!header || header.length < 2) throw new FileRefused('no_header');
  return { header, separator, rows: all.slice(1) };
}

/**
 * Reads a table row by row: `each` is called with a row and its line. Yields the number of bytes
 * read after each chunk, which provides backpressure for the consumer.
 * @throws FileRefused with the line where quotes do not close, or a row is too long
 */
export const eachRow = (
  bytes: Bytes,
  { charset, hasQuotes }: Pick<Writing, 'charset' | 'hasQuotes'>,
  separator: string,
  each: (row: string[], line: number) => void,
): AsyncGenerator<number> =>
  hasQuotes
    ? eachQuoted(bytes, charset, separator, each)
    : eachPlain(bytes, charset, separator, each);

/**
 * Without any quotation mark every line is a row and is split at separators: many times as fast.
 */
async function* eachPlain(
  bytes: Bytes,
  charset: Charset,
  separator: string,
  each: (row: string[], line: number) => void,
): AsyncGenerator<number> {
  const decoder = new TextDecoder(charset);
  let rest = '',
    sent = 0,
    line = 0,
    end: string | undefined;
  const row = (text: string): void => {
    line++;
    const whole = text.endsWith('\r') ? text.slice(0, -1) : text;
    if (whole.length > MOST_ROW) throw new FileRefused('too_long_row', line);
    if (whole !== '') each(whole.split(separator), line);
  };
  for await (const piece of bytes()) {
    sent += piece.length;
    rest += decoder.decode(piece, { stream: true });
    // Old programs end lines with a carriage return only.
    end ??= rest.includes('\n') ? '\n' : /\r[^\n]/.test(rest) ? '\r' : undefined;
    if (end !== undefined) {
      const lines = rest.split(end);
      rest = lines.pop() ?? '';
      for (const text of lines) row(text);
    }
    if (rest.length > MOST_ROW + 1) throw new FileRefused('too_long_row', line + 1);
    yield sent;
  }
  rest += decoder.decode();
  if (rest !== '') row(rest);
  yield sent;
}

async function* eachQuoted(
  bytes: Bytes,
  charset: Charset,
  separator: string,
  each: (row: string[], line: number) => void,
): AsyncGenerator<number> {
  let last = 0,
    lastEmpty = 0;
  const decoder = charset === 'utf-8' ? undefined : new TextDecoder(charset),
    parser = parse({
      ...OPTIONS,
      delimiter: separator,
      bom: true,
      on_record: (row: string[], { lines, empty_lines: empty }) => {
        // A row is named by its first line: a text within it may have several.
        each(row, last + 1 + empty - lastEmpty);
        last = lines;
        lastEmpty = empty;
        return null;
      },
    });
  let trouble: unknown,
    sent = 0;
  parser.on('error', (error) => {
    trouble = error;
  });
  parser.resume();
  try {
    for await (const piece of bytes()) {
      if (trouble !== undefined) break;
      sent += piece.length;
      // The parser decodes UTF-8 itself.
      if (!parser.write(decoder ? decoder.decode(piece, { stream: true }) : piece))
        await Promise.race([once(parser, 'drain'), once(parser, 'close')]).catch(() => undefined);
      yield sent;
    }
    if (trouble === undefined) {
      const ended = once(parser, 'end').catch(() => undefined);
      parser.end(decoder?.decode());
      await Promise.race([ended, once(parser, 'close')]);
    }
  } catch (error) {
    trouble ??= error;
  } finally {
    parser.destroy();
  }
  if (trouble !== undefined) throw refused(trouble, last);
  yield sent;
}

/** Checks whether a row has empty cells only, as spreadsheets leave them behind the last one. */
export const isBlankRow = (cells: readonly string[]): boolean =>
  cells.every((cell) => cell.trim() === '');
