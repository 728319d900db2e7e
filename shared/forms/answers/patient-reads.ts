/**
 * Fields of a person's record that the formulas of a form read. A device gets no others, so this
 * is decided from the text of the formulas alone, before the form is sent.
 */

import type { MasterField } from '../../desk/master-fields.ts';
import type { Questionnaire } from '../questionnaire/questionnaire.ts';

export interface PatientReads {
  readonly fields: ReadonlySet<MasterField>;
  /** The form reads the number of the person. */
  readonly hasNumber: boolean;
}

const LITERAL = /'((?:[^'\\]|\\.)*)'/g;
const COMMENT = /\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;
const VARIABLE = /%\s*(?:`([^`]*)`|([A-Za-z_]\w*))/g;
const WORD = /[A-Za-z_]\w*/g;
const PATIENT = 'patient';

const OF_PERSON: Readonly<Record<string, MasterField>> = {
  given: 'firstName',
  family: 'lastName',
  prefix: 'title',
  gender: 'gender',
};
const OF_ADDRESS: Readonly<Record<string, MasterField>> = {
  line: 'street',
  postalCode: 'plz',
  city: 'city',
  country: 'country',
};
/** Contacts by the texts that choose among them. */
const OF_CONTACTS: Readonly<Record<string, readonly MasterField[]>> = {
  email: ['email'],
  mobile: ['mobile'],
  home: ['landline'],
  phone: ['mobile', 'landline', 'phone'],
};
const CONTACTS: readonly MasterField[] = ['mobile', 'landline', 'phone', 'email'];

/** One formula: its text without literals and comments, its literals, and the variable it gives. */
interface Formula {
  readonly name: string | undefined;
  readonly words: ReadonlySet<string>;
  readonly variables: ReadonlySet<string>;
  readonly literals: readonly string[];
}

function formulaOf(text: string, name: unknown): Formula {
  const literals: string[] = [];
  const bare = text.replace(COMMENT, ' ').replace(LITERAL, (_all, said: string) => {
    literals.push(said);
    return ' ';
  });
  return {
    name: typeof name === 'string' ? name : undefined,
    words: new Set(bare.match(WORD) ?? []),
    variables: new Set(
      [...bare.matchAll(VARIABLE)].map(([, quoted, plain]) => quoted ?? plain ?? ''),
    ),
    literals,
  };
}

/** Returns every formula in a resource, at any depth: expressions, and rules as plain texts. */
function* formulasIn(value: unknown): Generator<Formula> {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const one of value) yield* formulasIn(one);
    return;
  }
  const { expression, name, url, valueString } = value as Readonly<Record<string, unknown>>;
  if (typeof expression === 'string') yield formulaOf(expression, name);
  if (url === 'expression' && typeof valueString === 'string')
    yield formulaOf(valueString, undefined);
  for (const part of Object.values(value)) yield* formulasIn(part);
}

/** Returns the formulas that see the person: by `%patient`, or by a variable made from it. */
function aboutPatient(all: readonly Formula[]): readonly Formula[] {
  const names = new Set([PATIENT]),
    found = new Set<Formula>();
  for (let before = -1; before < found.size;) {
    before = found.size;
    for (const one of all) {
      if (found.has(one) || ![...one.variables].some((name) => names.has(name))) continue;
      found.add(one);
      if (one.name !== undefined) names.add(one.name);
    }
  }
  return [...found];
}

/** Contacts that a formula reads: those that its texts choose, or else all. */
function contactsIn({ words, literals }: Formula): readonly MasterField[] {
  if (!words.has('telecom')) return [];
  const kinds = literals.filter((one) => Object.hasOwn(OF_CONTACTS, one)),
    // „phone“ next to „mobile“ means the mobile number only.
    isOneNumber = kinds.some((one) => one === 'mobile' || one === 'home'),
    chosen = kinds.filter((one) => one !== 'phone' || !isOneNumber);
  return chosen.length === 0 ? CONTACTS : chosen.flatMap((one) => OF_CONTACTS[one] ?? []);
}

/**
 * Returns what the formulas of a form read of a person's record, beyond name and birth date. An
 * element counts as read where its name is in a formula about the person; an address of which no
 * part is named is read as a whole, contacts without a kind are read together.
 */
export function patientReads(questionnaire: Questionnaire): PatientReads {
  const about = aboutPatient([...formulasIn(questionnaire)]),
    words = new Set(about.flatMap((one) => [...one.words])),
    named = (table: Readonly<Record<string, MasterField>>): MasterField[] =>
      Object.entries(table).flatMap(([word, field]) => (words.has(word) ? [field] : []));
  const parts = words.has('address') ? named(OF_ADDRESS) : [],
    address = words.has('address') && parts.length === 0 ? Object.values(OF_ADDRESS) : parts;
  return {
    fields: new Set([...named(OF_PERSON), ...address, ...about.flatMap(contactsIn)]),
    hasNumber: words.has('identifier'),
  };
}
