// Person data of GDT records, and the response record with findings and a file. Pure; fields and
// their certainty: catalog/gdt/fields.ts.

import { dayOf, isBirthDate } from '../base/dates.ts';
import type { Charset } from './gdt-bytes.ts';
import type { GdtCharset, ImportTrouble } from './transfer.ts';
import { valueOf, type GdtLine, type GdtRecord } from './gdt.ts';
import { GDT, GDT_KINDS } from '../../catalog/gdt/fields.ts';
import { saidBy } from './field-exchange.ts';
import { doubtOf, type TextDoubt } from './identity.ts';
import { isPossible } from '../desk/master-data.ts';
import { FIELD_NAMES, isOfKind, type MasterField } from '../desk/master-fields.ts';
import { cleanName, isName, withOnlyName } from '../desk/patient.ts';
import { isPatientNumber } from '../desk/patient-number.ts';

export const CHARSET_OF: Readonly<Record<GdtCharset, Charset>> = {
  1: '7bit',
  2: 'cp437',
  3: 'latin1',
};

/** A person as handed over by the practice software; missing fields are absent. */
export interface HandedPerson {
  readonly patid: string;
  /** Days are YYYY-MM-DD. Without a birth date if only a part of it is known. */
  readonly said: Readonly<Partial<Record<MasterField, string>>>;
  /** The part of a birth date that is known: a year, or a year and a month; empty for none. */
  readonly born: string;
  /** Fields whose characters are uncertain. */
  readonly doubts: Readonly<Partial<Record<MasterField, TextDoubt>>>;
}
export type PersonRead =
  | { readonly ok: true; readonly person: HandedPerson }
  | { readonly ok: false; readonly why: ImportTrouble };

/** Converts `05111978` to `1978-11-05`; undefined for a day that does not exist. */
export function dayOfGdt(text: string): string | undefined {
  const m = /^(\d{2})(\d{2})(\d{4})$/.exec(text.trim());
  return m ? dayOf(Number(m[3]), Number(m[2]), Number(m[1])) : undefined;
}
/**
 * Returns the known part of a birth date whose day is unknown, which xDT writes as zeros:
 * `1978-05`, `1978` or nothing. Undefined for a whole date and for nonsense.
 */
export function partOfBirth(day: string, month: string, year: string): string | undefined {
  if (day !== '00' || year === '' || Number(month) > 12) return undefined;
  if (year === '0000') return month === '00' ? '' : undefined;
  return month === '00' ? year : `${year}-${month}`;
}
const partOfGdtBirth = (text: string): string | undefined => {
  const [, day = '', month = '', year = ''] = /^(\d{2})(\d{2})(\d{4})$/.exec(text) ?? [];
  return partOfBirth(day, month, year);
};
/** Converts `1978-11-05` to `05111978`. */
export const gdtDay = (day: string): string => {
  const [y = '', m = '', d = ''] = day.split('-');
  return d + m + y;
};

const GENDERS: Readonly<Record<string, string>> = {
  1: 'male',
  2: 'female',
  M: 'male',
  W: 'female',
  D: 'divers',
  X: 'unknown',
  U: 'unknown',
};

/**
 * Keeps valid values by field; an invalid one (an address without an @, an unknown sex) is left
 * out.
 */
const possible = (
  said: Partial<Record<MasterField, string>>,
  today: string,
): Partial<Record<MasterField, string>> =>
  Object.fromEntries(
    FIELD_NAMES.flatMap((field) => {
      const text = cleanName(said[field] ?? '');
      return text === '' ||
        !isPossible(field, text, today) ||
        (isOfKind(field, 'email') && !/^\S+@\S+$/.test(text))
        ? []
        : [[field, text] as const];
    }),
  );

/** Raw data of a person, before validation. */
export interface SaidOfPerson {
  readonly patid: string;
  readonly said: Partial<Record<MasterField, string>>;
  /** The known part of a birth date whose day is unknown. */
  readonly born?: string | undefined;
  readonly isTextSure: boolean;
}
/**
 * Reads the person of a hand-over. Number, name and birth date are required: without them a person
 * cannot be identified.
 * @param today YYYY-MM-DD
 */
export function handedPerson(
  { patid, said: handed, born, isTextSure }: SaidOfPerson,
  today: string,
): PersonRead {
  const said = withOnlyName(handed);
  if (patid === '') return { ok: false, why: 'no_number' };
  if (!isPatientNumber(patid)) return { ok: false, why: 'bad_number' };
  if (!isName(cleanName(said.lastName ?? ''))) return { ok: false, why: 'no_name' };
  const isPart = born !== undefined && born <= today;
  if (!isPart && !isBirthDate(said.geburtsdatum ?? '', today))
    return { ok: false, why: 'bad_birth' };
  const doubts = Object.fromEntries(
    FIELD_NAMES.flatMap((field) => {
      const doubt = doubtOf(field, said[field] ?? '', isTextSure);
      return doubt === undefined ? [] : [[field, doubt]];
    }),
  );
  return { ok: true, person: { patid, said: possible(said, today), born: born ?? '', doubts } };
}

/**
 * Checks whether a record names two people: the head of the second record was lost, and its fields
 * ran on.
 */
function isMixed(record: GdtRecord): boolean {
  const differs = (id: string): boolean =>
    new Set(record.lines.filter((one) => one.id === id).map((one) => one.value.trim())).size > 1;
  // From 3.x on, objects also contain names of other people (a doctor, a relative).
  const hasObjects = record.lines.some((one) => one.id === GDT.objectStart.id);
  return (
    differs(GDT.patid.id) ||
    (!hasObjects && [GDT.lastName.id, GDT.firstName.id, GDT.birthDate.id].some(differs))
  );
}

/**
 * Reads the person of a 6301, 6302 or 6311. In 3.x the same fields are inside objects (8002 …
 * 8003), which are searched.
 */
export function personOf(
  record: GdtRecord & { readonly isTextSure?: boolean },
  today: string,
): PersonRead {
  if (isMixed(record)) return { ok: false, why: 'mixed' };
  const text = (id: string): string => valueOf(record, id);
  const town = /^(\d{4,5})\s+(.*)$/.exec(text(GDT.town.id));
  const affix = text(GDT.affix.id);
  const name = text(GDT.lastName.id);
  const said = {
    ...saidBy('gdt', text),
    lastName: affix === '' || name === '' ? name : `${affix} ${name}`,
    geburtsdatum: dayOfGdt(text(GDT.birthDate.id)) ?? '',
    gender: GENDERS[text(GDT.gender.id).toUpperCase()] ?? '',
    plz: text(GDT.postalCode.id) || (town?.[1] ?? ''),
    city: text(GDT.city.id) || (town?.[2] ?? text(GDT.town.id)),
  };
  const { isTextSure = true } = record;
  return handedPerson(
    { patid: text(GDT.patid.id), said, born: partOfGdtBirth(text(GDT.birthDate.id)), isTextSure },
    today,
  );
}

/** Fields about the record itself, and the examination that is asked for, which `askedOf` reads. */
const RECORD_FIELDS: readonly string[] = [
  GDT.kind,
  GDT.length,
  GDT.end,
  GDT.objectStart,
  GDT.objectEnd,
  GDT.receiver,
  GDT.sender,
  GDT.charset,
  GDT.version,
  GDT.device,
].map(({ id }) => id);
const FIELD_WORDS: ReadonlyMap<string, string> = new Map(
  Object.values(GDT).map(({ id, de }) => [id, de]),
);
/** Returns the fields of a record with a value that `personOf` does not read, each once. */
export function unreadFields(record: GdtRecord): string[] {
  const read = new Set([
    ...RECORD_FIELDS,
    ...[GDT.patid, GDT.affix, GDT.lastName, GDT.birthDate, GDT.gender].map(({ id }) => id),
    ...[GDT.postalCode, GDT.city, GDT.town].map(({ id }) => id),
  ]);
  saidBy('gdt', (id) => read.add(id));
  const left = record.lines.flatMap(({ id, value }) =>
    value.trim() === '' || read.has(id) ? [] : [id],
  );
  return [...new Set(left)].map((id) => [id, FIELD_WORDS.get(id) ?? ''].join(' ').trim());
}

/** A code has six characters; a longer text is shown cut. */
const MOST_ASKED = 60;
/**
 * Returns the kinds of examination that a record names (8402), each once, as written: practice and
 * software agree on the codes, so that none is unknown.
 */
export function askedOf(record: GdtRecord): string {
  const codes = record.lines.flatMap(({ id, value }) =>
    id === GDT.device.id && value.trim() !== '' ? [value.trim()] : [],
  );
  return [...new Set(codes)].join(', ').slice(0, MOST_ASKED);
}

/** Returns the receiver (8315) and sender (8316) of a record. */
export const addressesOf = (record: GdtRecord): { to: string; from: string } => ({
  to: valueOf(record, GDT.receiver.id),
  from: valueOf(record, GDT.sender.id),
});

export interface GdtAnswer {
  readonly pvsId: string;
  readonly ownId: string;
  readonly charset: GdtCharset;
  readonly testId: string;
  readonly patient: {
    readonly patid: string;
    readonly lastName: string;
    readonly firstName: string;
    /** YYYY-MM-DD */
    readonly geburtsdatum: string;
  };
  /** YYYY-MM-DD and HH:MM:SS in Berlin. */
  readonly day: string;
  readonly time: string;
  /** Lines of the findings, of any length. */
  readonly findings: readonly string[];
  readonly comment: string;
  /** Characters of a line of the comment. */
  readonly commentMost: number;
  readonly file: {
    readonly archiveId: string;
    readonly content: string;
    readonly path: string;
  } | null;
}

/** A finding line has at most 60 characters [C]. */
const FINDING = 60;
/** Breaks a text at spaces into pieces of at most `most` characters; a longer word is cut. */
export function wrapped(text: string, most: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).filter(Boolean)) {
    let rest = [...word];
    if (line !== '' && [...line].length + 1 + rest.length > most) {
      lines.push(line);
      line = '';
    }
    while (rest.length > most) {
      lines.push(rest.slice(0, most).join(''));
      rest = rest.slice(most);
    }
    line = line === '' ? rest.join('') : `${line} ${rest.join('')}`;
  }
  return line === '' ? lines : [...lines, line];
}

/** Builds the record 6310 of a filed paper, in the order of the confirmed example. */
export function answerRecord(a: GdtAnswer): GdtRecord {
  const lines: (GdtLine | undefined)[] = [
    a.pvsId === '' ? undefined : { id: GDT.receiver.id, value: a.pvsId },
    { id: GDT.sender.id, value: a.ownId },
    { id: GDT.charset.id, value: String(a.charset) },
    { id: GDT.version.id, value: '02.10' },
    { id: GDT.patid.id, value: a.patient.patid },
    { id: GDT.lastName.id, value: a.patient.lastName },
    // The only name of a person is in the field of the family name, which GDT requires.
    a.patient.firstName === '' ? undefined : { id: GDT.firstName.id, value: a.patient.firstName },
    { id: GDT.birthDate.id, value: gdtDay(a.patient.geburtsdatum) },
    { id: GDT.device.id, value: a.testId },
    { id: GDT.day.id, value: gdtDay(a.day) },
    { id: GDT.time.id, value: a.time.replaceAll(':', '') },
    ...a.findings.flatMap((text) =>
      wrapped(text, FINDING).map((value) => ({ id: GDT.finding.id, value })),
    ),
    // The field may stand several times [M].
    ...wrapped(a.comment, a.commentMost).map((value) => ({ id: GDT.comment.id, value })),
    ...(a.file === null
      ? []
      : [
          { id: GDT.archiveId.id, value: a.file.archiveId },
          { id: GDT.fileFormat.id, value: 'PDF' },
          { id: GDT.fileContent.id, value: a.file.content },
          { id: GDT.filePath.id, value: a.file.path },
        ]),
  ];
  return { satzart: GDT_KINDS.answer.satzart, lines: lines.filter((one) => one !== undefined) };
}
