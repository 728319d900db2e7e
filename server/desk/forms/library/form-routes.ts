// Routes below the practice's /anamnese for form designers: list, read, create, save, publish,
// compare, import and export as FHIR JSON.

import {
  FORM_BYTES,
  formDiffSchema,
  formKeyParams,
  formListQuerySchema,
  formListSchema,
  formMadeSchema,
  formRevQuerySchema,
  formSavedSchema,
  formSchema,
  formsSchema,
  formWithQuerySchema,
  newFormIdQuerySchema,
  newFormSchema,
} from '../../../../shared/forms/design/forms.schema.ts';
import { questionnaireSchema } from '../../../../shared/forms/answers/answers.schema.ts';
import { AppError } from '../../../../shared/base/errors.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import { printable } from '../../../paper/pdf/fonts.ts';
import { nameOfActor, type Look, type Work } from '../../../platform/work.ts';
import type { FactsReader } from './facts-reader.ts';
import type { FormChecker } from './form-check.ts';
import { compareForms, listForms, readForm } from './form-reading.ts';
import {
  check,
  checkDraft,
  checkFile,
  createForm,
  discardDraft,
  importForm,
  newVersion,
  publishForm,
  retireForm,
  saveForm,
} from './form-verbs.ts';
import type { FormLibrary, PracticeLibrary } from '../answers/library.ts';
import { TerminologyError, type Terminology } from './terminology.ts';

export interface FormDeps {
  /** The catalogue's forms only. */
  shipped: FormLibrary;
  forms: PracticeLibrary;
  /** Checks imported forms without blocking the server. */
  checker: FormChecker;
  /** Terminology server of the installation. */
  terminology: Terminology | undefined;
  facts: FactsReader;
  /** Asks whether the practice's licence has the designer. @throws AppError licence_… */
  needLicence: (w: Work, point: 'form') => Promise<void>;
  /** Languages that the practice offers. */
  languages(source: Look | Work): Promise<readonly string[]>;
  /** Names of the practice's users by id. */
  people(look: Look): Promise<ReadonlyMap<string, string>>;
}

/**
 * Forms are larger and deeper than the strict body parser allows: read as bytes here, validated by
 * their own rules.
 */
const FHIR = { types: ['application/json', 'application/fhir+json'], limit: FORM_BYTES } as const;
/** Returns the encoding of a JSON file: by its mark, or by the zero byte next to its first sign. */
function encodingOf([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if ((first === 0xff && second === 0xfe) || second === 0) return 'utf-16le';
  return (first === 0xfe && second === 0xff) || first === 0 ? 'utf-16be' : 'utf-8';
}
/** Returns the JSON text of a file. @throws AppError unreadable_file */
function textOf(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
    JSON.parse(text);
    return text;
  } catch (error) {
    throw new AppError('unreadable_file', { fields: { questionnaire: 'json' }, cause: error });
  }
}

const KEY = { params: formKeyParams } as const,
  SEEN = { params: formKeyParams, query: formRevQuerySchema, answer: formSavedSchema } as const;

const LIST_ERRORS = { unknown: 'not_found', too_large: 'too_large', down: 'unavailable' } as const;

export const formRoutes = ({
  shipped,
  forms,
  checker,
  terminology,
  facts,
  needLicence,
  languages,
  people,
}: FormDeps): Route[] => [
  route(
    {
      method: 'get',
      path: '/forms',
      policy: 'form.read',
      summary: 'Own forms in every version, and the shipped ones',
      answer: formsSchema,
    },
    async (_input, context) => {
      const look = context.look();
      return {
        items: await listForms(look, shipped, facts),
        languages: [...(await languages(look))],
      };
    },
  ),
  route(
    {
      method: 'post',
      path: '/forms',
      policy: 'form.write',
      summary: 'A draft from another form or an empty one; the same id is the same form',
      body: newFormSchema,
      answer: formSavedSchema,
      errors: ['not_found', 'licence_refused'],
    },
    ({ body }, context) =>
      context.write(async (w) => {
        await needLicence(w, 'form');
        return createForm(w, forms(w), body);
      }),
  ),
  route(
    {
      method: 'post',
      path: '/forms/import',
      policy: 'form.write',
      summary: 'A draft from a FHIR R4 Questionnaire, at most 2 MiB; what it cannot keep is named',
      query: newFormIdQuerySchema,
      raw: FHIR,
      answer: formMadeSchema,
      errors: ['unreadable_file', 'too_large', 'unsupported_media', 'licence_refused'],
    },
    async ({ query, bytes }, context) => {
      const form = await checkFile(
          checker,
          terminology,
          textOf(bytes),
          await languages(context.look()),
        ),
        made = await context.write(async (w) => {
          await needLicence(w, 'form');
          return importForm(w, facts, form, query.id);
        });
      return { ...made, findings: [...made.findings] };
    },
  ),
  route(
    {
      method: 'get',
      path: '/forms/value-set',
      policy: 'form.write',
      summary: 'A list of answers from the terminology server, to be put into a draft',
      query: formListQuerySchema,
      answer: formListSchema,
      errors: ['not_found', 'too_large', 'unavailable'],
    },
    async ({ query }) => {
      if (!terminology) throw new AppError('not_found');
      try {
        return { valueSet: { ...(await terminology.expand(query.canonical)) } };
      } catch (error) {
        if (error instanceof TerminologyError)
          throw new AppError(LIST_ERRORS[error.reason], { cause: error });
        throw error;
      }
    },
  ),
  route(
    {
      method: 'get',
      path: '/forms/{formKey}',
      policy: 'form.read',
      summary: 'One version in full, with the versions beside it',
      ...KEY,
      answer: formSchema,
      errors: ['not_found'],
    },
    async ({ params }, context) => {
      const look = context.look(),
        { entry, changedBy, questionnaire, versions } = await readForm(
          look,
          { shipped, facts },
          params.formKey,
        );
      return {
        ...entry,
        changedByName: nameOfActor(changedBy, await people(look)),
        questionnaire,
        versions,
        practiceLanguages: [...(await languages(look))],
        canFetchLists: terminology !== undefined,
        printable: [...printable()],
      };
    },
  ),
  route(
    {
      method: 'get',
      path: '/forms/{formKey}/fhir',
      policy: 'form.read',
      summary: 'One version as a FHIR R4 Questionnaire, as it is stored',
      ...KEY,
      answer: questionnaireSchema,
      errors: ['not_found'],
    },
    async ({ params }, context) =>
      (await readForm(context.look(), { shipped, facts }, params.formKey)).questionnaire,
  ),
  route(
    {
      method: 'get',
      path: '/forms/{formKey}/diff',
      policy: 'form.read',
      summary: 'What came, went and changed since another version',
      ...KEY,
      query: formWithQuerySchema,
      answer: formDiffSchema,
      errors: ['not_found'],
    },
    async ({ params, query }, context) => ({
      items: (
        await compareForms(context.look(), { shipped, facts }, params.formKey, query.with)
      ).map((one) => ({ ...one, fields: [...one.fields] })),
    }),
  ),
  route(
    {
      method: 'put',
      path: '/forms/{formKey}',
      policy: 'form.write',
      summary: 'Save a draft against the revision that was seen',
      ...SEEN,
      raw: FHIR,
      errors: ['not_found', 'state_conflict', 'unreadable_file', 'too_large'],
    },
    async ({ params, query, bytes }, context) => {
      const form = await check(checker, textOf(bytes), []);
      return context.write((w) => saveForm(w, form, { key: params.formKey, rev: query.rev }));
    },
  ),
  route(
    {
      method: 'post',
      path: '/forms/{formKey}/publish',
      policy: 'form.write',
      summary: 'Publish a draft without errors, complete in every language of the practice',
      ...SEEN,
      errors: ['not_found', 'state_conflict', 'validation'],
    },
    async ({ params, query }, context) => {
      const look = context.look(),
        draft = await checkDraft(look, checker, await languages(look), params.formKey);
      return context.write((w) =>
        publishForm(w, facts, draft, { key: params.formKey, rev: query.rev }),
      );
    },
  ),
  route(
    {
      method: 'post',
      path: '/forms/{formKey}/retire',
      policy: 'form.write',
      summary: 'Give a published form out no more',
      ...SEEN,
      errors: ['not_found', 'state_conflict'],
    },
    ({ params, query }, context) =>
      context.write((w) => retireForm(w, { key: params.formKey, rev: query.rev })),
  ),
  route(
    {
      method: 'post',
      path: '/forms/{formKey}/version',
      policy: 'form.write',
      summary: 'A draft of the next version',
      ...KEY,
      answer: formSavedSchema,
      errors: ['not_found', 'state_conflict'],
    },
    ({ params }, context) => context.write((w) => newVersion(w, params.formKey)),
  ),
  route(
    {
      method: 'delete',
      path: '/forms/{formKey}',
      policy: 'form.write',
      summary: 'Discard a draft that was never published',
      ...KEY,
      query: formRevQuerySchema,
      answerType: 'none',
      errors: ['not_found', 'state_conflict'],
    },
    async ({ params, query }, context) => {
      await context.write((w) => discardDraft(w, { key: params.formKey, rev: query.rev }));
      return undefined;
    },
  ),
];
