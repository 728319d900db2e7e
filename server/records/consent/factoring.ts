// The consent to bill through a company (EWE) of one person: its state, its requirements, and the
// creation of its task.

import { languagesOfText } from '../../../catalog/consent/languages.ts';
import { berlinDay } from '../../../shared/base/dates.ts';
import { stateOf } from '../../../shared/papers/consent.ts';
import {
  mayBeSignedByFinger,
  templateKey,
  type DocumentTemplate,
} from '../../../shared/desk/document.ts';
import { AppError } from '../../../shared/base/errors.ts';
import type { FactoringInit, FactoringState } from '../../../shared/papers/factoring.schema.ts';
import { isConsentBlocked } from '../../../shared/desk/master-data.ts';
import type { Standing } from '../../../shared/desk/mappe-family.ts';
import type { Look, Work } from '../../platform/work.ts';
import type { ConsentLinks, Person } from './links.ts';
import { activePartners, findPartner } from './partner-store.ts';
import { EWE, fieldsOf, requirementFor } from './partners.ts';
import { papersOf } from './read-consents.ts';

async function personOf(s: Look | Work, links: ConsentLinks, patid: string): Promise<Person> {
  const person = await links.record(s, patid);
  if (!person) throw new AppError('not_found');
  return person;
}

/** Returns the newest decision for each company of the practice. @throws AppError `not_found` */
export async function readFactoring(
  look: Look,
  links: ConsentLinks,
  patid: string,
): Promise<FactoringState> {
  const person = await personOf(look, links, patid);
  const papers = (await papersOf(look, links, await links.numbersOf(look, person.patid)))
    .filter((one) => one.data.template.id === EWE)
    .reverse();
  const partners = (await activePartners(look)).map((partner) => {
    const newest = papers.flatMap((paper) => {
      const state = stateOf(paper.facts);
      return paper.data.fields.some((one) => one.id === 'partner' && one.value === partner.name) &&
        (state === 'holds' || state === 'pays_directly' || state === 'withdrawn')
        ? [{ paper, state }]
        : [];
    })[0];
    return {
      partnerId: partner.id,
      name: partner.name,
      form: partner.form,
      state: newest?.state ?? ('open' as const),
      taskId: newest?.paper.task.taskId ?? null,
      since: newest?.paper.facts.at ?? null,
    };
  });
  return {
    patid: person.patid,
    isBlocked: isConsentBlocked(person.geburtsdatum, berlinDay(look.now)),
    partners,
  };
}

/**
 * Checks the requirements of a consent before it begins.
 * @throws AppError `not_found`; V6 `birthdate_invalid`
 */
async function begin(
  s: Look | Work,
  links: ConsentLinks,
  patid: string,
  partnerId: string,
): Promise<{ person: Person; template: DocumentTemplate; fields: Record<string, string> }> {
  const person = await personOf(s, links, patid),
    partner = await findPartner(s, partnerId),
    day = berlinDay(s.now);
  if (!partner || partner.endedAt !== null) throw new AppError('not_found');
  if (isConsentBlocked(person.geburtsdatum, day)) throw new AppError('birthdate_invalid');
  const template = (await links.textsInUse(s, day)).find((one) => one.id === EWE);
  if (!template) throw new AppError('not_found');
  return { person, template, fields: fieldsOf(partner) };
}

/** Returns the prerequisites for one billing company. @throws as `begin` */
export async function initFactoring(
  look: Look,
  links: ConsentLinks,
  patid: string,
  partnerId: string,
): Promise<FactoringInit> {
  const { template, fields } = await begin(look, links, patid, partnerId),
    formRequirement = await requirementFor(look, template, fields);
  return {
    template: templateKey(template),
    title: template.title,
    fields,
    languages: languagesOfText(template),
    signerRoles: [...template.signerRoles],
    formRequirement: { ...formRequirement },
    mayBeSignedByFinger: mayBeSignedByFinger(formRequirement).ok,
  };
}

/**
 * Creates one task for one company; the same id creates it once.
 * @throws as `begin`, and as composing a Mappe
 */
export async function createFactoring(
  w: Work,
  links: ConsentLinks,
  input: {
    id: string;
    patid: string;
    partnerId: string;
    tabletId: string | null;
    signers: Standing[];
  },
): Promise<{ mappeId: string; undoUntil: number }> {
  const { person, template, fields } = await begin(w, links, input.patid, input.partnerId);
  const { mappeId, undoUntil } = await links.compose(w, {
    id: input.id,
    patids: [person.patid],
    items: [{ template: templateKey(template), fields }],
    tabletId: input.tabletId,
    language: 'de',
    textScale: 100,
    identifiedBy: null,
    signers: input.signers,
  });
  return { mappeId, undoUntil };
}
