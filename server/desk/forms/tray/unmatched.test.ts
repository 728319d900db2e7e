// Tests of the tray on both databases: candidate patients, filing, creating a record, discarding,
// and undo.

import sharp from 'sharp';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ANNA,
  answersFor,
  handIn,
  makeLink,
  painWith,
} from '../../../../tests/support/stories/home.ts';
import { createTestApp, type TestApp } from '../../../../tests/support/in-process.ts';
import { addPractice, login, person, type Practice } from '../../../../tests/support/practice.ts';
import { STORES } from '../../../../tests/support/stores.ts';
import type { ChairCard } from '../../../../shared/forms/answers/answers.schema.ts';
import { extensionOfConfirmed } from '../../../../shared/forms/answers/master-answers.ts';
import type { Confirmed } from '../../../../shared/desk/master-data.ts';
import { resolvePatient } from '../../patient/read-patient.ts';
import { catalogueForms } from '../library/catalogue-forms.ts';
import { takeUnmatched } from './take-unmatched.ts';
import { trayOf } from './tray.testing.ts';

describe.each(STORES)('answers without a record on %s', (kind) => {
  let t: TestApp, p: Practice, open: string;
  beforeAll(async () => {
    t = await createTestApp(kind);
    p = await addPractice(t, 'nord', [
      person('1001', 'Anna', 'Groß', '1941-03-04'),
      person('1002', 'Emil', 'Özkan', '1990-07-11'),
      person('1003', 'Otto', 'Klein', '1941-03-04'),
      person('1004', 'Anna', 'Gross', '1941-04-03'),
    ]);
    open = (await makeLink(p, { kind: 'open', label: 'Website' })).secret;
  });
  afterAll(() => t.drop());
  const { arrive, act, read, tray, answers, filed } = trayOf(() => ({ p, open }));

  it('lists waiting answers with their age and the candidate patients with the reason', async () => {
    const id = await arrive({
      person: { firstName: 'Ana', lastName: 'Groß', geburtsdatum: '1941-03-04' },
    });
    expect((await tray()).open).toMatchObject([
      { id, label: 'Website', origin: 'home', state: 'open', decided: null, invited: null },
    ]);
    expect((await p.call('/anamnese/tray', { as: p.users.staff })).json).toEqual({
      count: 1,
      oldestAt: t.clock.now,
      stopped: 0,
    });
    expect((await read(id)).candidates.map((c) => [c.patid, c.match])).toEqual([
      ['1001', 'birth_similar'],
      ['1004', 'name_birth_near'],
      ['1003', 'birth'],
    ]);
    expect((await read(id)).questionnaire?.title).toBe('Kurze Fragen bei Schmerzen');
    await act(id, 'discard', { reason: 'Probe' });
  });
  it('[V2] [V3] [sec B33] asks before filing with a record of another name or birth date; repeating changes nothing', async () => {
    const id = await arrive({ person: { ...ANNA, firstName: 'Ana' } });
    const asked = await act(id, 'assign', { patid: '1004' });
    expect([asked.status, asked.code]).toEqual([409, 'confirm_needed']);
    expect(asked.text).toContain('birth_differs');
    expect((await tray()).open.map((o) => o.id)).toContain(id);
    const one = await act(id, 'assign', { patid: '1004', confirmed: true }),
      two = await act(id, 'assign', { patid: '1004', confirmed: true });
    expect(two.json).toEqual(one.json);
    expect((await act(id, 'assign', { patid: '1002', confirmed: true })).code).toBe(
      'state_conflict',
    );
    expect((await act(id, 'assign', { patid: '4711' })).code).toBe('not_found');
  });
  it("files the same kind of row as a tablet, with origin and time; the room's card shows it at once", async () => {
    const at = t.clock.now - 3_600_000,
      id = await arrive({ at }),
      { answersId } = filed(await act(id, 'assign', { patid: '1001' }));
    expect(await answers(answersId)).toMatchObject({
      patid: '1001',
      form: 'schmerz@6',
      origin: 'home',
      unmatchedId: id,
      answeredAt: at,
      receivedAt: t.clock.now,
      taskId: null,
      tabletName: null,
    });
    expect((await p.call('/anamnese/responses?patid=1001', { as: p.users.staff })).text).toContain(
      answersId,
    );
    expect(
      (await p.post('/patient/rooms/enter', p.users.reception, { patid: '1001', room: 'Zimmer 1' }))
        .status,
    ).toBe(204);
    const { card } = (await p.call('/anamnese/chair?room=Zimmer%201', { as: p.users.staff }))
      .json as ChairCard;
    expect(JSON.stringify(card?.groups.find((g) => g.kind === 'allergie')?.entries)).toContain(
      'penicillin',
    );
  });
  it('creates a temporary record, which merges into the real one with its answers and its room', async () => {
    const id = await arrive({
      person: { firstName: 'Neu', lastName: 'Kommend', geburtsdatum: '1980-05-05' },
    });
    expect((await read(id)).candidates).toEqual([]);
    const { patid, answersId } = filed(
      await act(id, 'record', {
        firstName: 'Neu',
        lastName: 'Kommend',
        geburtsdatum: '1980-05-05',
      }),
    );
    expect(patid).toMatch(/^N\d{6}-/);
    expect(
      (
        await act(id, 'record', {
          firstName: 'Neu',
          lastName: 'Kommend',
          geburtsdatum: '1980-05-05',
        })
      ).code,
    ).toBe('state_conflict');
    const invitation = await makeLink(p, { patid });
    expect(
      (await p.post('/patient/rooms/enter', p.users.reception, { patid, room: 'Zimmer 2' })).status,
    ).toBe(204);
    expect(
      (
        await p.post('/patient/merge', p.users.reception, {
          fromPatid: patid,
          intoPatid: '1002',
          confirmed: true,
        })
      ).status,
    ).toBe(200);
    expect((await p.call('/anamnese/responses?patid=1002', { as: p.users.staff })).text).toContain(
      answersId,
    );
    expect(
      await (
        await p.call('/anamnese/chair?room=Zimmer%202', { as: p.users.staff })
      ).json,
    ).toMatchObject({ person: { patid: '1002' }, card: { sets: [{ id: answersId }] } });
    // The link created for the temporary number belongs to the real person after the merge.
    expect(
      (await p.call('/anamnese/home-links?patid=1002', { as: p.users.staff })).json,
    ).toMatchObject([{ id: invitation.id, patid: '1002', patientName: 'Özkan, Emil' }]);
    expect(
      (
        await handIn(
          p,
          invitation.secret,
          await answersFor(p, invitation.secret, {
            person: { firstName: 'Emil', lastName: 'Özkan', geburtsdatum: '1990-07-11' },
          }),
        )
      ).status,
    ).toBe(200);
    expect((await tray()).open).toEqual([]);
    expect(
      JSON.stringify(
        (await p.call('/anamnese/responses?patid=1002', { as: p.users.staff })).json,
      ).match(/"form":"schmerz@6"/g),
    ).toHaveLength(2);
  });
  it('[V1] [sec B39] discards only with a reason of at most 250 characters, keeps the answers, and can undo', async () => {
    const id = await arrive();
    expect((await act(id, 'discard', { reason: '  ' })).code).toBe('validation');
    expect((await act(id, 'discard', { reason: '🙂'.repeat(251) })).code).toBe('comment_too_long');
    expect((await act(id, 'discard', { reason: '🙂'.repeat(250) })).status).toBe(204);
    expect((await tray()).open.map((o) => o.id)).not.toContain(id);
    expect(await read(id)).toMatchObject({
      state: 'discarded',
      isReversible: true,
      response: { resourceType: 'QuestionnaireResponse' },
    });
    expect((await act(id, 'assign', { patid: '1001' })).code).toBe('state_conflict');
    for (let i = 0; i < 2; i++) expect((await act(id, 'reopen')).status).toBe(204);
    expect((await tray()).open.map((o) => o.id)).toContain(id);
    await act(id, 'discard', { reason: 'doppelt' });
  });
  it('undoes a wrong filing and files again under a new id, but not with later additions', async () => {
    const id = await arrive(),
      wrong = filed(await act(id, 'assign', { patid: '1003', confirmed: true })),
      before = (await answers(wrong.answersId)).response;
    expect((await act(id, 'reopen')).status).toBe(204);
    expect(
      (await p.call(`/anamnese/responses/${wrong.answersId}`, { as: p.users.owner })).code,
    ).toBe('not_found');
    expect(
      (await p.call('/anamnese/responses?patid=1003', { as: p.users.owner })).text,
    ).not.toContain(wrong.answersId);
    const right = filed(await act(id, 'assign', { patid: '1001' }));
    expect(right.answersId).not.toBe(wrong.answersId);
    expect((await answers(right.answersId)).response).toEqual(before);
    expect(
      (
        await p.post(`/anamnese/responses/${right.answersId}/nachtrag`, p.users.staff, {
          id: t.deps.newId(),
          text: 'Seit gestern Eliquis',
        })
      ).status,
    ).toBe(200);
    expect(await read(id)).toMatchObject({ state: 'filed', isReversible: false });
    expect((await act(id, 'reopen')).code).toBe('state_conflict');
  });
  it('filing proposes changed master data, and undoing withdraws the proposal', async () => {
    const link = await makeLink(p, { kind: 'open', formId: 'patientendaten' });
    const body = await answersFor(p, link.secret, {
      response: {
        resourceType: 'QuestionnaireResponse',
        status: 'completed',
        language: 'de',
        item: [{ linkId: 'person', item: [] }],
      },
    });
    const { form } = (await p.call(`/anamnese/home/${link.secret}?language=de`)).json as {
      form: {
        questionnaire: { item: { linkId: string; item?: { linkId: string; type: string }[] }[] };
      };
    };
    const page = form.questionnaire.item.find((one) =>
      one.item?.some((i) => i.linkId === 'email' || i.linkId.endsWith('.email')),
    );
    const email = page?.item?.find((i) => i.linkId === 'email' || i.linkId.endsWith('.email'));
    expect([page?.linkId, email?.type]).toEqual([expect.any(String), 'string']);
    const response = {
      resourceType: 'QuestionnaireResponse',
      status: 'completed',
      language: 'de',
      item: [
        {
          linkId: page?.linkId,
          item: [{ linkId: email?.linkId, answer: [{ valueString: 'anna@example.org' }] }],
        },
      ],
    };
    expect((await handIn(p, link.secret, { ...body, response })).status).toBe(200);
    const changes = () =>
      t.deps.workshop
        .look(p.cid, p.system)
        .db.find(t.deps.store.t.masterChange, eq(t.deps.store.t.masterChange.field, 'email'));
    expect(await changes()).toEqual([]);
    await act(body.id as string, 'assign', { patid: '1001' });
    expect(await changes()).toMatchObject([
      { patid: '1001', after: 'anna@example.org', state: 'open' },
    ]);
    await act(body.id as string, 'reopen');
    expect(await changes()).toMatchObject([{ state: 'replaced' }]);
    await act(body.id as string, 'discard', { reason: 'Probe' });
  });
  it('[V2] [V4] [V5] [V6] marks are recomputed while waiting, when filed, and after an undo', async () => {
    const link = await makeLink(p, { kind: 'open', formId: 'patientendaten' }),
      at = '2026-11-20T09:00:00Z';
    const said = (name: string, born: string, confirmed: Confirmed[] = []) => ({
      resourceType: 'QuestionnaireResponse',
      status: 'completed',
      language: 'de',
      ...(confirmed.length > 0 && { extension: confirmed.map(extensionOfConfirmed) }),
      item: [
        {
          linkId: 'seite.person',
          item: [
            { linkId: 'vorname', answer: [{ valueString: 'Anna' }] },
            { linkId: 'nachname', answer: [{ valueString: name }] },
            { linkId: 'geburtsdatum', answer: [{ valueDate: born }] },
          ],
        },
      ],
    });
    const marks = async (id: string) =>
      (await read(id)).problemList
        .map((one) => one.code)
        .filter((code) => /^unconfirmed|birthdate/.test(code));
    const body = await answersFor(p, link.secret, { response: said('Kaya', '2026-10-01') }),
      id = body.id as string;
    expect((await handIn(p, link.secret, body)).status).toBe(200);
    expect(await marks(id)).toEqual(['unconfirmed_V4', 'unconfirmed_V5']);
    await act(id, 'assign', { patid: '1001' });
    expect(await marks(id)).toEqual([
      'unconfirmed_V2',
      'unconfirmed_V3',
      'unconfirmed_V4',
      'unconfirmed_V5',
    ]);
    await act(id, 'reopen');
    expect(await marks(id)).toEqual(['unconfirmed_V4', 'unconfirmed_V5']);
    const yes: Confirmed[] = [
      { rule: 'V2', value: 'Anna Kaya', at },
      { rule: 'V4', value: '2026-10-01', at },
      { rule: 'V5', value: '', at },
    ];
    const asked = await answersFor(p, link.secret, { response: said('Kaya', '2026-10-01', yes) });
    expect((await handIn(p, link.secret, asked)).status).toBe(200);
    expect(await marks(asked.id as string)).toEqual([]);
    await act(asked.id as string, 'assign', { patid: '1001' });
    expect(await marks(asked.id as string)).toEqual(['unconfirmed_V3']);
    const unborn = await answersFor(p, link.secret, { response: said('Groß', '2031-01-01') });
    expect((await handIn(p, link.secret, unborn)).status).toBe(200);
    expect(await marks(unborn.id as string)).toContain('birthdate_invalid');
    for (const one of [id, unborn.id as string]) await act(one, 'discard', { reason: 'Probe' });
  });
  it('[sec B49] photos are re-encoded while they wait and are filed with the answers', async () => {
    const canary = 'GPS-Kanarienvogel',
      jpeg = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#c33' } })
        .withExif({ IFD0: { ImageDescription: canary } })
        .jpeg()
        .toBuffer();
    const photo = (bytes: Buffer) => ({
      valueAttachment: {
        contentType: 'image/jpeg',
        data: bytes.toString('base64'),
        size: bytes.length,
      },
    });
    const id = await arrive({
      response: painWith([photo(jpeg), photo(Buffer.from('<html>kein Bild</html>'))]),
    });
    await t.runJobs();
    const kept = (text: string) =>
      [...text.matchAll(/"data":"([^"]+)"/g)].map((one) =>
        Buffer.from(one[1] ?? '', 'base64').toString('latin1'),
      );
    const waiting = kept(JSON.stringify((await read(id)).response));
    expect(waiting).toHaveLength(1);
    expect(waiting[0]).not.toContain(canary);
    const { answersId } = filed(await act(id, 'assign', { patid: '1001' }));
    await t.runJobs();
    const there = await answers(answersId);
    expect(kept(JSON.stringify(there.response))).toHaveLength(1);
    expect(there.problemList.map((one) => one.code)).toEqual(['photo_unreadable']);
    // Filed before the pictures were re-encoded.
    const quick = await arrive({ response: painWith([photo(jpeg)]) }),
      at = filed(await act(quick, 'assign', { patid: '1001' }));
    await t.runJobs();
    expect(kept(JSON.stringify((await answers(at.answersId)).response)).join()).not.toContain(
      canary,
    );
  });
  it('a blank form from a tablet waits with its device; the list shows all waiting answers of any age', async () => {
    const id = t.deps.newId(),
      tabletId = t.deps.newId(),
      library = catalogueForms();
    const input = {
      id,
      origin: 'tablet' as const,
      tabletId,
      person: ANNA,
      form: { key: 'schmerz@1', sha256: (await library.find('schmerz@1'))?.sha256 ?? '' },
      language: 'de',
      at: t.clock.now,
      response: painWith([]),
    };
    const take = () =>
      t.deps.workshop.write(p.cid, p.system, (w) =>
        takeUnmatched(
          w,
          { forms: () => library, record: resolvePatient, marks: () => Promise.resolve([]) },
          input,
        ),
      );
    expect(await take()).toEqual(await take());
    t.clock.now += 60 * 86_400_000;
    await t.app.tidy();
    Object.assign(p.users.reception, await login(t, p.users.reception.email));
    Object.assign(p.users.staff, await login(t, p.users.staff.email));
    Object.assign(p.users.owner, await login(t, p.users.owner.email));
    expect((await p.call('/anamnese/tray', { as: p.users.staff })).json).toEqual({
      count: 1,
      oldestAt: t.clock.now - 60 * 86_400_000,
      stopped: 0,
    });
    expect((await tray()).open.find((o) => o.id === id)).toMatchObject({ origin: 'tablet' });
    const { answersId } = filed(await act(id, 'assign', { patid: '1001' }));
    expect(await answers(answersId)).toMatchObject({ origin: 'tablet' });
  });
  it('audits every read and every decision; the request log contains no names', async () => {
    const audit = (await t.deps.workshop.look(p.cid, p.system).db.find(t.deps.store.t.audit)).map(
      (row) => (row as { type: string }).type,
    );
    for (const type of [
      'unmatched.taken',
      'unmatched.viewed',
      'unmatched.filed',
      'unmatched.discarded',
      'unmatched.returned',
    ])
      expect(audit).toContain(type);
    expect(t.lines.join('\n')).not.toMatch(/Groß|Kommend|1941-0/);
  });
});
