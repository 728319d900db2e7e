/** Tests of an imported appointment whose newer version names another person. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Transfer } from '../../shared/records/transfer.schema.ts';
import { createTestApp, type TestApp } from '../support/in-process.ts';
import { addPractice, person, type Practice } from '../support/practice.ts';
import { event, calendar } from './calendar.ts';

describe('a newer version of an appointment', () => {
  let t: TestApp,
    p: Practice,
    n = 0;
  beforeAll(async () => {
    t = await createTestApp('sqlite');
  });
  afterAll(() => t.drop());
  beforeEach(async () => {
    p = await addPractice(t, `andere${++n}`, [
      person('4711', 'Jörg', 'Müller', '1978-11-05'),
      person('8', 'Anna', 'Groß', '1941-03-04'),
    ]);
  });
  const JOERG = ['SUMMARY:Müller\\, Jörg', 'DESCRIPTION:geb. 05.11.1978'],
    ANNA = ['SUMMARY:Groß\\, Anna', 'DESCRIPTION:geb. 04.03.1941'],
    NINA = ['SUMMARY:Neu\\, Nina', 'DESCRIPTION:geb. 01.02.1990'];
  const take = async (version: number, ...fields: string[]): Promise<string[]> => {
    const body = calendar([event(['DTSTART:20261120T130000Z', `SEQUENCE:${version}`, ...fields])]);
    const answer = await p.call('/doctosync/termine', {
      as: p.users.reception,
      method: 'POST',
      body,
      type: 'text/calendar',
    });
    if (answer.status !== 200) throw new Error(answer.text);
    return shown();
  };
  const shown = async (): Promise<string[]> =>
    (await t.deps.workshop.look(p.cid, p.system).db.find(t.deps.store.t.termin)).map(
      (one) => one.patid,
    );
  const open = async (): Promise<Transfer['online']> =>
    ((await p.call('/doctosync', { as: p.users.reception })).json as Transfer).online;
  const assign = async (patid: string): Promise<void> => {
    const [one] = await open();
    await p.post('/doctosync/termine/assign', p.users.reception, {
      terminId: one?.terminId,
      patid,
    });
  };

  it('goes to the person whom it names by name and birth date, or by number', async () => {
    expect(await take(0, ...JOERG)).toEqual(['4711']);
    expect(await take(1, ...ANNA)).toEqual(['8']);
    expect(await take(2, 'X-PATID:4711')).toEqual(['4711']);
    expect(await take(3, 'X-PATID:8')).toEqual(['8']);
  });
  it('waits for staff if it names a person without a record', async () => {
    expect(await take(0, ...JOERG)).toEqual(['4711']);
    expect(await take(1, ...NINA)).toEqual([]);
    expect(await open()).toMatchObject([{ lastName: 'Neu', firstName: 'Nina' }]);
  });
  it('keeps the person whom staff assigned, until the number names another one', async () => {
    expect(await take(0, ...NINA)).toEqual([]);
    await assign('4711');
    expect(await take(1, ...NINA, 'LOCATION:Zimmer 2')).toEqual(['4711']);
    expect(await take(2, ...ANNA)).toEqual(['4711']);
    expect(await take(3, ...ANNA, 'X-PATID:8')).toEqual([]);
    expect(await open()).toMatchObject([{ lastName: 'Groß' }]);
    await assign('8');
    expect(await take(4, ...ANNA, 'X-PATID:8')).toEqual(['8']);
  });
});
