/**
 * A frame packed by an old tablet of protocol 1 is accepted, applied and answered as that tablet
 * understands it.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSealed } from '../../shared/exchange/opening.ts';
import { fromBase64, importSealPrivate } from '../../shared/exchange/sealing.ts';
import { feedAad, PUSH_TYPE, unpackFrame, type TaskBody } from '../../shared/exchange/sync.ts';
import { ERRORS } from '../../shared/base/errors.ts';
import type { Store } from '../../server/platform/db/store.ts';
import { openWorld, type World } from '../../server/desk/sync/testing.ts';
import { verdictsOf } from '../../server/desk/sync/verdicts.testing.ts';
import { appendFeed } from '../../server/desk/sync/feed.ts';
import { findTask } from '../../server/desk/task/store.ts';
import { insertTablet } from '../../server/desk/tablet/store.ts';
import { openTestStore, STORES } from '../support/stores.ts';
import blank from './blank-v1.json';
import fixture from './push-v1.json';

const actorOf = (world: World) => ({
  kind: 'tablet' as const,
  ip: '127.0.0.1',
  tabletId: fixture.device,
  cid: world.cid,
  r4cUuid: 'r4c',
});
const { d: _d, ...tabletPublic } = fixture.tabletKey;

/** State of the practice when that tablet went offline. */
async function restore(world: World): Promise<void> {
  await world.write(async (w) => {
    await insertTablet(w, {
      id: fixture.device,
      r4cUuid: 'r4c',
      name: 'Tablet 1',
      posture: 'hand',
      signKey: {},
      sealKey: tabletPublic,
      tokenHash: 'x',
      gate: { secure: 'ok', storage: 'ok', offline: 'ok', push: 'ok', lock: 'ok' },
      exceptions: [],
      userAgent: '',
      inc: null,
      highN: 0,
      ackN: 0,
      safeN: 0,
      feedSeq: 0,
      health: null,
      activity: null,
      activityAt: null,
      helpAt: null,
      helpAnsweredAt: null,
      lostSubmissions: null,
      registeredAt: 1,
      lastSeenAt: null,
      leaseUntil: w.now + 1,
      revokedAt: null,
    });
    const mappeId = w.newId();
    await w.tx.insert(w.t.mappe, {
      id: mappeId,
      patids: ['1'],
      signers: [{ role: 'patient', name: 'Anna Groß' }],
      language: 'de',
      textScale: 100,
      identifiedBy: null,
      tabletId: fixture.device,
      createdBy: 'user:u',
      createdAt: 1,
      undoUntil: 1,
      closesAt: w.now + 1,
      paperCopyWishedAt: null,
      paperCopyDoneAt: null,
      wrongPersonAt: null,
    });
    await w.tx.insert(w.t.task, {
      taskId: fixture.taskId,
      mappeId,
      position: 0,
      patid: '1',
      kind: 'document',
      template: 'foto@1',
      title: 'Fotos',
      formRequirement: { form: 'textform', reason: { de: '' }, source: '' },
      state: 'assigned',
      stateAt: 1,
      taskRev: 1,
      data: fixture.data,
      dataSha256: fixture.dataSha256,
      presentedPdfSha256: fixture.presentedPdfSha256,
      presentedBytes: 1000,
      boxes: null,
      renderer: null,
      page: 0,
      of: 0,
      talk: { needed: false },
      read: null,
      attention: null,
      startedAt: null,
      submittedAt: null,
      filedAt: null,
      filedBy: null,
      export: 'none',
      createdAt: 1,
    });
    await appendFeed(w, fixture.device, 'put', { taskId: fixture.taskId, mappeId });
  });
}

describe.each(STORES)('protocol 1 (%s)', (kind) => {
  let store: Store, drop: () => Promise<void>, world: World;
  beforeAll(async () => {
    ({ store, drop } = await openTestStore(kind));
    const key = await importSealPrivate(fixture.serverKey);
    world = await openWorld(store, {
      installation: () => ({ epoch: fixture.epoch }),
      openOp: (_cid, bytes, aad) => openSealed(key, bytes, aad),
    });
    await restore(world);
  });
  afterAll(() => drop());

  it('a pulled task has every member the tablet knows', async () => {
    const { items, ...answer } = await world.core.pull(actorOf(world), 0, 100);
    expect(Object.keys(answer)).toEqual(expect.arrayContaining(['epoch', 'cursor', 'more']));
    const put = items.find((i) => i.op === 'put');
    const body = JSON.parse(
      new TextDecoder().decode(
        await openSealed(
          await importSealPrivate(fixture.tabletKey),
          fromBase64(put?.body ?? ''),
          feedAad(fixture.device, put?.seq ?? 0, 'put'),
        ),
      ),
    ) as TaskBody;
    expect(Object.keys(body)).toEqual(
      expect.arrayContaining([
        'taskId',
        'taskRev',
        'mappeId',
        'position',
        'count',
        'kind',
        'data',
        'dataSha256',
        'presentedPdfSha256',
        'presentedBytes',
        'patient',
        'signers',
        'language',
        'textScale',
        'talk',
        'closesAt',
      ]),
    );
    expect(body).toMatchObject({
      data: fixture.data,
      dataSha256: fixture.dataSha256,
      patient: { patid: '1', name: 'Anna Weber', geburtsdatum: '1958-03-12' },
    });
  });

  it('a push is stored, applied and acknowledged; a repeat is detected', async () => {
    const frame = fromBase64(fixture.frame);
    expect(fixture.contentType).toBe(PUSH_TYPE);
    const answer = await world.core.push(actorOf(world), frame);
    expect(answer).toEqual({
      epoch: fixture.epoch,
      ackN: 4,
      safeN: 0,
      serverTime: world.clock.now,
      results: [1, 2, 3, 4].map((n) => ({ n, s: 'stored' })),
    });
    await world.core.judged();
    expect(
      (await verdictsOf(world.look(), answer, fixture.device, fixture.inc)).map((v) => v.s),
    ).toEqual(['applied', 'applied', 'applied', 'applied']);
    expect(await findTask(world.look(), fixture.taskId)).toMatchObject({
      state: 'submitted',
      attention: null,
    });
    const look = world.look();
    expect(await look.db.find(look.t.envelope)).toMatchObject([
      {
        taskId: fixture.taskId,
        dataSha256: fixture.dataSha256,
        signers: [{ role: 'patient', name: 'Anna Groß', how: 'drawn' }],
      },
    ]);
    expect((await world.core.push(actorOf(world), frame)).results).toEqual(
      [1, 2, 3, 4].map((n) => ({ n, s: 'dup' })),
    );
  });

  it('queued answers to a blank form reach the tray once, unchanged', async () => {
    const frame = fromBase64(blank.frame),
      { header } = unpackFrame(frame);
    expect(header).toMatchObject({
      proto: 1,
      inc: blank.inc,
      ops: [{ n: 1, kind: 'blank.answers', schema: 1, taskId: blank.taskId }],
    });
    const answer = await world.core.push(actorOf(world), frame);
    await world.core.judged();
    expect(await verdictsOf(world.look(), answer, fixture.device, blank.inc)).toEqual([
      { n: 1, s: 'applied' },
    ]);
    expect((await world.core.push(actorOf(world), frame)).results).toEqual([{ n: 1, s: 'dup' }]);
    const look = world.look(),
      rows = await look.db.find(look.t.unmatched);
    expect(rows).toMatchObject([
      {
        id: blank.taskId,
        ...blank.person,
        origin: 'tablet',
        tabletId: fixture.device,
        form: 'schmerz@1',
        language: 'uk',
        state: 'open',
        response: { status: 'stopped' },
      },
    ]);
  });

  it('the error codes it handles still exist, with their status', () => {
    const known = {
      unauthenticated: 401,
      tablet_revoked: 401,
      sync_gap: 409,
      sync_fork: 409,
      sync_epoch: 410,
      too_large: 413,
      client_too_old: 426,
      rate_limited: 429,
      unavailable: 503,
      registration_invalid: 400,
      registration_failed: 409,
      pin_wrong: 403,
    };
    expect(
      Object.fromEntries(
        Object.keys(known).map((code) => [code, ERRORS[code as keyof typeof known].status]),
      ),
    ).toEqual(known);
    const { header } = unpackFrame(fromBase64(fixture.frame));
    expect(header).toMatchObject({
      proto: 1,
      device: fixture.device,
      inc: fixture.inc,
      epoch: fixture.epoch,
      ops: [
        { n: 1, kind: 'person.checked', schema: 1, sealed: 'p256-1' },
        { kind: 'task.start' },
        { kind: 'log' },
        { kind: 'task.submit' },
      ],
    });
  });
});
