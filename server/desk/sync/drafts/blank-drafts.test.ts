// Tests of drafts of blank forms on both databases: kept sealed, deleted with the form's end, and
// put into the tray when the tablet cannot submit the form any more.

import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findUnmatched } from '../../forms/tray/unmatched-store.ts';
import { importSealPublic, sealTo } from '../../../../shared/exchange/sealing.ts';
import { packPayload } from '../../../../shared/exchange/payload.ts';
import { draftAad } from '../../../../shared/exchange/sync.ts';
import { DAY_MS } from '../../../../shared/base/day-math.ts';
import { whyStopped, withWhy } from '../../../../shared/forms/answers/stopped.ts';
import type { BlankPayload } from '../../../../shared/forms/task/form-task.ts';
import { NO } from '../../../../shared/forms/questionnaire/model.ts';
import { createTestApp, type TestApp } from '../../../../tests/support/in-process.ts';
import { addPractice, type Practice } from '../../../../tests/support/practice.ts';
import { SimTablet } from '../../../../tests/support/sim-tablet.ts';
import { STORES } from '../../../../tests/support/stores.ts';
import { said } from '../../../../tests/support/stories/home.ts';
import { DEVICE } from '../testing.ts';
import { blankDrafts } from '../store.ts';

const PERSON = { firstName: 'Olena', lastName: 'Kovalenko', geburtsdatum: '1991-04-07' };

describe.each(STORES)('drafts of blank forms on %s', (kind) => {
  let t: TestApp, p: Practice, tablet: SimTablet;
  beforeAll(async () => {
    t = await createTestApp(kind);
    p = await addPractice(t, 'nord');
    tablet = await SimTablet.register(p);
  });
  afterAll(() => t.drop());

  const look = () => t.deps.workshop.look(p.cid, p.system);
  const payloadOf = (taskId: string, isEnded = false): BlankPayload => {
    const response = {
      resourceType: 'QuestionnaireResponse' as const,
      status: isEnded ? ('completed' as const) : ('stopped' as const),
      item: [{ linkId: 'seite.begleitend', item: [said('schlucken', NO)] }],
    };
    return {
      taskId,
      form: { key: 'schmerz@1', sha256: 'b'.repeat(64) },
      language: 'uk',
      at: t.clock.now,
      person: PERSON,
      device: { ...DEVICE, online: false },
      response: isEnded ? response : withWhy(response, 'lost'),
    };
  };
  const put = async (
    from: SimTablet,
    taskId: string,
    draftRev: number,
    { blank = 'begun', payload }: { blank?: string; payload?: object } = {},
  ) => {
    const bytes = await sealTo(
      await importSealPublic(from.config.serverKey),
      packPayload(payload ?? payloadOf(taskId)),
      draftAad(from.id, taskId, 1, draftRev),
    );
    return from.call(
      `/tablet/drafts/${taskId}?taskRev=1&draftRev=${draftRev}&page=2&of=5${blank === '' ? '' : `&blank=${blank}`}`,
      { method: 'PUT', body: bytes, type: 'application/octet-stream' },
    );
  };
  const drafts = async () => (await blankDrafts(look(), {}, 99)).map((row) => row.taskId);
  const op = (from: SimTablet, taskId: string) =>
    from.op('blank.answers', { taskId, taskRev: 1 }, payloadOf(taskId, true));

  it('a submitted form deletes its draft, and a late draft does not come back', async () => {
    const id = v7();
    expect((await put(tablet, id, 1)).json).toEqual({ draftRev: 1 });
    expect((await put(tablet, id, 3)).json).toEqual({ draftRev: 3 });
    expect((await put(tablet, id, 2)).json).toEqual({ draftRev: 3 });
    expect(await drafts()).toEqual([id]);
    expect((await tablet.push(await op(tablet, id))).verdicts).toMatchObject([{ s: 'applied' }]);
    expect(await drafts()).toEqual([]);
    expect((await put(tablet, id, 4)).json).toEqual({ draftRev: 4 });
    expect(await drafts()).toEqual([]);
  });

  it('a withdrawn form is deleted at the server, too', async () => {
    const id = v7();
    await put(tablet, id, 1);
    expect((await put(tablet, id, 2, { blank: 'withdrawn' })).status).toBe(200);
    expect(await drafts()).toEqual([]);
    expect(await findUnmatched(look(), id)).toBeUndefined();
  });

  it('no other tablet replaces it, and an unknown task without the mark stays unknown', async () => {
    const id = v7(),
      other = await SimTablet.register(p, 'Tablet 2');
    await put(tablet, id, 1);
    expect((await put(other, id, 2)).code).toBe('not_found');
    expect((await put(other, id, 2, { blank: 'withdrawn' })).code).toBe('not_found');
    expect((await put(tablet, v7(), 1, { blank: '' })).code).toBe('not_found');
    expect(await drafts()).toEqual([id]);
    await put(tablet, id, 2, { blank: 'withdrawn' });
  });

  it('when the tablet lost its storage, its answers so far wait in the tray at once', async () => {
    const id = v7(),
      wiped = await SimTablet.register(p, 'Tablet 3');
    await wiped.push(await op(wiped, v7()));
    await put(wiped, id, 1);
    wiped.inc = v7();
    wiped.n = 0;
    await wiped.push(await op(wiped, v7()));
    await t.runJobs();
    expect(await drafts()).toEqual([]);
    const row = await findUnmatched(look(), id);
    expect(row).toMatchObject({ ...PERSON, state: 'open', tabletId: wiped.id });
    expect(row?.response && whyStopped(row.response)).toBe('lost');
  });

  it('answers that arrive after their draft was put into the tray take its place', async () => {
    const id = v7();
    await put(tablet, id, 1);
    t.clock.now += 2 * DAY_MS;
    await t.app.sweep();
    await t.runJobs();
    expect((await findUnmatched(look(), id))?.response?.status).toBe('stopped');
    await tablet.renew();
    expect((await tablet.push(await op(tablet, id))).verdicts).toMatchObject([{ s: 'applied' }]);
    expect((await findUnmatched(look(), id))?.response?.status).toBe('completed');
  });

  it('bytes that cannot be opened stay, leave a trace in the audit, and are tried again', async () => {
    const id = v7();
    await put(tablet, id, 1, { payload: { not: 'a form' } });
    const traces = async () =>
      (await look().db.find(look().t.audit)).filter((one) => one.type === 'blank.rescued');
    const before = (await traces()).length;
    t.clock.now += 2 * DAY_MS;
    await t.app.sweep();
    await t.runJobs();
    await t.app.sweep();
    await t.runJobs();
    expect(await drafts()).toEqual([id]);
    expect(await findUnmatched(look(), id)).toBeUndefined();
    expect(await traces()).toHaveLength(before + 1);
    expect((await traces()).at(-1)?.data).toMatchObject({ taskId: id, isReadable: false });
    t.clock.now += 2 * DAY_MS;
    await t.app.sweep();
    await t.runJobs();
    expect(await traces()).toHaveLength(before + 2);
  });
});
