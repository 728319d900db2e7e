// Rules of a Mappe for several people in the send panel: accompanying persons of a child, the next
// person's papers. Pure.

import { ageOn } from '../../../../shared/base/dates.ts';
import {
  fitsAge,
  isAdult,
  SIGNS_ALONE,
  type Standing,
} from '../../../../shared/desk/mappe-family.ts';
import {
  templateKeyOf,
  type SendForm,
  type SendItem,
  type SignerRow,
  type Template,
} from './send-rules.ts';

export interface FamilyPerson {
  patid: string;
  name: string;
  geburtsdatum: string;
}

/** Accompanying person of a child, in the words of the desk. */
export type Beside = 'one' | 'both' | 'second_away' | 'guardian' | 'companion' | 'self';
/** Returns the choices for a person of this age; an adult signs or is represented. */
export function besideOf(geburtsdatum: string, today: string): Beside[] {
  const age = ageOn(geburtsdatum, today);
  return isAdult(geburtsdatum, today)
    ? ['self', 'guardian', 'companion']
    : [
        ...(['one', 'both', 'second_away', 'guardian', 'companion'] as const),
        ...(age >= SIGNS_ALONE ? (['self'] as const) : []),
      ];
}

const ROLES: Readonly<Record<Beside, readonly { role: Standing['role']; isAway?: boolean }[]>> = {
  one: [{ role: 'parent1' }],
  both: [{ role: 'parent1' }, { role: 'parent2' }],
  second_away: [{ role: 'parent1' }, { role: 'parent2', isAway: true }],
  guardian: [{ role: 'guardian' }],
  companion: [{ role: 'companion' }],
  self: [{ role: 'patient' }],
};
/** Derives the choice from the rows; undefined where they were edited by hand. */
export function besideIn(rows: readonly SignerRow[]): Beside | undefined {
  const said = rows.map(({ role, isAway }) => `${role}${isAway === true ? '-' : ''}`).join();
  return (Object.keys(ROLES) as Beside[]).find(
    (one) =>
      ROLES[one].map(({ role, isAway }) => `${role}${isAway === true ? '-' : ''}`).join() === said,
  );
}
/**
 * Returns the rows of a choice; existing names stay.
 * @param adult holder of the tablet: the likely parent
 */
export function rowsBeside(
  beside: Beside,
  person: FamilyPerson,
  before: readonly SignerRow[],
  newId: () => string,
  adult?: FamilyPerson,
): SignerRow[] {
  return ROLES[beside].map(({ role, isAway }, at) => {
    const old = before[at],
      isOwn = role === 'patient',
      kept = old && old.role !== 'patient' && !isOwn ? old : undefined;
    const name = isOwn
      ? person.name
      : (kept?.name ??
        (at === 0 && (role === 'parent1' || role === 'guardian') ? (adult?.name ?? '') : ''));
    return {
      id: old?.id ?? newId(),
      role,
      name,
      capacity: kept?.capacity ?? '',
      ...(isAway === true && { isAway }),
      ...(old?.patid !== undefined && { patid: old.patid }),
    };
  });
}

/**
 * Returns the papers that can be selected for one person of several: notices are for everyone,
 * forms follow the age.
 */
export const papersFor = (
  templates: readonly Template[],
  geburtsdatum: string,
  today: string,
): Template[] => templates.filter((t) => t.kind !== 'notice' && fitsAge(t.id, geburtsdatum, today));
export const papersForAll = (templates: readonly Template[]): Template[] =>
  templates.filter((t) => t.kind === 'notice');

/** The other form where an age has a separate one. */
const TWIN: Readonly<Record<string, string>> = {
  'anamnese-kinder': 'anamnese-erwachsene',
  'anamnese-erwachsene': 'anamnese-kinder',
};

/**
 * Adds a person to the Mappe: rows without an owner become the first one's (a notice is for
 * everyone), the new one gets the forms of the previous person in the version of their age, and the
 * present adult accompanies a child.
 */
export function withPerson(
  form: SendForm,
  people: readonly FamilyPerson[],
  added: FamilyPerson,
  templates: readonly Template[],
  today: string,
  newId: () => string,
): SendForm {
  const [first] = people;
  if (!first) return form;
  const kindOf = (key: string): Template | undefined =>
    templates.find((t) => templateKeyOf(t) === key);
  const owned = <T extends { patid?: string }>(one: T): T => ({
    ...one,
    patid: one.patid ?? first.patid,
  });
  const items = form.items.map((item) =>
    kindOf(item.key)?.kind === 'notice' ? item : owned(item),
  );
  const last = people[people.length - 1]?.patid,
    forms = items
      .filter((item) => item.patid === last)
      .flatMap((item): SendItem[] => {
        const template = kindOf(item.key);
        if (template?.kind !== 'questionnaire') return [];
        const fits = fitsAge(template.id, added.geburtsdatum, today)
          ? template
          : templates.find(
              (t) => t.id === TWIN[template.id] && fitsAge(t.id, added.geburtsdatum, today),
            );
        return fits ? [{ key: templateKeyOf(fits), fields: {}, patid: added.patid }] : [];
      });
  const adult = people.find((one) => isAdult(one.geburtsdatum, today));
  const rows = rowsBeside(
    isAdult(added.geburtsdatum, today) ? 'self' : 'one',
    added,
    [],
    newId,
    adult,
  ).map((row) => ({ ...row, patid: added.patid }));
  return { ...form, items: [...items, ...forms], signers: [...form.signers.map(owned), ...rows] };
}

/** Removes a person from the Mappe; with only one person left, nothing names an owner. */
export function withoutPerson(
  form: SendForm,
  left: readonly FamilyPerson[],
  gone: string,
): SendForm {
  const bare = <T extends { patid?: string }>({ patid, ...one }: T): T =>
    (left.length > 1 && patid !== undefined ? { ...one, patid } : one) as T;
  return {
    ...form,
    items: form.items.filter((one) => one.patid !== gone).map(bare),
    signers: form.signers.filter((one) => one.patid !== gone).map(bare),
  };
}
