// The record 6301 with changed master data of one person, for a practice software that takes it.
// Pure.

import { GDT, GDT_KINDS } from '../../catalog/gdt/fields.ts';
import type { MasterField } from '../desk/master-fields.ts';
import { FIELD_EXCHANGE } from './field-exchange.ts';
import { asWritten, isWritable } from './gdt-bytes.ts';
import { CHARSET_OF, gdtDay } from './gdt-records.ts';
import type { GdtLine, GdtRecord } from './gdt.ts';
import type { GdtCharset } from './transfer.ts';

export interface GdtPerson {
  readonly pvsId: string;
  readonly ownId: string;
  readonly charset: GdtCharset;
  readonly patid: string;
  /** Current values of the record. */
  readonly record: Readonly<Record<MasterField, string>>;
  /** Fields that changed. */
  readonly fields: readonly MasterField[];
}

/** Without number, name and birth date a receiver cannot find the person. */
const IDENTITY: readonly MasterField[] = ['lastName', 'firstName', 'geburtsdatum'];
/** GDT 2.1 has codes for these two only. */
const GENDERS: Readonly<Record<string, string>> = { male: '1', female: '2' };
const TOWN: readonly MasterField[] = ['plz', 'city'];
const SURE_IDS: readonly string[] = Object.values(GDT).flatMap((one) =>
  one.sure === 'C' ? [one.id] : [],
);

/** Returns a value as the field writes it; undefined where GDT 2.1 cannot say it. */
function written(
  { record, charset }: Pick<GdtPerson, 'record' | 'charset'>,
  field: MasterField,
): string | undefined {
  const value =
    field === 'geburtsdatum'
      ? gdtDay(record.geburtsdatum)
      : field === 'gender'
        ? GENDERS[record.gender]
        : record[field];
  return value === undefined || value === '' || !isWritable(value, CHARSET_OF[charset])
    ? undefined
    : value;
}

/**
 * Builds the record: who the person is, and the changed fields only, so that nothing else of the
 * receiver's record is replaced.
 */
export function masterDataRecord(a: GdtPerson): GdtRecord {
  const changed = a.fields.filter((field) => !IDENTITY.includes(field)),
    line = (id: string, value: string): GdtLine[] => (value === '' ? [] : [{ id, value }]);
  const town = TOWN.map((field) => a.record[field])
    .join(' ')
    .trim();
  return {
    satzart: GDT_KINDS.masterData.satzart,
    lines: [
      ...line(GDT.receiver.id, a.pvsId),
      { id: GDT.sender.id, value: a.ownId },
      { id: GDT.charset.id, value: String(a.charset) },
      { id: GDT.version.id, value: '02.10' },
      { id: GDT.patid.id, value: a.patid },
      { id: GDT.lastName.id, value: a.record.lastName },
      ...line(GDT.firstName.id, a.record.firstName),
      { id: GDT.birthDate.id, value: gdtDay(a.record.geburtsdatum) },
      ...(changed.some((field) => TOWN.includes(field)) ? line(GDT.town.id, town) : []),
      ...changed.flatMap((field) => {
        const { gdt } = FIELD_EXCHANGE[field];
        return gdt === null ? [] : line(gdt, written(a, field) ?? '');
      }),
    ],
  };
}

/**
 * Returns the changed fields that a receiver of GDT 2.1 gets exactly as they are: in a confirmed
 * field, and with all of their letters.
 */
export const fieldsCarried = (a: GdtPerson): MasterField[] =>
  a.fields.filter((field) => {
    const { gdt } = FIELD_EXCHANGE[field],
      value = written(a, field);
    return (
      value !== undefined &&
      (TOWN.includes(field) || (gdt !== null && SURE_IDS.includes(gdt))) &&
      asWritten(value, CHARSET_OF[a.charset]) === value.normalize('NFC')
    );
  });
