// Routes below /documents and the print of a task.

import { z } from 'zod';
import {
  documentListQuerySchema,
  documentListSchema,
  verifyReportSchema,
  voidedUploadSchema,
  voidUploadSchema,
} from '../../../shared/papers/documents.schema.ts';
import { UPLOAD_LIMIT, UPLOAD_TYPES } from '../../../shared/papers/upload.ts';
import { uploadDocumentQuerySchema, uploadedSchema } from '../../../shared/papers/upload.schema.ts';
import type { Views } from '../../platform/audit/views.ts';
import { route, type RawAnswer, type Route } from '../../platform/http/route.ts';
import type { PracticeSealDeps } from '../../platform/keys/practice-seal.ts';
import type { DocumentPraxis } from '../../../shared/desk/document.ts';
import type { HeldCertificate } from '../../../shared/papers/seal/held-certificate.ts';
import type { RenewalDeps } from '../../platform/keys/renew-seal.ts';
import { checkDocument, type CheckDeps } from './check-document.ts';
import { evidenceRoutes } from './evidence/evidence-routes.ts';
import { listDocuments } from './list-documents.ts';
import type { Look } from '../../platform/work.ts';
import { printTask, rangeOf, readBase, readDocument, type ReadDeps } from './read-document.ts';
import { sealRoutes } from './seal-routes.ts';
import { undoUpload } from './undo-upload.ts';
import { voidUpload } from './void-upload.ts';
import { uploadDocument, type UploadDeps } from './upload-document.ts';

const CHECK_LIMIT = 20 * 1024 * 1024;
const fileParams = z.strictObject({ fileId: z.uuid() }),
  blobParams = z.strictObject({ sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
  taskParams = z.strictObject({ taskId: z.uuid() });
const pdf = (bytes: Uint8Array, name: string): RawAnswer => ({
  bytes,
  type: 'application/pdf',
  headers: { 'Content-Disposition': `inline; filename="${name}.pdf"` },
});

function ranged(bytes: Uint8Array, header: string | undefined): RawAnswer {
  const range = rangeOf(header, bytes.length);
  if (!range) return { bytes, type: 'application/pdf', headers: { 'Accept-Ranges': 'bytes' } };
  return {
    bytes: bytes.slice(range.from, range.to + 1),
    type: 'application/pdf',
    status: 206,
    headers: {
      'Accept-Ranges': 'bytes',
      'Content-Range': `bytes ${range.from}-${range.to}/${bytes.length}`,
    },
  };
}

/** Response for `readDocument`, displayed by the viewer of its type and never executed. */
const file = ({ bytes, mime }: { bytes: Uint8Array; mime: string }, name: string): RawAnswer =>
  mime === 'application/pdf'
    ? pdf(bytes, name)
    : {
        bytes,
        type: mime,
        headers: {
          'Content-Disposition': `inline; filename="${name}.webp"`,
          'Content-Security-Policy': "default-src 'none'; sandbox",
          'X-Content-Type-Options': 'nosniff',
        },
      };

/** Lists the routes of documents. `people`: names of the practice's users by user id. */
export const documentsRoutes = (
  deps: ReadDeps &
    UploadDeps &
    CheckDeps & {
      views: Views;
      people: (look: Look) => Promise<ReadonlyMap<string, string>>;
      renewal: RenewalDeps;
      /** Reads the certificates and lists that the server rests on. */
      held: () => Promise<readonly HeldCertificate[]>;
      sealing: PracticeSealDeps;
      praxis: (look: Look) => Promise<DocumentPraxis>;
      newId: () => string;
    },
): Route[] => [
  route(
    {
      method: 'get',
      path: '/documents/list',
      policy: 'document.read',
      summary: 'Documents of patients, newest first',
      query: documentListQuerySchema,
      answer: documentListSchema,
    },
    async ({ query }, context) => {
      if (query.patid !== undefined) context.requirePatient(query.patid);
      const list = await listDocuments(context.look(), context.actor, query, deps.people);
      await deps.views.note(
        context,
        'patient.listed.documents',
        list.items.map((d) => d.patid),
      );
      return list;
    },
  ),
  route(
    {
      method: 'get',
      path: '/documents/file/{fileId}',
      policy: 'document.read',
      summary: 'One document: a PDF, or an uploaded picture',
      params: fileParams,
      answerType: 'application/octet-stream',
    },
    async ({ params }, context) =>
      file(await readDocument(deps, context, params.fileId), params.fileId),
  ),
  route(
    {
      method: 'post',
      path: '/documents/upload',
      policy: 'document.upload',
      summary: 'Put a PDF or a picture to a patient: judged by its content, at most 20 MiB',
      query: uploadDocumentQuerySchema,
      raw: { types: [...UPLOAD_TYPES, 'application/octet-stream'], limit: UPLOAD_LIMIT },
      answer: uploadedSchema,
      errors: [
        'bad_request',
        'not_found',
        'conflict',
        'unsupported_media',
        'unreadable_file',
        'active_content',
        'storage_full',
        'too_large',
        'unavailable',
      ],
    },
    ({ query, bytes }, context) => uploadDocument(deps, context, query, bytes),
  ),
  route(
    {
      method: 'delete',
      path: '/documents/file/{fileId}',
      policy: 'document.upload',
      summary: 'Take back an own upload within ten minutes',
      params: fileParams,
      answerType: 'none',
      errors: ['state_conflict'],
    },
    ({ params }, context) => undoUpload(deps, context, params.fileId),
  ),
  route(
    {
      method: 'post',
      path: '/documents/file/{fileId}/void',
      policy: 'document.upload',
      summary:
        'Take an upload out of the record of the wrong person, with why, and file it with the right one',
      params: fileParams,
      body: voidUploadSchema,
      answer: voidedUploadSchema,
      stepUp: true,
      errors: ['not_found', 'state_conflict', 'conflict', 'validation'],
    },
    ({ params, body }, context) => voidUpload(context, params.fileId, body),
  ),
  route(
    {
      method: 'get',
      path: '/documents/blob/{sha256}',
      policy: 'document.blob',
      summary: 'Base PDF of a task on the asking tablet',
      params: blobParams,
      answerType: 'application/pdf',
    },
    async ({ params }, context) =>
      ranged(await readBase(deps, context, params.sha256), context.header('range')),
  ),
  route(
    {
      method: 'get',
      path: '/tablet/tasks/{taskId}/print',
      policy: 'document.read',
      summary: 'Paper form, or copy of the sealed document',
      params: taskParams,
      answerType: 'application/pdf',
    },
    async ({ params }, context) =>
      pdf(await printTask(deps, context, params.taskId), params.taskId),
  ),
  route(
    {
      method: 'post',
      path: '/documents/check',
      policy: 'document.check',
      summary: 'Check any PDF: sealed here, unchanged, shown as signed',
      raw: { types: ['application/pdf'], limit: CHECK_LIMIT },
      answer: verifyReportSchema,
      errors: ['unreadable_file', 'unavailable', 'unsupported_media', 'too_large'],
    },
    async ({ bytes }, context) => checkDocument(deps, context.look(), bytes),
  ),
  ...evidenceRoutes(deps),
  ...sealRoutes(deps.renewal, deps.held),
];
