// Writes generated rows as a folder of CSV files, one for each entity, as any practice software may
// deliver them.

import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import {
  PVS_FIELDS,
  type PvsEntity,
  type PvsType,
  type PvsValue,
} from '../../../../shared/analytics/deliveries/pvs.ts';
import type { Sink } from './world.ts';

const two = (n: number): string => (n < 10 ? `0${n}` : String(n));
/** Hundredths with a decimal comma, as in German programs. */
function hundredths(value: number): string {
  const whole = Math.abs(value),
    text = `${Math.floor(whole / 100)},${two(whole % 100)}`;
  return value < 0 ? `-${text}` : text;
}
const quoted = (text: string): string =>
  /[;"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
const SPELL: Readonly<Partial<Record<PvsType, (value: PvsValue) => string>>> = {
  cents: (value) => hundredths(Number(value)),
  factor: (value) => hundredths(Number(value)),
  bool: (value) => (value === true ? 'ja' : 'nein'),
  instant: (value) => `${new Date(Number(value)).toISOString().slice(0, 19)}Z`,
  clock: (value) => `${two(Math.floor(Number(value) / 60))}:${two(Number(value) % 60)}`,
  int: String,
};
/** The line of a row, without its line break. */
function csvLine(
  entity: PvsEntity,
  id: string,
  version: number,
  values: Readonly<Record<string, PvsValue>>,
  isDeleted: boolean,
): string {
  let line = `${quoted(id)};${new Date(version).toISOString().slice(0, 19)}Z;${isDeleted ? 'ja' : 'nein'}`;
  for (const field of PVS_FIELDS[entity]) {
    const value = values[field.name];
    line += value == null ? ';' : `;${SPELL[field.type]?.(value) ?? quoted(String(value))}`;
  }
  return line;
}
const csvHead = (entity: PvsEntity): string =>
  ['id', 'geaendertAm', 'geloescht', ...PVS_FIELDS[entity].map((field) => field.name)].join(';');

const BUFFERED = 4000;
/**
 * Creates files in `folder` with their first row.
 * @returns the row sink, and the function that closes the files
 */
export function csvFolder(folder: string): { readonly sink: Sink; close(): void } {
  mkdirSync(folder, { recursive: true });
  const open = new Map<PvsEntity, { file: number; lines: string[] }>();
  const flush = (one: { file: number; lines: string[] }): void => {
    if (one.lines.length > 0) writeSync(one.file, `${one.lines.join('\r\n')}\r\n`);
    one.lines = [];
  };
  return {
    sink(entity, id, version, values, isDeleted) {
      let one = open.get(entity);
      if (!one)
        open.set(
          entity,
          (one = {
            file: openSync(path.join(folder, `${entity}.csv`), 'w', 0o600),
            lines: [csvHead(entity)],
          }),
        );
      if (one.lines.push(csvLine(entity, id, version, values, isDeleted)) >= BUFFERED) flush(one);
    },
    close() {
      for (const one of open.values()) {
        flush(one);
        closeSync(one.file);
      }
      open.clear();
    },
  };
}
