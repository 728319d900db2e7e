// Tests of signing on the patient's phone: offered only when allowed, judged and sealed like on a
// tablet, once; the practice gets a valid file.

import { PDF } from '@libpdf/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type Answer, type TestApp } from '../../../tests/support/in-process.ts';
import { sendMappe, tasksOf } from '../../../tests/support/mappe.ts';
import { addPractice, type Practice } from '../../../tests/support/practice.ts';
import { makeShare, newShare, type MadeShare } from '../../../tests/support/stories/share.ts';
import { SimTablet, submissionOf } from '../../../tests/support/sim-tablet.ts';
import { STORES } from '../../../tests/support/stores.ts';
import type {
  Share,
  ShareContents,
  ShareSignature,
} from '../../../shared/exchange/share.schema.ts';
import type { DocumentData } from '../../../shared/desk/document.ts';
import type { Evidence } from '../../paper/seal/evidence-file.ts';
import { testRenderer } from '../../paper/seal/sample.fixture.ts';
import { verifyPdf } from '../../paper/seal/verify-pdf.ts';
import { verifyLedger } from '../../records/ledger/verify-ledger.ts';
import { signingOf, type SignContent } from './sign.testing.ts';

const renderer = testRenderer();
afterAll(() => {
  renderer.close();
});

describe.each(STORES)('signing through a share on %s', (kind) => {
  let t: TestApp, p: Practice;
  const { phone, papers, give, opened, signed, hand } = signingOf(() => ({ t, p }));

  beforeAll(async () => {
    t = await createTestApp(kind, { publicUrl: 'https://praxis.example', renderer });
    p = await addPractice(t, 'nord');
  });
  afterAll(() => t.drop());

  it('[R3] a paper is read, signed once, sealed and filed; file and ledger verify, the link closes', async () => {
    const {
        mappeId,
        taskIds: [taskId = ''],
      } = await sendMappe(p),
      share = await give(taskId);
    expect(await papers()).toMatchObject([
      { taskId, signer: { role: 'patient', name: 'Anna Groß' } },
    ]);
    const { one, content, itemId } = await opened(share);
    expect(content).toMatchObject({
      kind: 'sign',
      taskId,
      signer: { role: 'patient', name: 'Anna Groß' },
    });
    expect((await one.call(`/ssf/download/${itemId}`)).bytes.length).toBeGreaterThan(1000);
    // An invalid signature is refused at once and leaves no data behind.
    const wish = signed(content),
      [declaration] = wish.declarations;
    expect((await hand(one, itemId, { ...wish, presentedPdfSha256: 'a'.repeat(64) })).code).toBe(
      'state_conflict',
    );
    if (declaration)
      expect((await hand(one, itemId, { ...wish, declarations: [] })).code).toBe('validation');
    expect(
      (
        await hand(one, itemId, {
          ...wish,
          signers: [
            { ...(wish.signers[0] as ShareSignature['signers'][number]), name: 'Emil Özkan' },
          ],
        })
      ).code,
    ).toBe('state_conflict');
    const [first, again] = await Promise.all([hand(one, itemId, wish), hand(one, itemId, wish)]);
    expect([first.status, again.status, again.json]).toEqual([200, 200, first.json]);
    expect((await hand(one, itemId, signed(content))).code).toBe('state_conflict');
    await t.runJobs();
    expect((await tasksOf(p, mappeId))[0]).toMatchObject({ state: 'filed' });
    const fileId = (await tasksOf(p, mappeId))[0]?.fileId ?? '',
      { bytes } = await p.call(`/documents/file/${fileId}`, { as: p.users.staff });
    const authorities = (
      await t.deps.workshop.look(p.cid, p.system).db.find(t.deps.store.t.practiceKey)
    ).flatMap((key) => (key.purpose === 'authority' && key.certificate ? [key.certificate] : []));
    expect(await verifyPdf(bytes, { authorities, tsaRoots: [] })).toMatchObject({
      verdict: 'unchanged',
      shown: { isSame: true },
    });
    expect(
      (await verifyLedger(t.deps.store.read, t.deps.store.t, () => Promise.resolve(), t.clock.now))
        .findings,
    ).toEqual([]);
    expect(((await one.call('/ssf/list')).json as ShareContents).items).toMatchObject([
      { kind: 'sign', isDone: true },
    ]);
    expect((await one.call(`/ssf/read/${itemId}`)).code).toBe('not_found');
    expect((await phone().logIn(share)).code).toBe('share_unknown');
    expect(
      ((await p.call('/papo/shares', { as: p.users.staff })).json as Share[]).find(
        (row) => row.id === share.share.id,
      ),
    ).toMatchObject({ state: 'done' });
  });

  it('is not offered while on a tablet, before its talk, to another person, or without the code', async () => {
    const tablet = await SimTablet.register(p),
      [at = ''] = (await sendMappe(p, { tabletId: tablet.id })).taskIds,
      [talk = ''] = (await sendMappe(p, { templates: ['extraktion@1'] })).taskIds,
      {
        taskIds: [free = ''],
      } = await sendMappe(p);
    expect((await papers()).map((one) => one.taskId)).toEqual([free]);
    const codes: unknown[] = [];
    for (const wrong of [
      { taskId: at, role: 'patient' as const },
      { taskId: talk, role: 'patient' as const },
      { taskId: free, role: 'parent2' as const },
      { taskId: t.deps.newId(), role: 'patient' as const },
    ])
      codes.push(
        (
          await p.post(
            '/papo/shares',
            p.users.reception,
            newShare(p, { items: [{ kind: 'sign', ...wrong }] }),
          )
        ).code,
      );
    codes.push(
      (
        await p.post(
          '/papo/shares',
          p.users.reception,
          newShare(p, { patid: '1002', items: [{ kind: 'sign', taskId: free, role: 'patient' }] }),
        )
      ).code,
      (
        await p.post(
          '/papo/shares',
          p.users.reception,
          newShare(p, {
            secondStep: 'none',
            items: [{ kind: 'sign', taskId: free, role: 'patient' }],
          }),
        )
      ).code,
    );
    expect(codes).toEqual(codes.map(() => 'validation'));
    // Sent to a tablet meanwhile, it is signed there.
    const { one, content, itemId } = await opened(await give(free)),
      { mappeId } = (await t.deps.workshop.look(p.cid, p.system).db.find(t.deps.store.t.task)).find(
        (row) => row.taskId === free,
      ) ?? { mappeId: '' };
    const other = await SimTablet.register(p, 'Tablet 2');
    expect(
      (await p.post(`/tablet/mappen/${mappeId}/move`, p.users.reception, { tabletId: other.id }))
        .status,
    ).toBeLessThan(300);
    expect((await hand(one, itemId, signed(content))).code).toBe('state_conflict');
    expect((await one.call(`/ssf/read/${itemId}`)).code).toBe('not_found');
  });

  const question = (content: SignContent) => {
    const { reading, declarations } = signed(content);
    return {
      id: t.deps.newId(),
      taskId: content.taskId,
      outcome: 'question' as const,
      dataSha256: content.dataSha256,
      reading,
      declarations,
      language: 'de',
      at: t.clock.now,
    };
  };

  it('questions and a refusal reach the practice as from a tablet', async () => {
    const {
        mappeId,
        taskIds: [taskId = ''],
      } = await sendMappe(p),
      share = await give(taskId),
      { one, content, itemId } = await opened(share);
    const said = question(content);
    const say = (body: object): Promise<Answer> => one.call(`/ssf/say/${itemId}`, body),
      state = async () => (await tasksOf(p, mappeId))[0]?.state;
    expect((await say({ ...said, dataSha256: 'a'.repeat(64) })).code).toBe('state_conflict');
    expect([await state(), (await say({ ...said, taskId: t.deps.newId() })).code]).toEqual([
      'created',
      'not_found',
    ]);
    const [first, again] = [await say(said), await say(said)];
    expect([
      first.status,
      again.status,
      await state(),
      (await say({ ...said, id: t.deps.newId() })).code,
      (await hand(one, itemId, signed(content))).code,
    ]).toEqual([200, 200, 'question', 'state_conflict', 'state_conflict']);
    expect([
      (await one.call(`/ssf/read/${itemId}`)).code,
      ((await one.call('/ssf/list')).json as ShareContents).items,
    ]).toMatchObject(['not_found', [{ said: 'question', isDone: false }]]);
    expect((await p.post(`/tablet/tasks/${taskId}/talk`, p.users.owner, {})).status).toBeLessThan(
      300,
    );
    expect(((await one.call('/ssf/list')).json as ShareContents).items).toMatchObject([
      { said: null, isDone: false },
    ]);
    // A later refusal ends it; its link is closed.
    const no = { ...said, id: t.deps.newId(), outcome: 'declined' as const };
    expect([
      (await say(no)).status,
      (await say(no)).status,
      await state(),
      (await phone().logIn(share)).code,
    ]).toEqual([200, 200, 'declined', 'share_unknown']);
    expect(((await one.call('/ssf/list')).json as ShareContents).items).toMatchObject([
      { said: 'declined', isDone: true },
    ]);
    const ops = (await t.deps.workshop.look(p.cid, p.system).db.find(t.deps.store.t.op)).filter(
      (op) => op.inc === itemId,
    );
    expect(ops.map((op) => [op.n, op.kind])).toEqual([
      [1, 'task.outcome'],
      [2, 'task.outcome'],
    ]);
    expect(
      (await verifyLedger(t.deps.store.read, t.deps.store.t, () => Promise.resolve(), t.clock.now))
        .findings,
    ).toEqual([]);
  });

  it('a renewed link leaves out the paper under discussion; after the talk the link can sign', async () => {
    const other = (await sendMappe(p)).taskIds[0] ?? '',
      link = await give(other),
      next = { share: link, ...(await opened(link)) };
    await next.one.call(`/ssf/say/${next.itemId}`, question(next.content));
    // When renewed, a link continues without the paper under discussion; one without other items
    // stays unchanged.
    const both = await makeShare(p, {
      language: 'en',
      items: [
        { kind: 'questionnaire', formId: 'schmerz' },
        { kind: 'sign', taskId: (await sendMappe(p)).taskIds[0] ?? '', role: 'patient' },
      ],
    });
    const renewed = async (share: MadeShare): Promise<Answer> =>
      p.post(`/papo/shares/${share.share.id}/renew`, p.users.reception, { id: t.deps.newId() });
    const asking = await phone().open(both),
      [form, paper] = ((await asking.call('/ssf/list')).json as ShareContents).items,
      text = (await asking.call(`/ssf/read/${paper?.id ?? ''}`)).json as SignContent;
    // Titled in the patient's language.
    expect([paper?.title, form?.title]).toEqual([
      text.document.title['en'],
      'Short questions when you are in pain',
    ]);
    expect((await asking.call(`/ssf/say/${paper?.id ?? ''}`, question(text))).status).toBe(200);
    expect((await renewed(next.share)).code).toBe('state_conflict');
    expect((await renewed(both)).json).toMatchObject({
      share: { state: 'open', items: [{ kind: 'questionnaire' }] },
    });
    await p.post(`/tablet/tasks/${other}/talk`, p.users.owner, {});
    expect((await hand(next.one, next.itemId, signed(next.content))).status).toBe(200);
  });

  it('stays open exactly as long as its link, past closing time', async () => {
    const {
        mappeId,
        taskIds: [taskId = ''],
      } = await sendMappe(p),
      share = await give(taskId),
      state = async () =>
        (await t.deps.workshop.look(p.cid, p.system).db.find(t.deps.store.t.task)).find(
          (row) => row.mappeId === mappeId,
        )?.state,
      start = t.clock.now;
    t.clock.now += 3 * 86_400_000;
    await t.runJobs();
    expect(await state()).toBe('created');
    expect((await opened(share)).content.taskId).toBe(taskId);
    t.clock.now = start + 14 * 86_400_000 + 60_000;
    await t.runJobs();
    expect(await state()).toBe('expired');
    expect((await phone().logIn(share)).code).toBe('share_unknown');
  });
});

describe.each(STORES)('a paper that is read in another language on %s', (kind) => {
  let t: TestApp, p: Practice;
  const { give, opened, signed, hand } = signingOf(() => ({ t, p }));

  beforeAll(async () => {
    t = await createTestApp(kind, { publicUrl: 'https://praxis.example', renderer });
    // The texts with translations are in use from this day on.
    t.clock.now = Date.parse('2026-11-27T09:00:00Z');
    p = await addPractice(t, 'nord');
  });
  afterAll(() => t.drop());

  it('prints every language in which it was read, and states that the sheet was made afterwards', async () => {
    const {
        mappeId,
        taskIds: [taskId = ''],
      } = await sendMappe(p, { templates: ['foto@2'], language: 'tr' }),
      { one, content, itemId } = await opened(await give(taskId));
    expect(content.document).toMatchObject({
      languages: ['de', 'tr'],
      reviews: { en: { by: 'machine' }, tr: { by: 'machine' } },
    });
    const wish = signed(content);
    expect(
      (
        await hand(one, itemId, {
          ...wish,
          language: 'tr',
          reading: { ...wish.reading, languages: ['en', 'tr'], languageSwitches: 1 },
        })
      ).status,
    ).toBe(200);
    await t.runJobs();
    const [task] = await tasksOf(p, mappeId);
    expect(task).toMatchObject({
      state: 'filed',
      readIn: { wanted: 'tr', shown: 'tr', by: 'self' },
    });
    const { bytes } = await p.call(`/documents/file/${task?.fileId ?? ''}`, { as: p.users.staff });
    const look = t.deps.workshop.look(p.cid, p.system),
      authorities = (await look.db.find(t.deps.store.t.practiceKey)).flatMap((key) =>
        key.purpose === 'authority' && key.certificate ? [key.certificate] : [],
      );
    expect(await verifyPdf(bytes, { authorities, tsaRoots: [] })).toMatchObject({
      verdict: 'unchanged',
      shown: {
        isSame: true,
        isDataSame: true,
        printedIn: ['de', 'tr', 'en'],
        presentedPdfSha256: content.presentedPdfSha256,
      },
    });
    const words = (await PDF.load(bytes))
      .extractText()
      .map((page) => page.text)
      .join('\n');
    expect(words).toContain('Anna Groß: gelesen auf Englisch, Türkisch');
    expect(words).toContain('Türkisch: maschinelle Übersetzung, noch nicht geprüft.');
    for (const language of ['de', 'tr', 'en'])
      expect(words).toContain(content.document.title[language]);
    // The presented PDF is kept: the evidence names it, and it is not the first part of the file.
    const [envelope] = (await look.db.find(t.deps.store.t.envelope)).filter(
      (row) => row.taskId === taskId,
    );
    const { document } = envelope!.evidence as Evidence;
    expect(document.presentedPdfSha256).toBe(content.presentedPdfSha256);
    expect(document.printed).toMatchObject({
      languages: ['de', 'tr', 'en'],
      understood: [expect.stringContaining('gelesen auf Englisch, Türkisch')],
    });
    expect(document.printed?.sha256).not.toBe(content.presentedPdfSha256);
    expect(
      (await verifyLedger(t.deps.store.read, t.deps.store.t, () => Promise.resolve(), t.clock.now))
        .findings,
    ).toEqual([]);
  });

  it('prints the sheet for the pen in the languages in which it was read on the tablet', async () => {
    const tablet = await SimTablet.register(p),
      {
        taskIds: [taskId = ''],
      } = await sendMappe(p, { templates: ['mehrkosten@1'], tabletId: tablet.id });
    const sheet = async (): Promise<string> => {
      const { bytes } = await p.call(`/tablet/tasks/${taskId}/print`, { as: p.users.reception });
      return (await PDF.load(bytes))
        .extractText()
        .map((page) => page.text)
        .join('\n');
    };
    expect(await sheet()).not.toContain('So wurde der Text gelesen');
    const body = (await tablet.inbox()).find((one) => one.taskId === taskId)!,
      { reading } = submissionOf(body, t.clock.now);
    await tablet.push(
      await tablet.op('task.outcome', body, {
        taskId,
        outcome: 'paper',
        dataSha256: body.dataSha256,
        reading: { ...reading, languages: ['de', 'en'] },
        declarations: [],
        language: 'en',
        at: t.clock.now,
      }),
    );
    await t.runJobs();
    const words = await sheet();
    expect(words).toContain('Anna Groß');
    expect(words).toContain('gelesen auf Englisch, neben dem verbindlichen deutschen Text.');
    expect(words).toContain((JSON.parse(body.data) as DocumentData).title.en);
  });
});
