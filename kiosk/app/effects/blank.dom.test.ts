// Tests of blank forms on the tablet: caching, offline start, encryption, restart, single
// submission, abort, withdrawal.

import { beforeAll, describe, expect, it } from 'vitest';
import { catalogueForms } from '../../../server/desk/forms/library/catalogue-forms.ts';
import { findBlank, listBlanks } from '../../../server/desk/forms/tray/blank-forms.ts';
import type { BlankRef } from '../../../shared/forms/task/blank.ts';
import { CallError, type Call } from '../../../shared/base/client.ts';
import type { BlankPayload } from '../../../shared/forms/task/form-task.ts';
import { modelOf, NO } from '../../../shared/forms/questionnaire/model.ts';
import { newState, placeOf, setAnswers } from '../../../shared/forms/questionnaire/state.ts';
import type { Questionnaire } from '../../../shared/forms/questionnaire/questionnaire.ts';
import type { TaskBody } from '../../../shared/exchange/sync.ts';
import { createBlanks } from '../../outbox/blanks.ts';
import { createDrafts } from '../../outbox/drafts/drafts.ts';
import { createInbox } from '../../outbox/inbox.ts';
import { createOutbox } from '../../outbox/outbox.ts';
import { checkPinHere } from '../../outbox/pin.ts';
import { openSealed } from '../../../shared/exchange/opening.ts';
import { unpackPayload } from '../../../shared/exchange/payload.ts';
import { draftAad } from '../../../shared/exchange/sync.ts';
import { sealBlank } from './blank-draft.ts';
import { settle, testTablet } from '../../outbox/testing.ts';
import { createBlankLoop } from '../../sync/blanks.ts';
import { makePinCheck } from '../../../shared/exchange/pin-check.ts';
import { whyStopped } from '../../../shared/forms/answers/stopped.ts';
import { createAnswers } from './answers.ts';
import { blankBody } from './blank.ts';
import { refOf } from '../body.ts';
import { createEffects } from './effects.ts';
import type { Parts } from '../parts.ts';
import { responseIn } from './response.ts';

const PERSON = { firstName: 'Olena', lastName: 'Kovalenko', geburtsdatum: '1991-04-07' };
const WISHES = { forms: ['schmerz', 'patientendaten'], languages: ['de', 'uk'] };
const COMFORT = { language: 'uk', textScale: 100 as const, isCalm: false, isPlain: true };
const library = catalogueForms();
let refs: BlankRef[], text: string;
beforeAll(async () => {
  refs = await listBlanks(library, WISHES);
  text = (await findBlank(library, WISHES, 'schmerz@6')) ?? '';
});

/** Database, outbox and effects of one page; reopening simulates a restart of the tablet. */
async function page(t: Awaited<ReturnType<typeof testTablet>>) {
  const { db, clock, random, identity } = t,
    inbox = createInbox(db, clock),
    outbox = createOutbox({ db, clock, random, identity });
  const drafts = createDrafts({
    db,
    clock,
    identity,
    onTrouble: () => undefined,
    onSaved: () => undefined,
  });
  const answers = createAnswers({ drafts, clock, random, onDraftLost: () => undefined });
  const notes: string[] = [];
  const parts = {
    db,
    clock,
    random,
    inbox,
    outbox,
    drafts,
    answers,
    identity,
    endedHere: new Set<string>(),
    device: { get: () => ({ tabletId: 'device-1' }) },
    activeTask: {
      clear: () => Promise.resolve(),
      load: () => Promise.resolve(null),
      store: () => Promise.resolve(),
    },
    note: (op: { kind: string }) => {
      notes.push(op.kind);
    },
  } as unknown as Parts;
  let bodies: TaskBody[] = await inbox.read();
  const refresh = async (): Promise<void> => {
    bodies = (await inbox.read()).filter((b) => !parts.endedHere.has(`${b.taskId}:${b.taskRev}`));
  };
  const effects = createEffects({
    parts,
    refresh,
    bodyOf: (taskId) => bodies.find((b) => b.taskId === taskId),
    clockOffset: () => 0,
    onQueued: () => undefined,
    onRegistering: () => undefined,
    onRegistered: () => Promise.resolve(),
    onReady: () => undefined,
  });
  return { parts, effects, notes, refresh, bodies: () => bodies, rows: () => db.outbox.toArray() };
}
async function begun() {
  const t = await testTablet(),
    p = await page(t);
  await p.parts.inbox.extendLease(t.clock.now() + 3_600_000, t.clock.now());
  const body = await blankBody({ form: refs[0]!, language: 'uk', person: PERSON }, text, {
    taskId: t.random.id(),
    mappeId: t.random.id(),
    now: t.clock.now(),
    praxis: { name: 'Praxis', phone: '030' },
  });
  await p.parts.inbox.putOwn(body);
  await p.refresh();
  const ref = refOf(body);
  p.effects.noteStart(ref, 'uk');
  await p.effects.openTask(ref, COMFORT);
  return { t, p, body, ref };
}
/** Answers „Nein“ to the first yes/no question. */
function answered(body: TaskBody, page: Awaited<ReturnType<typeof begun>>['p']) {
  const model = modelOf(JSON.parse(body.form ?? '') as Questionnaire),
    node = model.byLinkId.get('schlucken');
  if (!node) throw new Error('no such question');
  const state = setAnswers(newState(model), placeOf(node, []), [{ valueCoding: NO }]);
  page.parts.answers.change({ form: { state, confirmed: [] }, language: 'uk' });
  return { model, state };
}
const payloadOf = async (
  t: Awaited<ReturnType<typeof testTablet>>,
  row: Awaited<ReturnType<Awaited<ReturnType<typeof page>>['rows']>>[number],
): Promise<BlankPayload> => (await t.open(row)) as BlankPayload;

describe('a blank form', () => {
  it('is a local task with name and form encrypted, unknown to the server until submitted', async () => {
    const { t, p, body, ref } = await begun();
    expect(ref).toMatchObject({
      isBlank: true,
      kind: 'questionnaire',
      language: 'uk',
      resumeAt: 'start',
    });
    expect(
      JSON.stringify(await t.db.inbox.toArray(), (_k, v: unknown) =>
        v instanceof Uint8Array ? new TextDecoder().decode(v) : v,
      ),
    ).not.toContain('Kovalenko');
    expect(await p.effects.checkPerson(ref, '1991-04-07', 0)).toBe(true);
    expect(await p.effects.checkPerson(ref, '1991-04-08', 0)).toBe(false);
    expect([p.notes, await p.rows(), body.patient.patid]).toEqual([[], [], '']);
  });
  it('[F1] survives a kill of the tablet with its draft; a full re-read of the feed keeps it', async () => {
    const { t, p, body } = await begun();
    answered(body, p);
    await p.parts.drafts.flush();
    await p.parts.inbox.apply([], 7, 'another epoch', null);
    const again = await page(t);
    await again.parts.drafts.tidy();
    expect(again.bodies()).toMatchObject([{ taskId: body.taskId, blank: PERSON }]);
    await again.effects.openTask(refOf(body), COMFORT);
    expect(again.parts.answers.get()?.draft.form?.state.answers.schlucken).toHaveLength(1);
  });
  it('[S2] is submitted as one sealed op with the person’s words, no number and no plaintext (S4)', async () => {
    const { t, p, body, ref } = await begun(),
      { model, state } = answered(body, p),
      open = p.parts.answers.get()!;
    p.parts.answers.respond(
      responseIn(open, {
        model,
        state,
        status: 'completed',
        opId: open.opId,
        language: 'uk',
        now: t.clock.now(),
        tabletId: 'device-1',
      }),
    );
    await p.effects.finalize({ task: ref, ending: 'submit', comfort: COMFORT });
    const rows = await p.rows();
    expect(rows).toMatchObject([{ n: 1, kind: 'blank.answers', taskId: body.taskId }]);
    const sent = await payloadOf(t, rows[0]!);
    expect(sent).toMatchObject({
      taskId: body.taskId,
      person: PERSON,
      language: 'uk',
      form: { key: 'schmerz@6', sha256: refs[0]?.sha256 },
      response: { status: 'completed' },
    });
    expect([JSON.stringify(sent).includes('Patient/'), 'dataSha256' in sent, sent.at]).toEqual([
      false,
      false,
      t.clock.now(),
    ]);
    expect([
      await t.db.inbox.count(),
      await t.db.drafts.count(),
      (await t.db.keys.toArray()).filter((k) => k.id.startsWith('task:')).length,
    ]).toEqual([0, 0, 0]);
    expect(await p.parts.outbox.health()).toMatchObject({ unsent: 1, unsentTasks: [body.taskId] });
  });
  it.each(['idle', 'staff', 'wrong_person'] as const)(
    '[T3] left by %s, its answers so far are submitted as stopped',
    async (reason) => {
      const { t, p, body, ref } = await begun();
      answered(body, p);
      await p.effects.abandon({ reason, tasks: [ref], current: ref.taskId, page: 2 });
      const rows = await p.rows(),
        sent = await payloadOf(t, rows[0]!);
      expect([
        rows.length,
        rows[0]?.kind,
        sent.response.status,
        whyStopped(sent.response),
        JSON.stringify(sent.response).includes('schlucken'),
      ]).toEqual([1, 'blank.answers', 'stopped', reason, true]);
      expect([p.bodies(), await t.db.drafts.count(), await t.db.inbox.count()]).toEqual([[], 0, 0]);
    },
  );
  it('after a dead battery the draft on disk is submitted as stopped', async () => {
    const { t, p, body, ref } = await begun();
    answered(body, p);
    await p.parts.drafts.flush();
    const again = await page(t);
    await again.effects.abandon({ reason: 'battery', tasks: [ref], current: ref.taskId, page: 1 });
    const { response } = await payloadOf(t, (await again.rows())[0]!);
    expect([response.status, whyStopped(response)]).toEqual(['stopped', 'battery']);
  });
  it('its answers so far are sealed for the practice, and again only when they changed', async () => {
    const { t, p, body, ref } = await begun(),
      deps = { parts: p.parts, bodyOf: () => body, clockOffset: () => 0 };
    await sealBlank(deps, ref);
    // Nothing was answered.
    expect(await p.parts.drafts.unsent()).toEqual([]);
    answered(body, p);
    await sealBlank(deps, ref);
    const [one] = await p.parts.drafts.unsent();
    expect(one).toMatchObject({ taskId: body.taskId, blank: 'begun' });
    const sent = unpackPayload(
      await openSealed(
        t.server.privateKey,
        one!.sealed,
        draftAad('device-1', body.taskId, 1, one!.draftRev),
      ),
    ) as BlankPayload;
    expect(sent).toMatchObject({ person: PERSON, response: { status: 'stopped' } });
    expect([whyStopped(sent.response), JSON.stringify(sent).includes('schlucken')]).toEqual([
      'lost',
      true,
    ]);
    await p.parts.drafts.sent(body.taskId, one!.draftRev);
    await sealBlank(deps, ref);
    expect(await p.parts.drafts.unsent()).toEqual([]);
  });
  it('[X9] a withdrawn form leaves only the word of its withdrawal, until the server has it', async () => {
    const { p, body, ref } = await begun();
    answered(body, p);
    await sealBlank({ parts: p.parts, bodyOf: () => body, clockOffset: () => 0 }, ref);
    await p.effects.abandon({ reason: 'patient', tasks: [ref], current: ref.taskId, page: 2 });
    const [one] = await p.parts.drafts.unsent();
    expect(one).toMatchObject({ taskId: body.taskId, blank: 'withdrawn' });
    expect(one?.sealed).toHaveLength(1);
    await p.parts.drafts.sent(body.taskId, one!.draftRev);
    expect(await p.parts.drafts.unsent()).toEqual([]);
    expect(await p.rows()).toEqual([]);
  });
  it('[X9] withdrawn by the patient or left unanswered, it is deleted and nothing is sent', async () => {
    const { t, p, body, ref } = await begun();
    answered(body, p);
    await p.parts.drafts.flush();
    await p.effects.abandon({ reason: 'patient', tasks: [ref], current: ref.taskId, page: 2 });
    const other = await begun();
    await other.p.effects.abandon({
      reason: 'idle',
      tasks: [other.ref],
      current: other.ref.taskId,
      page: 1,
    });
    for (const [tablet, one] of [
      [t, p],
      [other.t, other.p],
    ] as const)
      expect([
        await one.rows(),
        await tablet.db.drafts.count(),
        await tablet.db.inbox.count(),
        one.bodies(),
      ]).toEqual([[], 0, 0, []]);
  });
});

describe('the form cache', () => {
  const served = (
    list: readonly BlankRef[],
    calls: string[],
    change: (path: string) => unknown = () => undefined,
  ): Call =>
    (async (path: string) => {
      calls.push(path);
      const other = change(path);
      if (other !== undefined) return other;
      return path === '/tablet/blanks'
        ? { items: list }
        : {
            text: await findBlank(library, WISHES, decodeURIComponent(path.split('/').pop() ?? '')),
          };
    }) as Call;
  async function looked(
    list: readonly BlankRef[],
    change?: (path: string) => unknown,
    before?: Awaited<ReturnType<typeof testTablet>>,
  ) {
    const t = before ?? (await testTablet()),
      calls: string[] = [],
      store = createBlanks(t.db);
    const loop = createBlankLoop({
      call: served(list, calls, change),
      clock: t.clock,
      store,
      mayLook: () => Promise.resolve(true),
    });
    loop.start();
    await settle(60);
    loop.stop();
    return { t, calls, store, here: (await store.list()).map((one) => one.key) };
  }
  it('fetches forms once, replaces changed ones, and drops those the practice removed', async () => {
    const first = await looked(refs);
    expect([first.here, first.calls.length]).toEqual([['schmerz@6', 'patientendaten@3'], 3]);
    expect(await first.store.text(refs[0]!)).toBe(text);
    const second = await looked(refs, undefined, first.t);
    expect(second.calls).toEqual(['/tablet/blanks']);
    expect((await looked(refs.slice(1), undefined, first.t)).here).toEqual(['patientendaten@3']);
    expect(await first.t.db.meta.where('key').startsWith('blank:').count()).toBe(1);
  });
  it('[F9] never caches a corrupt form; the old ones stay until the new ones are complete', async () => {
    const { t } = await looked(refs),
      next = refs.map((one) => ({ ...one, textSha256: 'f'.repeat(64) }));
    expect(
      (
        await looked(
          next,
          (path) => (path === '/tablet/blanks' ? undefined : { text: `${text} ` }),
          t,
        )
      ).here,
    ).toEqual(['schmerz@6', 'patientendaten@3']);
    for (const portal of [
      () => '<html>',
      () => ({ items: 'x' }),
      () => {
        throw new CallError(0, 'network', '');
      },
    ])
      expect((await looked(refs, portal, t)).here).toHaveLength(2);
  });
  it('does not offer a form corrupted on disk', async () => {
    const { t, store } = await looked(refs);
    await t.db.meta.put({
      key: `blank:${refs[0]?.textSha256}`,
      value: text.replace('Schmerz', 'Scherz'),
    });
    expect(await store.text(refs[0]!)).toBeUndefined();
  });
});

it('[sec 15] the offline staff PIN allows five tries, counted on disk, then locks for 15 minutes', async () => {
  const { db, clock } = await testTablet(),
    check = await makePinCheck('471205');
  expect(await checkPinHere(db, check, '471205', clock.now())).toBe('right');
  const wrong = { ...check, mark: check.mark ^ 1 };
  for (let i = 0; i < 5; i++)
    expect(await checkPinHere(db, wrong, '471205', clock.now())).toBe('wrong');
  expect(await checkPinHere(db, check, '471205', clock.now())).toBe('locked');
  clock.pass(15 * 60_000);
  expect(await checkPinHere(db, check, '471205', clock.now())).toBe('right');
});
