/** Tests of people with one name, and of cleaned names, at each way into the records. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPatientSchema } from '../../../shared/desk/patient.schema.ts';
import { fullName, listName } from '../../../shared/desk/patient.ts';
import { handedPerson } from '../../../shared/records/gdt-records.ts';
import { openTestStore, STORES } from '../../../tests/support/stores.ts';
import { createTestBench, type TestBench } from '../../../tests/support/workshop.ts';
import type { Look } from '../../platform/work.ts';
import { carryPeople } from './carry-delivered.ts';
import { createPatient } from './create-patient.ts';
import { readPatient } from './read-patient.ts';
import { searchPatients } from './search-patients.ts';
import { takePerson } from './take-person.ts';

const TODAY = '2026-11-20',
  /** Zero-width space, override of direction, soft hyphen, byte order mark, tag. */
  HIDDEN = '\u200b\u202e\u00ad\ufeff\u{e0041}';

describe.each(STORES)('names on %s', (kind) => {
  let drop: () => Promise<void>, bench: TestBench, look: Look;
  const cid = 'c1',
    actor = { kind: 'system', cid } as const;
  const write = <T>(work: Parameters<TestBench['workshop']['write']>[2]): Promise<T> =>
    bench.workshop.write(cid, actor, work) as Promise<T>;
  const find = async (q: string): Promise<string[]> =>
    (await searchPatients(look, { q, limit: 20 })).map((p) => p.name);
  const nameOf = async (patid: string): Promise<string> => listName(await readPatient(look, patid));

  beforeAll(async () => {
    const opened = await openTestStore(kind);
    drop = opened.drop;
    bench = createTestBench(opened.store, Date.UTC(2026, 10, 20, 8));
    look = bench.workshop.look(cid, actor);
  });
  afterAll(() => drop());

  it('the desk records one name, and finds it', async () => {
    const input = newPatientSchema.parse({
      firstName: '',
      lastName: `Su${HIDDEN}harto`,
      geburtsdatum: '1970-01-02',
    });
    const { patid } = await write<{ patid: string }>((w) => createPatient(w, input));
    const made = await readPatient(look, patid);
    expect([made.firstName, made.lastName, listName(made), fullName(made)]).toEqual([
      '',
      'Suharto',
      'Suharto',
      'Suharto',
    ]);
    expect(await find('suharto')).toEqual(['Suharto']);
    expect(newPatientSchema.safeParse({ ...input, lastName: ' ' }).success).toBe(false);
  });

  it('a delivery records one name, in whichever of the two columns it is', async () => {
    const deliver = (patid: string, said: object) => ({ patid, version: 1, hash: 1, said });
    await write((w) =>
      carryPeople(w, 1, [
        deliver('201', { lastName: `Za${HIDDEN}ra`, geburtsdatum: '1980-01-01' }),
        deliver('202', { firstName: 'Budi', lastName: '', geburtsdatum: '1981-01-01' }),
        deliver('203', { firstName: 'Eva', lastName: 'Groẞ', geburtsdatum: '1982-01-01' }),
        deliver('204', { firstName: '小明', lastName: '王', geburtsdatum: '1983-01-01' }),
      ]),
    );
    expect([await nameOf('201'), await nameOf('202'), await nameOf('204')]).toEqual([
      'Zara',
      'Budi',
      '王, 小明',
    ]);
    for (const typed of ['gross', 'GROSS', 'groß', 'GROẞ'])
      expect([typed, await find(typed)]).toEqual([typed, ['Groẞ, Eva']]);
    expect(await find('王')).toEqual(['王, 小明']);
  });

  it('the practice software hands over one name', async () => {
    for (const [patid, said] of [
      ['301', { lastName: `Ra${HIDDEN}ma` }],
      ['302', { firstName: 'Sita', lastName: '' }],
    ] as const) {
      const read = handedPerson(
        { patid, said: { ...said, geburtsdatum: '1990-02-03' }, isTextSure: true },
        TODAY,
      );
      expect(read.ok).toBe(true);
      if (read.ok) await write((w) => takePerson(w, read.person, `file ${patid}`));
    }
    expect([await nameOf('301'), await nameOf('302')]).toEqual(['Rama', 'Sita']);
  });
});
