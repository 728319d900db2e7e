// The exchange file of VDDS-media (1.4): sections and keys in Windows-1252, the person handed over
// by practice software, the response, and the registration lines. Pure; keys and their certainty:
// catalog/vdds/keys.ts.

import { dayOf } from '../base/dates.ts';
import { VDDS } from '../../catalog/vdds/keys.ts';
import { saidBy } from './field-exchange.ts';
import { handedPerson, partOfBirth, type PersonRead } from './gdt-records.ts';

/** Sections by name in capitals, keys in capitals; the first of duplicates counts. */
export type Ini = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Windows strips one pair of quotation marks from a value. */
const unquoted = (value: string): string => /^(["'])(.*)\1$/.exec(value)?.[2] ?? value;
const quoted = (value: string): string => (unquoted(value) === value ? value : `"${value}"`);
/** Parses an INI file; lines without a section, comments and invalid lines are left out. */
export function readIni(text: string): Ini {
  const sections = new Map<string, Map<string, string>>();
  let now: Map<string, string> | undefined;
  for (const raw of text.split(/\r\n|\r|\n/)) {
    const line = raw.trim(),
      head = /^\[([^\]]+)\]$/.exec(line)?.[1],
      pair = /^([^=;#[]+?)\s*=\s*(.*)$/.exec(line);
    if (head !== undefined) {
      const name = head.trim().toUpperCase();
      now = sections.get(name) ?? new Map<string, string>();
      sections.set(name, now);
    } else if (pair && now) {
      const key = (pair[1] ?? '').trim().toUpperCase();
      if (!now.has(key)) now.set(key, unquoted((pair[2] ?? '').trim()));
    }
  }
  return sections;
}
/**
 * Returns the numbers of the lines, from 1, that `readIni` leaves out: no section, no pair and no
 * comment, a pair before any section, or a second value of a key.
 */
export function unreadLines(text: string): number[] {
  const unread: number[] = [],
    said = new Map<string, string>();
  let section: string | undefined;
  for (const [at, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const line = raw.trim(),
      head = /^\[([^\]]+)\]$/.exec(line)?.[1],
      pair = /^([^=;#[]+?)\s*=\s*(.*)$/.exec(line);
    if (head !== undefined) section = head.trim().toUpperCase();
    if (line === '' || head !== undefined || /^[;#]/.test(line)) continue;
    const key = `${section}\n${(pair?.[1] ?? '').trim().toUpperCase()}`,
      value = unquoted((pair?.[2] ?? '').trim());
    if (!pair || section === undefined || (said.get(key) ?? value) !== value) unread.push(at + 1);
    else said.set(key, value);
  }
  return unread;
}
/** Keys of the exchange itself, which say nothing about the person. */
const PROTOCOL_KEYS: readonly string[] = [
  VDDS.practiceSoftware,
  VDDS.imageSoftware,
  VDDS.ready,
  VDDS.errorLevel,
].map((one) => one.key);
/** Returns the keys of the [PATIENT] section with a value that `vddsPerson` does not read. */
export function unreadKeys(ini: Ini): string[] {
  const read = new Set<string>([...PROTOCOL_KEYS, VDDS.patid.key, VDDS.affix.key, 'ZIP']);
  for (const key of [VDDS.birthday.key, VDDS.birthDate.key]) read.add(key);
  saidBy('vdds', (key) => read.add(key));
  return [...(ini.get('PATIENT') ?? [])].flatMap(([key, value]) =>
    value === '' || read.has(key) ? [] : [key],
  );
}
/** Keys without which no person can be taken. */
const NEEDED_KEYS = [VDDS.patid.key, VDDS.lastName.key];
/**
 * Checks whether an exchange file looks complete: its last line has an end, and its [PATIENT]
 * section has the required keys. The format has no mark of its end.
 */
export function isEndedVdds(text: string): boolean {
  const person = readIni(text).get('PATIENT');
  return (
    /[\r\n]$/.test(text) &&
    NEEDED_KEYS.every((key) => person?.has(key)) &&
    (person?.has(VDDS.birthday.key) === true || person?.has(VDDS.birthDate.key) === true)
  );
}
/**
 * Checks whether a file names two people: a second [PATIENT] section, or two numbers. `readIni`
 * reads only the first of duplicates, as Windows does, so the second person would be lost.
 */
export function namesTwoPeople(text: string): boolean {
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim().toUpperCase());
  const numbers = lines.flatMap((line) => /^PATID\s*=\s*(.*)$/.exec(line)?.[1] ?? []);
  return (
    lines.filter((line) => /^\[\s*PATIENT\s*\]$/.test(line)).length > 1 || new Set(numbers).size > 1
  );
}
const plain = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
/** Writes sections with CR LF. A value contains no line end, a key no `=`. */
export const writeIni = (
  sections: readonly (readonly [
    name: string,
    keys: readonly (readonly [key: string, value: string])[],
  ])[],
): string =>
  sections
    .map(([name, keys]) =>
      [`[${name}]`, ...keys.map(([key, value]) => `${key}=${quoted(plain(value))}`), ''].join(
        '\r\n',
      ),
    )
    .join('');

const GENDERS: Readonly<Record<string, string>> = {
  M: 'male',
  F: 'female',
  W: 'female',
  D: 'divers',
  X: 'unknown',
  U: 'unknown',
};
export const isVddsPerson = (ini: Ini): boolean =>
  ini.has('PATIENT') && (ini.get('PATIENT')?.has(VDDS.patid.key) ?? false);

/**
 * Reads the person of a [PATIENT] section; birth dates are YYYYMMDD.
 * @param today YYYY-MM-DD
 * @param isTextSure whether its character set is certain
 */
export function vddsPerson(ini: Ini, today: string, isTextSure = true): PersonRead {
  const text = (key: string): string => ini.get('PATIENT')?.get(key) ?? '';
  const birthday = text(VDDS.birthday.key) || text(VDDS.birthDate.key);
  const birth = /^(\d{4})(\d{2})(\d{2})$/.exec(birthday);
  const [year = '', month = '', day = ''] = birth?.slice(1) ?? [];
  const town = /^(\d{4,5})\s+(.*)$/.exec(text(VDDS.city.key));
  const affix = text(VDDS.affix.key),
    name = text(VDDS.lastName.key);
  const said = {
    ...saidBy('vdds', text),
    lastName: affix === '' || name === '' ? name : `${affix} ${name}`,
    geburtsdatum: birth ? (dayOf(Number(year), Number(month), Number(day)) ?? '') : '',
    gender: GENDERS[text(VDDS.gender.key).toUpperCase()] ?? '',
    plz: text(VDDS.postalCode.key) || text('ZIP') || (town?.[1] ?? ''),
    city: town?.[2] ?? text(VDDS.city.key),
  };
  const born = partOfBirth(day, month, year);
  return handedPerson({ patid: text(VDDS.patid.key), said, born, isTextSure }, today);
}

/**
 * Returns the received file with the response of the called program: that it is done, and whether
 * it succeeded.
 */
export function answered(text: string, errorLevel: 0 | 1): string {
  const said = new Map<string, string>([
      [VDDS.ready.key, '1'],
      [VDDS.errorLevel.key, String(errorLevel)],
    ]),
    out: string[] = [];
  let section = '';
  const close = (): void => {
    if (section === 'PATIENT')
      for (const [key, value] of said) {
        out.push(`${key}=${value}`);
        said.delete(key);
      }
  };
  for (const raw of text.split(/\r\n|\r|\n/)) {
    const head = /^\s*\[([^\]]+)\]\s*$/.exec(raw)?.[1],
      key = /^\s*([^=;#[]+?)\s*=/.exec(raw)?.[1]?.trim().toUpperCase();
    if (head !== undefined) {
      close();
      section = head.trim().toUpperCase();
      out.push(raw);
      continue;
    }
    const value = section === 'PATIENT' && key !== undefined ? said.get(key) : undefined;
    if (value !== undefined && key !== undefined) {
      out.push(`${key}=${value}`);
      said.delete(key);
      continue;
    }
    if (raw.trim() !== '') out.push(raw);
  }
  close();
  return out.map((line) => `${line}\r\n`).join('');
}

/**
 * Returns lines for `VDDS_MMI.INI` on a Windows workstation, which register this program with
 * practice software. `exe` is the program there that copies the exchange file into our folder.
 */
export const registration = (exe: string): string =>
  writeIni([
    ['BVS', [['NAME1', 'MOLAR']]],
    [
      'MOLAR',
      [
        ['NAME', 'Molar'],
        ['VERSION', '1.4'],
        ['STAGES', '1'],
        ['PATDATIMPORT', exe],
        ['PATDATIMPORT_OS', '1'],
      ],
    ],
  ]);
