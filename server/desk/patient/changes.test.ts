// Tests of master data changes on both databases: proposed once, replaced by later answers,
// accepted as seen or not at all, and nothing else changes.
import fc from 'fast-check';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isSameValue, type MasterData } from '../../../shared/desk/master-data.ts';
import { FIELD_NAMES, type MasterField } from '../../../shared/desk/master-fields.ts';
import type { BoardMappe } from '../../../shared/exchange/board.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { openTestStore, STORES } from '../../../tests/support/stores.ts';
import { createTestBench, type TestBench } from '../../../tests/support/workshop.ts';
import type { Look, Work } from '../../platform/work.ts';
import { addPatients } from './add-records.ts';
import { createPatient } from './create-patient.ts';
import { declineChanges, noteChanges, reopenChanges, takeChanges } from './decide-changes.ts';
import { mergePatients } from './merge-patients.ts';
import { withdrawProposals } from './propose-changes.ts';
import { countOpen, listOpen, listTaken, withOpenChanges } from './read-changes.ts';
import { readPatient, recordOf } from './read-patient.ts';
import { searchPatients } from './search-patients.ts';
import { updatePatient } from './store.ts';
import { changesOf, NOW } from './changes.testing.ts';
import { NO_DATA } from '../../../shared/desk/person.fixture.ts';

const NONE: MasterData = {
  ...NO_DATA,
  firstName: 'Anna',
  lastName: 'Weber',
  geburtsdatum: '1958-03-12',
  street: 'Rosenweg 1',
  plz: '10585',
  city: 'Berlin',
  mobile: '0171 39200 11',
  email: 'anna@example.org',
};
const caught = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'nothing',
    (e: unknown) => (e instanceof AppError ? e.code : String(e)),
  );

describe.each(STORES)('changes of master data on %s', (kind) => {
  let drop: () => Promise<void>,
    bench: TestBench,
    look: Look,
    n = 0;
  const cid = 'c1',
    user = {
      kind: 'user',
      ip: '',
      userId: 'u1',
      cid,
      role: 'reception',
      behandler: false,
      name: 'Frau Klein',
      sessionId: 's',
      stepUpUntil: 0,
    } as const;
  const write = <T>(work: (w: Work) => Promise<T>): Promise<T> =>
    bench.workshop.write(cid, user, work);
  beforeAll(async () => {
    const opened = await openTestStore(kind);
    drop = opened.drop;
    bench = createTestBench(opened.store, NOW);
    look = bench.workshop.look(cid, user);
  });
  afterAll(() => drop());

  const newPerson = async (record: MasterData = NONE): Promise<string> => {
    const patid = `p${++n}`,
      { gender, ...rest } = record;
    await write((w) =>
      addPatients(w, 'pvs', [
        { patid, ...rest, ...(gender !== '' && { gender: gender as 'male' }) },
      ]),
    );
    return patid;
  };
  const { answer, open, fields, takeAll } = changesOf(() => ({ look, write }));

  it('proposes differing values with old and new, ignores spelling variants, keeps the record unchanged', async () => {
    const patid = await newPerson();
    await answer(
      patid,
      {
        lastName: 'Weber-Kaya',
        city: ' Berlin ',
        email: 'ANNA@example.org',
        mobile: '+49 171 3920011',
        street: 'Ahornweg 2',
        landline: '',
      },
      { confirmed: [{ rule: 'V2', value: 'Anna Weber-Kaya', at: '2026-11-20T08:00:00Z' }] },
    );
    expect(
      (await open(patid)).map(({ field, before, after, confirmed }) => [
        field,
        before,
        after,
        confirmed,
      ]),
    ).toEqual([
      ['lastName', 'Weber', 'Weber-Kaya', 'V2'],
      ['street', 'Rosenweg 1', 'Ahornweg 2', null],
    ]);
    expect(await recordOf(look, patid)).toEqual(NONE);
    expect(await countOpen(look, [patid, 'nobody'])).toEqual(new Map([[patid, 2]]));
    const onBoard = async (of: string) =>
      (
        await withOpenChanges(look, [
          {
            patients: [{ patid: of, name: 'Weber, Anna', geburtsdatum: '1958-03-12' }],
          } as BoardMappe,
        ])
      )[0]?.patients[0];
    expect([await onBoard(patid), await onBoard('nobody')]).toEqual([
      { patid, name: 'Weber, Anna', geburtsdatum: '1958-03-12', openChanges: 2 },
      { patid: 'nobody', name: 'Weber, Anna', geburtsdatum: '1958-03-12' },
    ]);
    expect((await listOpen(look)).find((one) => one.patid === patid)).toMatchObject({
      name: 'Weber, Anna',
      fields: ['lastName', 'street'],
    });
  });

  it('repeating the same answers changes nothing, before and after the decision', async () => {
    const patid = await newPerson(),
      id = await answer(patid, { street: 'Ahornweg 2', city: 'Potsdam' });
    await answer(patid, { street: 'Ahornweg 2', city: 'Potsdam' }, { answersId: id });
    expect(await fields(patid)).toEqual(['street', 'city']);
    const [street] = await open(patid);
    await write((w) => declineChanges(w, patid, [street!.id]));
    await takeAll(patid);
    await answer(patid, { street: 'Ahornweg 2', city: 'Potsdam' }, { answersId: id });
    expect(await fields(patid)).toEqual([]);
    expect(await recordOf(look, patid)).toEqual({ ...NONE, city: 'Potsdam' });
  });

  it('later answers replace open changes, also by confirming the record; late-arriving older ones do not', async () => {
    const patid = await newPerson();
    await answer(patid, { street: 'Ahornweg 2', city: 'Potsdam', email: '' });
    await answer(patid, { street: 'Birkenallee 3', city: 'Berlin' }, { answeredAt: NOW + 10 });
    expect((await open(patid)).map((one) => [one.field, one.after])).toEqual([
      ['street', 'Birkenallee 3'],
      ['email', ''],
    ]);
    await answer(
      patid,
      { street: 'Von gestern 1', city: 'Gestern' },
      { answeredAt: NOW - 10, outdated: new Set(['city']) },
    );
    expect((await open(patid)).map((one) => [one.field, one.after])).toEqual([
      ['street', 'Birkenallee 3'],
      ['email', ''],
    ]);
  });

  it('accepts all changes at once, updates search, and is idempotent', async () => {
    const patid = await newPerson();
    await answer(patid, {
      lastName: 'Şahin',
      geburtsdatum: '1958-03-21',
      gender: 'female',
      email: '',
    });
    const seen = (await open(patid)).map(({ id, before }) => ({ id, before }));
    expect((await write((w) => takeChanges(w, patid, seen))).taken).toEqual([
      'lastName',
      'geburtsdatum',
      'gender',
      'email',
    ]);
    expect((await write((w) => takeChanges(w, patid, seen))).taken).toEqual([]);
    expect(await readPatient(look, patid)).toMatchObject({
      lastName: 'Şahin',
      geburtsdatum: '1958-03-21',
      gender: 'female',
      email: '',
      street: 'Rosenweg 1',
      mobile: '0171 39200 11',
    });
    expect(
      (await searchPatients(look, { q: 'sahin anna', limit: 5 })).map((one) => one.patid),
    ).toEqual([patid]);
    expect(await fields(patid)).toEqual([]);
  });

  it('refuses the whole batch when the record changed meanwhile; the new state can be accepted', async () => {
    const patid = await newPerson();
    await answer(patid, { street: 'Ahornweg 2', city: 'Potsdam' });
    const seen = (await open(patid)).map(({ id, before }) => ({ id, before }));
    await write((w) => updatePatient(w, patid, { city: 'Köln' }));
    expect(await caught(write((w) => takeChanges(w, patid, seen)))).toBe('record_changed');
    expect(await recordOf(look, patid)).toMatchObject({ street: 'Rosenweg 1', city: 'Köln' });
    expect(
      (await open(patid)).map(({ field, before, isStale }) => [field, before, isStale]),
    ).toEqual([
      ['street', 'Rosenweg 1', false],
      ['city', 'Köln', true],
    ]);
    expect(await takeAll(patid)).toEqual(['street', 'city']);
    expect(await recordOf(look, patid)).toMatchObject({ street: 'Ahornweg 2', city: 'Potsdam' });
  });

  it('a replaced or declined proposal cannot be accepted; two concurrent desks decide once', async () => {
    const patid = await newPerson();
    await answer(patid, { street: 'Ahornweg 2' });
    const [old] = await open(patid);
    await answer(patid, { street: 'Birkenallee 3' }, { answeredAt: NOW + 10 });
    expect(
      await caught(write((w) => takeChanges(w, patid, [{ id: old!.id, before: old!.before }]))),
    ).toBe('record_changed');
    const [now] = await open(patid);
    const both = await Promise.all([
      caught(write((w) => takeChanges(w, patid, [{ id: now!.id, before: now!.before }]))),
      write((w) => declineChanges(w, patid, [now!.id])).then((one) =>
        one.declined.length > 0 ? 'declined' : 'late',
      ),
    ]);
    const street = (await recordOf(look, patid))?.street;
    expect(street === 'Birkenallee 3' ? both : [...both, street]).toEqual(
      street === 'Birkenallee 3'
        ? ['nothing', 'late']
        : ['record_changed', 'declined', 'Rosenweg 1'],
    );
  });

  it('declining can be undone briefly, not later, and not over something newer', async () => {
    const patid = await newPerson();
    await answer(patid, { street: 'Ahornweg 2' });
    const [one] = await open(patid),
      ids = [one!.id];
    await write((w) => declineChanges(w, patid, ids));
    expect(await fields(patid)).toEqual([]);
    await write((w) => reopenChanges(w, patid, ids));
    await write((w) => reopenChanges(w, patid, ids));
    expect(await fields(patid)).toEqual(['street']);
    await write((w) => declineChanges(w, patid, ids));
    await answer(patid, { street: 'Birkenallee 3' }, { answeredAt: NOW + 10 });
    expect(await caught(write((w) => reopenChanges(w, patid, ids)))).toBe('state_conflict');
    const [newer] = await open(patid);
    await write((w) => declineChanges(w, patid, [newer!.id]));
    bench.pass(60_000);
    expect(await caught(write((w) => reopenChanges(w, patid, [newer!.id])))).toBe('state_conflict');
  });

  it('changes of another person and unknown ones are not found; another practice sees none', async () => {
    const patid = await newPerson(),
      other = await newPerson();
    await answer(patid, { street: 'Ahornweg 2' });
    const [one] = await open(patid);
    expect(
      await caught(write((w) => takeChanges(w, other, [{ id: one!.id, before: one!.before }]))),
    ).toBe('not_found');
    expect(await caught(write((w) => declineChanges(w, other, [one!.id])))).toBe('not_found');
    expect(await caught(write((w) => declineChanges(w, patid, [`${v7()}.street`])))).toBe(
      'not_found',
    );
    expect(
      await caught(write((w) => takeChanges(w, 'nobody', [{ id: one!.id, before: '' }]))),
    ).toBe('not_found');
    expect(await listOpen(bench.workshop.look('c2', { kind: 'system', cid: 'c2' }))).toEqual([]);
    expect(
      await caught(
        bench.workshop.write('c2', { kind: 'system', cid: 'c2' }, (w) =>
          declineChanges(w, patid, [one!.id]),
        ),
      ),
    ).toBe('not_found');
  });

  it('[V6] values that no record may contain are not proposed', async () => {
    const patid = await newPerson();
    await answer(patid, {
      geburtsdatum: '2026-11-21',
      firstName: '123',
      lastName: '',
      gender: 'x',
      street: 'x'.repeat(201),
      city: 'Potsdam',
    });
    expect(await fields(patid)).toEqual(['city']);
  });

  it('follows a merge: changes of a temporary record are decided on the living record', async () => {
    const patid = await newPerson();
    const { patid: temporary } = await write((w) =>
      createPatient(w, {
        firstName: 'Anna',
        lastName: 'Weber',
        geburtsdatum: '1958-03-12',
        confirmed: true,
      }),
    );
    await answer(temporary, { street: 'Ahornweg 2' });
    await write((w) =>
      mergePatients(w, { fromPatid: temporary, intoPatid: patid, confirmed: true }),
    );
    expect(
      (await open(patid)).map(({ field, before, isStale }) => [field, before, isStale]),
    ).toEqual([['street', 'Rosenweg 1', true]]);
    expect(await takeAll(temporary)).toEqual(['street']);
    expect((await recordOf(look, patid))?.street).toBe('Ahornweg 2');
  });

  it('accepted changes stay on the list for the practice software until ticked off, plus one day', async () => {
    const patid = await newPerson();
    await answer(patid, { street: 'Ahornweg 2', city: 'Potsdam' });
    await takeAll(patid);
    const mine = async () =>
      (await listTaken(bench.workshop.look(cid, user))).find((one) => one.patid === patid)?.changes;
    expect((await mine())?.map((one) => [one.field, one.before, one.after, one.notedAt])).toEqual([
      ['street', 'Rosenweg 1', 'Ahornweg 2', null],
      ['city', 'Berlin', 'Potsdam', null],
    ]);
    const ids = (await mine())!.map((one) => one.id);
    await write((w) => noteChanges(w, patid, ids, true));
    await write((w) => noteChanges(w, patid, [ids[0]!], false));
    expect((await mine())?.map((one) => one.notedAt !== null)).toEqual([false, true]);
    bench.pass(90_000_000);
    expect((await mine())?.map((one) => one.field)).toEqual(['street']);
  });

  it('changes from answers filed with the wrong person are removed unless staff has decided', async () => {
    const patid = await newPerson(),
      first = await answer(patid, { street: 'Ahornweg 2' });
    expect(await write((w) => withdrawProposals(w, first))).toBe(true);
    expect(await fields(patid)).toEqual([]);
    const second = await answer(patid, { city: 'Potsdam' });
    await takeAll(patid);
    expect(await write((w) => withdrawProposals(w, second))).toBe(false);
  });

  it('property: accepting writes exactly the answers, changes nothing else, and is idempotent', async () => {
    const word = fc.constantFrom(
      '',
      'Ahornweg 2',
      ' Ahornweg  2 ',
      'Berlin',
      'BERLIN',
      'Ä',
      'A\u0308',
      '0171 39200 11',
      '+49 171 3920011',
      '0049 (0)171 3920011',
      'a@b.de',
      'A@B.DE',
      'x\u200by',
    );
    const valueOf = (field: MasterField): fc.Arbitrary<string> =>
      field === 'firstName' || field === 'lastName'
        ? fc.constantFrom('Anna', 'ANNA', 'Özlem', 'O’Neil')
        : field === 'geburtsdatum'
          ? fc.constantFrom('1958-03-12', '1988-01-31', '2026-10-01')
          : field === 'gender'
            ? fc.constantFrom('', 'male', 'female', 'divers', 'unknown')
            : word;
    const records = fc.record(
      Object.fromEntries(FIELD_NAMES.map((field) => [field, valueOf(field)])) as Record<
        MasterField,
        fc.Arbitrary<string>
      >,
    );
    const answers = fc.record(
      Object.fromEntries(FIELD_NAMES.map((field) => [field, valueOf(field)])) as Record<
        MasterField,
        fc.Arbitrary<string>
      >,
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(records, answers, async (record, said) => {
        const patid = await newPerson(record),
          answersId = await answer(patid, said),
          again = await open(patid);
        await answer(patid, said, { answersId });
        expect(await open(patid)).toEqual(again);
        await takeAll(patid);
        const after = (await recordOf(look, patid))!;
        for (const field of FIELD_NAMES) {
          if (said[field] === undefined || isSameValue(field, record[field], said[field]))
            expect([field, after[field]]).toEqual([field, record[field]]);
          else
            expect([field, isSameValue(field, after[field], said[field])]).toEqual([field, true]);
        }
        expect(await takeAll(patid)).toEqual([]);
        await answer(patid, said, { answersId: v7(), answeredAt: NOW + 1 });
        expect(await open(patid)).toEqual([]);
      }),
      { numRuns: kind === 'sqlite' ? 60 : 15, seed: 20261120 },
    );
  });
});
