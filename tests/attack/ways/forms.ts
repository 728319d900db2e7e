/** Ways to pass ids of forms, answers, links and answers without a record. */
import { ANNA, newLink, PAIN } from '../../support/stories/home.ts';
import { draftOf, post, type Call, type Sides } from './call.ts';

/** Returns the calls of questionnaires and answers. */
export const formsWays = ({ i, own, p, owner, reception, newId }: Sides): Call[] => [
  {
    route: 'post /anamnese/responses/{answersId}/nachtrag',
    path: `/anamnese/responses/${i.answersId}/nachtrag`,
    options: post(reception, { id: newId(), text: 'Seit gestern Eliquis' }),
  },
  {
    route: 'get /anamnese/responses/{answersId}/sheet',
    path: `/anamnese/responses/${i.answersId}/sheet`,
    options: { as: owner },
  },
  {
    route: 'get /anamnese/questionnaires/{questionnaireId}',
    path: `/anamnese/questionnaires/${i.formKey}`,
    options: { as: reception },
  },
  ...['', '/fhir', `/diff?with=${own.formKey}`].map((verb) => ({
    route: `get /anamnese/forms/{formKey}${verb.replace(/\?.*/, '')}`,
    path: `/anamnese/forms/${i.formKey}${verb}`,
    options: { as: owner },
  })),
  {
    route: 'get /anamnese/forms/{formKey}/diff',
    path: `/anamnese/forms/${own.formKey}/diff?with=${i.formKey}`,
    options: { as: owner },
  },
  {
    route: 'get /anamnese/questionnaires/{questionnaireId}',
    path: `/anamnese/questionnaires/${i.formKey}`,
    options: { as: reception },
  },
  {
    route: 'put /anamnese/forms/{formKey}',
    path: `/anamnese/forms/${i.formKey}?rev=1`,
    options: {
      as: owner,
      method: 'PUT',
      json: { resourceType: 'Questionnaire', status: 'draft' },
    },
  },
  ...['publish', 'retire'].map((verb) => ({
    route: `post /anamnese/forms/{formKey}/${verb}`,
    path: `/anamnese/forms/${i.formKey}/${verb}?rev=1`,
    options: post(owner),
  })),
  {
    route: 'post /anamnese/forms/{formKey}/version',
    path: `/anamnese/forms/${i.formKey}/version`,
    options: post(owner),
  },
  {
    route: 'delete /anamnese/forms/{formKey}',
    path: `/anamnese/forms/${i.formKey}?rev=1`,
    options: { as: owner, method: 'DELETE' },
  },
  {
    route: 'post /anamnese/forms',
    path: '/anamnese/forms',
    options: post(owner, {
      id: '0198c0de-0000-7000-8000-00000000f0f0',
      from: i.formKey,
      title: 'X',
    }),
  },
  {
    route: 'get /anamnese/home/{questionnaireId}',
    path: `/anamnese/home/${i.questionnaireId}?language=de`,
  },
  {
    route: 'post /anamnese/home/{questionnaireId}',
    path: `/anamnese/home/${i.questionnaireId}`,
    options: post(undefined, {
      id: own.answersId,
      person: ANNA,
      form: { key: 'schmerz@1', sha256: 'a'.repeat(64) },
      language: 'de',
      at: 1,
      response: PAIN,
    }),
  },
  {
    route: 'put /anamnese/home-photos/{sha256}',
    path: `/anamnese/home-photos/${'a'.repeat(64)}?answersId=${i.unmatchedId}&size=120&from=0`,
    options: draftOf(),
  },
  {
    route: 'post /anamnese/home-links',
    path: '/anamnese/home-links',
    options: post(
      reception,
      newLink(p, { id: '0198c0de-0000-7000-8000-00000000f0f2', patid: i.patid }),
    ),
  },
  {
    route: 'get /anamnese/home-links',
    path: `/anamnese/home-links?patid=${i.patid}`,
    options: { as: reception },
  },
  {
    route: 'post /anamnese/home-links/{homeId}/end',
    path: `/anamnese/home-links/${i.homeId}/end`,
    options: post(reception),
  },
  {
    route: 'post /anamnese/home-links/{homeId}/mail',
    path: `/anamnese/home-links/${i.homeId}/mail`,
    options: post(reception, { id: own.answersId, to: 'a@example.org', language: 'de' }),
  },
  {
    route: 'get /anamnese/unmatched/{unmatchedId}',
    path: `/anamnese/unmatched/${i.unmatchedId}`,
    options: { as: reception },
  },
  {
    route: 'post /anamnese/unmatched/{unmatchedId}/assign',
    path: `/anamnese/unmatched/${i.unmatchedId}/assign`,
    options: post(reception, { patid: own.patid, confirmed: true }),
  },
  {
    route: 'post /anamnese/unmatched/{unmatchedId}/assign',
    path: `/anamnese/unmatched/${own.unmatchedId}/assign`,
    options: post(reception, { patid: i.patid, confirmed: true }),
  },
  {
    route: 'post /anamnese/unmatched/{unmatchedId}/record',
    path: `/anamnese/unmatched/${i.unmatchedId}/record`,
    options: post(reception, { ...ANNA, confirmed: true }),
  },
  {
    route: 'post /anamnese/unmatched/{unmatchedId}/discard',
    path: `/anamnese/unmatched/${i.unmatchedId}/discard`,
    options: post(reception, { reason: 'x' }),
  },
  {
    route: 'post /anamnese/unmatched/{unmatchedId}/reopen',
    path: `/anamnese/unmatched/${i.unmatchedId}/reopen`,
    options: post(reception),
  },
  {
    route: 'get /anamnese/responses/{answersId}',
    path: `/anamnese/responses/${i.answersId}`,
    options: { as: owner },
  },
  {
    route: 'get /anamnese/alerts',
    path: `/anamnese/alerts?patid=${i.patid}`,
    options: { as: owner },
  },
  {
    route: 'get /anamnese/scores',
    path: `/anamnese/scores?patid=${i.patid}`,
    options: { as: owner },
  },
  {
    route: 'get /anamnese/responses',
    path: `/anamnese/responses?patid=${i.patid}`,
    options: { as: owner },
  },
  {
    route: 'get /anamnese/responses',
    path: `/anamnese/responses?patid=${own.patid}&cursor=${i.answersId}`,
    options: { as: owner },
  },
];
