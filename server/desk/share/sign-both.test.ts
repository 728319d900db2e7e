/** Tests of a paper that both parents sign, one on a tablet and one through a share. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../tests/support/in-process.ts';
import { tasksOf } from '../../../tests/support/mappe.ts';
import { addPractice, person, type Practice } from '../../../tests/support/practice.ts';
import { newShare, opensBy } from '../../../tests/support/stories/share.ts';
import { submissionOf, SimTablet } from '../../../tests/support/sim-tablet.ts';
import { STORES } from '../../../tests/support/stores.ts';
import type { Evidence } from '../../paper/seal/evidence-file.ts';
import type { ShareContents, ShareLink } from '../../../shared/exchange/share.schema.ts';
import { testRenderer } from '../../paper/seal/sample.fixture.ts';
import { verifyPdf } from '../../paper/seal/verify-pdf.ts';
import { verifyLedger } from '../../records/ledger/verify-ledger.ts';
import { signingOf, type SignContent } from './sign.testing.ts';

const renderer = testRenderer();
afterAll(() => {
  renderer.close();
});

describe.each(STORES)('both parents sign on %s', (kind) => {
  let t: TestApp, p: Practice;
  const { phone, papers, signed, hand } = signingOf(() => ({ t, p }));

  beforeAll(async () => {
    t = await createTestApp(kind, { publicUrl: 'https://praxis.example', renderer });
    p = await addPractice(t, 'nord');
  });
  afterAll(() => t.drop());

  /** Sends a paper about their child: one parent is here, the other is away. */
  async function sendToBoth(tabletId: string): Promise<{ mappeId: string }> {
    await t.deps.workshop.write(p.cid, p.system, (w) =>
      w.tx.insert(w.t.patient, {
        ...person('1003', 'Lina', 'Yılmaz', '2019-03-12'),
        herkunft: 'hand',
        mergedInto: null,
        createdAt: 1,
        search: '',
      }),
    );
    const sent = await p.post('/tablet/mappen', p.users.reception, {
      patids: ['1003'],
      items: [{ template: 'foto@1', fields: {} }],
      tabletId,
      language: 'de',
      textScale: 100,
      identifiedBy: 'ausweis',
      signers: [
        { role: 'parent1', name: 'Ayşe Yılmaz' },
        { role: 'parent2', name: 'Mehmet Yılmaz', isAway: true },
      ],
    });
    return sent.json as { mappeId: string };
  }
  const ledgerFindings = async () => {
    const { store } = t.deps;
    return (await verifyLedger(store.read, store.t, () => Promise.resolve(), t.clock.now)).findings;
  };
  /** The envelope holds time, device and identification of each parent. */
  async function expectBothIn(
    taskId: string,
    { hisAt, shareId, tabletId }: { hisAt: number; shareId: string; tabletId: string },
  ): Promise<void> {
    const look = t.deps.workshop.look(p.cid, p.system);
    const [envelope] = (await look.db.find(look.t.envelope)).filter((one) => one.taskId === taskId),
      evidence = envelope?.evidence as Evidence;
    expect(envelope).toMatchObject({
      level: expect.stringMatching(/^B-/) as string,
      signers: [
        { role: 'parent1', how: 'drawn' },
        { role: 'parent2', how: 'drawn' },
      ],
      signedAt: hisAt + 86_400_000,
    });
    expect(evidence.signers.map((one) => [one.role, one.ink?.pointFileSha256])).toEqual([
      ['parent1', envelope?.pointFiles[0]],
      ['parent2', envelope?.pointFiles[1]],
    ]);
    expect(evidence.parts).toMatchObject([
      {
        roles: ['parent2'],
        signedAt: hisAt,
        receivedAt: hisAt,
        identification: { by: 'link', secondStep: 'code' },
        device: { tabletId: shareId },
      },
      {
        roles: ['parent1'],
        signedAt: hisAt + 86_400_000,
        identification: { by: 'desk', method: 'ausweis' },
        device: { tabletId },
      },
    ]);
    expect([
      evidence.declarations.map((one) => one.value),
      evidence.parts?.[0]?.declarations.every((one) => one.value),
    ]).toEqual([evidence.declarations.map((one) => one.isRequired), true]);
    expect(evidence.declarations.some((one) => !one.isRequired)).toBe(true);
  }
  async function expectFileOfBoth(fileId: string): Promise<void> {
    const look = t.deps.workshop.look(p.cid, p.system);
    const { bytes } = await p.call(`/documents/file/${fileId}`, {
        as: p.users.staff,
      }),
      authorities = (await look.db.find(look.t.practiceKey)).flatMap((key) =>
        key.purpose === 'authority' && key.certificate ? [key.certificate] : [],
      );
    expect(await verifyPdf(bytes, { authorities, tsaRoots: [] })).toMatchObject({
      verdict: 'unchanged',
      shown: { isSame: true },
      facts: {
        signers: [
          { role: 'parent1', name: 'Ayşe Yılmaz' },
          { role: 'parent2', name: 'Mehmet Yılmaz' },
        ],
      },
    });
  }

  it('[R3] both parents sign on two devices: one file with time, device and identification of each', async () => {
    const tablet = await SimTablet.register(p, 'Tablet 3'),
      look = t.deps.workshop.look(p.cid, p.system);
    const { mappeId } = await sendToBoth(tablet.id);
    await t.runJobs();
    const [body] = await tablet.inbox(),
      task = async () => (await tasksOf(p, mappeId))[0];
    if (!body) throw new Error('nothing arrived');
    expect([body.signers.map((one) => one.role), await papers('1003')]).toMatchObject([
      ['parent1'],
      [{ taskId: body.taskId, signer: { role: 'parent2', name: 'Mehmet Yılmaz' } }],
    ]);
    const link = (...roles: ('parent1' | 'parent2')[]) => {
      const items = roles.map((role) => ({ kind: 'sign' as const, taskId: body.taskId, role }));
      return p.post('/papo/shares', p.users.reception, newShare(p, { patid: '1003', items }));
    };
    // A patient in the practice signs there; a link belongs to one person.
    expect((await link('parent1')).code).toBe('validation');
    expect((await link('parent2', 'parent2')).code).toBe('validation');
    const share = opensBy((await link('parent2')).json as ShareLink),
      his = phone();
    await his.logIn(share, { firstName: 'Lina', birth: { day: 12, month: 3, year: 2019 } });
    await his.secondStep(share.code ?? '');
    const list = async () => ((await his.call('/ssf/list')).json as ShareContents).items,
      [item] = await list(),
      content = (await his.call(`/ssf/read/${item?.id ?? ''}`)).json as SignContent;
    expect(content).toMatchObject({
      signer: { role: 'parent2' },
      waitsFor: ['Ayşe Yılmaz'],
      dataSha256: body.dataSha256,
      presentedPdfSha256: body.presentedPdfSha256,
    });
    const plain = signed(content),
      wish = { ...plain, declarations: plain.declarations.map((one) => ({ ...one, value: true })) },
      [own] = wish.signers;
    if (!own) throw new Error('nobody signed');
    expect(
      (
        await hand(his, item?.id ?? '', {
          ...wish,
          signers: [{ ...own, role: 'parent1', name: 'Ayşe Yılmaz' }],
        })
      ).code,
    ).toBe('state_conflict');
    const [first, again] = [
      await hand(his, item?.id ?? '', wish),
      await hand(his, item?.id ?? '', wish),
    ];
    expect([first.json, again.json]).toMatchObject([
      { waitsFor: ['Ayşe Yılmaz'] },
      first.json as object,
    ]);
    expect([await list(), (await task())?.signers]).toMatchObject([
      [{ isDone: true, waitsFor: ['Ayşe Yılmaz'] }],
      [{ signedAt: null }, { signedAt: t.clock.now }],
    ]);
    expect(await ledgerFindings()).toEqual([]);

    const hisAt = t.clock.now,
      no = { ...submissionOf(body, hisAt + 86_400_000), wantsPaperCopy: true };
    t.clock.now += 60_000;
    // He agreed to everything, she only to the required part: her optional declarations are not
    // valid.
    await tablet.push(await tablet.op('task.submit', body, no));
    await t.runJobs();
    expect([(await task())?.state, await list()]).toMatchObject([
      'filed',
      [{ isDone: true, waitsFor: [] }],
    ]);
    await expectBothIn(body.taskId, { hisAt, shareId: share.share.id, tabletId: tablet.id });
    await expectFileOfBoth((await task())?.fileId ?? '');
    expect(
      (await look.db.find(look.t.document)).filter((one) => one.taskId === body.taskId),
    ).toHaveLength(1);
    expect(await ledgerFindings()).toEqual([]);
  });
});
