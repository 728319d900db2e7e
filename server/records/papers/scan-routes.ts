// Routes below the practice's /papers for scans: upload a file, view its pages, assign them.

import { MOST_SCAN_PAGES, SCAN_LIMIT, SCAN_TYPES } from '../../../shared/papers/scan.ts';
import {
  discardScanSchema,
  filedScanSchema,
  fileScanSchema,
  openPapersSchema,
  papersOfParams,
  reopenScanSchema,
  scannedSchema,
  scanPageParams,
  scansWaitingSchema,
  trayOfScansSchema,
} from '../../../shared/papers/scan.schema.ts';
import type { TrayOfScans } from '../../../shared/papers/scan.schema.ts';
import type { Views } from '../../platform/audit/views.ts';
import { route, type Route } from '../../platform/http/route.ts';
import type { TakeDeps } from './scan-links.ts';
import { countIn } from './store-scans.ts';
import { takeScan } from './take-scan.ts';
import {
  discardPages,
  fileFromTray,
  needPage,
  openPapersOf,
  readTray,
  reopenPages,
} from './tray.ts';

const HIDDEN = {
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
  'Content-Disposition': 'inline',
  'Cache-Control': 'no-store',
};

export const scanRoutes = (
  deps: TakeDeps & { views: Views; folderOf: (cid: string) => TrayOfScans['folder'] },
): Route[] => [
  route(
    {
      method: 'post',
      path: '/scans',
      policy: 'board.work',
      summary: `Bring in a scan or a photo of signed paper, at most ${MOST_SCAN_PAGES} pages; the same file counts once`,
      raw: { types: SCAN_TYPES, limit: SCAN_LIMIT },
      answer: scannedSchema,
      errors: ['unreadable_file', 'unsupported_media', 'too_large'],
    },
    async ({ bytes }, context) => {
      const scanned = await takeScan(
        deps,
        {
          cid: context.cid,
          actor: context.actor,
          look: () => context.look(),
          write: (work) => context.write(work),
        },
        bytes,
        'upload',
      );
      await deps.views.note(
        context,
        'patient.listed.scans',
        scanned.sheets.map((one) => one.patid),
      );
      return scanned;
    },
  ),
  route(
    {
      method: 'get',
      path: '/scans',
      policy: 'board.work',
      summary:
        'Scanned pages that wait: for other pages of their paper, or for somebody to say whose they are',
      answer: trayOfScansSchema,
    },
    async (_input, context) => {
      const { tray, patids } = await readTray(context.look(), deps.links);
      await deps.views.note(context, 'patient.listed.scans', patids);
      return { ...tray, folder: deps.folderOf(context.cid) };
    },
  ),
  route(
    {
      method: 'get',
      path: '/scans/count',
      policy: 'board.work',
      summary: 'How many scanned pages wait, without saying whose',
      answer: scansWaitingSchema,
    },
    async (_input, context) => ({
      tray: await countIn(context.look(), 'tray'),
      waiting: await countIn(context.look(), 'waiting'),
    }),
  ),
  route(
    {
      method: 'get',
      path: '/scans/pages/{pageId}',
      policy: 'board.work',
      summary: 'The picture of one scanned page',
      params: scanPageParams,
      answerType: 'application/octet-stream',
      errors: ['not_found'],
    },
    async ({ params }, context) => {
      const page = await needPage(context.look(), params.pageId),
        keys = await deps.keys(context.cid);
      await context.write((w) =>
        w.audit('scan.viewed', { pageId: page.id }, page.patid ?? undefined),
      );
      return {
        bytes: await deps.blobs.get(context.cid, page.sha256, {
          keyId: keys.blobKeyId,
          key: keys.blobKey,
        }),
        type: 'image/jpeg',
        headers: HIDDEN,
      };
    },
  ),
  route(
    {
      method: 'post',
      path: '/scans/file',
      policy: 'board.work',
      summary: 'File pages of the tray as one document of one person',
      body: fileScanSchema,
      answer: filedScanSchema,
      errors: ['not_found', 'state_conflict', 'conflict'],
    },
    async ({ body }, context) => {
      context.requirePatient(body.patid);
      return context.write((w) => fileFromTray(w, deps.links, body));
    },
  ),
  route(
    {
      method: 'post',
      path: '/scans/discard',
      policy: 'board.work',
      summary: 'Put scanned pages aside, with the reason',
      body: discardScanSchema,
      answerType: 'none',
      errors: ['not_found', 'state_conflict'],
    },
    async ({ body }, context) => {
      await context.write((w) => discardPages(w, body.pageIds, body.reason));
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/scans/reopen',
      policy: 'board.work',
      summary: 'Put scanned pages back into the tray',
      body: reopenScanSchema,
      answerType: 'none',
      errors: ['not_found', 'state_conflict'],
    },
    async ({ body }, context) => {
      await context.write((w) => reopenPages(w, body.pageIds));
      return undefined;
    },
  ),
  route(
    {
      method: 'get',
      path: '/scans/papers/{patid}',
      policy: 'board.work',
      summary: 'Papers of one person that a scan can be filed into',
      params: papersOfParams,
      answer: openPapersSchema,
      errors: ['not_found'],
    },
    async ({ params }, context) => {
      const papers = await openPapersOf(context.look(), deps.links, params.patid);
      await deps.views.note(context, 'patient.listed.scans', [params.patid]);
      return papers;
    },
  ),
];
