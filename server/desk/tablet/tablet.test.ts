// Tests of tablets on both databases: registration, the compared number, the bound key, tokens,
// revoking, the board.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { v7 } from 'uuid';
import { showCode, type BeatNumber } from '../../../shared/desk/tablet.ts';
import { openTestStore, STORES } from '../../../tests/support/stores.ts';
import type { Store } from '../../platform/db/store.ts';
import { openWorld, START, type World } from '../sync/testing.ts';
import { checkProof, createChallenge, issueToken } from './issue-token.ts';
import { answerHelp, callHelp } from './help.ts';
import { revokeTablet, settleLoss } from './manage-tablet.ts';
import { readBoard } from './read-board.ts';
import { checkKeys, ownPending, refuseRegistration, updateGate } from './register-tablet.ts';
import { findTablet } from './store.ts';
import { takeHeartbeat } from './take-heartbeat.ts';
import { registrationOf, ALL_OK } from './registration.testing.ts';
import { codeOf } from '../../../tests/support/workshop.ts';

describe.each(STORES)('tablets on %s', (kind) => {
  let store: Store,
    drop: () => Promise<void>,
    world: World,
    keys: CryptoKeyPair,
    signKey: JsonWebKey;
  const tokens: string[] = [];
  const { links, ask, makeCode, confirm, registered, proof } = registrationOf(() => ({
    world,
    keys,
    signKey,
    tokens,
  }));
  beforeAll(async () => {
    ({ store, drop } = await openTestStore(kind));
    keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
      'sign',
      'verify',
    ]);
    signKey = await crypto.subtle.exportKey('jwk', keys.publicKey);
  });
  afterAll(() => drop());
  beforeEach(async () => {
    world = await openWorld(store);
  });

  it('[X5][sec B65] a code works once, within ten minutes, at the host it was made for', async () => {
    const made = await makeCode();
    expect(await codeOf(ask(made.code, ALL_OK, 'other'))).toBe('registration_invalid');
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => codeOf(ask(` ${showCode(made.code).toLowerCase()} `))),
    );
    expect(answers.filter((a) => a === 'ok')).toHaveLength(1);
    expect(answers.filter((a) => a === 'registration_invalid')).toHaveLength(3);
    const late = await makeCode(),
      open = await makeCode(true);
    world.clock.now += 600_000;
    expect(await codeOf(ask(late.code))).toBe('registration_invalid');
    world.clock.now += 86_400_000 * 30;
    expect(await codeOf(ask(open.code))).toBe('ok');
    expect(await codeOf(ask(open.code))).toBe('registration_invalid');
    expect(JSON.stringify(await world.look().db.find(world.look().t.tabletCode))).not.toContain(
      open.code,
    );
  });

  it('rejects invalid keys', async () => {
    expect(await codeOf(checkKeys({ signKey, sealKey: signKey }))).toBe('ok');
    expect(await codeOf(checkKeys({ signKey, sealKey: { ...signKey, y: signKey.x } }))).toBe(
      'validation',
    );
  });

  it('[X6] binds the key only with the same number and every tick, or a reason for unprovable ones', async () => {
    const pending = await ask((await makeCode()).code, {
      ...ALL_OK,
      storage: 'failed',
      lock: 'unknown',
      push: 'unknown',
    });
    expect(
      (await ownPending(world.look(), pending.pendingId, pending.pendingSecret)).pending.state,
    ).toBe('waiting');
    expect(
      await codeOf(
        ownPending(
          world.look(),
          pending.pendingId,
          pending.pendingSecret.replace(/^./, (first) => (first === '_' ? '-' : '_')),
        ),
      ),
    ).toBe('registration_failed');
    expect(
      await codeOf(
        confirm(pending, {
          number: String((Number(pending.number) + 1) % 10_000).padStart(4, '0'),
        }),
      ),
    ).toBe('validation');
    const exceptions = [
      { check: 'storage', reason: 'Gerät wird verwaltet' },
      { check: 'lock', reason: 'PIN gesehen' },
    ];
    expect(await codeOf(confirm(pending, { exceptions }))).toBe('state_conflict');
    expect(
      await codeOf(
        confirm(pending, { exceptions: [...exceptions, { check: 'push', reason: 'egal' }] }),
      ),
    ).toBe('validation');
    await world.write((w) =>
      updateGate(w, pending.pendingId, { ...ALL_OK, storage: 'failed', lock: 'unknown' }),
    );
    const { tabletId } = await confirm(pending, { exceptions });
    expect(await codeOf(confirm(pending, { exceptions }))).toBe('state_conflict');
    const polls = [
      await ownPending(world.look(), pending.pendingId, pending.pendingSecret),
      await ownPending(world.look(), pending.pendingId, pending.pendingSecret),
    ];
    expect(polls[0]).toMatchObject({ pending: { state: 'confirmed', tabletId } });
    expect(polls[0]?.tabletToken).toBe(polls[1]?.tabletToken);
    const tablet = await findTablet(world.look(), tabletId);
    expect(tablet).toMatchObject({
      posture: 'wall',
      exceptions: [{ check: 'storage', by: 'Frau Klein' }, { check: 'lock' }],
      feedSeq: 1,
    });
    expect(tablet?.signKey).not.toHaveProperty('d');
    expect(JSON.stringify(tablet)).not.toContain(polls[0]!.tabletToken);
  });

  it('[X6] ends a registration that is refused or too old', async () => {
    const refused = await ask((await makeCode()).code),
      old = await ask((await makeCode()).code);
    await world.write((w) => refuseRegistration(w, refused.pendingId));
    expect(
      (await ownPending(world.look(), refused.pendingId, refused.pendingSecret)).pending.state,
    ).toBe('refused');
    world.clock.now += 600_000;
    expect(await codeOf(ownPending(world.look(), old.pendingId, old.pendingSecret))).toBe(
      'registration_failed',
    );
    expect(await codeOf(confirm(old))).toBe('not_found');
    const other = await openWorld(store);
    expect(await codeOf(other.write((w) => refuseRegistration(w, old.pendingId)))).toBe(
      'not_found',
    );
  });

  it('issues a token for a signed nonce once, and none for another key', async () => {
    const tabletId = await registered(),
      good = await proof(tabletId);
    await checkProof(world.look(), good);
    const answers = await Promise.all(
      [1, 2, 3].map(() => codeOf(world.write((w) => issueToken(w, links, good)))),
    );
    expect(answers.map(String).sort((a, b) => a.localeCompare(b))).toEqual([
      'ok',
      'unauthenticated',
      'unauthenticated',
    ]);
    const late = await proof(tabletId);
    world.clock.now += 120_001;
    expect(await codeOf(world.write((w) => issueToken(w, links, late)))).toBe('unauthenticated');
    const other = await proof(tabletId);
    expect(await codeOf(checkProof(world.look(), { ...other, nonce: `${other.nonce}x` }))).toBe(
      'unauthenticated',
    );
    expect(await codeOf(checkProof(world.look(), { ...other, signature: 'A'.repeat(86) }))).toBe(
      'unauthenticated',
    );
    expect(await codeOf(checkProof(world.look(), { ...other, tabletId: v7() }))).toBe(
      'unauthenticated',
    );
    expect(await codeOf(world.write((w) => createChallenge(w, v7())))).toBe('not_found');
  });

  it('[sync H2] revoking ends tokens, frees the work, and the next proof reports it', async () => {
    const tabletId = await registered();
    await world.write(async (w) => issueToken(w, links, await proof(tabletId)));
    const { mappeId } = await world.mappe({ tabletId });
    await world.write((w) => revokeTablet(w, links, tabletId));
    expect(tokens).not.toContain(tabletId);
    const board = await readBoard(world.look(), links);
    expect(board.tablets).toMatchObject([{ tabletId, revokedAt: START, mappeId: null }]);
    expect(board.mappen.find((m) => m.mappeId === mappeId)?.state).toBe('unterbrochen');
    const beat = {
      inc: v7(),
      highN: 0,
      ackSeen: 0,
      pending: 0,
      oldestPendingMs: 0,
      persisted: true,
      appVersion: '1',
      clockOffsetMs: 0,
      quarantined: 0,
    };
    expect(
      await codeOf(world.write((w) => takeHeartbeat(w, world.installation, tabletId, beat))),
    ).toBe('tablet_revoked');
    const again = await proof(tabletId);
    expect(await world.write((w) => issueToken(w, links, again))).toEqual({ isRevoked: true });
    world.clock.now += 1;
    // It was never in contact, and had papers: staff reads that first.
    await world.write((w) => settleLoss(w, tabletId));
    expect((await readBoard(world.look(), links)).tablets).toEqual([]);
  });

  it('[sync H4] a late or repeated heartbeat is answered and changes nothing', async () => {
    const tabletId = await registered(),
      start = {
        inc: v7(),
        highN: 0,
        ackSeen: 0,
        pending: 0,
        oldestPendingMs: 0,
        persisted: true,
        appVersion: '2',
        clockOffsetMs: 0,
        quarantined: 0,
        unsent: 0,
        battery: 0.5,
        charging: false,
      };
    const send = async (beat: BeatNumber | undefined, battery: number) => {
      world.clock.now += 1000;
      const answer = await world.write((w) =>
        takeHeartbeat(w, world.installation, tabletId, {
          ...start,
          battery,
          ...(beat && { beat }),
        }),
      );
      const {
        tablets: [seen],
      } = await readBoard(world.look(), links);
      return [
        answer.isOld ?? false,
        seen?.battery,
        world.clock.now - (seen?.lastSeenAt ?? 0),
        answer.leaseUntil - (seen?.leaseUntil ?? 0),
      ];
    };
    expect(await send({ run: 5, n: 2 }, 0.9)).toEqual([false, 0.9, 0, 0]);
    expect(await send({ run: 5, n: 2 }, 0.8)).toEqual([true, 0.9, 1000, 0]);
    expect(await send({ run: 5, n: 1 }, 0.7)).toEqual([true, 0.9, 2000, 0]);
    expect(await send({ run: 5, n: 4 }, 0.6)).toEqual([false, 0.6, 0, 0]);
    // The app restarts; its earlier report arrives late. The name implies no order: a clock may be
    // set back.
    expect(await send({ run: 3, n: 1 }, 0.5)).toEqual([false, 0.5, 0, 0]);
    expect(await send({ run: 5, n: 9 }, 0.4)).toEqual([true, 0.5, 1000, 0]);
    // An older app sends no number: its reports count as before, and a late one stays late.
    expect(await send(undefined, 0.3)).toEqual([false, 0.3, 0, 0]);
    expect(await send({ run: 3, n: 1 }, 0.2)).toEqual([true, 0.3, 1000, 0]);
    for (let run = 10; run < 20; run++)
      expect(await send({ run, n: 1 }, 0.1)).toEqual([false, 0.1, 0, 0]);
    expect((await findTablet(world.look(), tabletId))?.health?.beat).toEqual({
      run: 19,
      n: 1,
      before: [18, 17, 16, 15, 14, 13, 12, 11],
    });
  });

  it('shows health, help and the Mappe on the board, and announces changes only', async () => {
    const tabletId = await registered();
    const {
      mappeId,
      taskIds: [taskId],
    } = await world.mappe({ tabletId });
    const beat = {
      inc: v7(),
      highN: 0,
      ackSeen: 0,
      pending: 0,
      oldestPendingMs: 0,
      persisted: true,
      appVersion: '2',
      clockOffsetMs: 5,
      quarantined: 0,
      battery: 0.5,
      charging: false,
      activity: {
        taskId: taskId!,
        taskRev: 1,
        screen: 'reading' as const,
        page: 1,
        of: 4,
        silentMs: 0,
        isReading: true,
      },
    };
    const send = (change: object = {}) =>
      world.write((w) => takeHeartbeat(w, world.installation, tabletId, { ...beat, ...change }));
    await send();
    world.events.length = 0;
    await send();
    expect(world.events).toEqual([]);
    await send({ activity: { ...beat.activity, page: 2 } });
    expect(world.events).toEqual([{ to: 'staff', event: { kind: 'changed' } }]);
    // A blank form: a task unknown to the server, reported as one, and without a Mappe.
    world.events.length = 0;
    await send({ activity: { ...beat.activity, taskId: v7(), screen: 'filling', isBlank: true } });
    expect(world.events).toEqual([{ to: 'staff', event: { kind: 'changed' } }]);
    expect((await readBoard(world.look(), links)).tablets[0]?.activity).toMatchObject({
      isBlank: true,
      screen: 'filling',
    });
    await send({ activity: { ...beat.activity, page: 2 } });
    await world.write((w) => callHelp(w, links, tabletId, taskId));
    expect((await send()).helpAnswered).toBe(false);
    expect((await readBoard(world.look(), links)).tablets[0]).toMatchObject({
      battery: 0.5,
      appVersion: '2',
      isOutdated: true,
      calls: [{ mappeId, at: START }],
      mappeId,
      activity: { page: 1 },
      lastSeenAt: START,
    });
    await world.write((w) => answerHelp(w, tabletId));
    expect((await send()).helpAnswered).toBe(true);
    expect(world.events).toContainEqual({
      to: 'tablet',
      tabletId,
      event: { kind: 'help', answered: true },
    });
    expect((await readBoard(world.look(), links)).tablets[0]?.calls).toEqual([]);
  });

  it('a call for help keeps its Mappe, if any, until answered, despite another call at the tablet', async () => {
    const tabletId = await registered(),
      other = await registered();
    const {
      mappeId,
      taskIds: [taskId],
    } = await world.mappe({ tabletId });
    const call = (task?: string) => world.write((w) => callHelp(w, links, tabletId, task)),
      calls = async () =>
        (await readBoard(world.look(), links)).tablets.find((t) => t.tabletId === tabletId)?.calls;
    await call(taskId);
    world.clock.now += 1000;
    // An unknown paper, and one on another tablet: the call is the tablet's.
    await call(v7());
    const {
      taskIds: [foreign],
    } = await world.mappe({ tabletId: other });
    world.clock.now += 1000;
    await call(foreign);
    expect(await calls()).toEqual([
      { mappeId, at: START },
      { mappeId: null, at: START + 2000 },
    ]);
    // Papers wait to be started: the call belongs to their Mappe; on the thank-you page to none.
    const says = (screen: 'assigned' | 'done') =>
      world.write((w) =>
        takeHeartbeat(w, world.installation, tabletId, {
          inc: v7(),
          highN: 0,
          ackSeen: 0,
          pending: 0,
          oldestPendingMs: 0,
          persisted: true,
          appVersion: '1',
          clockOffsetMs: 0,
          quarantined: 0,
          activity: {
            taskId: taskId!,
            taskRev: 1,
            screen,
            page: 1,
            of: 1,
            silentMs: 0,
            isReading: false,
          },
        }),
      );
    await says('assigned');
    world.clock.now += 1000;
    await call();
    await says('done');
    world.clock.now += 1000;
    await call();
    expect(await calls()).toEqual([
      { mappeId, at: START + 3000 },
      { mappeId: null, at: START + 4000 },
    ]);
    // A staff member answers the earlier call: the tablet, now with another caller, is not
    // informed.
    world.events.length = 0;
    await world.write((w) => answerHelp(w, tabletId, START + 3000));
    expect(await calls()).toEqual([{ mappeId: null, at: START + 4000 }]);
    expect(world.events).toEqual([{ to: 'staff', event: { kind: 'changed' } }]);
    await world.write((w) => answerHelp(w, tabletId, START + 4000));
    expect(world.events).toContainEqual({
      to: 'tablet',
      tabletId,
      event: { kind: 'help', answered: true },
    });
    expect(await calls()).toEqual([]);
  });
});
