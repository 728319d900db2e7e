// Tests of questionnaires at home on both databases: links are created once and reveal nothing,
// answers arrive once and are filed or wait, invalid input has a code.

import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ANNA,
  answersFor,
  handIn,
  makeLink,
  newLink,
  PAIN,
  painWith,
  readLink,
} from '../../../../tests/support/stories/home.ts';
import { createTestApp, type TestApp } from '../../../../tests/support/in-process.ts';
import { addPractice, type Practice } from '../../../../tests/support/practice.ts';
import { STORES } from '../../../../tests/support/stores.ts';
import type { HomeForm, HomeLink } from '../../../../shared/forms/task/home.schema.ts';

const DAY = 86_400_000;

describe.each(STORES)('questionnaires at home on %s', (kind) => {
  let t: TestApp, p: Practice, other: Practice;
  beforeAll(async () => {
    t = await createTestApp(kind, { publicUrl: 'https://praxis.example' });
    p = await addPractice(t, 'nord');
    other = await addPractice(t, 'sued');
  });
  afterAll(() => t.drop());
  const rows = (which: 'unmatched' | 'answers' = 'unmatched') =>
    t.deps.workshop.look(p.cid, p.system).db.find(t.deps.store.t[which]);
  const audited = async (type: string) =>
    (
      await t.deps.workshop
        .look(p.cid, p.system)
        .db.find(t.deps.store.t.audit, eq(t.deps.store.t.audit.type, type))
    ).length;

  it('[R8] repeating a creation returns the same link; only the hash of its secret is in the database', async () => {
    const wish = newLink(p, { patid: '1001', label: 'Anruf' });
    const [one, two] = [
      await p.post('/anamnese/home-links', p.users.reception, wish),
      await p.post('/anamnese/home-links', p.users.staff, wish),
    ];
    const link = one.json as HomeLink;
    expect([one.status, two.status]).toEqual([200, 200]);
    expect((two.json as HomeLink).path).toBe(link.path);
    expect(link).toMatchObject({
      state: 'open',
      patid: '1001',
      patientName: 'Groß, Anna',
      url: `https://praxis.example${link.path}`,
    });
    expect(link.path).toMatch(/^\/go\/[\w-]{32}$/);
    const stored = JSON.stringify(
      await t.deps.workshop.look(p.cid, p.system).db.find(t.deps.store.t.homeLink),
    );
    expect(stored).not.toContain(link.path?.slice(4) ?? 'x');
    expect(
      (await p.post('/anamnese/home-links', p.users.reception, { ...wish, label: 'anders' })).code,
    ).toBe('conflict');
    expect(
      (
        (await p.call('/anamnese/home-links?patid=1001', { as: p.users.reception }))
          .json as HomeLink[]
      ).map((l) => l.id),
    ).toContain(wish.id);
  });
  it('refuses links to unknown forms, languages and patients, and open forms for one person', async () => {
    const codes = [];
    for (const wrong of [
      { formId: 'gibtesnicht' },
      { language: 'xx' },
      { kind: 'open' as const, patid: '1001' },
      { kind: 'open' as const, days: 7 as const },
    ])
      codes.push((await p.post('/anamnese/home-links', p.users.reception, newLink(p, wrong))).code);
    expect(codes).toEqual(Array.from({ length: 4 }, () => 'validation'));
    expect(
      (await p.post('/anamnese/home-links', p.users.reception, newLink(p, { patid: '4711' }))).code,
    ).toBe('not_found');
  });
  it('[sec 1.4] a link shows form and practice, nothing of the patient, and reading does not use it up', async () => {
    const link = await makeLink(p, { patid: '1001', label: 'Kanarienvogel-Notiz' });
    for (let i = 0; i < 5; i++) expect((await readLink(p, link.secret)).status).toBe(200);
    const answer = await readLink(p, link.secret, 'en'),
      read = answer.json as HomeForm;
    expect(read.praxis).toMatchObject({ name: 'Zahnarztpraxis nord', telefon: '030 23125 140' });
    expect(read.form).toMatchObject({ key: 'schmerz@6', isOnce: true, language: 'de' });
    expect(JSON.stringify(read.form?.questionnaire)).toContain('"valueCode":"en"');
    expect((await readLink(p, link.secret)).json).toMatchObject({ form: { questionnaire: null } });
    for (const canary of ['1001', 'Groß', 'Anna', '1941', 'Kanarienvogel', link.id, 'Yıldız'])
      expect(answer.text).not.toContain(canary);
    expect((await rows()).length).toBe(0);
  });
  it('the directory finds the practice of a link, also of an ended one, and none for a wrong one', async () => {
    const link = await makeLink(p),
      ask = (questionnaireId: string) =>
        t.call('/dispatcher/resolve', { method: 'POST', json: { questionnaireId } });
    expect((await ask(link.secret)).json).toMatchObject({ r4cUuid: p.r4cUuid });
    await p.post(`/anamnese/home-links/${link.id}/end`, p.users.reception);
    expect((await ask(link.secret)).json).toMatchObject({ r4cUuid: p.r4cUuid });
    expect((await readLink(p, link.secret)).json).toMatchObject({
      praxis: { telefon: '030 23125 140' },
      form: null,
    });
    expect((await handIn(p, link.secret, await answersFor(p, link.secret))).code).toBe(
      'link_invalid',
    );
    expect((await ask('x'.repeat(32))).code).toBe('not_found');
    for (const wrong of ['x'.repeat(32), 'kurz', `${link.secret}a`])
      expect((await readLink(p, wrong)).code).toBe('not_found');
    // The other practice's URL does not find it.
    expect((await readLink(other, link.secret)).code).toBe('not_found');
    expect((await handIn(other, link.secret, await answersFor(p, link.secret))).code).toBe(
      'not_found',
    );
  });
  it('[X7] [sec 1.4] an invitation accepts answers once; a repetition gets the same receipt, even later', async () => {
    const link = await makeLink(p, { patid: '1001' }),
      body = await answersFor(p, link.secret),
      before = (await rows('answers')).length;
    const first = await handIn(p, link.secret, body),
      again = await handIn(p, link.secret, body);
    expect(first.status).toBe(200);
    expect(again.json).toEqual(first.json);
    expect((await rows('answers')).length).toBe(before + 1);
    expect((await rows('answers')).at(-1)).toMatchObject({
      patid: '1001',
      origin: 'home',
      unmatchedId: body.id,
      taskId: null,
      form: 'schmerz@6',
      problems: [],
    });
    expect((await rows()).find((r) => (r as { id: string }).id === body.id)).toMatchObject({
      state: 'filed',
      response: null,
      patid: '1001',
    });
    expect(
      (await handIn(p, link.secret, { ...body, person: { ...ANNA, firstName: 'Berta' } })).code,
    ).toBe('conflict');
    expect((await handIn(p, link.secret, { ...body, id: t.deps.newId() })).code).toBe(
      'link_invalid',
    );
    // Opening it again reports that it is over, without the form.
    expect((await readLink(p, link.secret)).json).toMatchObject({ form: null });
    t.clock.now += 100 * DAY;
    expect((await handIn(p, link.secret, body)).json).toEqual(first.json);
    t.clock.now -= 100 * DAY;
  });
  it('two concurrent hand-ins with one invitation: one is accepted', async () => {
    const link = await makeLink(p),
      one = await answersFor(p, link.secret),
      two = await answersFor(p, link.secret);
    const [a, b] = await Promise.all([handIn(p, link.secret, one), handIn(p, link.secret, two)]);
    expect([a.status, b.status].sort((x, y) => x - y)).toEqual([200, 400]);
    const twice = await makeLink(p),
      same = await answersFor(p, twice.secret);
    expect(
      (await Promise.all([handIn(p, twice.secret, same), handIn(p, twice.secret, same)])).map(
        (x) => x.status,
      ),
    ).toEqual([200, 200]);
  });
  it('expires; an open form stays, accepts many hand-ins and files none automatically', async () => {
    const link = await makeLink(p, { days: 7 }),
      open = await makeLink(p, { kind: 'open', label: 'Website' }),
      before = (await rows('answers')).length;
    t.clock.now += 8 * DAY;
    expect((await handIn(p, link.secret, await answersFor(p, link.secret))).code).toBe(
      'link_invalid',
    );
    for (let i = 0; i < 3; i++)
      expect((await handIn(p, open.secret, await answersFor(p, open.secret))).status).toBe(200);
    expect((await rows('answers')).length).toBe(before);
    t.clock.now -= 8 * DAY;
    const listed = (await p.call('/anamnese/home-links', { as: p.users.staff })).json as HomeLink[];
    expect(listed.find((l) => l.id === open.id)).toMatchObject({ answers: 3, state: 'open' });
  });
  it("another person's answers with a patient's invitation go to the tray, not to the record", async () => {
    const before = (await rows('answers')).length;
    for (const person of [
      { ...ANNA, firstName: 'Otto' },
      { ...ANNA, geburtsdatum: '1941-03-05' },
      { ...ANNA, lastName: 'Klein' },
    ]) {
      const link = await makeLink(p, { patid: '1001' });
      expect(
        (await handIn(p, link.secret, await answersFor(p, link.secret, { person }))).status,
      ).toBe(200);
    }
    const short = await makeLink(p, { patid: '1001' });
    expect(
      (
        await handIn(
          p,
          short.secret,
          await answersFor(p, short.secret, {
            person: { ...ANNA, firstName: ' anna  Maria', lastName: 'GROSS' },
          }),
        )
      ).status,
    ).toBe(200);
    expect((await rows('answers')).length).toBe(before + 1);
  });
  it('[V4] [V6] [sec B31] [sec B32] [sec B33] bad birth dates are refused or queried, the invitation stays usable', async () => {
    const link = await makeLink(p),
      made = async (geburtsdatum: string, more: object = {}) =>
        handIn(
          p,
          link.secret,
          await answersFor(p, link.secret, { person: { ...ANNA, geburtsdatum }, ...more }),
        );
    for (const wrong of [
      '2026-02-31',
      '2019-02-29',
      '1899-12-31',
      '2026-11-21',
      '58-03-12',
      '31.02.2000',
      '',
      '0000-00-00',
    ])
      expect([wrong, (await made(wrong)).code]).toEqual([wrong, 'birthdate_invalid']);
    expect((await made('2026-09-01')).code).toBe('confirm_needed');
    expect((await made('2026-09-01', { confirmed: true })).status).toBe(200);
  });
  it('[sec B35] [sec B40] [sec B41] names: strips invisible signs, refuses emoji and blanks, keeps markup', async () => {
    const open = await makeLink(p, { kind: 'open' }),
      send = async (firstName: string, lastName = 'Groß') => {
        const body = await answersFor(p, open.secret, { person: { ...ANNA, firstName, lastName } });
        return { body, answer: await handIn(p, open.secret, body) };
      };
    for (const wrong of ['🙂', 'Anna 🙂', 'x'.repeat(101), '12345'])
      expect([wrong, (await send(wrong)).answer.code]).toEqual([wrong, 'validation']);
    // Of people with one name the first name is empty; without any name it is refused.
    expect((await send(' \u200B')).answer.status).toBe(200);
    expect((await send('', ' \u200B')).answer.code).toBe('validation');
    const { body } = await send('\u202EAn\u200Bna', '<img onerror=alert(1)>{{7*7}}${x}');
    expect((await rows()).find((r) => (r as { id: string }).id === body.id)).toMatchObject({
      firstName: 'Anna',
      lastName: '<img onerror=alert(1)>{{7*7}}${x}',
    });
  });
  it('[sec B37] [sec B39] invalid, foreign or too large responses get a code, never a server error', async () => {
    const link = await makeLink(p),
      body = await answersFor(p, link.secret),
      send = (change: object) => handIn(p, link.secret, { ...body, ...change });
    expect((await send({ response: { resourceType: 'Patient' } })).code).toBe('validation');
    expect((await send({ response: { ...PAIN, surplus: 1 } })).code).toBe('validation');
    expect(
      (await send({ form: { key: 'anamnese-erwachsene@1', sha256: 'a'.repeat(64) } })).code,
    ).toBe('validation');
    expect((await send({ form: { key: 'schmerz@99', sha256: 'a'.repeat(64) } })).code).toBe(
      'validation',
    );
    expect((await send({ id: 'x' })).code).toBe('validation');
    for (const file of [
      { url: 'https://boese.example/x.png' },
      { contentType: 'text/html', data: 'PGh0bWw+' },
      { data: 'PGh0bWw+' },
    ])
      expect((await send({ response: painWith([{ valueAttachment: file }]) })).code).toBe(
        'validation',
      );
    expect(
      (
        await send({
          response: painWith(
            Array.from({ length: 4 }, () => ({
              valueAttachment: { contentType: 'image/jpeg', data: 'A'.repeat(1_200_000) },
            })),
          ),
        })
      ).code,
    ).toBe('too_large');
    expect(
      (
        await p.call(`/anamnese/home/${link.secret}`, {
          method: 'POST',
          body: '{"id":',
          type: 'application/json',
        })
      ).code,
    ).toBe('bad_request');
    expect(
      (
        await p.call(`/anamnese/home/${link.secret}`, {
          method: 'POST',
          body: 'x',
          type: 'text/plain',
        })
      ).code,
    ).toBe('unsupported_media');
    expect(
      (
        await p.call(`/anamnese/home/${link.secret}`, {
          method: 'POST',
          json: body,
          headers: { Origin: 'https://boese.example' },
        })
      ).code,
    ).toBe('xsrf');
    // None of this used up the invitation.
    expect((await handIn(p, link.secret, body)).status).toBe(200);
  });
  it("[inv S2] keeps and lists violations of the form's rules; a later version of the form removes nothing", async () => {
    const link = await makeLink(p),
      broken = {
        ...PAIN,
        item: [
          ...(PAIN.item ?? []).slice(1),
          { linkId: 'gibt.es.nicht', answer: [{ valueString: 'bleibt' }] },
        ],
      };
    const body = await answersFor(p, link.secret, {
      response: broken,
      form: { key: 'schmerz@1', sha256: 'b'.repeat(64) },
      at: t.clock.now + DAY,
    });
    expect((await handIn(p, link.secret, body)).status).toBe(200);
    const row = (await rows()).find((r) => (r as { id: string }).id === body.id) as {
      problems: unknown;
      answeredAt: number;
    };
    expect(row.problems).toEqual([
      { key: '', code: 'form_changed' },
      { key: 'gibt.es.nicht', code: 'misfit' },
      { key: 'schlucken', code: 'required' },
    ]);
    expect(row.answeredAt).toBe(t.clock.now);
  });
  it('[X1] [sec B38] mails an invitation once per request; a blocked address is shown to staff, nothing is queued', async () => {
    const link = await makeLink(p, { patid: '1001' }),
      id = t.deps.newId(),
      send = (json: object) =>
        p.post(`/anamnese/home-links/${link.id}/mail`, p.users.reception, json);
    const mails = () =>
      t.deps.workshop
        .look(p.cid, p.system)
        .db.find(t.deps.store.t.mail, eq(t.deps.store.t.mail.template, 'home'));
    for (let i = 0; i < 2; i++)
      expect((await send({ id, to: 'anna@example.org', language: 'de' })).status).toBe(204);
    expect(await mails()).toHaveLength(1);
    expect(JSON.stringify(await mails())).not.toContain(link.secret);
    await t.deps.store.write(async (db) => {
      await db.update(t.deps.store.t.mailSuppression).set({ state: 'bounced' });
    });
    expect((await send({ id: t.deps.newId(), to: 'anna@example.org', language: 'en' })).code).toBe(
      'inactive_recipient',
    );
    await t.deps.store.write(async (db) => {
      await db.update(t.deps.store.t.mailSuppression).set({ state: 'none' });
    });
    expect(await mails()).toHaveLength(1);
    const open = await makeLink(p, { kind: 'open' });
    expect(
      (
        await p.post(`/anamnese/home-links/${open.id}/mail`, p.users.reception, {
          id: t.deps.newId(),
          to: 'a@example.org',
          language: 'de',
        })
      ).code,
    ).toBe('state_conflict');
  });
  it('audits every action of staff and every hand-in; the request log contains no secret', async () => {
    for (const type of [
      'home.link.made',
      'home.link.ended',
      'home.link.mailed',
      'unmatched.taken',
      'unmatched.filed',
    ])
      expect([type, (await audited(type)) > 0]).toEqual([type, true]);
    const link = await makeLink(p);
    await readLink(p, link.secret);
    expect(t.lines.join('\n')).not.toContain(link.secret);
  });
});
