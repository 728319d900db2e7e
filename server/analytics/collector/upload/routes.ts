// Routes below /collector for the browser: an owner uploads tables in parts, previews, checks and
// imports them.

import {
  importListSchema,
  importParams,
  importPartParams,
  importPartQuery,
  importStateSchema,
  lookedSchema,
  lookSchema,
  mappingListSchema,
  mappingParams,
  newImportSchema,
  PART_BYTES,
  runSchema,
} from '../../../../shared/analytics/deliveries/table-import.schema.ts';
import { AppError } from '../../../../shared/base/errors.ts';
import { pvsMappingSchema } from '../../../../shared/analytics/deliveries/pvs-mapping.schema.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import { rejectsOf } from '../csv/reject-words.ts';
import type { Imports } from './imports.ts';
import { dropMapping, keepMapping, listMappings } from './mappings.ts';

const LOOK_BYTES = 262_144,
  policy = 'delivery.import' as const,
  params = importParams;
export const importRoutes = (imports: Imports): Route[] => [
  route(
    {
      method: 'get',
      path: '/imports',
      policy,
      summary: 'The import of tables that is under way, if there is one',
      answer: importListSchema,
    },
    async (_input, context) => {
      const one = await imports.find(context.cid);
      return { items: one ? [one] : [] };
    },
  ),
  route(
    {
      method: 'post',
      path: '/imports',
      policy,
      summary:
        'Announce the files of an import; it takes the place of one before that is not running. The same id again is the same import',
      body: newImportSchema,
      answer: importStateSchema,
      errors: ['too_large', 'state_conflict'],
    },
    async ({ body }, context) => {
      const made = await imports.begin(context.cid, body);
      await context.write((w) =>
        w.audit('pvs.upload.begun', {
          files: body.files.length,
          bytes: body.files.reduce((sum, file) => sum + file.size, 0),
        }),
      );
      return made;
    },
  ),
  route(
    {
      method: 'post',
      path: '/imports/{importId}/files/{file}/parts/{part}',
      policy,
      summary: 'One part of a file; the same part again takes its place',
      params: importPartParams,
      query: importPartQuery,
      raw: { types: ['application/octet-stream'], limit: PART_BYTES },
      answerType: 'none',
      errors: ['not_found', 'validation', 'too_large', 'state_conflict'],
    },
    async ({ params: at, query, bytes }, context) => {
      await imports.put(context.cid, at.importId, at.file, at.part, bytes, query.sha256);
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/imports/{importId}/look',
      policy,
      summary: 'How the files are understood with a mapping: kind, columns, first rows',
      params,
      body: lookSchema,
      limit: LOOK_BYTES,
      answer: lookedSchema,
      errors: ['not_found', 'state_conflict'],
    },
    async ({ params: { importId }, body }, context) => {
      const looked = await imports.look(context.cid, importId, body);
      await context.write((w) =>
        w.audit('pvs.upload.looked', {
          files: looked.files.length,
          rows: looked.files.reduce((sum, file) => sum + file.rows.length, 0),
        }),
      );
      return looked;
    },
  ),
  route(
    {
      method: 'post',
      path: '/imports/{importId}/run',
      policy,
      summary: 'Check the files, or read them in as one delivery; goes on beside this call',
      params,
      body: runSchema,
      limit: LOOK_BYTES,
      answer: importStateSchema,
      errors: ['not_found', 'state_conflict'],
    },
    ({ params: { importId }, body: { kind, goesOn, ...chosen } }, context) =>
      imports.run(
        { cid: context.cid, actor: context.actor, requestId: context.requestId },
        importId,
        chosen,
        kind,
        goesOn,
      ),
  ),
  route(
    {
      method: 'post',
      path: '/imports/{importId}/stop',
      policy,
      summary: 'Stop checking or reading in; nothing of it counts',
      params,
      answerType: 'none',
      errors: ['not_found'],
    },
    async ({ params: { importId } }, context) => {
      await imports.stop(context.cid, importId);
      return undefined;
    },
  ),
  route(
    {
      method: 'delete',
      path: '/imports/{importId}',
      policy,
      summary: 'Discard an import and its files; imported rows stay',
      params,
      answerType: 'none',
      errors: ['not_found'],
    },
    async ({ params: { importId } }, context) => {
      await imports.drop(context.cid, importId);
      return undefined;
    },
  ),
  route(
    {
      method: 'get',
      path: '/imports/{importId}/refused',
      policy,
      summary: 'Refused lines with their reason and what stood in them, as a table',
      params,
      answerType: 'application/octet-stream',
      errors: ['not_found'],
    },
    async ({ params: { importId } }, context) => {
      const { lines, total } = imports.refused(context.cid, importId);
      await context.write((w) => w.audit('pvs.upload.refused', { rows: lines.length }));
      return {
        bytes: new TextEncoder().encode(rejectsOf(lines, total)),
        type: 'application/octet-stream',
        headers: {
          'Content-Disposition': 'attachment; filename="abgelehnt.csv"',
          'X-Content-Type-Options': 'nosniff',
        },
      };
    },
  ),
  route(
    {
      method: 'get',
      path: '/mappings',
      policy,
      summary: "Mappings of columns: the practice's own, and those that come with Molar",
      answer: mappingListSchema,
    },
    async (_input, context) => ({
      items: (await listMappings(context.look())).map(({ isOwn, mapping }) => ({
        isOwn,
        mapping: structuredClone(mapping) as never,
      })),
    }),
  ),
  route(
    {
      method: 'put',
      path: '/mappings/{mappingId}',
      policy,
      summary: "Keep a mapping of the practice's own files",
      params: mappingParams,
      body: pvsMappingSchema,
      limit: LOOK_BYTES,
      answerType: 'none',
      errors: ['conflict'],
    },
    async ({ params: { mappingId }, body }, context) => {
      if (body.id !== mappingId) throw new AppError('validation', { fields: { id: 'other' } });
      await context.write((w) => keepMapping(w, body));
      return undefined;
    },
  ),
  route(
    {
      method: 'delete',
      path: '/mappings/{mappingId}',
      policy,
      summary: "Drop a mapping of the practice's own files",
      params: mappingParams,
      answerType: 'none',
    },
    async ({ params: { mappingId } }, context) => {
      await context.write((w) => dropMapping(w, mappingId));
      return undefined;
    },
  ),
];
