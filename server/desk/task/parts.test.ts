// Tests of one paper signed by two or three people on separate devices: whatever the order, repeats
// and crashes, it is submitted once, after the last signature, and one refusal ends it.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { PART_WAIT_MS } from '../../../shared/papers/signers.ts';
import { openTestStore, STORES } from '../../../tests/support/stores.ts';
import { listMissing } from '../../records/papers/list-missing.ts';
import type { Store } from '../../platform/db/store.ts';
import { openWorld, READING, START, type Device, type World } from '../sync/testing.ts';
import { submitSaid } from '../sync/submit-shared.ts';
import { cancelTask, turnToPaper } from './change-task.ts';
import { closeMappe } from './close-mappe.ts';
import { homePaper, homePapers, waitsFor } from './give-home.ts';
import { partsOf } from './part-store.ts';
import { moveMappe, restartMappe } from './place-mappe.ts';
import { partsDesk, MOTHER, FATHER } from './parts.testing.ts';
import { codeOf } from '../../../tests/support/workshop.ts';

const DENTIST = { role: 'dentist' as const, name: 'Dr. Beck' };
const DAY = 86_400_000;

describe.each(STORES)('one paper, several devices, %s', (kind) => {
  let store: Store, drop: () => Promise<void>, world: World, tablet: Device, receive: JsonWebKey;
  beforeAll(async () => {
    ({ store, drop } = await openTestStore(kind));
  });
  afterAll(() => drop());
  beforeEach(async () => {
    world = await openWorld(store);
    tablet = await world.tablet();
    receive = await crypto.subtle.exportKey('jwk', world.serverKeys.publicKey);
    await world.addPatient('c', 'Lina', 'Yılmaz', '2019-03-12');
  });
  const { row, state, envelopes, jobs, onBoard, give, part, atTablet, atHome, refusal, complete } =
    partsDesk(() => ({ world, tablet, receive }));

  it('[R3] tablet first, then at home: waits for the other signer only, and is submitted once', async () => {
    const { taskId, body } = await give();
    expect([body.signers, body.away]).toEqual([[MOTHER], [FATHER]]);
    expect(await atTablet(body, part(body, [MOTHER]))).toMatchObject({ s: 'applied' });
    expect([
      await state(taskId),
      await envelopes(taskId),
      await tablet.inbox(),
      await waitsFor(world.look(), taskId),
    ]).toEqual(['part_signed', [], [], ['Cem Yılmaz']]);
    expect((await onBoard(taskId))?.signers).toEqual([
      { ...MOTHER, signedAt: START },
      { ...FATHER, signedAt: null, isAway: true },
    ]);
    expect(
      (await homePapers(world.look(), ['c'])).map((one) => [one.signer.role, one.waitsFor]),
    ).toEqual([['parent2', []]]);
    // With his link the father signs for himself only, once, and the same bytes that the mother
    // saw.
    expect(await refusal(atHome(part(body, [MOTHER])))).toBe('signer_mismatch');
    expect(
      await refusal(atHome(part(body, [FATHER], { presentedPdfSha256: 'c'.repeat(64) }))),
    ).toBe('hash_mismatch');
    expect(await refusal(atHome(part(body, [FATHER], { dataSha256: 'c'.repeat(64) })))).toBe(
      'hash_mismatch',
    );
    expect(await refusal(atHome(part(body, [FATHER], { declarations: [] })))).toBe(
      'declaration_missing',
    );
    expect(await state(taskId)).toBe('part_signed');
    expect(await atHome(part(body, [FATHER]))).toBe('taken');
    await complete(taskId);
    expect(await refusal(atHome(part(body, [FATHER])))).toBe('state_conflict');
    expect(await atTablet(body, part(body, [MOTHER]))).toMatchObject({ s: 'parked' });
    await complete(taskId);
    expect((await partsOf(world.look(), taskId)).map((one) => one.role).sort()).toEqual([
      'parent1',
      'parent2',
    ]);
  });

  it('[sync S1] home first while on the tablet: the tablet continues, its signature completes it', async () => {
    const { taskId, body } = await give();
    await tablet.push(await tablet.op('task.start', body, { taskId, at: START, language: 'de' }));
    await tablet.putDraft(body, 1, { page: 2 }, 2);
    expect(await atHome(part(body, [FATHER]))).toBe('taken');
    expect([
      await state(taskId),
      (await tablet.inbox()).map((one) => one.signers),
      (await onBoard(taskId))?.signers?.map((one) => one.signedAt),
    ]).toEqual(['started', [[MOTHER]], [null, START]]);
    const op = await tablet.op('task.submit', body, part(body, [MOTHER]));
    expect((await tablet.push(op)).verdicts).toMatchObject([{ s: 'applied' }]);
    // The response was lost: the repetition gets the same.
    expect((await tablet.push(op)).verdicts).toMatchObject([{ s: 'dup' }]);
    await complete(taskId);
  });

  it('two concurrent signatures: one envelope, one sealing, in any order', async () => {
    for (let n = 0; n < 4; n++) {
      const { taskId, body } = await give({ tabletId: null }),
        { data, dataSha256 } = await row(taskId),
        open = { ...body, taskId, data, dataSha256 };
      const mine = (who: typeof MOTHER | typeof FATHER) =>
        part({ ...open, presentedPdfSha256: 'b'.repeat(64) }, [who]);
      expect(
        (await homePapers(world.look(), ['c']))
          .filter((one) => one.taskId === taskId)
          .map((one) => [one.signer.role, one.waitsFor]),
      ).toEqual([
        ['parent1', ['Cem Yılmaz']],
        ['parent2', ['Ayşe Yılmaz']],
      ]);
      expect(
        await Promise.all([atHome(mine(MOTHER), {}, 'parent1'), atHome(mine(FATHER))]),
      ).toEqual(['taken', 'taken']);
      expect([await state(taskId), (await envelopes(taskId)).length, await jobs(taskId)]).toEqual([
        'submitted',
        1,
        1,
      ]);
    }
  });

  it('three signers in every order, dentist and one parent jointly on the tablet or separately', async () => {
    for (const steps of [
      [['d', 'm'], ['f']],
      [['f'], ['d', 'm']],
      [['m'], ['f'], ['d']],
    ] as const) {
      const { taskId, mappeId, body } = await give({
        templates: ['extraktion@1'],
        signers: [MOTHER, { ...FATHER, isAway: true }, DENTIST],
      });
      await world.write((w) =>
        w.tx.update(w.t.task, { talk: { needed: true, doneAt: START } }, { taskId }),
      );
      for (const [at, who] of steps.entries()) {
        const signers = [MOTHER, FATHER, DENTIST].filter((one) =>
          (who as readonly string[]).includes(
            { parent1: 'm', parent2: 'f', dentist: 'd' }[one.role],
          ),
        );
        expect(await state(taskId)).not.toBe('submitted');
        if (signers[0] === FATHER) {
          expect(await atHome(part(body, [FATHER]))).toBe('taken');
          continue;
        }
        // A later signer signs at a tablet that gets the Mappe again.
        if (at > 0 && (await state(taskId)) === 'part_signed')
          await world.write((w) => moveMappe(w, world.links, mappeId, tablet.id));
        const [now = body] = (await tablet.inbox()).filter((one) => one.taskId === taskId);
        expect(await atTablet(now, part(now, signers))).toMatchObject({ s: 'applied' });
      }
      expect([await state(taskId), (await envelopes(taskId)).length, await jobs(taskId)]).toEqual([
        'submitted',
        1,
        1,
      ]);
    }
  });

  it('with both listed at the tablet, one is marked as later and signs another day at a tablet', async () => {
    const { taskId, mappeId, body } = await give({ signers: [MOTHER, FATHER] });
    expect([body.signers, body.away]).toEqual([[MOTHER, FATHER], undefined]);
    expect(await homePapers(world.look(), ['c'])).toEqual([]);
    expect(await atTablet(body, part(body, [FATHER, MOTHER]))).toMatchObject({
      s: 'parked',
      code: 'signer_mismatch',
    });
    await world.write((w) => restartMappe(w, world.links, mappeId));
    const [again] = await tablet.inbox();
    expect(await atTablet(again!, part(again!, [MOTHER]))).toMatchObject({ s: 'applied' });
    expect((await homePapers(world.look(), ['c'])).map((one) => one.signer.role)).toEqual([
      'parent2',
    ]);
    expect(await codeOf(world.write((w) => restartMappe(w, world.links, mappeId)))).toBe(
      'state_conflict',
    );
    const second = await world.tablet('Tablet 2');
    await world.write((w) => moveMappe(w, world.links, mappeId, second.id));
    const [his] = await second.inbox();
    expect([his?.signers, his?.away, await state(taskId)]).toEqual([
      [FATHER],
      undefined,
      'assigned',
    ]);
    // Meanwhile he signs on his phone after all: the tablet releases it.
    expect(await atHome(part(body, [FATHER]))).toBe('taken');
    expect(await second.inbox()).toEqual([]);
    await complete(taskId);
  });

  it('[V9] one refusal ends it for all and is named; a signature under way is kept without effect', async () => {
    const { taskId, body } = await give(),
      { dataSha256 } = body;
    const no = {
      taskId,
      outcome: 'declined' as const,
      dataSha256,
      reading: READING,
      declarations: [],
      language: 'de',
      at: START,
      note: 'zu früh',
    };
    expect(
      await world.write((w) =>
        submitSaid(w, receive, { share: v7(), item: v7(), id: v7(), role: 'parent2', payload: no }),
      ),
    ).toBeUndefined();
    expect([
      await state(taskId),
      (await row(taskId)).read,
      (await onBoard(taskId))?.declinedBy,
      await tablet.inbox(),
    ]).toMatchObject(['declined', { by: [FATHER], note: 'zu früh' }, 'Cem Yılmaz', []]);
    expect(await atTablet(body, part(body, [MOTHER]))).toMatchObject({
      s: 'parked',
      code: 'state_conflict',
    });
    expect([await state(taskId), await envelopes(taskId)]).toEqual(['declined', []]);

    const other = await give();
    await atHome(part(other.body, [FATHER]));
    await tablet.push(
      await tablet.op('task.outcome', other.body, {
        ...no,
        taskId: other.taskId,
        dataSha256: other.body.dataSha256,
      }),
    );
    expect([
      await state(other.taskId),
      (await onBoard(other.taskId))?.declinedBy,
      await envelopes(other.taskId),
    ]).toEqual(['declined', 'Ayşe Yılmaz', []]);
  });

  it("a question at home leaves the tablet alone; a cancel at the tablet keeps others' signatures", async () => {
    const { taskId, body } = await give(),
      { dataSha256 } = body;
    await tablet.push(await tablet.op('task.start', body, { taskId, at: START, language: 'de' }));
    const ask = {
      taskId,
      outcome: 'question' as const,
      dataSha256,
      reading: READING,
      declarations: [],
      language: 'de',
      at: START,
    };
    expect(
      await world.write((w) =>
        submitSaid(w, receive, {
          share: v7(),
          item: v7(),
          id: v7(),
          role: 'parent2',
          payload: ask,
        }),
      ),
    ).toBeUndefined();
    expect([
      await state(taskId),
      (await row(taskId)).attention,
      (await tablet.inbox()).length,
    ]).toEqual(['started', 'asked_elsewhere', 1]);
    expect(await atHome(part(body, [FATHER]))).toBe('taken');
    await tablet.push(
      await tablet.op('task.cancel', body, { taskId, reason: 'patient', page: 1, at: START }),
    );
    expect([await state(taskId), await tablet.inbox()]).toEqual(['part_signed', []]);
    expect(await atTablet(body, part(body, [MOTHER]))).toMatchObject({ s: 'applied' });
    await complete(taskId);
  });

  it('stays open thirty days after the first signature, accepts late arrivals, then expires', async () => {
    const { taskId, mappeId, body } = await give();
    const late = await tablet.op('task.submit', body, part(body, [MOTHER]));
    await atHome(part(body, [FATHER]));
    world.clock.now = START + 2 * DAY;
    await world.write((w) => closeMappe(w, world.links, mappeId));
    expect([await state(taskId), (await row(taskId)).taskRev, await tablet.inbox()]).toEqual([
      'part_signed',
      2,
      [],
    ]);
    expect((await tablet.push(late)).verdicts).toMatchObject([{ s: 'applied' }]);
    await complete(taskId);

    const other = await give();
    await atTablet(other.body, part(other.body, [MOTHER]));
    world.clock.now += PART_WAIT_MS - 1;
    await world.write((w) => closeMappe(w, world.links, other.mappeId));
    expect(await state(other.taskId)).toBe('part_signed');
    world.clock.now += 1;
    await world.write((w) => closeMappe(w, world.links, other.mappeId));
    expect([
      await state(other.taskId),
      await homePapers(world.look(), ['c']),
      await refusal(atHome(part(other.body, [FATHER]))),
    ]).toEqual(['expired', [], 'state_conflict']);
  });

  it('cancelling ends it for all; turned to paper, all sign by hand and no device counts', async () => {
    const { taskId, body } = await give();
    await atTablet(body, part(body, [MOTHER]));
    await world.write((w) => cancelTask(w, world.links, taskId));
    expect([await state(taskId), await refusal(atHome(part(body, [FATHER])))]).toEqual([
      'cancelled',
      'state_conflict',
    ]);

    const other = await give();
    expect(await codeOf(world.write((w) => turnToPaper(w, world.links, other.taskId)))).toBe(
      'state_conflict',
    );
    await atTablet(other.body, part(other.body, [MOTHER]));
    const missing = () =>
      listMissing(
        world.look(),
        {
          visits: (_look, day) =>
            Promise.resolve(
              day === '2026-11-20'
                ? [
                    {
                      terminId: 't',
                      time: '09:00',
                      patid: 'c',
                      name: 'Yılmaz, Lina',
                      geburtsdatum: '2019-03-12',
                      zimmer: '',
                      behandler: '',
                      art: '',
                      proposed: [],
                      isFirst: false,
                    },
                  ]
                : [],
            ),
          textsInUse: () => Promise.resolve([]),
          numbersOfAll: () => Promise.resolve(new Map([['c', ['c']]])),
          phones: () => Promise.resolve(new Map()),
          followUps: () => Promise.resolve(new Map()),
        },
        0,
      );
    expect((await missing()).visits[0]?.papers).toMatchObject([
      { state: 'part_signed', waitsFor: ['Cem Yılmaz'], isPaper: false },
    ]);
    await world.write((w) => turnToPaper(w, world.links, other.taskId));
    expect([
      await state(other.taskId),
      (await row(other.taskId)).formRequirement.form,
      await refusal(atHome(part(other.body, [FATHER]))),
      await homePaper(world.look(), other.taskId, 'parent2'),
    ]).toEqual(['paper', 'custody', 'state_conflict', undefined]);
    expect((await missing()).visits[0]?.papers).toMatchObject([
      { state: 'paper', waitsFor: [], isPaper: true },
    ]);
  });

  it('a newly published text changes no waiting paper; a child that comes of age signs in person', async () => {
    await world.addPatient('y', 'Ben', 'Yılmaz', '2008-11-25');
    const { taskId, body } = await give({ patids: ['y'] });
    await atTablet(body, part(body, [MOTHER]));
    expect(await homePaper(world.look(), taskId, 'parent2')).toMatchObject({
      dataSha256: body.dataSha256,
      presentedPdfSha256: body.presentedPdfSha256,
    });
    world.clock.now = START + 6 * DAY;
    expect([
      await homePapers(world.look(), ['y']),
      await refusal(atHome(part(body, [FATHER]))),
    ]).toEqual([[], 'state_conflict']);
  });

  it('[F7] after a restore the tablet restores signature and task, and the other signer completes it', async () => {
    const { taskId, mappeId, body } = await give(),
      op = await tablet.op('task.submit', body, {
        ...part(body, [MOTHER]),
        ...(body.origin !== undefined && { origin: body.origin }),
      });
    await world.write(async (w) => {
      await w.tx.remove(w.t.task, { taskId });
      await w.tx.remove(w.t.mappe, eq(w.t.mappe.id, mappeId));
    });
    expect((await tablet.push(op)).verdicts).toMatchObject([{ s: 'applied' }]);
    expect([await state(taskId), await waitsFor(world.look(), taskId)]).toEqual([
      'part_signed',
      ['Cem Yılmaz'],
    ]);
    expect(await atHome(part(body, [FATHER]))).toBe('taken');
    await complete(taskId);
  });
});
