/**
 * A practice with its exchange folders, and simulated practice software that writes into one and
 * reads from the other.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { GdtRecord } from '../../shared/records/gdt.ts';
import { NO_DOCTOSYNC, type DoctosyncSettings } from '../../shared/records/transfer.ts';
import { encodeText, type Charset } from '../../shared/records/gdt-bytes.ts';
import type { Practice } from '../support/practice.ts';

export interface Folders {
  root: string;
  in: string;
  out: string;
  drop(): void;
}
export function makeFolders(): Folders {
  const root = mkdtempSync(path.join(tmpdir(), 'molar-pvs-')),
    folders = { root, in: path.join(root, 'von-pvs'), out: path.join(root, 'zum-pvs') };
  for (const one of [folders.in, folders.out]) mkdirSync(one);
  return {
    ...folders,
    drop: () => {
      rmSync(root, { recursive: true, force: true });
    },
  };
}
/** Settings as an owner saves them, over the wire. */
export async function setUp(
  p: Practice,
  folders: Folders,
  more: Partial<DoctosyncSettings> = {},
): Promise<void> {
  const { version } = (await p.call('/doctosync', { as: p.users.owner })).json as {
    version: number;
  };
  const settings = {
    ...NO_DOCTOSYNC,
    inFolder: folders.in,
    outFolder: folders.out,
    targets: { gdt: true, pdf: false, fhir: false },
    ...more,
  };
  const answer = await p.call('/doctosync/settings', {
    as: p.users.owner,
    method: 'PUT',
    json: { version, settings },
  });
  if (answer.status !== 200) throw new Error(`settings: ${answer.status} ${answer.text}`);
}
/**
 * Lines of a record with correct lengths; `end` and `charset` as the practice software uses them.
 */
export function gdt(
  satzart: string,
  fields: readonly (readonly [id: string, value: string])[],
  charset: Charset = 'latin1',
  end = '\r\n',
): Uint8Array {
  const line = (id: string, value: string): string =>
    `${String(encodeText(value, charset).length + 9).padStart(3, '0')}${id}${value}${end}`;
  const body = fields.map(([id, value]) => line(id, value)).join(''),
    head = line('8000', satzart),
    total = encodeText(head + body, charset).length + 12 + end.length;
  return encodeText(head + line('8100', String(total).padStart(5, '0')) + body, charset);
}
export const JOERG = [
  ['8315', 'MOLAR'],
  ['8316', 'DSWIN001'],
  ['9206', '3'],
  ['9218', '02.10'],
  ['3000', '4711'],
  ['3101', 'Müller'],
  ['3102', 'Jörg'],
  ['3103', '05111978'],
  ['3104', 'Dr.'],
  ['3106', '10115 Berlin'],
  ['3107', 'Invalidenstraße 7'],
  ['3110', '1'],
] as const;
/** Files in a folder for the other side. */
export const lying = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => !name.startsWith('.'))
    .sort();

/** The comment of a record, whose lines end at word borders. */
export const commentIn = (record: GdtRecord): string =>
  record.lines.flatMap(({ id, value }) => (id === '6227' ? [value] : [])).join(' ');
