// Tests of a consent over HTTP: signed, in the ledger, withdrawn with a sealed receipt, void, sent
// again; billing companies with their form rule and V6.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OldVersions } from '../../../shared/papers/consent.schema.ts';
import type { FactoringState } from '../../../shared/papers/factoring.schema.ts';
import { createTestApp, type TestApp } from '../../../tests/support/in-process.ts';
import { sendMappe, tasksOf } from '../../../tests/support/mappe.ts';
import { addPractice, person, type Practice } from '../../../tests/support/practice.ts';
import { SimTablet, submissionOf } from '../../../tests/support/sim-tablet.ts';
import { STORES } from '../../../tests/support/stores.ts';
import { testRenderer } from '../../paper/seal/sample.fixture.ts';
import { consentDesk } from './consents.testing.ts';

const renderer = testRenderer();
afterAll(() => {
  renderer.close();
});
const PARTNER = {
  partner: null,
  name: 'Beispiel Abrechnung GmbH',
  anschrift: 'Weg 1, 10115 Berlin',
  refinanzierung: 'Beispielbank AG',
  form: 'paper',
  formSource: 'Vertrag',
  formDay: '2026-01-02',
} as const;

describe.each(STORES)('consents (%s)', (kind) => {
  let t: TestApp, p: Practice, tablet: SimTablet;
  beforeAll(async () => {
    t = await createTestApp(kind, { renderer });
    p = await addPractice(t, 'nord', [
      person('1001', 'Anna', 'Groß', '1941-03-04'),
      person('1002', 'Ohne', 'Datum', '1958-02-30'),
    ]);
    tablet = await SimTablet.register(p);
  });
  afterAll(() => t.drop());
  const { as, id, read, newestOf, sign, submit, check } = consentDesk(() => ({ t, p, tablet }));

  it('recalls are allowed as signed; withdrawing one way, then the whole consent, seals a receipt', async () => {
    expect((await read()).recall).toEqual({ may: false, ways: [] });
    const taskId = await sign('recall@1', ['brief', 'email']);
    expect((await read()).recall).toEqual({ may: true, ways: ['brief', 'email'] });
    expect(await check(taskId)).toMatchObject({
      verdict: 'unchanged',
      kept: 'original',
      standing: { state: 'holds', at: null },
    });
    const path = `/consents/tasks/${taskId}/withdraw`;
    expect((await p.post(path, as(), { id: id(), parts: ['sms'] })).code).toBe('validation');
    expect((await p.post(path, as(), { id: id(), parts: ['erinnerung'] })).code).toBe('validation');
    expect((await p.post(path, as(), { id: id(), parts: ['email'] })).status).toBe(200);
    expect((await read()).recall).toEqual({ may: true, ways: ['brief'] });
    expect(await check(taskId)).toMatchObject({
      standing: { state: 'partly_withdrawn', at: t.clock.now },
    });

    const first = id(),
      pressed = await p.post(path, as(), { id: first, parts: null });
    expect((await p.post(path, as(), { id: first, parts: null })).json).toEqual(pressed.json);
    expect((await read()).recall).toEqual({ may: false, ways: [] });
    expect((await p.post(`/consents/withdrawals/${first}/undo`, as())).status).toBe(204);
    expect((await read()).recall.may).toBe(true);

    const second = id();
    await p.post(path, as(), { id: second, parts: null });
    expect((await p.post(path, as(), { id: id(), parts: null })).code).toBe('state_conflict');
    t.clock.now += 13_000;
    await t.runJobs();
    expect((await p.post(`/consents/withdrawals/${second}/undo`, as())).code).toBe(
      'state_conflict',
    );
    const row = await newestOf('recall'),
      receipt = row.withdrawals.find((one) => one.id === second)!;
    expect([row.state, receipt.by !== '', receipt.parts]).toEqual(['withdrawn', true, null]);
    // Undone in time: no receipt was made.
    expect(row.withdrawals.map((one) => one.id)).not.toContain(first);
    const file = await p.call(`/documents/file/${receipt.fileId}`, { as: as() });
    const checked = await p.call('/documents/check', {
      as: as(),
      method: 'POST',
      body: file.bytes,
      type: 'application/pdf',
    });
    expect(checked.json).toMatchObject({
      verdict: 'unchanged',
      kept: 'original',
      facts: { title: 'Bestätigung: Einwilligung widerrufen', template: 'widerruf@1' },
    });
    // The seal of the withdrawn paper stays valid; the paper does not. The same applies to a
    // re-saved copy.
    expect(await check(taskId)).toMatchObject({
      verdict: 'unchanged',
      kept: 'original',
      standing: { state: 'withdrawn' },
    });
    expect(await check(taskId, '\n')).toMatchObject({
      verdict: 'extended',
      kept: 'no',
      later: { kinds: ['blank'] },
      standing: { state: 'withdrawn' },
    });
    // The signed paper is still there.
    expect((await p.call(`/documents/file/${row.fileId}`, { as: as() })).status).toBe(200);
  });

  it('a notice is in the ledger as shown, and cannot be withdrawn', async () => {
    const {
      taskIds: [taskId = ''],
    } = await sendMappe(p, { templates: ['datenschutz@1'], tabletId: tablet.id });
    const body = (await tablet.inbox()).find((b) => b.taskId === taskId)!;
    await tablet.push(
      await tablet.op('task.outcome', body, {
        taskId,
        outcome: 'shown',
        dataSha256: body.dataSha256,
        reading: submissionOf(body, t.clock.now).reading,
        declarations: [],
        language: 'de',
        at: t.clock.now,
        ...(body.origin !== undefined && { origin: body.origin }),
      }),
    );
    expect(await newestOf('datenschutz')).toMatchObject({
      purpose: 'privacy',
      state: 'holds',
      how: 'shown',
      signers: [],
    });
    expect(
      (await p.post(`/consents/tasks/${taskId}/withdraw`, as(), { id: id(), parts: null })).code,
    ).toBe('state_conflict');
  });

  it('a voided paper of the wrong person keeps its reason, stays stored and is not sent again', async () => {
    const taskId = await sign('foto@1');
    expect(
      (await p.post(`/consents/tasks/${taskId}/void`, as(), { reason: 'wrong_person' })).status,
    ).toBe(204);
    expect(
      (await p.post(`/consents/tasks/${taskId}/void`, as(), { reason: 'wrong_person' })).status,
    ).toBe(204);
    expect(
      (await p.post(`/consents/tasks/${taskId}/void`, as(), { reason: 'wrong_paper' })).code,
    ).toBe('state_conflict');
    const row = await newestOf('foto');
    expect(row).toMatchObject({ state: 'voided', voided: { reason: 'wrong_person' } });
    expect(await check(taskId)).toMatchObject({
      verdict: 'unchanged',
      standing: { state: 'voided', at: t.clock.now, reason: 'wrong_person' },
    });
    expect((await p.call(`/documents/file/${row.fileId}`, { as: as() })).status).toBe(200);
    expect(
      (await p.post(`/consents/tasks/${taskId}/repeat`, as(), { id: id(), tabletId: null })).code,
    ).toBe('state_conflict');
    expect(
      (await p.post(`/consents/tasks/${taskId}/withdraw`, as(), { id: id(), parts: null })).code,
    ).toBe('state_conflict');
  });

  it('a paper sent again references the envelope that it replaces', async () => {
    const taskId = await sign('foto@1'),
      mappeId = id();
    // Papers of the same instant have no defined order.
    t.clock.now += 1000;
    const sent = await p.post(`/consents/tasks/${taskId}/repeat`, as(), {
      id: mappeId,
      tabletId: tablet.id,
    });
    expect(sent.json).toMatchObject({ mappeId });
    expect(
      (await p.post(`/consents/tasks/${taskId}/repeat`, as(), { id: mappeId, tabletId: tablet.id }))
        .json,
    ).toMatchObject({ mappeId });
    await t.runJobs();
    const [anew] = await tasksOf(p, mappeId);
    await submit(anew?.taskId ?? '');
    const { envelope } = t.deps.store.t,
      rows = await t.deps.workshop.look(p.cid, p.system).db.find(envelope, eq(envelope.cid, p.cid));
    const [old, now] = [
      rows.find((e) => e.taskId === taskId),
      rows.find((e) => e.taskId === anew?.taskId),
    ];
    expect([
      now?.prevEnvelopeId,
      (now?.evidence as { envelope: { prevEnvelopeId: string } } | undefined)?.envelope
        .prevEnvelopeId,
    ]).toEqual([old?.id, old?.id]);
    expect(
      (await read()).rows.filter((row) => row.template === 'foto@1').map((row) => row.state),
    ).toEqual(['holds', 'replaced', 'voided']);
    expect([await check(taskId), await check(anew?.taskId ?? '')]).toMatchObject([
      { standing: { state: 'replaced' } },
      { standing: { state: 'holds' } },
    ]);
  });

  it('lists signers of an older version until they sign the newer one or withdraw', async () => {
    const own = async (version: number): Promise<void> => {
      await t.deps.workshop.write(p.cid, p.system, (w) =>
        w.tx.insert(w.t.ownText, {
          id: 'bleaching',
          version,
          state: 'active',
          rev: 1,
          sha256: 'a'.repeat(64),
          languages: ['de'],
          basedOn: null,
          changedBy: p.users.owner.userId,
          changedAt: t.clock.now,
          publishedAt: t.clock.now,
          template: {
            id: 'bleaching',
            version,
            kind: 'consent',
            formRequirement: {
              form: 'none',
              reason: { de: 'Keine Formvorschrift.' },
              source: '§ 630d BGB',
            },
            talk: false,
            title: { de: 'Bleaching' },
            signerRoles: ['patient'],
            fields: [],
            validFrom: '2026-01-01',
            source: ['§ 630d BGB'],
            sections: [
              {
                id: 'was',
                heading: { de: 'Was geschieht' },
                body: [{ type: 'p', text: { de: 'Text' } }],
              },
            ],
            declarations: [{ id: 'ja', text: { de: 'Ich bin einverstanden.' }, required: true }],
          },
        }),
      );
    };
    const old = async (): Promise<OldVersions> =>
        (await p.call('/consents/old', { as: as() })).json as OldVersions,
      count = async (): Promise<unknown> =>
        (await p.call('/consents/old/count', { as: as() })).json;
    await own(1);
    const taskId = await sign('bleaching@1');
    expect((await old()).items).toEqual([]);
    await t.deps.workshop.write(p.cid, p.system, (w) =>
      w.tx.update(w.t.ownText, { state: 'retired' }, { id: 'bleaching' }),
    );
    await own(2);
    expect((await old()).items).toMatchObject([
      { newest: 'bleaching@2', version: 2, people: [{ taskId, patid: '1001', version: 1 }] },
    ]);
    expect((await old()).items[0]?.validFrom).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(await count()).toEqual({ people: 1 });
    expect((await newestOf('bleaching')).newest).toBe('bleaching@2');
    const mappeId = id();
    await p.post(`/consents/tasks/${taskId}/repeat`, as(), { id: mappeId, tabletId: tablet.id });
    await t.runJobs();
    const [anew] = await tasksOf(p, mappeId);
    await submit(anew?.taskId ?? '');
    expect((await old()).items).toEqual([]);
    expect(await count()).toEqual({ people: 0 });
  });

  it("[V6] [sec B36] an invalid birth date blocks a billing company's consent, and nothing is stored", async () => {
    const partnerId = id();
    expect(
      (
        await p.call('/factoring/partners', {
          as: as(),
          method: 'PUT',
          json: { id: partnerId, ...PARTNER },
        })
      ).code,
    ).toBe('forbidden');
    expect(
      (
        await p.call('/factoring/partners', {
          as: p.users.owner,
          method: 'PUT',
          json: { id: partnerId, ...PARTNER, formDay: '2030-01-01' },
        })
      ).code,
    ).toBe('validation');
    expect(
      (
        await p.call('/factoring/partners', {
          as: p.users.owner,
          method: 'PUT',
          json: { id: partnerId, ...PARTNER },
        })
      ).status,
    ).toBe(204);
    const tasks = async (): Promise<number> =>
      t.deps.workshop.look(p.cid, p.system).db.count(t.deps.store.t.task);
    const before = await tasks(),
      signers = [{ role: 'patient', name: 'Ohne Datum' }];
    const blocked = [
      await p.call(`/factoringinit/1002/${partnerId}`, { as: as() }),
      await p.post('/factoring/tasks', as(), {
        id: id(),
        patid: '1002',
        partnerId,
        tabletId: null,
        signers,
      }),
      await p.post('/tablet/mappen', as(), {
        patids: ['1002'],
        items: [
          {
            template: 'ewe@1',
            fields: { partner: 'X', partneranschrift: 'Y', refinanzierung: 'Z' },
          },
        ],
        tabletId: null,
        language: 'de',
        textScale: 100,
        identifiedBy: null,
        signers,
      }),
    ];
    for (const answer of blocked)
      expect([
        answer.status,
        answer.code,
        answer.text.includes(
          'Das Geburtsdatum ist ungültig. Eine Einwilligung (EWE) ist so nicht möglich.',
        ),
      ]).toEqual([400, 'birthdate_invalid', true]);
    expect(await tasks()).toBe(before);
    expect((await p.call('/factoring/patients/1002', { as: as() })).json).toMatchObject({
      isBlocked: true,
    });
  });

  it('billing company: paper or tablet as the company requires; paying directly is a separate result', async () => {
    const [paper, ink] = [id(), id()],
      owner = p.users.owner;
    await p.call('/factoring/partners', {
      as: owner,
      method: 'PUT',
      json: { id: paper, ...PARTNER, name: 'Papier GmbH' },
    });
    await p.call('/factoring/partners', {
      as: owner,
      method: 'PUT',
      json: { id: ink, ...PARTNER, name: 'Tinte GmbH', form: 'ink' },
    });
    expect((await p.call(`/factoringinit/1001/${paper}`, { as: as() })).json).toMatchObject({
      template: 'ewe@1',
      mayBeSignedByFinger: false,
      fields: { partner: 'Papier GmbH' },
    });
    expect((await p.call(`/factoringinit/1001/${ink}`, { as: as() })).json).toMatchObject({
      mayBeSignedByFinger: true,
    });
    const send = async (partnerId: string) => {
      const mappeId = id(),
        signers = [{ role: 'patient', name: 'Anna Groß' }];
      expect(
        (
          await p.post('/factoring/tasks', as(), {
            id: mappeId,
            patid: '1001',
            partnerId,
            tabletId: tablet.id,
            signers,
          })
        ).json,
      ).toMatchObject({ mappeId });
      await t.runJobs();
      return (await tasksOf(p, mappeId))[0]!;
    };
    const onPaper = await send(paper);
    expect(onPaper.state).toBe('paper');
    expect((await p.post(`/tablet/tasks/${onPaper.taskId}/paper-filed`, as())).status).toBe(204);
    const onTablet = await send(ink);
    expect(onTablet.state).toBe('assigned');
    const body = (await tablet.inbox()).find((b) => b.taskId === onTablet.taskId)!;
    await tablet.push(
      await tablet.op('task.outcome', body, {
        taskId: body.taskId,
        outcome: 'declined',
        dataSha256: body.dataSha256,
        reading: submissionOf(body, t.clock.now).reading,
        declarations: [],
        language: 'de',
        at: t.clock.now,
        ...(body.origin !== undefined && { origin: body.origin }),
      }),
    );
    const { partners } = (await p.call('/factoring/patients/1001', { as: as() }))
      .json as FactoringState;
    expect(Object.fromEntries(partners.map((one) => [one.name, one.state]))).toEqual({
      'Beispiel Abrechnung GmbH': 'open',
      'Papier GmbH': 'holds',
      'Tinte GmbH': 'pays_directly',
    });
    expect((await p.post(`/factoring/partners/${ink}/end`, owner)).status).toBe(204);
    expect((await p.call(`/factoringinit/1001/${ink}`, { as: as() })).code).toBe('not_found');
  });
});
