// Calls below the practice's /anamnese for whoever designs forms: list, read, make, save, publish, compare, in and out as FHIR JSON.

import { FORM_BYTES, formDiffSchema, formKeyParams, formMadeSchema, formRevQuerySchema, formSavedSchema, formSchema, formsSchema, formWithQuerySchema, newFormIdQuerySchema, newFormSchema } from '../../shared/anamnese-forms.schema.ts';
import { questionnaireSchema } from '../../shared/anamnese.schema.ts';
import { AppError } from '../../shared/errors.ts';
import { route, type Route } from '../http/route.ts';
import { printable } from '../pdf/fonts.ts';
import type { Look, Work } from '../work.ts';
import { compareForms, listForms, readForm } from './form-reading.ts';
import { createForm, discardDraft, importForm, newVersion, publishForm, retireForm, saveForm } from './form-verbs.ts';
import type { FormLibrary, PracticeLibrary } from './library.ts';

export interface FormDeps {
  /** Forms of the catalogue alone. */
  shipped: FormLibrary;
  forms: PracticeLibrary;
  /** Languages that the practice offers. */
  languages(source: Look | Work): Promise<readonly string[]>;
}

/** Forms are larger and deeper than what the strict reader of bodies takes: bytes here, judged by their own rules. */
const FHIR = { types: ['application/json', 'application/fhir+json'], limit: FORM_BYTES } as const;
/** @throws AppError unreadable_file */
function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw new AppError('unreadable_file', { fields: { questionnaire: 'json' }, cause: error });
  }
}

const KEY = { params: formKeyParams } as const, SEEN = { params: formKeyParams, query: formRevQuerySchema, answer: formSavedSchema } as const;

export const formRoutes = ({ shipped, forms, languages }: FormDeps): Route[] => [
  route({ method: 'get', path: '/forms', policy: 'form.read', summary: 'Own forms in every version, and the shipped ones', answer: formsSchema },
    async (_input, context) => { const look = context.look(); return { items: await listForms(look, shipped), languages: [...(await languages(look))] }; }),
  route({ method: 'post', path: '/forms', policy: 'form.write', summary: 'A draft from another form or an empty one; the same id is the same form', body: newFormSchema, answer: formSavedSchema, errors: ['not_found'] },
    ({ body }, context) => context.write((w) => createForm(w, forms(w), body))),
  route({ method: 'post', path: '/forms/import', policy: 'form.write', summary: 'A draft from a FHIR R4 Questionnaire, at most 2 MiB; what it cannot keep is named', query: newFormIdQuerySchema, raw: FHIR, answer: formMadeSchema, errors: ['unreadable_file', 'too_large', 'unsupported_media'] },
    async ({ query, bytes }, context) => {
      const value = parse(bytes), made = await context.write(async (w) => importForm(w, await languages(w), { id: query.id, value }));
      return { ...made, findings: [...made.findings] };
    }),
  route({ method: 'get', path: '/forms/{formKey}', policy: 'form.read', summary: 'One version in full, with the versions beside it', ...KEY, answer: formSchema, errors: ['not_found'] },
    async ({ params }, context) => {
      const look = context.look(), { entry, questionnaire, versions } = await readForm(look, shipped, params.formKey);
      return { ...entry, questionnaire, versions, practiceLanguages: [...(await languages(look))], printable: [...printable()] };
    }),
  route({ method: 'get', path: '/forms/{formKey}/fhir', policy: 'form.read', summary: 'One version as a FHIR R4 Questionnaire, as it is stored', ...KEY, answer: questionnaireSchema, errors: ['not_found'] },
    async ({ params }, context) => (await readForm(context.look(), shipped, params.formKey)).questionnaire),
  route({ method: 'get', path: '/forms/{formKey}/diff', policy: 'form.read', summary: 'What came, went and changed since another version', ...KEY, query: formWithQuerySchema, answer: formDiffSchema, errors: ['not_found'] },
    async ({ params, query }, context) => ({ items: (await compareForms(context.look(), shipped, params.formKey, query.with)).map((one) => ({ ...one, fields: [...one.fields] })) })),
  route({ method: 'put', path: '/forms/{formKey}', policy: 'form.write', summary: 'Save a draft against the revision that was seen', ...SEEN, raw: FHIR, errors: ['not_found', 'state_conflict', 'unreadable_file', 'too_large'] },
    async ({ params, query, bytes }, context) => { const value = parse(bytes); return context.write((w) => saveForm(w, { key: params.formKey, rev: query.rev, value })); }),
  route({ method: 'post', path: '/forms/{formKey}/publish', policy: 'form.write', summary: 'Publish a draft without errors, complete in every language of the practice', ...SEEN, errors: ['not_found', 'state_conflict', 'validation'] },
    ({ params, query }, context) => context.write(async (w) => publishForm(w, await languages(w), { key: params.formKey, rev: query.rev }))),
  route({ method: 'post', path: '/forms/{formKey}/retire', policy: 'form.write', summary: 'Give a published form out no more', ...SEEN, errors: ['not_found', 'state_conflict'] },
    ({ params, query }, context) => context.write((w) => retireForm(w, { key: params.formKey, rev: query.rev }))),
  route({ method: 'post', path: '/forms/{formKey}/version', policy: 'form.write', summary: 'A draft of the next version', ...KEY, answer: formSavedSchema, errors: ['not_found', 'state_conflict'] },
    ({ params }, context) => context.write((w) => newVersion(w, params.formKey))),
  route({ method: 'delete', path: '/forms/{formKey}', policy: 'form.write', summary: 'Discard a draft that was never published', ...KEY, query: formRevQuerySchema, answerType: 'none', errors: ['not_found', 'state_conflict'] },
    async ({ params, query }, context) => { await context.write((w) => discardDraft(w, { key: params.formKey, rev: query.rev })); return undefined; }),
];
