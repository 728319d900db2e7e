// Rules of the send panel: where a document may be signed, the signers, missing input. Pure; the
// server validates again.

import { ageOn } from '../../../../shared/base/dates.ts';
import {
  mayBeSignedByFinger,
  type DocumentField,
  type DocumentKind,
  type FormRequirement,
  type LocalText,
} from '../../../../shared/desk/document.ts';
import { SPOKEN_LANGUAGES } from '../../../../shared/base/languages.ts';
import type { Proposed } from '../../../../shared/desk/mappe-rules.ts';
import type { Identification, SignerRole, TextScale } from '../../../../shared/desk/mappe.ts';
import { custodyOf, type RefusedWhy, type Standing } from '../../../../shared/desk/mappe-family.ts';

/** A template as the server lists it for sending. */
export interface Template {
  id: string;
  version: number;
  kind: DocumentKind;
  title: LocalText;
  formRequirement: FormRequirement;
  talk: boolean;
  fields: readonly DocumentField[];
  signerRoles: readonly SignerRole[];
  languages: readonly string[];
  /** Written by the practice, which also translates it. */
  isOwn: boolean;
}
export const templateKeyOf = (template: Pick<Template, 'id' | 'version'>): string =>
  `${template.id}@${template.version}`;

export type Placement = 'tablet' | 'paper' | 'read' | 'answer';

/** Returns the medium on which a document is completed (form guard). */
export function placementOf(template: Pick<Template, 'kind' | 'formRequirement'>): Placement {
  if (template.kind === 'notice') return 'read';
  if (template.kind === 'questionnaire') return 'answer';
  return mayBeSignedByFinger(template.formRequirement).ok ? 'tablet' : 'paper';
}

/** `patid` only in a Mappe of several people: the owner. */
export interface SignerRow {
  id: string;
  role: Standing['role'];
  name: string;
  capacity: string;
  isAway?: boolean;
  patid?: string;
}
/** `patid` only in a Mappe of several people; there a notice without one is for everyone. */
export interface SendItem {
  key: string;
  fields: Record<string, string>;
  /** A questionnaire without the previous answers to confirm. */
  isFull?: boolean;
  patid?: string;
}
/** A person of a Mappe. */
export interface SendPersonFacts {
  patid: string;
  geburtsdatum: string;
}
export interface SendForm {
  /** Selected templates in order of sending, with the values of their fields. */
  items: SendItem[];
  signers: SignerRow[];
  identifiedBy: Identification | null;
  language: string;
  textScale: TextScale;
  tabletId: string | null;
}

const isMinor = (geburtsdatum: string, today: string): boolean => ageOn(geburtsdatum, today) < 18;

/** Returns the default signers: the adult, or for a minor one parent whose name is required. */
export function defaultSigner(
  patient: { name: string; geburtsdatum: string },
  today: string,
): Omit<SignerRow, 'id'> {
  return isMinor(patient.geburtsdatum, today)
    ? { role: 'parent1', name: '', capacity: '' }
    : { role: 'patient', name: patient.name, capacity: '' };
}

const signed = (templates: readonly Template[]): Template[] =>
  templates.filter((t) => t.signerRoles.length > 0);

/** Returns the roles that may sign every selected document; empty when nothing is signed. */
export function allowedRoles(templates: readonly Template[]): SignerRole[] {
  const [first, ...rest] = signed(templates);
  return first
    ? first.signerRoles.filter((role) => rest.every((t) => t.signerRoles.includes(role)))
    : [];
}

/**
 * Returns every language of the tablet and of the selected papers, German first. A paper that lacks
 * the chosen one is no obstacle: the tablet asks how the person will understand it.
 */
export function languagesFor(templates: readonly Template[]): string[] {
  return [...new Set([...SPOKEN_LANGUAGES, ...templates.flatMap((t) => t.languages)])];
}
/** Returns the selected papers that do not exist in a language. */
export const papersWithout = (templates: readonly Template[], language: string): Template[] =>
  language === 'de' ? [] : templates.filter((one) => !one.languages.includes(language));

export type Missing =
  | { what: 'items'; patid?: string }
  | { what: 'field'; key: string; field: string; patid?: string }
  | { what: 'signer'; patid?: string }
  | { what: 'signerName'; id: string }
  | { what: 'signerRole'; id: string }
  | { what: 'custody'; why: Exclude<RefusedWhy, 'missing'>; patid?: string }
  | { what: 'identifiedBy' };

type Owned = { patid?: string };
const isOf =
  (patid: string | undefined) =>
  (one: Owned): boolean =>
    one.patid === patid;
const whose = (patid: string | undefined): Owned => (patid === undefined ? {} : { patid });
const templateOf = (templates: readonly Template[], item: { key: string }): Template[] =>
  templates.filter((t) => templateKeyOf(t) === item.key);
const standingOf = ({ role, name, capacity, isAway }: SignerRow): Standing => ({
  role,
  name,
  ...(capacity !== '' && { capacity }),
  ...(isAway === true && { isAway }),
});

/** Missing signature input for one person's papers. */
function missingSigners(
  form: SendForm,
  templates: readonly Template[],
  { geburtsdatum, patid }: { geburtsdatum: string; patid?: string },
  today: string,
): Missing[] {
  const picked = form.items.filter(isOf(patid)).flatMap((item) => templateOf(templates, item)),
    signers = form.signers.filter(isOf(patid));
  if (signed(picked).length === 0) return [];
  const custody = custodyOf({ geburtsdatum }, signers.map(standingOf), today),
    roles = allowedRoles(picked);
  const refused: Missing[] =
    custody.way !== 'refused'
      ? []
      : custody.why === 'missing'
        ? [{ what: 'signer', ...whose(patid) }]
        : [{ what: 'custody', why: custody.why, ...whose(patid) }];
  return [
    ...refused,
    ...signers.flatMap((signer): Missing[] => [
      ...(signer.role !== 'companion' && !roles.includes(signer.role)
        ? [{ what: 'signerRole', id: signer.id } as const]
        : []),
      ...(signer.name.trim() === '' ? [{ what: 'signerName', id: signer.id } as const] : []),
    ]),
  ];
}

/**
 * Returns missing input, in the order of the panel; sending focuses the first.
 * @param people persons of the Mappe, the first one first
 */
export function missingIn(
  form: SendForm,
  templates: readonly Template[],
  people: readonly SendPersonFacts[],
  today: string,
): Missing[] {
  const missing: Missing[] = form.items.length === 0 ? [{ what: 'items' }] : [],
    isFamily = people.length > 1;
  const fieldsOf = (patid: string | undefined): Missing[] =>
    form.items.filter(isOf(patid)).flatMap((item) =>
      templateOf(templates, item)
        .flatMap((t) => t.fields)
        .flatMap((field): Missing[] =>
          field.required && (item.fields[field.id] ?? '').trim() === ''
            ? [{ what: 'field', key: item.key, field: field.id, ...whose(patid) }]
            : [],
        ),
    );
  missing.push(...fieldsOf(undefined));
  for (const [at, person] of people.entries()) {
    // The first may only accompany the others; every further person needs a paper.
    if (at > 0 && form.items.length > 0 && !form.items.some(isOf(person.patid)))
      missing.push({ what: 'items', patid: person.patid });
    if (isFamily) missing.push(...fieldsOf(person.patid));
    missing.push(
      ...missingSigners(
        form,
        templates,
        { geburtsdatum: person.geburtsdatum, ...(isFamily && { patid: person.patid }) },
        today,
      ),
    );
  }
  // A Mappe sent to a tablet is handed to the person at the desk: how were they identified?
  if (form.tabletId !== null && form.identifiedBy === null) missing.push({ what: 'identifiedBy' });
  return missing;
}

/**
 * Returns the body of POST /tablet/mappen.
 * @param patids persons of the Mappe, the first one first
 */
export function mappeBody(
  id: string,
  patids: readonly string[],
  form: SendForm,
  templates: readonly Template[],
) {
  const needsSigner = (patid: string | undefined): boolean =>
    signed(form.items.filter(isOf(patid)).flatMap((item) => templateOf(templates, item))).length >
    0;
  return {
    id,
    patids: [...patids],
    tabletId: form.tabletId,
    language: form.language,
    textScale: form.textScale,
    identifiedBy: form.identifiedBy,
    items: form.items.map((item) => {
      const fields = Object.fromEntries(
        Object.entries(item.fields)
          .map(([name, value]) => [name, value.trim()])
          .filter(([, value]) => value !== ''),
      );
      return {
        template: item.key,
        ...(Object.keys(fields).length > 0 && { fields }),
        ...(item.isFull === true && { isFull: true }),
        ...whose(item.patid),
      };
    }),
    signers: form.signers
      .filter((one) => needsSigner(one.patid))
      .map((one) => ({
        ...standingOf({ ...one, name: one.name.trim(), capacity: one.capacity.trim() }),
        ...whose(one.patid),
      })),
  };
}

/**
 * Proposed templates that can be sent, in the order of the proposal; withdrawn ones are left out.
 */
const offered = (
  proposed: readonly Proposed[],
  templates: readonly Template[],
): { proposal: Proposed; template: Template }[] =>
  proposed.flatMap((proposal) =>
    templates
      .filter((t) => templateKeyOf(t) === proposal.item)
      .map((template) => ({ proposal, template })),
  );

/** Returns the papers in list order: proposed ones first, in their order. */
export function listedFirst(
  templates: readonly Template[],
  proposed: readonly Proposed[],
): Template[] {
  const first = offered(proposed, templates).map((one) => one.template);
  return [...first, ...templates.filter((t) => !first.includes(t))];
}

/**
 * Converts the proposal to selected papers.
 * @param fieldsOf values that the practice fills in each time
 */
export const proposedItems = (
  proposed: readonly Proposed[],
  templates: readonly Template[],
  fieldsOf: (template: Template) => Record<string, string>,
): SendItem[] =>
  offered(proposed, templates).map(({ proposal, template }) => ({
    key: proposal.item,
    fields: fieldsOf(template),
    ...(proposal.isFull && { isFull: true }),
  }));
