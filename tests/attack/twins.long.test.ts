/**
 * Two practices with the same shape: every id of the other one is answered like an unknown id
 * (security B16–B18).
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testRenderer } from '../../server/paper/seal/sample.fixture.ts';
import { fillPraxis, randomIds, type Filled, type Ids } from '../support/filled.ts';
import {
  createTestApp,
  type Answer,
  type Bearer,
  type CallOptions,
  type TestApp,
} from '../support/in-process.ts';
import { cookieHere, makeShare } from '../support/stories/share.ts';
import { publicJwk, submissionOf } from '../support/sim-tablet.ts';
import { snapshot } from '../support/snapshot.ts';
import { STORES } from '../support/stores.ts';
import { createSealKeys } from '../../shared/exchange/sealing.ts';
import type { Call, Sides } from './ways/call.ts';
import { deskWays } from './ways/desk.ts';
import { formsWays } from './ways/forms.ts';
import { recordsWays } from './ways/records.ts';
import { retentionWays } from './ways/retention.ts';
import { sharesWays } from './ways/shares.ts';

const renderer = testRenderer();
afterAll(() => {
  renderer.close();
});

describe.each(STORES)('twin practices (%s)', (kind) => {
  let t: TestApp, a: Filled, b: Filled, letIn: CallOptions;
  beforeAll(async () => {
    t = await createTestApp(kind, { renderer });
    a = await fillPraxis(t, 'anna', '1001');
    b = await fillPraxis(t, 'berta', '2002');
    // A patient signed in at a share of the own practice.
    letIn = {
      headers: {
        Cookie: await cookieHere(
          a.p,
          await makeShare(a.p, {
            patid: a.ids.patid,
            items: [{ kind: 'document', fileId: a.ids.fileId }],
          }),
        ),
      },
    };
  });
  afterAll(() => t.drop());

  const key = async () => publicJwk((await createSealKeys(false)).publicKey);

  /** Every way to pass an id to practice A; `i` contains the ids of one side. */
  async function ways(i: Ids): Promise<Call[]> {
    const signed = submissionOf(
      {
        taskId: i.taskId,
        dataSha256: 'a'.repeat(64),
        presentedPdfSha256: 'a'.repeat(64),
        data: '{"declarations":[],"sections":[]}',
        signers: [{ role: 'patient', name: 'Anna' }],
        language: 'de',
      } as never,
      1_000_000,
    );
    const { owner, reception } = a.p.users;
    const sides: Sides = {
      i,
      own: a.ids,
      p: a.p,
      owner,
      reception,
      tablet: a.tablet,
      letIn,
      jwk: await key(),
      signed,
      newId: t.deps.newId,
    };
    return [deskWays, formsWays, recordsWays, retentionWays, sharesWays].flatMap((of) => of(sides));
  }
  /** Response without values that differ per call. */
  const bare = (answer: Answer): string =>
    `${answer.status} ${answer.text.replace(/"(requestId|mappeId|undoUntil)":("[^"]*"|\d+)/g, '')}`;
  async function stepUp(): Promise<void> {
    const { session } = t.deps.store.t;
    await t.deps.store.write(async (db) => {
      await db.update(session).set({ stepUpUntil: t.clock.now + 300_000 });
    });
  }

  it('[sec B16] every id of the other practice is answered like an unknown one, and nothing changes', async () => {
    await stepUp();
    const before = await snapshot(t, b.p.cid);
    const [foreign, unknown] = [await ways(b.ids), await ways(randomIds(t))];
    const differing: string[] = [];
    for (const [at, way] of foreign.entries()) {
      const [one, other] = [
        await a.p.call(way.path, way.options),
        await a.p.call(unknown[at]!.path, unknown[at]!.options),
      ];
      if (bare(one) !== bare(other))
        differing.push(`${way.route}: ${bare(one).slice(0, 200)} / ${bare(other).slice(0, 200)}`);
      if (one.status >= 500 || one.text.includes('berta'))
        differing.push(`${way.route}: ${one.status} ${one.text.slice(0, 200)}`);
    }
    expect(differing).toEqual([]);
    expect(await snapshot(t, b.p.cid)).toEqual(before);
    // Own ids work, so that equal responses prove something.
    expect((await a.p.call('/ssf/list', letIn)).status).toBe(200);
    expect(
      (await a.p.call(`/documents/file/${a.ids.fileId}`, { as: a.p.users.owner })).status,
    ).toBe(200);
    expect((await a.p.call(`/documents/blob/${a.ids.sha256}`, { as: a.tablet })).status).toBe(200);
    expect(
      (await a.p.call(`/patient/patients/${a.ids.patid}`, { as: a.p.users.owner })).status,
    ).toBe(200);
    expect(
      (
        await a.p.call('/tablet/takeover/sender', {
          method: 'POST',
          json: { takeoverSecret: a.ids.takeoverSecret },
        })
      ).status,
    ).toBe(200);
    const answers = await a.p.call(`/anamnese/responses/${a.ids.answersId}`, {
      as: a.p.users.owner,
    });
    expect([answers.status, answers.text.includes('Nickel, sagt Großanna')]).toEqual([200, true]);
  });

  it('covers every route that takes an id', async () => {
    const proved = new Set((await ways(b.ids)).map((way) => way.route));
    // Accounts are covered by twins-accounts.test.ts.
    const withIds = t.app.table
      .filter(({ path }) => path.startsWith('/r4c/'))
      .map(({ method, path }) => `${method} ${path.replace('/r4c/{r4cUuid}', '')}`)
      .filter((name) => name.includes('{'));
    expect(withIds.filter((name) => !proved.has(name))).toEqual([]);
  });

  it("[sec B17] the other practice's base path rejects our users and tablets", async () => {
    const wrong: string[] = [];
    for (const { method, path } of t.app.table.filter((m) => m.path.startsWith('/r4c/'))) {
      const target = (uuid: string): string =>
        path
          .replace('{r4cUuid}', uuid)
          .replace('{patid}', b.ids.patid)
          .replace('{sha256}', b.ids.sha256)
          .replace('{taskId}', b.ids.taskId)
          .replace('{mappeId}', b.ids.mappeId)
          .replace('{tabletId}', b.ids.tabletId)
          .replace('{fileId}', b.ids.fileId)
          .replace('{pendingId}', b.ids.pendingId)
          .replace('{opId}', b.ids.opId)
          .replace('{answersId}', b.ids.answersId)
          .replace('/home/{questionnaireId}', `/home/${b.ids.questionnaireId}`)
          .replace('{questionnaireId}', b.ids.formKey)
          .replace('{homeId}', b.ids.homeId)
          .replace('{unmatchedId}', b.ids.unmatchedId)
          .replace('{textKey}', b.ids.textKey)
          .replace('{partnerId}', b.ids.partnerId)
          .replace('{withdrawalId}', b.ids.withdrawalId)
          .replace('{shareRow}', b.ids.shareRow)
          .replace('{itemId}', b.ids.itemId)
          .replace('{pageId}', b.ids.pageId)
          .replace('{agreementId}', b.ids.agreementId)
          .replace('{holdId}', b.ids.holdId)
          .replace('{runId}', b.ids.runId);
      for (const as of [a.p.users.owner, a.tablet]) {
        const options = { as, method: method.toUpperCase(), ...(method !== 'get' && { json: {} }) };
        const [one, other] = [
          await t.call(target(b.p.r4cUuid), options),
          await t.call(target(t.deps.newId()), options),
        ];
        if (bare(one) !== bare(other) || ![403, 404].includes(one.status))
          wrong.push(`${method} ${path}: ${bare(one)} / ${bare(other)}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('[sec B18] an id in upper case or with added characters is a different id', async () => {
    const { fileId, sha256, patid } = a.ids;
    const tries: [string, Bearer][] = [
      [`/documents/file/${fileId.toUpperCase()}`, a.p.users.owner],
      [`/documents/file/%20${fileId}`, a.p.users.owner],
      [`/documents/file/${fileId}%20`, a.p.users.owner],
      [`/documents/file/{${fileId}}`, a.p.users.owner],
      [`/documents/blob/${sha256.toUpperCase()}`, a.tablet],
      [`/documents/blob/0${sha256}`, a.tablet],
      [`/patient/patients/%20${patid}`, a.p.users.owner],
    ];
    for (const [path, as] of tries)
      expect([path, (await a.p.call(path, { as })).status]).toEqual([path, 404]);
    expect(
      (await t.call(`/r4c/${a.p.r4cUuid.toUpperCase()}/tablet/board`, { as: a.p.users.owner }))
        .status,
    ).toBe(404);
  });

  it('the other practice does not appear in lists, board and search', async () => {
    for (const path of [
      '/tablet/board',
      '/documents/list',
      '/patient/search?q=Gro',
      '/tablet/parked',
      '/audit/verify',
      '/tablet/templates',
      '/anamnese/questionnaires',
      '/texts',
    ]) {
      const answer = await a.p.call(path, { as: a.p.users.owner });
      expect(answer.status).toBe(200);
      // Four digits alone occur in many times and ids.
      for (const [name, id] of Object.entries(b.ids))
        if (name !== 'tempPatid')
          expect([path, name, answer.text.includes(name === 'patid' ? `"${id}"` : id)]).toEqual([
            path,
            name,
            false,
          ]);
      expect(answer.text).not.toContain('berta');
    }
  });

  it('a tablet reaches only its own feed numbers, files and ops', async () => {
    const foreignBlob = await a.p.call(`/documents/blob/${a.ids.sha256}`, { as: a.free });
    const unknownBlob = await a.p.call(`/documents/blob/${'0'.repeat(64)}`, { as: a.free });
    expect(bare(foreignBlob)).toBe(bare(unknownBlob));
    const [body] = await a.tablet.inbox();
    const op = await a.free.op(
      'task.submit',
      { taskId: a.ids.taskId, taskRev: body?.taskRev ?? 1 },
      submissionOf(body!, t.clock.now),
    );
    expect((await a.free.push(op)).verdicts[0]).toMatchObject({
      s: 'parked',
      code: 'other_tablet',
    });
    const foreign = await a.free.op(
      'task.submit',
      { taskId: b.ids.taskId, taskRev: 1 },
      { ...submissionOf(body!, t.clock.now), taskId: b.ids.taskId },
    );
    expect((await a.free.push(foreign)).verdicts[0]).toMatchObject({
      s: 'parked',
      code: 'unknown_task',
    });
    expect((await a.tablet.send(a.tablet.frame([op], { device: a.free.id }))).code).toBe(
      'forbidden',
    );
  });
});
