// Tests of patients on both databases: search with the inputs of reception, manual records,
// merging.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../../../shared/base/errors.ts';
import { openTestStore, STORES } from '../../../tests/support/stores.ts';
import { createTestBench, type TestBench } from '../../../tests/support/workshop.ts';
import type { Actor, Look } from '../../platform/work.ts';
import { addPatients, addAppointments, type PatientRecord } from './add-records.ts';
import { createPatient } from './create-patient.ts';
import { listTermine } from './list-appointments.ts';
import { mergePatients } from './merge-patients.ts';
import { listPatids, readPatient, resolvePatients } from './read-patient.ts';
import { searchPatients } from './search-patients.ts';

const person = (
  patid: string,
  lastName: string,
  firstName: string,
  geburtsdatum: string,
): PatientRecord => ({
  patid,
  title: '',
  firstName,
  lastName,
  geburtsdatum,
  street: 'Rosenweg 1',
  plz: '10585',
  city: 'Berlin',
});
const caught = async (work: Promise<unknown>): Promise<AppError | undefined> =>
  work.then(
    () => undefined,
    (e: unknown) => (e instanceof AppError ? e : undefined),
  );

describe.each(STORES)('patients on %s', (kind) => {
  let drop: () => Promise<void>, bench: TestBench, look: Look;
  const cid = 'c1',
    actor = { kind: 'system', cid } as const;
  const write = <T>(work: Parameters<TestBench['workshop']['write']>[2]): Promise<T> =>
    bench.workshop.write(cid, actor, work) as Promise<T>;
  const find = async (q: string): Promise<string[]> =>
    (await searchPatients(look, { q, limit: 20 })).map((p) => p.patid);
  const now = Date.UTC(2026, 10, 20, 8);
  const user: Extract<Actor, { kind: 'user' }> = {
    kind: 'user',
    ip: '',
    userId: 'u1',
    cid,
    role: 'reception',
    behandler: false,
    name: 'Fatma Kaya',
    sessionId: 's1',
    stepUpUntil: 0,
  };

  beforeAll(async () => {
    const opened = await openTestStore(kind);
    drop = opened.drop;
    bench = createTestBench(opened.store, now);
    look = bench.workshop.look(cid, actor);
    await write((w) =>
      addPatients(w, 'pvs', [
        person('1', 'Müller-Yıldız', 'Özlem', '1975-04-30'),
        person('2', 'Mueller', 'Hans', '1958-03-12'),
        person('3', 'Muller', 'Eva', '1990-12-03'),
        person('4', 'Weber', 'Maria', '1941-06-02'),
        person('5', 'Weber', 'Maria', '1988-06-02'),
        person('6', "O'Brien", 'Siobhán', '1958-12-03'),
      ]),
    );
    await bench.workshop.write('c2', { kind: 'system', cid: 'c2' }, (w) =>
      addPatients(w, 'pvs', [person('1', 'Müller', 'Fremd', '1958-03-12')]),
    );
  });
  afterAll(() => drop());

  it('finds umlauts in any spelling, in any order, by word prefixes', async () => {
    expect(await find('müller')).toEqual(['3', '1', '2']);
    expect(await find('MUELLER')).toEqual(['2', '1']);
    expect(await find('muller')).toEqual(['3', '1']);
    expect(await find('özl mül')).toEqual(['1']);
    expect(await find('yildiz')).toEqual(['1']);
    expect(await find('obrien')).toEqual(['6']);
    expect(await find('iller')).toEqual([]);
    expect(await find('%')).toEqual([]);
    expect(await find('')).toEqual([]);
  });

  it('finds by birth date, by day and month, by number; never in another practice', async () => {
    expect(await find('12.03.58')).toEqual(['2']);
    expect(await find('1958-12-03')).toEqual(['6']);
    expect((await find('03.12.')).sort()).toEqual(['3', '6']);
    expect(await find('weber 02.06.1941')).toEqual(['4']);
    expect(await find('4')).toEqual(['4']);
    expect(await find('Fremd')).toEqual([]);
    expect(await find('31.02.1958')).toEqual([]);
  });

  it('marks identical names and lists the other patients', async () => {
    expect((await searchPatients(look, { q: 'weber', limit: 1 }))[0]).toMatchObject({
      name: 'Weber, Maria',
      sameName: true,
      telefon: null,
    });
    expect((await searchPatients(look, { q: 'hans', limit: 5 }))[0]).toMatchObject({
      sameName: false,
      telefon: null,
    });
    expect((await readPatient(look, '4')).sameNames).toEqual([
      { patid: '5', name: 'Weber, Maria', geburtsdatum: '1988-06-02' },
    ]);
    expect((await caught(readPatient(look, 'none')))?.code).toBe('not_found');
  });

  it('[V6] [sec B31] refuses an invalid birth date; [V4] a very young age or a duplicate asks first', async () => {
    const child = { firstName: 'Levi', lastName: 'Krause' };
    for (const geburtsdatum of [
      '2026-02-31',
      '2019-02-29',
      '1899-12-31',
      '2026-11-21',
      '12.03.58',
      '58-03-12',
    ]) {
      expect((await caught(write((w) => createPatient(w, { ...child, geburtsdatum }))))?.code).toBe(
        'birthdate_invalid',
      );
    }
    const young = await caught(
      write((w) => createPatient(w, { ...child, geburtsdatum: '2026-10-01' })),
    );
    expect(young).toMatchObject({ code: 'confirm_needed', extra: { doubts: ['recent_birth'] } });
    expect(await find('levi')).toEqual([]);
    expect(
      await write((w) =>
        createPatient(w, { ...child, geburtsdatum: '2026-10-01', confirmed: true }),
      ),
    ).toMatchObject({ patid: expect.stringMatching(/^N261120-[A-Z2-9]{4}$/) as unknown });
    const again = await caught(
      write((w) =>
        createPatient(w, { firstName: 'HANS', lastName: 'Mueller', geburtsdatum: '1958-03-12' }),
      ),
    );
    expect(again).toMatchObject({
      code: 'confirm_needed',
      extra: { doubts: ['same_person'], patid: '2' },
    });
  });

  it('[V2] [V3] merging asks about differences, keeps the old number, works once, temporary only', async () => {
    const { patid } = await write<{ patid: string }>((w) =>
      createPatient(w, { firstName: 'Eva', lastName: 'Muler', geburtsdatum: '1990-12-03' }),
    );
    expect(
      await caught(write((w) => mergePatients(w, { fromPatid: patid, intoPatid: '3' }))),
    ).toMatchObject({ code: 'confirm_needed', extra: { doubts: ['name_differs'] } });
    const both = await Promise.all(
      [0, 1].map(() =>
        caught(
          write((w) => mergePatients(w, { fromPatid: patid, intoPatid: '3', confirmed: true })),
        ),
      ),
    );
    expect(both.filter((e) => e === undefined)).toHaveLength(1);
    expect(both.find((e) => e !== undefined)?.code).toBe('state_conflict');
    expect((await readPatient(look, patid)).patid).toBe('3');
    expect((await resolvePatients(look, [patid, '4'])).get(patid)?.patid).toBe('3');
    expect((await listPatids(look, '3')).sort()).toEqual(['3', patid].sort());
    expect(await find('muler')).toEqual([]);
    for (const [from, into] of [
      ['4', '5'],
      ['3', '3'],
      [patid, '4'],
      ['4', patid],
    ]) {
      expect(
        (
          await caught(
            write((w) => mergePatients(w, { fromPatid: from!, intoPatid: into!, confirmed: true })),
          )
        )?.code,
      ).toBe('state_conflict');
    }
    expect(
      (await caught(write((w) => mergePatients(w, { fromPatid: 'none', intoPatid: '4' }))))?.code,
    ).toBe('not_found');
    expect(bench.events).toContainEqual({ to: 'staff', event: { kind: 'changed' } });
  });

  it('lists the day by time, with patients resolved through merges', async () => {
    const termin = (n: number, patid: string, time: string) => ({
      terminId: `t${n}`,
      patid,
      day: '2026-11-20',
      time,
      minutes: 20,
      zimmer: 'Zimmer 1',
      behandler: 'Dr. Weber',
      art: 'Kontrolle',
    });
    await write((w) =>
      addAppointments(w, [
        termin(1, '2', '09:30'),
        termin(2, '4', '08:00'),
        termin(3, 'gone', '08:30'),
      ]),
    );
    expect((await listTermine(look)).map((t) => [t.time, t.name])).toEqual([
      ['08:00', 'Weber, Maria'],
      ['09:30', 'Mueller, Hans'],
    ]);
    expect(await listTermine(look, '2026-11-21')).toEqual([]);
  });

  it('names the next appointment of a found person from today on, also one of a merged record', async () => {
    const on = (n: number, patid: string, day: string, time: string) => ({
      terminId: `n${n}`,
      patid,
      day,
      time,
      minutes: 20,
      zimmer: 'Zimmer 1',
      behandler: 'Dr. Weber',
      art: 'Kontrolle',
    });
    const [merged] = (await listPatids(look, '3')).filter((patid) => patid !== '3');
    await write((w) =>
      addAppointments(w, [
        on(1, '6', '2026-11-19', '08:00'),
        on(2, '6', '2026-12-01', '11:00'),
        on(3, '6', '2026-12-01', '09:15'),
        on(4, merged!, '2027-01-04', '07:30'),
      ]),
    );
    const nextFor = async (actor: Actor, q: string) =>
      (await searchPatients(bench.workshop.look(cid, actor), { q, limit: 5 }))[0]?.nextVisit;
    const next = (q: string) => nextFor(user, q);
    expect(await next('obrien')).toEqual({ day: '2026-12-01', time: '09:15' });
    expect(await next('muller eva')).toEqual({ day: '2027-01-04', time: '07:30' });
    expect(await next('hans')).toEqual({ day: '2026-11-20', time: '09:30' });
    expect(await next('yildiz')).toBeUndefined();
    // A program of the practice and the vendor under a grant find the person, not the appointment.
    const program: Actor = {
      kind: 'machine',
      ip: '',
      tokenId: 't1',
      machine: 'api',
      cid,
      role: 'owner',
      scopes: ['patients'],
    };
    const support: Actor = {
      ...user,
      role: 'support',
      grant: { id: 'g1', kind: 'spoken', mayWrite: false, patids: ['6'], expiresAt: now + 1 },
    };
    expect(await nextFor(program, 'obrien')).toBeUndefined();
    expect(await nextFor(support, 'obrien')).toBeUndefined();
  });
});
