// Mails a practice's owners that a version of the terms, or of the contract on processing, awaits
// acceptance: once per version and owner.

import { PROCESSING, TERMS } from '../../../catalog/terms/catalogue.ts';
import { berlinDay, dayText } from '../../../shared/base/dates.ts';
import type { MailOrder } from '../../../shared/accounts/mail.ts';
import type { TermsFile } from '../../../shared/accounts/terms.schema.ts';
import type { Look, Work, Workshop } from '../../platform/work.ts';
import { processingState } from './processing.ts';
import { listAccepted, listContracts } from './store.ts';
import { newestOf, termsState } from './terms.ts';
import { shownOn } from './versions.ts';

export interface TermsMailDeps {
  workshop: Workshop;
  /** Ascending; the catalogue's by default (tests pass their own). */
  versions?: readonly TermsFile[];
  processing?: readonly TermsFile[];
  /** Returns owners of one practice who can sign in, with their language. */
  owners: (look: Look) => Promise<{ id: string; email: string; language: 'de' | 'en' }[]>;
  mail: (w: Work, order: MailOrder) => Promise<void>;
}

const LINK = '/practice/agb';
/** What follows for a practice that has until a day, and for one that cannot go on without it. */
const whenOf = (dueAt: number | undefined, now: number, language: 'de' | 'en'): string => {
  if (dueAt === undefined || dueAt <= now)
    return language === 'de'
      ? 'Ohne diesen Vertrag können Inhaberinnen und Inhaber nicht weiterarbeiten; Tablets und Patienten sind nicht betroffen.'
      : 'Without this contract owners cannot go on working; tablets and patients are not affected.';
  const day = dayText(berlinDay(dueAt), language);
  return language === 'de'
    ? `Bitte nehmen Sie ihn vor dem ${day} an. Bis dahin ändert sich nichts.`
    : `Please accept it before ${day}. Until then nothing changes.`;
};

/** Mails new terms. Idempotent: queued mails are not queued again. */
export async function mailTerms(
  { workshop, versions = TERMS, processing = PROCESSING, owners, mail }: TermsMailDeps,
  cid: string,
): Promise<void> {
  const actor = { kind: 'system', cid } as const,
    look = workshop.look(cid, actor),
    day = berlinDay(look.now);
  const accepted = await listAccepted(look),
    row = newestOf(accepted),
    rows = await listContracts(look),
    wantsTerms = termsState(versions, row && Number(row.version), day) !== 'accepted',
    facts = { rows, hasTerms: accepted.length > 0 },
    wantsContract = processingState(processing, facts, look.now) !== 'accepted';
  if (!wantsTerms && !wantsContract) return;
  const people = await owners(look);
  if (people.length === 0) return;
  const version = String(shownOn(versions, day).version),
    contract = String(shownOn(processing, day).version),
    dueAt = rows.find((one) => one.version === contract)?.dueAt;
  await workshop.write(cid, actor, async (w) => {
    for (const { id, email, language } of people) {
      const to = { to: email, language };
      if (wantsTerms)
        await mail(w, {
          ...to,
          key: `terms:${version}:${id}`,
          template: 'terms',
          data: { version, link: LINK },
        });
      if (wantsContract)
        await mail(w, {
          ...to,
          key: `processing:${contract}:${id}`,
          template: 'processing',
          data: { version: contract, when: whenOf(dueAt, w.now, language), link: LINK },
        });
    }
  });
}
