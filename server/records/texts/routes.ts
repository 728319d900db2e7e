// Routes below the practice's /texts for designers of consent texts: list, read, create, save,
// publish, import, and preview as a page.

import {
  TEXT_BYTES,
  confirmTranslationSchema,
  newTextIdQuerySchema,
  newTextSchema,
  textKeyParams,
  textPageQuerySchema,
  textRevQuerySchema,
  textSavedSchema,
  textSchema,
  textsSchema,
} from '../../../shared/papers/texts.schema.ts';
import type { DocumentPraxis } from '../../../shared/desk/document.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { route, type Route } from '../../platform/http/route.ts';
import { printable } from '../../paper/pdf/fonts.ts';
import { PdfError } from '../../paper/pdf/protocol.ts';
import type { Renderer } from '../../paper/pdf/renderer.ts';
import { nameOfActor, type Look, type Work } from '../../platform/work.ts';
import { confirmTranslation, unconfirmTranslation } from './reviews.ts';
import { exampleOf, listTexts, readText } from './text-reading.ts';
import {
  createText,
  discardText,
  importText,
  newTextVersion,
  publishText,
  retireText,
  saveText,
} from './text-verbs.ts';

export interface TextDeps {
  renderer: Pick<Renderer, 'renderPdf'>;
  /** Name of the practice on paper, and its languages. */
  praxis(source: Look | Work): Promise<DocumentPraxis & { languages: readonly string[] }>;
  /** Names of the practice's users by id. */
  people(look: Look): Promise<ReadonlyMap<string, string>>;
}

/** Longer than the strict body parser allows: read as bytes here, validated by their own schema. */
const JSON_TEXT = { types: ['application/json'], limit: TEXT_BYTES } as const;
/** @throws AppError unreadable_file */
function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw new AppError('unreadable_file', { fields: { text: 'json' }, cause: error });
  }
}

const KEY = { params: textKeyParams } as const,
  SEEN = { params: textKeyParams, query: textRevQuerySchema, answer: textSavedSchema } as const;

export const textRoutes = ({ renderer, praxis, people }: TextDeps): Route[] => [
  route(
    {
      method: 'get',
      path: '',
      policy: 'form.read',
      summary: 'Own consent texts in every version, and the shipped ones',
      answer: textsSchema,
    },
    async (_input, context) => {
      const look = context.look();
      return { items: await listTexts(look), languages: [...(await praxis(look)).languages] };
    },
  ),
  route(
    {
      method: 'post',
      path: '',
      policy: 'form.write',
      summary: 'A draft from another text or an empty one; the same id is the same text',
      body: newTextSchema,
      answer: textSavedSchema,
      errors: ['not_found'],
    },
    ({ body }, context) => context.write((w) => createText(w, body)),
  ),
  route(
    {
      method: 'post',
      path: '/import',
      policy: 'form.write',
      summary: 'A draft from a file, at most 1 MiB',
      query: newTextIdQuerySchema,
      raw: JSON_TEXT,
      answer: textSavedSchema,
      errors: ['unreadable_file', 'too_large', 'unsupported_media', 'validation'],
    },
    async ({ query, bytes }, context) => {
      const value = parse(bytes);
      return context.write((w) => importText(w, { id: query.id, value }));
    },
  ),
  route(
    {
      method: 'get',
      path: '/{textKey}',
      policy: 'form.read',
      summary: 'One version in full, with the versions beside it',
      ...KEY,
      answer: textSchema,
      errors: ['not_found'],
    },
    async ({ params }, context) => {
      const look = context.look(),
        { entry, changedBy, template, versions, translations } = await readText(
          look,
          params.textKey,
        );
      return {
        ...entry,
        changedByName: nameOfActor(changedBy, await people(look)),
        template,
        versions,
        translations,
        practiceLanguages: [...(await praxis(look)).languages],
        printable: [...printable()],
      };
    },
  ),
  route(
    {
      method: 'get',
      path: '/{textKey}/page',
      policy: 'form.read',
      summary: 'One version as the PDF that would be signed, for somebody who does not exist',
      ...KEY,
      query: textPageQuerySchema,
      answerType: 'application/pdf',
      errors: ['not_found', 'validation'],
    },
    async ({ params, query }, context) => {
      const look = context.look(),
        { template } = await readText(look, params.textKey),
        { name, anschrift, telefon, mail } = await praxis(look);
      try {
        const { bytes } = await renderer.renderPdf(
          exampleOf(template, { name, anschrift, telefon, mail }, query.language, look.now),
          { attach: false, standard: 'ua-1', isStrict: true },
        );
        return { bytes, type: 'application/pdf' };
      } catch (error) {
        // A character missing in all fonts: the findings contain its place.
        if (error instanceof PdfError && error.code === 'unknown_glyph')
          throw new AppError('validation', { fields: { text: 'unknown_glyph' }, cause: error });
        throw error;
      }
    },
  ),
  route(
    {
      method: 'put',
      path: '/{textKey}',
      policy: 'form.write',
      summary: 'Save a draft against the revision that was seen',
      ...SEEN,
      raw: JSON_TEXT,
      errors: ['not_found', 'state_conflict', 'unreadable_file', 'too_large', 'validation'],
    },
    async ({ params, query, bytes }, context) => {
      const value = parse(bytes);
      return context.write((w) => saveText(w, { key: params.textKey, rev: query.rev, value }));
    },
  ),
  route(
    {
      method: 'post',
      path: '/{textKey}/publish',
      policy: 'form.write',
      summary: 'Publish a draft without errors, complete in every language of the practice',
      ...SEEN,
      errors: ['not_found', 'state_conflict', 'validation'],
    },
    ({ params, query }, context) =>
      context.write(async (w) =>
        publishText(w, (await praxis(w)).languages, { key: params.textKey, rev: query.rev }),
      ),
  ),
  route(
    {
      method: 'post',
      path: '/{textKey}/retire',
      policy: 'form.write',
      summary: 'Give a published text out no more',
      ...SEEN,
      errors: ['not_found', 'state_conflict'],
    },
    ({ params, query }, context) =>
      context.write((w) => retireText(w, { key: params.textKey, rev: query.rev })),
  ),
  route(
    {
      method: 'post',
      path: '/{textKey}/version',
      policy: 'form.write',
      summary: 'A draft of the next version',
      ...KEY,
      answer: textSavedSchema,
      errors: ['not_found', 'state_conflict'],
    },
    ({ params }, context) => context.write((w) => newTextVersion(w, params.textKey)),
  ),
  route(
    {
      method: 'post',
      path: '/{textKey}/translation',
      policy: 'form.write',
      summary: 'Confirm a translation of a shipped text as read; the hash names its words',
      ...KEY,
      body: confirmTranslationSchema,
      answerType: 'none',
      errors: ['not_found', 'state_conflict'],
    },
    async ({ params, body }, context) => {
      await context.write((w) => confirmTranslation(w, { key: params.textKey, ...body }));
      return undefined;
    },
  ),
  route(
    {
      method: 'delete',
      path: '/{textKey}/translation',
      policy: 'form.write',
      summary: 'Take the confirmation of a translation back',
      ...KEY,
      query: textPageQuerySchema,
      answerType: 'none',
      errors: ['not_found'],
    },
    async ({ params, query }, context) => {
      await context.write((w) =>
        unconfirmTranslation(w, { key: params.textKey, language: query.language }),
      );
      return undefined;
    },
  ),
  route(
    {
      method: 'delete',
      path: '/{textKey}',
      policy: 'form.write',
      summary: 'Discard a draft that was never published',
      ...KEY,
      query: textRevQuerySchema,
      answerType: 'none',
      errors: ['not_found', 'state_conflict'],
    },
    async ({ params, query }, context) => {
      await context.write((w) => discardText(w, { key: params.textKey, rev: query.rev }));
      return undefined;
    },
  ),
];
