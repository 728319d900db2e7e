// Rules of the send panel: what may be signed where, who signs, what is still missing. Pure; the server checks the same again.

import { ageOn } from '../../shared/dates.ts';
import { mayBeSignedByFinger, type DocumentField, type DocumentKind, type FormRequirement, type LocalText } from '../../shared/document.ts';
import type { Proposed } from '../../shared/mappe-rules.ts';
import type { Identification, SignerRole, TextScale } from '../../shared/mappe.ts';

/** A template as the server lists it for sending. */
export interface Template {
  id: string; version: number; kind: DocumentKind; title: LocalText; formRequirement: FormRequirement; talk: boolean;
  fields: readonly DocumentField[]; signerRoles: readonly SignerRole[]; languages: readonly string[];
}
export const templateKeyOf = (template: Pick<Template, 'id' | 'version'>): string => `${template.id}@${template.version}`;

export type Placement = 'tablet' | 'paper' | 'read' | 'answer';

/** Form guard: where a document comes to its end. */
export function placementOf(template: Pick<Template, 'kind' | 'formRequirement'>): Placement {
  if (template.kind === 'notice') return 'read';
  if (template.kind === 'questionnaire') return 'answer';
  return mayBeSignedByFinger(template.formRequirement).ok ? 'tablet' : 'paper';
}

export interface SignerRow { id: string; role: SignerRole; name: string; capacity: string }
export interface SendForm {
  /** Chosen templates in order of sending, with the values of their fields. */
  items: { key: string; fields: Record<string, string>; /** A questionnaire without last time's answers to confirm. */ isFull?: boolean }[];
  signers: SignerRow[];
  identifiedBy: Identification | null;
  language: string;
  textScale: TextScale;
  tabletId: string | null;
}

export const isMinor = (geburtsdatum: string, today: string): boolean => ageOn(geburtsdatum, today) < 18;

/** Who signs unless somebody says otherwise: the adult, or for a minor one parent whose name must be given. */
export function defaultSigner(patient: { name: string; geburtsdatum: string }, today: string): Omit<SignerRow, 'id'> {
  return isMinor(patient.geburtsdatum, today) ? { role: 'parent1', name: '', capacity: '' } : { role: 'patient', name: patient.name, capacity: '' };
}

const signed = (templates: readonly Template[]): Template[] => templates.filter((t) => t.signerRoles.length > 0);

/** Roles that may sign every chosen document; empty when nothing is signed. */
export function allowedRoles(templates: readonly Template[]): SignerRole[] {
  const [first, ...rest] = signed(templates);
  return first ? first.signerRoles.filter((role) => rest.every((t) => t.signerRoles.includes(role))) : [];
}

/** Languages of which at least one chosen document has all texts; German always. */
export function languagesFor(templates: readonly Template[]): string[] {
  return ['de', ...new Set(templates.flatMap((t) => t.languages).filter((code) => code !== 'de'))];
}

export type Missing =
  | { what: 'items' } | { what: 'field'; key: string; field: string } | { what: 'signer' } | { what: 'signerName'; id: string }
  | { what: 'signerRole'; id: string } | { what: 'identifiedBy' };

/** What is still missing, in the order of the panel; sending jumps to the first. */
export function missingIn(form: SendForm, templates: readonly Template[]): Missing[] {
  const chosen = form.items.map((item) => ({ item, template: templates.find((t) => templateKeyOf(t) === item.key) }));
  const missing: Missing[] = chosen.length === 0 ? [{ what: 'items' }] : [];
  for (const { item, template } of chosen) {
    for (const field of template?.fields ?? []) {
      if (field.required && (item.fields[field.id] ?? '').trim() === '') missing.push({ what: 'field', key: item.key, field: field.id });
    }
  }
  const picked = chosen.flatMap(({ template }) => (template ? [template] : []));
  if (signed(picked).length > 0) {
    if (form.signers.length === 0) missing.push({ what: 'signer' });
    const roles = allowedRoles(picked);
    for (const signer of form.signers) {
      if (!roles.includes(signer.role)) missing.push({ what: 'signerRole', id: signer.id });
      if (signer.name.trim() === '') missing.push({ what: 'signerName', id: signer.id });
    }
  }
  // A Mappe that goes to a tablet goes to the person in front of the desk: how was that made sure?
  if (form.tabletId !== null && form.identifiedBy === null) missing.push({ what: 'identifiedBy' });
  return missing;
}

/** What the rules propose as items of the panel, in their order; what is not on offer is left out. */
export const proposedItems = (proposed: readonly Proposed[], templates: readonly Template[], fieldsOf: (template: Template) => Record<string, string>): SendForm['items'] => proposed.flatMap(({ item, isFull }) => {
  const template = templates.find((one) => templateKeyOf(one) === item);
  return template ? [{ key: item, fields: fieldsOf(template), ...(isFull && { isFull }) }] : [];
});
/** Papers as the panel lists them: what is proposed first, in the order of the Mappe. */
export function listedFirst(templates: readonly Template[], proposed: readonly Proposed[]): readonly Template[] {
  const at = (template: Template): number => { const found = proposed.findIndex((one) => one.item === templateKeyOf(template)); return found < 0 ? proposed.length : found; };
  return [...templates].sort((a, b) => at(a) - at(b));
}

/** The body of POST /tablet/mappen. */
export function mappeBody(id: string, patid: string, form: SendForm, templates: readonly Template[]) {
  const needsSigner = signed(templates.filter((t) => form.items.some((item) => item.key === templateKeyOf(t)))).length > 0;
  return {
    id, patids: [patid], tabletId: form.tabletId, language: form.language, textScale: form.textScale, identifiedBy: form.identifiedBy,
    items: form.items.map((item) => {
      const fields = Object.fromEntries(Object.entries(item.fields).map(([name, value]) => [name, value.trim()]).filter(([, value]) => value !== ''));
      return { template: item.key, ...(Object.keys(fields).length > 0 && { fields }), ...(item.isFull === true && { isFull: true }) };
    }),
    signers: needsSigner ? form.signers.map(({ role, name, capacity }) => ({ role, name: name.trim(), ...(capacity.trim() !== '' && { capacity: capacity.trim() }) })) : [],
  };
}
