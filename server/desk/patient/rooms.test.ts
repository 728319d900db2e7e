// Tests of room stays on both databases: one person a room, one room a person, a stay ends with its
// day, merged records are the same person.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../shared/base/errors.ts';
import { openTestStore, STORES } from '../../../tests/support/stores.ts';
import { createTestBench, type TestBench } from '../../../tests/support/workshop.ts';
import { addPatients, type PatientRecord } from './add-records.ts';
import { createPatient } from './create-patient.ts';
import { mergePatients } from './merge-patients.ts';
import { enterRoom, leaveRoom, listRooms } from './rooms.ts';

const person = (patid: string, lastName: string): PatientRecord => ({
  patid,
  title: '',
  firstName: 'Anna',
  lastName,
  geburtsdatum: '1975-04-30',
  street: '',
  plz: '',
  city: '',
});
const codeOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => '',
    (e: unknown) => (e instanceof AppError ? e.code : String(e)),
  );

describe.each(STORES)('rooms on %s', (kind) => {
  let drop: () => Promise<void>, bench: TestBench;
  const cid = 'c1',
    actor = { kind: 'system', cid } as const;
  const write = <T>(work: Parameters<TestBench['workshop']['write']>[2]): Promise<T> =>
    bench.workshop.write(cid, actor, work) as Promise<T>;
  const enter = (patid: string, room: string): Promise<string> =>
    codeOf(write((w) => enterRoom(w, { patid, room })));
  const seen = async (of = cid): Promise<string[]> =>
    (await listRooms(bench.workshop.look(of, { kind: 'system', cid: of }))).map(
      (r) => `${r.room} ${r.name}`,
    );

  beforeAll(async () => {
    const opened = await openTestStore(kind);
    drop = opened.drop;
    bench = createTestBench(opened.store);
    await write((w) => addPatients(w, 'pvs', [person('1', 'Groß'), person('2', 'Klein')]));
    await bench.workshop.write('c2', { kind: 'system', cid: 'c2' }, (w) =>
      addPatients(w, 'pvs', [person('1', 'Fremd')]),
    );
  });
  afterAll(() => drop());
  beforeEach(async () => {
    for (const patid of ['1', '2']) await write((w) => leaveRoom(w, { patid }));
  });

  it('allows one person a room and one room a person, and notifies the live channel', async () => {
    expect(await enter('1', 'Zimmer 1')).toBe('');
    expect(bench.events.at(-1)).toEqual({ to: 'staff', event: { kind: 'changed' } });
    const told = bench.events.length;
    expect(await enter('1', 'Zimmer 1')).toBe('');
    expect(bench.events).toHaveLength(told);
    expect(await enter('2', 'Zimmer 1')).toBe('conflict');
    expect(await enter('1', 'Zimmer 2')).toBe('');
    expect(await seen()).toEqual(['Zimmer 2 Groß, Anna']);
    expect(await enter('2', 'Zimmer 1')).toBe('');
    expect(await seen()).toEqual(['Zimmer 1 Klein, Anna', 'Zimmer 2 Groß, Anna']);
    expect(await seen('c2')).toEqual([]);
    expect(await enter('9', 'Zimmer 3')).toBe('not_found');
    await write((w) => leaveRoom(w, { patid: '1' }));
    expect(await seen()).toEqual(['Zimmer 1 Klein, Anna']);
    expect(await codeOf(write((w) => leaveRoom(w, { patid: '9' })))).toBe('not_found');
  });

  it('lets one of two concurrent people in', async () => {
    const both = await Promise.all([enter('1', 'Zimmer 1'), enter('2', 'Zimmer 1')]);
    expect(both.sort()).toEqual(['', 'conflict']);
    expect(await seen()).toHaveLength(1);
  });

  it('is empty on the next day and lets the next person in', async () => {
    await enter('1', 'Zimmer 1');
    bench.pass(24 * 3_600_000);
    expect(await seen()).toEqual([]);
    expect(await enter('2', 'Zimmer 1')).toBe('');
    expect(await seen()).toEqual(['Zimmer 1 Klein, Anna']);
  });

  it('a stay follows a merge of the record', async () => {
    const { patid } = await write<{ patid: string }>((w) =>
      createPatient(w, {
        firstName: 'Anna',
        lastName: 'Gross',
        geburtsdatum: '1975-04-30',
        confirmed: true,
      }),
    );
    await enter(patid, 'Zimmer 1');
    await write((w) => mergePatients(w, { fromPatid: patid, intoPatid: '1', confirmed: true }));
    expect(await seen()).toEqual(['Zimmer 1 Groß, Anna']);
    expect(await enter('1', 'Zimmer 1')).toBe('');
    expect(await enter('1', 'Zimmer 2')).toBe('');
    expect(await seen()).toEqual(['Zimmer 2 Groß, Anna']);
  });
});
