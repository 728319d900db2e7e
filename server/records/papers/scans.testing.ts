/** Scanned pages in tests: made with a code, uploaded, filed and listed. */
import { expect } from 'vitest';
import type { PaperCode } from '../../platform/keys/paper-code.ts';
import type { Scanned, TrayOfScans } from '../../../shared/papers/scan.schema.ts';
import type { Answer, TestApp } from '../../../tests/support/in-process.ts';
import { sendMappe, tasksOf } from '../../../tests/support/mappe.ts';
import type { Practice } from '../../../tests/support/practice.ts';
import { paperCodes } from '../../platform/keys/paper-mac.ts';
import { sheet } from '../../../tests/support/stories/sheet.ts';

let n = 0;

/**
 * A unique page of a small sheet; one without a code has a low resolution, since every part of it
 * is searched.
 */
export const page = (code?: string): Promise<Buffer> =>
  sheet({
    ...(code !== undefined && { code }),
    isA6: true,
    dpi: code === undefined ? 30 : 100,
    words: `Blatt ${++n}`,
  });

/** State of one test. */
interface At {
  t: TestApp;
  p: Practice;
}

/** Returns calls about scans of the current practice. */
export function scansOf(at: () => At) {
  const as = () => at().p.users.reception;
  const upload = (body: Uint8Array, of = at().p, type = 'image/jpeg'): Promise<Answer> =>
    of.call('/papers/scans', { as: of.users.reception, method: 'POST', body, type });
  const scan = async (body: Uint8Array, of = at().p): Promise<Scanned> => {
    const answer = await upload(body, of);
    expect([answer.status, answer.text.slice(0, 200)]).toEqual([200, expect.anything()]);
    return answer.json as Scanned;
  };
  const tray = async (of = at().p): Promise<TrayOfScans> =>
    (await of.call('/papers/scans', { as: of.users.reception })).json as TrayOfScans;
  const codeOf = async (code: PaperCode, of = at().p): Promise<string> =>
    paperCodes((await at().t.deps.keys(of.cid)).blobKey, of.cid).write(code);
  const paperOf = async (patid = '1002'): Promise<{ taskId: string; mappeId: string }> => {
    const {
      mappeId,
      taskIds: [taskId],
    } = await sendMappe(at().p, { templates: ['mehrkosten@1'], patid });
    return { taskId: taskId!, mappeId };
  };
  const stateOf = async (mappeId: string): Promise<string | undefined> =>
    (await tasksOf(at().p, mappeId))[0]?.state;
  const documents = async (
    patid: string,
  ): Promise<{ fileId: string; taskId: string | null; title: string }[]> =>
    (
      (await at().p.call(`/documents/list?patid=${patid}`, { as: as() })).json as {
        items: { fileId: string; taskId: string | null; title: string }[];
      }
    ).items;
  const rows = () => {
    const look = at().t.deps.workshop.look(at().p.cid, at().p.system);
    return look.db.find(look.t.scanPage);
  };
  return { as, upload, scan, tray, codeOf, paperOf, stateOf, documents, rows };
}
