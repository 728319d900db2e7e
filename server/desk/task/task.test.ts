// Tests of Mappen and tasks on both databases: composing, undo, busy tablets, talk, paper, wrong
// person, closing time, the board.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { v7 } from 'uuid';
import { AppError } from '../../../shared/base/errors.ts';
import { berlinInstant } from '../../../shared/base/dates.ts';
import { openTestStore, STORES } from '../../../tests/support/stores.ts';
import type { Store } from '../../platform/db/store.ts';
import { openWorld, START, submission, type Device, type World } from '../sync/testing.ts';
import {
  cancelTask,
  confirmTalk,
  filePaper,
  unfilePaper,
  markCopyGiven,
  undoMappe,
  withdrawMappe,
} from './change-task.ts';
import { closeMappe } from './close-mappe.ts';
import { closingAfter, composeMappe, type Composition } from './compose-mappe.ts';
import { listBoardMappen, listLedger } from './list-mappen.ts';
import { markPrepared } from './mark-prepared.ts';
import { failTask, moveTaskById } from './move-task.ts';
import { moveMappe, releaseTablet, restartMappe } from './place-mappe.ts';
import { boardRows, findTask } from './store.ts';

const code = (p: Promise<unknown>): Promise<unknown> =>
  p.then(
    () => 'ok',
    (e: unknown) =>
      e instanceof AppError
        ? e.fields
          ? Object.entries(e.fields)[0]?.join(' ')
          : (e.extra?.reason ?? e.code)
        : String(e),
  );
const PREPARED = {
  presentedPdfSha256: 'd'.repeat(64),
  presentedBytes: 10,
  boxes: null,
  renderer: null,
};

describe.each(STORES)('tasks on %s', (kind) => {
  let store: Store, drop: () => Promise<void>, world: World, tablet: Device;
  beforeAll(async () => {
    ({ store, drop } = await openTestStore(kind));
  });
  afterAll(() => drop());
  beforeEach(async () => {
    world = await openWorld(store);
    tablet = await world.tablet();
  });
  const state = async (taskId: string) => (await findTask(world.look(), taskId))?.state;
  const compose = (change: Partial<Composition>) =>
    world.write((w) =>
      composeMappe(w, world.links, {
        patids: ['1'],
        items: [{ template: 'foto@1' }],
        tabletId: null,
        language: 'de',
        textScale: 100,
        identifiedBy: null,
        signers: [{ role: 'patient', name: 'Anna Weber' }],
        ...change,
      }),
    );

  it('composes once per id, warns of identical names and rejects unresolvable input', async () => {
    const id = v7();
    await world.addPatient('2', 'ANNA', 'Weber');
    const first = await compose({ id });
    expect(first.mayBeSameName).toEqual([
      { patid: '2', name: 'Weber, ANNA', geburtsdatum: '1958-03-12' },
    ]);
    expect(await compose({ id })).toEqual({ mappeId: id, undoUntil: START + 10_000 });
    expect(
      (await listBoardMappen(world.look())).filter((m) => m.mappeId === id)[0]?.tasks,
    ).toHaveLength(1);
    expect(await code(compose({ patids: ['404'] }))).toBe('not_found');
    expect(await code(compose({ tabletId: v7() }))).toBe('not_found');
    expect(await code(compose({ items: [{ template: 'nichts@1' }] }))).toBe(
      'items.0.template unknown',
    );
    expect(await code(compose({ items: [{ template: 'extraktion@1' }] }))).toMatch(
      /^items\.0\.fields\.\w+ document_field_missing$/,
    );
    expect(await code(compose({ signers: [] }))).toBe('signers missing');
    expect(await code(compose({ signers: [{ role: 'interpreter', name: 'X' }] }))).toBe(
      'signers missing',
    );
    expect(
      await code(
        compose({
          items: [{ template: 'foto@1' }],
          signers: [
            { role: 'patient', name: 'A' },
            { role: 'dentist', name: 'X' },
          ],
        }),
      ),
    ).toBe('signers.1.role not_asked');
  });

  it('shows a person without first name without a comma on the board and in name warnings', async () => {
    await world.addPatient('3', '', 'Weber');
    await world.addPatient('4', '', 'Weber');
    const made = await compose({ patids: ['3'], signers: [{ role: 'patient', name: 'Weber' }] });
    expect(made.mayBeSameName).toEqual([{ patid: '4', name: 'Weber', geburtsdatum: '1958-03-12' }]);
    expect(
      (await listBoardMappen(world.look())).find((m) => m.mappeId === made.mappeId)?.patients,
    ).toEqual([{ patid: '3', name: 'Weber', geburtsdatum: '1958-03-12' }]);
  });

  it('[inv S5] assigns a tablet to one Mappe at a time, and frees it when that is over', async () => {
    const { mappeId } = await world.mappe({ tabletId: tablet.id });
    expect(await code(compose({ tabletId: tablet.id }))).toBe('tablet_busy');
    const waiting = await compose({});
    expect(
      await code(world.write((w) => moveMappe(w, world.links, waiting.mappeId, tablet.id))),
    ).toBe('tablet_busy');
    await world.write((w) => undoMappe(w, world.links, mappeId));
    await world.write((w) => moveMappe(w, world.links, waiting.mappeId, tablet.id));
    const task = (await listBoardMappen(world.look())).find((m) => m.mappeId === waiting.mappeId)!
      .tasks[0]!;
    // Not prepared yet: it is assigned to its tablet when its PDF is ready.
    expect(task.state).toBe('created');
    await world.write((w) => markPrepared(w, world.links, task.taskId, PREPARED));
    expect((await tablet.inbox()).map((b) => b.taskId)).toEqual([task.taskId]);
    await world.write((w) =>
      markPrepared(w, world.links, task.taskId, {
        ...PREPARED,
        presentedPdfSha256: 'e'.repeat(64),
      }),
    );
    expect((await findTask(world.look(), task.taskId))?.presentedPdfSha256).toBe(
      PREPARED.presentedPdfSha256,
    );
  });

  it('undoes within ten seconds, but not after a start', async () => {
    const late = await world.mappe({});
    world.clock.now += 12_001;
    expect(await code(world.write((w) => undoMappe(w, world.links, late.mappeId)))).toBe(
      'state_conflict',
    );
    await world.write((w) => withdrawMappe(w, world.links, late.mappeId));
    expect(await code(world.write((w) => withdrawMappe(w, world.links, late.mappeId)))).toBe(
      'state_conflict',
    );
    const begun = await world.mappe({ tabletId: tablet.id });
    const [body] = await tablet.inbox();
    await tablet.push(
      await tablet.op('task.start', body!, { taskId: body!.taskId, at: START, language: 'de' }),
    );
    expect(await code(world.write((w) => undoMappe(w, world.links, begun.mappeId)))).toBe(
      'state_conflict',
    );
  });

  it('[sync P6] takes a wrong person off the tablet and keeps the rest for the right one', async () => {
    const { mappeId, taskIds } = await world.mappe({
      tabletId: tablet.id,
      templates: ['foto@1', 'datenschutz@1'],
    });
    const [first] = await tablet.inbox();
    await tablet.push(
      await tablet.op('task.cancel', first!, {
        taskId: first!.taskId,
        reason: 'wrong_person',
        page: 0,
        at: START,
      }),
    );
    expect(await Promise.all(taskIds.map(state))).toEqual(['interrupted', 'interrupted']);
    expect(await tablet.inbox()).toEqual([]);
    expect((await listBoardMappen(world.look())).find((m) => m.mappeId === mappeId)).toMatchObject({
      state: 'unterbrochen',
      wrongPersonAt: START,
    });
    await world.write((w) => moveMappe(w, world.links, mappeId, tablet.id));
    expect(await tablet.inbox()).toHaveLength(2);
  });

  it('[sync F23] accepts a signature overtaken by the idle end of its Mappe', async () => {
    const { taskIds } = await world.mappe({
      tabletId: tablet.id,
      templates: ['datenschutz@1', 'foto@1'],
    });
    const [notice, foto] = await tablet.inbox();
    const answer = await tablet.push(
      await tablet.op('task.cancel', notice!, {
        taskId: notice!.taskId,
        reason: 'idle',
        page: 1,
        at: START,
      }),
      await tablet.op('task.submit', foto!, submission(foto!)),
    );
    expect(answer.verdicts.map((r) => r.s)).toEqual(['applied', 'applied']);
    expect(await Promise.all(taskIds.map(state))).toEqual(['interrupted', 'submitted']);
  });

  it('[sync F7] frees the rest of a Mappe left with an ended task, keeps newly assigned tasks', async () => {
    const { taskIds } = await world.mappe({
      tabletId: tablet.id,
      templates: ['datenschutz@1', 'foto@1'],
    });
    const [notice, foto] = await tablet.inbox();
    const left = (taskRev: number) =>
      tablet.op(
        'task.cancel',
        { ...foto!, taskRev },
        { taskId: foto!.taskId, reason: 'staff', page: 1, at: START },
      );
    await tablet.push(await tablet.op('task.submit', foto!, submission(foto!)));
    expect(await Promise.all(taskIds.map(state))).toEqual(['assigned', 'submitted']);
    // Restarted in a revision that a restore lost, and left on that tablet.
    expect((await tablet.push(await left(2))).verdicts[0]).toMatchObject({
      s: 'parked',
      code: 'state_conflict',
    });
    expect(await Promise.all(taskIds.map(state))).toEqual(['interrupted', 'submitted']);
    await world.write((w) => restartMappe(w, world.links, notice!.mappeId));
    expect((await tablet.push(await left(1))).verdicts[0]).toMatchObject({
      s: 'parked',
      code: 'state_conflict',
    });
    expect(await Promise.all(taskIds.map(state))).toEqual(['assigned', 'submitted']);
    expect((await tablet.inbox()).map((b) => b.taskId)).toEqual([notice!.taskId]);
  });

  it('only a dentist can confirm the talk, and only after the reading', async () => {
    const {
      taskIds: [taskId],
    } = await world.mappe({ tabletId: tablet.id, templates: ['extraktion@1'] });
    expect(await code(world.write((w) => confirmTalk(w, world.links, taskId!, undefined)))).toBe(
      'forbidden',
    );
    expect(
      await code(
        world.write((w) => confirmTalk(w, world.links, taskId!, undefined), world.dentist),
      ),
    ).toBe('state_conflict');
    expect(
      await code(world.write((w) => confirmTalk(w, world.links, v7(), undefined), world.dentist)),
    ).toBe('not_found');
  });

  it('prints papers that need ink and files them when they are back', async () => {
    const {
      taskIds: [taskId],
    } = await world.mappe({ tabletId: tablet.id, templates: ['mehrkosten@1'] });
    expect(await state(taskId!)).toBe('paper');
    // Offered for reading only; it may be printed and filed without having been read there.
    expect((await tablet.inbox()).map((b) => b.taskId)).toEqual([taskId]);
    await world.write((w) => filePaper(w, world.links, taskId!));
    expect(await tablet.inbox()).toEqual([]);
    expect(await findTask(world.look(), taskId!)).toMatchObject({
      state: 'filed',
      filedAt: START,
      filedBy: 'user:u-desk',
    });
    expect(await code(world.write((w) => filePaper(w, world.links, taskId!)))).toBe(
      'state_conflict',
    );
  });

  it('undoes ticking a paper off for ten seconds, for the same user, before it is handed over', async () => {
    const {
      taskIds: [taskId],
    } = await world.mappe({ tabletId: tablet.id, templates: ['mehrkosten@1'] });
    const file = () => world.write((w) => filePaper(w, world.links, taskId!)),
      undo = () => world.write((w) => unfilePaper(w, taskId!));
    await file();
    await undo();
    expect(await findTask(world.look(), taskId!)).toMatchObject({
      state: 'paper',
      filedAt: null,
      filedBy: null,
      export: 'none',
    });
    // Repeated, it changes nothing.
    await undo();
    await file();
    expect(await code(world.write((w) => unfilePaper(w, taskId!), world.dentist))).toBe(
      'state_conflict',
    );
    world.clock.now += 12_001;
    expect(await code(undo())).toBe('state_conflict');
    expect(await state(taskId!)).toBe('filed');
  });

  it('retries only the sealing of a signature whose job gave up', async () => {
    const {
      mappeId,
      taskIds: [taskId],
    } = await world.mappe({ tabletId: tablet.id });
    const [body] = await tablet.inbox();
    await tablet.push(
      await tablet.op('task.submit', body!, { ...submission(body!), wantsPaperCopy: true }),
    );
    await world.write((w) => failTask(w, taskId!, 'pdf_failed'));
    expect(await findTask(world.look(), taskId!)).toMatchObject({
      state: 'needs_attention',
      attention: 'pdf_failed',
    });
    await world.write((w) => restartMappe(w, world.links, mappeId));
    expect(await findTask(world.look(), taskId!)).toMatchObject({
      state: 'submitted',
      attention: null,
      taskRev: 1,
    });
    expect(await world.write((w) => moveTaskById(w, taskId!, 'seal'))).toBe(true);
    expect(await world.write((w) => moveTaskById(w, taskId!, 'file'))).toBe(true);
    expect(await world.write((w) => moveTaskById(w, taskId!, 'file'))).toBe(false);
    expect((await listBoardMappen(world.look())).find((m) => m.mappeId === mappeId)).toMatchObject({
      state: 'fertig',
      wantsPaperCopy: true,
    });
    await world.write((w) => markCopyGiven(w, mappeId));
    expect(
      (await listBoardMappen(world.look())).find((m) => m.mappeId === mappeId)?.wantsPaperCopy,
    ).toBe(false);
  });

  it("beyond the board's limit the oldest ended Mappen of a day are dropped; open ones stay", async () => {
    const made: string[] = [];
    for (let n = 0; n < 4; n += 1) {
      made.push((await compose({})).mappeId);
      world.clock.now += 1000;
    }
    const shown = async (): Promise<string[]> =>
      (await boardRows(world.look(), START - 1000, 2)).mappen.map((m) => m.id);
    expect(await shown()).toEqual(made);
    for (const id of [made[0]!, made[3]!])
      await world.write((w) => withdrawMappe(w, world.links, id));
    expect(await shown()).toEqual(made.slice(1));
  });

  it('closes at closing time, but waits for a tablet that may have a signature', async () => {
    expect(closingAfter(START, '20:00')).toBe(berlinInstant('2026-11-20', '20:00'));
    expect(closingAfter(berlinInstant('2026-11-20', '20:00'), '20:00')).toBe(
      berlinInstant('2026-11-21', '20:00'),
    );
    const { mappeId, taskIds } = await world.mappe({
      tabletId: tablet.id,
      templates: ['foto@1', 'mehrkosten@1'],
    });
    world.clock.now = berlinInstant('2026-11-20', '20:00');
    await world.write((w) => closeMappe(w, world.links, mappeId));
    expect(await state(taskIds[0]!)).toBe('assigned');
    const later = (await world.look().db.find(world.look().t.job)).filter(
      (j) => j.kind === 'close-mappen' && j.runAfter > world.clock.now,
    );
    expect(later).toHaveLength(1);
    world.clock.now = START + 86_400_001;
    await world.write((w) => closeMappe(w, world.links, mappeId));
    await world.write((w) => closeMappe(w, world.links, mappeId));
    // Paper may still come back tomorrow.
    expect(await Promise.all(taskIds.map(state))).toEqual(['expired', 'paper']);
    expect(
      (await listLedger(world.look())).filter((t) => t.mappeId === mappeId).map((t) => t.taskId),
    ).toEqual([taskIds[1]]);
  });

  it('frees the tasks of a revoked tablet and hides other practices', async () => {
    const {
      mappeId,
      taskIds: [taskId],
    } = await world.mappe({ tabletId: tablet.id });
    const other = await openWorld(store);
    expect(await code(other.write((w) => cancelTask(w, other.links, taskId!)))).toBe('not_found');
    expect(await code(other.write((w) => withdrawMappe(w, other.links, mappeId)))).toBe(
      'not_found',
    );
    expect(await listBoardMappen(other.look())).toEqual([]);
    await world.write((w) => releaseTablet(w, world.links, tablet.id));
    expect(await findTask(world.look(), taskId!)).toMatchObject({
      state: 'interrupted',
      taskRev: 1,
    });
    await world.write((w) => cancelTask(w, world.links, taskId!));
    expect(await state(taskId!)).toBe('cancelled');
  });
});
