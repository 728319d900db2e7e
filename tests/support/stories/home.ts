/**
 * Links to questionnaires at home in tests: created by staff, read and answered by their holder.
 */
import { NO, UNKNOWN, YES } from '../../../shared/forms/questionnaire/model.ts';
import type { HomeForm, HomeLink, NewHomeLink } from '../../../shared/forms/task/home.schema.ts';
import type { QuestionnaireResponse } from '../../../shared/forms/questionnaire/response-types.ts';
import type { Answer } from '../in-process.ts';
import type { Practice } from '../practice.ts';

const coded = (system: string | undefined, code: string | undefined) => ({
  valueCoding: { ...(system !== undefined && { system }), ...(code !== undefined && { code }) },
});
const none = (linkId: string) => ({ linkId, answer: [coded('urn:molar:anamnese', 'nichts')] });
export const said = (linkId: string, { system, code }: typeof YES) => ({
  linkId,
  answer: [coded(system, code)],
});

/** Required answers of the short form for pain. */
export const PAIN: QuestionnaireResponse = {
  resourceType: 'QuestionnaireResponse',
  status: 'completed',
  language: 'de',
  authored: '2026-11-20T09:00:00Z',
  item: [
    { linkId: 'seite.begleitend', item: [said('schlucken', NO)] },
    { linkId: 'seite.krankheiten', item: [none('krankheiten')] },
    {
      linkId: 'seite.allergie',
      item: [
        { linkId: 'allergie', answer: [coded('urn:molar:anamnese', 'penicillin')] },
        said('zwischenfall', UNKNOWN),
      ],
    },
    {
      linkId: 'seite.medikamente',
      item: [said('medikamente', NO), said('verduenner', NO), said('knochenmittel', NO)],
    },
    { linkId: 'seite.schwanger', item: [none('schwanger')] },
  ],
};
/** Returns the same answers with a page of medicines that holds these photos. */
export const painWith = (photos: readonly object[]): QuestionnaireResponse => {
  const medicines = {
    linkId: 'seite.medikamente',
    item: [
      said('medikamente', YES),
      { linkId: 'medikamente.plan', answer: photos },
      said('verduenner', NO),
      said('knochenmittel', NO),
    ],
  };
  return {
    ...PAIN,
    item: (PAIN.item ?? []).map((one) => (one.linkId === medicines.linkId ? medicines : one)),
  };
};

export const newLink = (p: Practice, change: Partial<NewHomeLink> = {}): NewHomeLink => ({
  id: p.t.deps.newId(),
  kind: 'invitation',
  formId: 'schmerz',
  language: 'de',
  label: '',
  ...change,
});
export async function makeLink(
  p: Practice,
  change: Partial<NewHomeLink> = {},
): Promise<HomeLink & { secret: string }> {
  const answer = await p.post('/anamnese/home-links', p.users.reception, newLink(p, change)),
    link = answer.json as HomeLink;
  if (answer.status !== 200) throw new Error(`link: ${answer.status} ${answer.text}`);
  return { ...link, secret: link.path?.split('/').at(-1) ?? '' };
}
export const readLink = (p: Practice, secret: string, language?: string): Promise<Answer> =>
  p.call(`/anamnese/home/${secret}${language === undefined ? '' : `?language=${language}`}`);

export const ANNA = { firstName: 'Anna', lastName: 'Groß', geburtsdatum: '1941-03-04' };
/** Builds a submission as the page makes it. */
export async function answersFor(
  p: Practice,
  secret: string,
  change: Record<string, unknown> = {},
): Promise<Record<string, unknown>> {
  const { form } = (await readLink(p, secret)).json as HomeForm;
  return {
    id: p.t.deps.newId(),
    person: ANNA,
    form: { key: form?.key ?? 'schmerz@1', sha256: form?.sha256 ?? 'a'.repeat(64) },
    language: 'de',
    at: p.t.clock.now,
    response: PAIN,
    ...change,
  };
}
export const handIn = (p: Practice, secret: string, body: unknown): Promise<Answer> =>
  p.call(`/anamnese/home/${secret}`, { method: 'POST', json: body });
