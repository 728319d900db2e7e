// Mails a practice's owners that a version of the terms awaits acceptance: once per version and
// owner.

import { TERMS } from '../../../catalog/terms/catalogue.ts';
import { berlinDay } from '../../../shared/base/dates.ts';
import type { MailOrder } from '../../../shared/accounts/mail.ts';
import type { TermsFile } from '../../../shared/accounts/terms.schema.ts';
import type { Look, Work, Workshop } from '../../platform/work.ts';
import { listAccepted } from './store.ts';
import { newestOf, shownOn, termsState } from './terms.ts';

export interface TermsMailDeps {
  workshop: Workshop;
  /** Ascending; the catalogue's by default (tests pass their own). */
  versions?: readonly TermsFile[];
  /** Returns owners of one practice who can sign in, with their language. */
  owners: (look: Look) => Promise<{ id: string; email: string; language: 'de' | 'en' }[]>;
  mail: (w: Work, order: MailOrder) => Promise<void>;
}

/** Mails new terms. Idempotent: queued mails are not queued again. */
export async function mailTerms(
  { workshop, versions = TERMS, owners, mail }: TermsMailDeps,
  cid: string,
): Promise<void> {
  const actor = { kind: 'system', cid } as const,
    look = workshop.look(cid, actor),
    day = berlinDay(look.now);
  const row = newestOf(await listAccepted(look));
  if (termsState(versions, row && Number(row.version), day) === 'accepted') return;
  const version = String(shownOn(versions, day).version),
    told = await owners(look);
  if (told.length === 0) return;
  await workshop.write(cid, actor, async (w) => {
    for (const { id, email, language } of told)
      await mail(w, {
        key: `terms:${version}:${id}`,
        to: email,
        template: 'terms',
        language,
        data: { version, link: '/practice/agb' },
      });
  });
}
