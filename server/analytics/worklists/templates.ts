// Templates of letters and mails for the practice's work lists.

import type { z } from 'zod';
import type {
  LetterTemplate,
  templateInputSchema,
} from '../../../shared/analytics/reports/worklist.schema.ts';
import { AppError } from '../../../shared/base/errors.ts';
import type { Look, Work } from '../../platform/work.ts';
import { dropTemplate, putTemplate, templatesOf } from './store.ts';

/** Maximum number of templates of a practice; more could not be found again. */
const MAX = 60;

export const listTemplates = async (look: Look): Promise<LetterTemplate[]> =>
  (await templatesOf(look)).map(({ id, kind, name, subject, text }) => ({
    id,
    kind,
    name,
    betreff: subject,
    text,
  }));
/**
 * Creates or rewords one; repeating it changes nothing.
 * @throws AppError `conflict` for a name taken in the list; `validation` beyond the maximum number
 */
export async function saveTemplate(
  w: Work,
  id: string,
  { kind, name, betreff, text }: z.output<typeof templateInputSchema>,
): Promise<void> {
  const others = (await templatesOf(w)).filter((one) => one.id !== id);
  if (
    others.some(
      (one) =>
        one.kind === kind && one.name.toLocaleLowerCase('de') === name.toLocaleLowerCase('de'),
    )
  )
    throw new AppError('conflict');
  if (others.length >= MAX) throw new AppError('validation', { fields: { name: 'too_many' } });
  await putTemplate(w, {
    id,
    kind,
    name,
    subject: betreff,
    text,
    changedBy: w.actor.kind === 'user' ? w.actor.userId : '',
  });
  await w.audit('template.saved', { template: id, kind });
}
/** Deletes a template; an already deleted one is no error. */
export async function removeTemplate(w: Work, id: string): Promise<void> {
  if (await dropTemplate(w, id)) await w.audit('template.removed', { template: id });
}
