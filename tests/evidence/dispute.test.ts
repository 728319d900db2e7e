/**
 * A dispute, played once from the paper to the opened handwriting, in the order of the procedure in
 * `docs/operate.md`: the patient signs, the owner checks the paper, retrieves the encrypted movement
 * and opens it in the browser with the code of the recovery sheet.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inkCsv } from '../../practice/records/documents/handwriting/ink-csv.ts';
import { openSignatures } from '../../practice/records/documents/handwriting/open-signatures.ts';
import { readEscrowKey } from '../../practice/records/documents/handwriting/escrow-key.ts';
import { secretOfPem, sheetKey } from '../../server/operations/backup/sheet-keys.ts';
import { encodeKey } from '../../shared/operations/recovery-code.ts';
import type { Handwriting } from '../../shared/papers/evidence/handwriting.schema.ts';
import { testRenderer } from '../../server/paper/seal/sample.fixture.ts';
import { fillPraxis, type Filled } from '../support/filled.ts';
import { createTestApp, type TestApp } from '../support/in-process.ts';
import { stepUp } from '../support/practice.ts';
import { drawnInk } from '../support/sim-tablet.ts';

const renderer = testRenderer();
/** Unpacks every deflated stream of a PDF as text. */
const attachedText = (pdf: Uint8Array): string => {
  const bytes = Buffer.from(pdf),
    found: string[] = [];
  for (let at = bytes.indexOf('stream\n'); at >= 0; at = bytes.indexOf('stream\n', at + 7)) {
    const end = bytes.indexOf('endstream', at);
    try {
      found.push(inflateSync(bytes.subarray(at + 7, end)).toString('utf8'));
    } catch {
      // Not deflated: fonts and pictures.
    }
  }
  return found.join('\n');
};
afterAll(() => {
  renderer.close();
});

describe('a dispute about a signature', () => {
  let t: TestApp, a: Filled, folder: string, pem: string;
  const ask = (as = a.p.users.owner, fileId = a.ids.fileId) =>
    a.p.call(`/documents/file/${fileId}/handwriting`, { as, method: 'POST' });
  const retrieve = async (): Promise<Handwriting> => {
    const answer = await ask();
    expect(answer.status).toBe(200);
    return answer.json as Handwriting;
  };
  const openedRows = async () =>
    (await t.deps.workshop.look(a.p.cid, a.p.system).db.find(t.deps.store.t.audit)).filter(
      (row) => row.type === 'handwriting.opened',
    );
  const blobOf = (sha256: string): string =>
    path.join(t.blobsFolder, a.p.cid, sha256.slice(0, 2), sha256);
  const code = (): string => encodeKey('escrow', secretOfPem(pem)).join(' ');

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'molar-dispute-'));
    t = await createTestApp('sqlite', { renderer, folder });
    a = await fillPraxis(t, 'anna', '1001');
    pem = readFileSync(path.join(folder, `escrow-${a.p.cid}.pem`), 'utf8');
  });
  afterAll(async () => {
    await t.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('an owner without a fresh step-up, staff and a tablet get nothing, and no access is noted', async () => {
    expect((await ask()).code).toBe('step_up');
    for (const as of [a.p.users.staff, a.p.users.reception])
      expect((await ask(as)).status).toBe(403);
    expect(await openedRows()).toEqual([]);
  });

  it('the check page calls the stored paper unchanged', async () => {
    const file = await a.p.call(`/documents/file/${a.ids.fileId}`, { as: a.p.users.owner });
    const report = await a.p.call('/documents/check', {
      as: a.p.users.owner,
      method: 'POST',
      body: file.bytes,
      type: 'application/pdf',
    });
    expect(report.json).toMatchObject({ verdict: 'unchanged', kept: 'original' });
  });

  it('staff open the protocol page: sealed by the practice, bound to the paper, and noted', async () => {
    const [paper] = (
      (await a.p.call('/documents/list', { as: a.p.users.owner })).json as {
        items: { fileId: string; sha256: string }[];
      }
    ).items.filter((one) => one.fileId === a.ids.fileId);
    const page = await a.p.call(`/documents/file/${a.ids.fileId}/protocol`, {
      as: a.p.users.staff,
    });
    expect(page.status).toBe(200);
    const report = await a.p.call('/documents/check', {
      as: a.p.users.owner,
      method: 'POST',
      body: page.bytes,
      type: 'application/pdf',
    });
    expect(report.json).toMatchObject({
      verdict: 'unchanged',
      facts: { title: 'Protokoll zur Unterschrift' },
    });
    const rows = await t.deps.workshop.look(a.p.cid, a.p.system).db.find(t.deps.store.t.audit);
    expect(rows.filter((row) => row.data.what === 'protocol')).toMatchObject([
      { type: 'document.viewed', data: { fileId: a.ids.fileId } },
    ]);
    // The attached data name the paper by its hash.
    expect(attachedText(page.bytes)).toContain(paper?.sha256);
  });

  it('a document that was not signed here has no protocol', async () => {
    const answer = await a.p.call(`/documents/file/${t.deps.newId()}/protocol`, {
      as: a.p.users.staff,
    });
    expect(answer.status).toBe(404);
  });

  it('the owner retrieves the encrypted movement, and the access is noted before', async () => {
    await stepUp(t, a.p.users.owner);
    const paper = await retrieve();
    expect(paper.signers).toMatchObject([{ role: 'patient', state: 'stored', how: 'drawn' }]);
    expect(JSON.stringify(paper)).not.toContain('"strokes":[');
    expect(await openedRows()).toMatchObject([
      {
        actor: `user:${a.p.users.owner.userId}`,
        data: { fileId: a.ids.fileId, envelopeId: paper.envelopeId },
      },
    ]);
  });

  it('the code of the sheet and the key file open the movement as it was drawn', async () => {
    const paper = await retrieve(),
      drawn = drawnInk();
    for (const given of [code(), code().toLowerCase().replaceAll(' ', '\n'), pem]) {
      const { key } = await readEscrowKey(given, paper.escrow);
      const [one] = await openSignatures(key!, paper);
      expect(one).toMatchObject({ isAsSealed: true });
      expect(one?.opened?.strokes).toEqual(
        drawn.strokes.map((stroke) => ({
          ...stroke,
          points: stroke.points.map((point) => ({
            x: Math.round(point.x * 8) / 8,
            y: Math.round(point.y * 8) / 8,
            t: Math.round(point.t),
            p: Math.round(point.p * 255) / 255,
          })),
        })),
      );
      const rows = inkCsv(one!.opened!).trim().split('\r\n');
      expect(rows[0]).toBe('stroke,point,pointer,X_px,Y_px,T_ms,F_0_255');
      expect(rows.length - 1).toBe(paper.signers[0]?.ink?.points);
    }
  });

  it('a wrong key is named by its kind', async () => {
    const { escrow } = await retrieve();
    const other = encodeKey('escrow', sheetKey().secret).join(' '),
      [first = '', ...rest] = code().split(' ');
    const typo = [`${first.slice(0, 4)}${first.endsWith('7') ? '8' : '7'}`, ...rest].join(' ');
    const faultOf = async (given: string) => (await readEscrowKey(given, escrow)).fault;
    expect(await faultOf(other)).toEqual({ kind: 'other_practice' });
    expect(await faultOf(typo)).toEqual({ kind: 'groups', groups: [1] });
    expect(await faultOf(encodeKey('recovery', secretOfPem(pem)).join(' '))).toEqual({
      kind: 'backup_key',
    });
    expect(await faultOf(rest.join(' '))).toEqual({ kind: 'length' });
    for (const file of [
      '-----BEGIN',
      '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----',
    ])
      expect(await faultOf(file)).toEqual({ kind: 'no_key' });
  });

  it('a damaged and a missing recording are named, and the paper stays valid', async () => {
    const before = await retrieve(),
      { key } = await readEscrowKey(code(), before.escrow),
      file = blobOf(before.signers[0]?.sha256 ?? ''),
      stored = readFileSync(file);
    const flipped = Buffer.from(stored);
    flipped[flipped.length - 1]! ^= 1;
    writeFileSync(file, flipped);
    const damaged = await retrieve();
    expect(damaged.signers[0]).toMatchObject({ state: 'damaged', sealed: null });
    expect(await openSignatures(key!, damaged)).toMatchObject([{ opened: null, why: 'damaged' }]);
    rmSync(file);
    expect((await retrieve()).signers[0]).toMatchObject({ state: 'missing', sealed: null });
    writeFileSync(file, stored);
    expect(await openSignatures(key!, await retrieve())).toMatchObject([{ isAsSealed: true }]);
  });

  it('a recording that was put under another envelope does not open', async () => {
    const paper = await retrieve(),
      { key } = await readEscrowKey(code(), paper.escrow);
    expect(await openSignatures(key!, { ...paper, envelopeId: t.deps.newId() })).toMatchObject([
      { opened: null, why: 'damaged' },
    ]);
  });

  it('a paper that was declared void keeps its protocol and its handwriting', async () => {
    const { taskId, ...before } = await retrieve();
    const done = await a.p.post(`/consents/tasks/${taskId}/void`, a.p.users.staff, {
      reason: 'wrong_contents',
    });
    expect(done.status).toBe(204);
    expect(await retrieve()).toEqual({ taskId, ...before });
    const page = await a.p.call(`/documents/file/${a.ids.fileId}/protocol`, {
      as: a.p.users.staff,
    });
    expect(attachedText(page.bytes)).toContain('Für ungültig erklärt am');
  });

  it('a document that was not signed here has no handwriting', async () => {
    expect((await ask(a.p.users.owner, t.deps.newId())).status).toBe(404);
  });
});
