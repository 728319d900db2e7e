// Billing companies of the practice: their data, possible assignees of a claim, and the form of
// signature each requires.

import { KNOWN_PARTNERS } from '../../../catalog/factoring/partners.ts';
import { factoringRequirement } from '../../../shared/papers/consent.ts';
import { berlinDay, isDay } from '../../../shared/base/dates.ts';
import {
  cleanText,
  type DocumentTemplate,
  type FormRequirement,
} from '../../../shared/desk/document.ts';
import { AppError } from '../../../shared/base/errors.ts';
import type { Partner, Partners, SavePartner } from '../../../shared/papers/factoring.schema.ts';
import type { Look, Work } from '../../platform/work.ts';
import {
  activePartners,
  findPartner,
  markEnded,
  putPartner,
  type PartnerRow,
} from './partner-store.ts';

type Source = Look | Work;
/** Checks for the shipped text of this consent, in any version. */
export const EWE = 'ewe';

const view = ({
  id,
  partner,
  name,
  anschrift,
  refinanzierung,
  form,
  formSource,
  formDay,
  endedAt,
}: PartnerRow): Partner => ({
  partnerId: id,
  partner,
  name,
  anschrift,
  refinanzierung,
  form,
  formSource,
  formDay,
  endedAt,
});

export async function listPartners(look: Look): Promise<Partners> {
  return { items: (await activePartners(look)).map(view), known: [...KNOWN_PARTNERS] };
}

/**
 * Creates or changes a company; existing papers keep their content.
 * @throws AppError `validation`; `conflict` for a retired one
 */
export async function savePartner(w: Work, id: string, input: SavePartner): Promise<void> {
  if (input.partner !== null && !KNOWN_PARTNERS.some((one) => one.key === input.partner))
    throw new AppError('validation', { fields: { partner: 'unknown' } });
  // A rule with a future date is not applied.
  if (!isDay(input.formDay) || input.formDay > berlinDay(w.now))
    throw new AppError('validation', { fields: { formDay: 'day' } });
  const values = {
    ...input,
    name: cleanText(input.name),
    anschrift: cleanText(input.anschrift),
    refinanzierung: cleanText(input.refinanzierung),
    formSource: cleanText(input.formSource),
  };
  if (!(await putPartner(w, id, values))) throw new AppError('conflict');
  await w.audit('factoring.saved', { partnerId: id, partner: input.partner, form: input.form });
}

/** Retires a company; existing consents stay unchanged. @throws AppError `not_found` */
export async function endPartner(w: Work, id: string): Promise<void> {
  const row = await findPartner(w, id);
  if (!row) throw new AppError('not_found');
  if (row.endedAt !== null) return;
  await markEnded(w, id);
  await w.audit('factoring.ended', { partnerId: id });
}

/** Returns the fields that the practice fills in for a company. */
export const fieldsOf = ({
  name,
  anschrift,
  refinanzierung,
}: Pick<PartnerRow, 'name' | 'anschrift' | 'refinanzierung'>): Record<string, string> => ({
  partner: name,
  partneranschrift: anschrift,
  refinanzierung,
});

/**
 * Returns the form of signature that a paper needs: for this consent the company's, for every other
 * text its own. Ink suffices only for a company as stored by the practice; any other input requires
 * paper.
 */
export async function requirementFor(
  s: Source,
  template: Pick<DocumentTemplate, 'id' | 'formRequirement'>,
  fields: Readonly<Record<string, string>>,
): Promise<FormRequirement> {
  if (template.id !== EWE) return template.formRequirement;
  const same = (a: string, b: string | undefined): boolean => a === cleanText(b ?? '');
  const partner = (await activePartners(s)).find(
    (one) =>
      same(one.name, fields['partner']) &&
      same(one.anschrift, fields['partneranschrift']) &&
      same(one.refinanzierung, fields['refinanzierung']),
  );
  return partner
    ? factoringRequirement(
        template.formRequirement,
        partner.form,
        `${partner.name}: ${partner.formSource}`,
      )
    : template.formRequirement;
}
