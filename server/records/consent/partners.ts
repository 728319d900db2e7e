// Billing companies of the practice: who they are, where a claim may go on to, and how each wants its consent signed.

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
/** The shipped text of this consent, in any version. */
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

/** Makes or changes one; papers that were made before keep what they said. @throws AppError `validation`; `conflict` for one that is not offered any more */
export async function savePartner(w: Work, id: string, input: SavePartner): Promise<void> {
  if (input.partner !== null && !KNOWN_PARTNERS.some((one) => one.key === input.partner))
    throw new AppError('validation', { fields: { partner: 'unknown' } });
  // A rule of tomorrow is no rule yet.
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

/** Is not offered any more; what was consented to stays as it is. @throws AppError `not_found` */
export async function endPartner(w: Work, id: string): Promise<void> {
  const row = await findPartner(w, id);
  if (!row) throw new AppError('not_found');
  if (row.endedAt !== null) return;
  await markEnded(w, id);
  await w.audit('factoring.ended', { partnerId: id });
}

/** What the practice fills in for a company. */
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
 * The form that a paper needs: of this consent what its company asks for, of every other text its own.
 * Only a company of the practice, as it is written down there, may do with ink; whatever else was typed in goes to paper.
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
