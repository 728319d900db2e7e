// What the bytes of a table are: their character set, their separator, their header.

import { once } from 'node:events';
import { parse } from 'csv-parse';
import { parse as parseAll } from 'csv-parse/sync';
import type { Bytes } from './source.ts';

export type Charset = 'utf-8' | 'windows-1252';
/** What makes a whole file unreadable: nothing of it is taken. `line` where it is known. */
export type FileTrouble = 'empty' | 'utf16' | 'binary' | 'no_header' | 'quotes' | 'too_long_row' | 'unreadable';
export class FileRefused extends Error {
  readonly why: FileTrouble;
  readonly line: number | undefined;
  constructor(why: FileTrouble, line?: number, cause?: unknown) { super(why, { cause }); this.why = why; this.line = line; }
}
/** Reads all bytes once: UTF-8 where every one of them is, else Windows-1252. @throws FileRefused */
export async function charsetOf(bytes: Bytes, each?: (piece: Uint8Array) => void): Promise<Charset> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isUtf8 = true, size = 0;
  for await (const piece of bytes()) {
    if (size === 0 && ((piece[0] === 0xff && piece[1] === 0xfe) || (piece[0] === 0xfe && piece[1] === 0xff))) throw new FileRefused('utf16');
    if (piece.includes(0)) throw new FileRefused('binary');
    size += piece.length;
    if (isUtf8) try { decoder.decode(piece, { stream: true }); } catch { isUtf8 = false; }
    each?.(piece);
  }
  if (size === 0) throw new FileRefused('empty');
  if (isUtf8) try { decoder.decode(); } catch { isUtf8 = false; }
  return isUtf8 ? 'utf-8' : 'windows-1252';
}

const SEPARATORS = [';', '\t', ','] as const;
/** The separator that stands most often in the first line outside of quotes. */
export function separatorOf(firstLine: string): string {
  const bare = firstLine.replace(/"(?:[^"]|"")*"/g, '');
  return [...SEPARATORS].sort((a, b) => bare.split(b).length - bare.split(a).length)[0] ?? ';';
}
/** A row may be so long, in characters; what is longer has lost a quote. */
const MOST_ROW = 200_000, HEAD = 65_536;
const OPTIONS = { skip_empty_lines: true, relax_column_count: true, max_record_size: MOST_ROW } as const;

function refused(cause: unknown): FileRefused {
  if (cause instanceof FileRefused) return cause;
  const { code = '', lines } = cause as { code?: string; lines?: number };
  return new FileRefused(code === 'CSV_MAX_RECORD_SIZE' ? 'too_long_row' : /QUOTE/.test(code) ? 'quotes' : 'unreadable', lines, cause);
}
/** Everything of a small table in memory: header and rows. @throws FileRefused */
export function rowsOf(text: string): string[][] {
  const body = text.replace(/^\ufeff/, ''), first = body.slice(0, body.search(/[\r\n]|$/));
  try { return parseAll(body, { ...OPTIONS, delimiter: separatorOf(first) }); } catch (cause) { throw refused(cause); }
}
export interface Table { header: string[]; separator: string }
/** Header and the first rows, for a preview. @throws FileRefused */
export async function headOf(bytes: Bytes, charset: Charset, rows: number): Promise<Table & { rows: string[][] }> {
  const decoder = new TextDecoder(charset);
  let text = '';
  for await (const piece of bytes()) { text += decoder.decode(piece, { stream: true }); if (text.length > HEAD) break; }
  const body = text.replace(/^\ufeff/, ''), separator = separatorOf(body.slice(0, body.search(/[\r\n]|$/)));
  let all: string[][];
  // Cut off in the middle of a row: only whole rows before it count.
  try { all = parseAll(body, { ...OPTIONS, delimiter: separator, to: rows + 1 }); } catch (cause) { throw refused(cause); }
  const header = all[0]?.map(cell => cell.trim());
  if (!header || header.length < 2) throw new FileRefused('no_header');
  return { header, separator, rows: all.slice(1) };
}

/**
 * Reads a table row by row: `each` is called with a row and its line. Yields after each piece of bytes how many lie behind it, so that nothing runs ahead of who takes the rows.
 * @throws FileRefused with the line where quotes do not close, or a row is endless
 */
export async function* eachRow(bytes: Bytes, charset: Charset, separator: string, each: (row: string[], line: number) => void): AsyncGenerator<number> {
  const decoder = charset === 'utf-8' ? undefined : new TextDecoder(charset), parser = parse({ ...OPTIONS, delimiter: separator, bom: true, on_record: (row: string[], { lines }) => { each(row, lines); return null; } });
  let trouble: unknown, sent = 0;
  parser.on('error', error => { trouble = error; });
  parser.resume();
  try {
    for await (const piece of bytes()) {
      if (trouble !== undefined) break;
      sent += piece.length;
      // The parser reads UTF-8 by itself.
      if (!parser.write(decoder ? decoder.decode(piece, { stream: true }) : piece)) await Promise.race([once(parser, 'drain'), once(parser, 'close')]).catch(() => undefined);
      yield sent;
    }
    if (trouble === undefined) {
      const ended = once(parser, 'end').catch(() => undefined);
      parser.end(decoder?.decode());
      await Promise.race([ended, once(parser, 'close')]);
    }
  } catch (error) { trouble ??= error; } finally { parser.destroy(); }
  if (trouble !== undefined) throw refused(trouble);
  yield sent;
}
