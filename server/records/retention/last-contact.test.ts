/**
 * The last contact of a person: a dated fact, never the day on which a delivery created the record;
 * without a dated fact it is reported as unknown and the record is kept from its creation.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../tests/support/in-process.ts';
import { deliverPvs } from '../../../tests/support/deliver-pvs.ts';
import { addPractice, person, type Practice } from '../../../tests/support/practice.ts';
import type { DueList, PersonRights } from '../../../shared/records/retention.schema.ts';
import { berlinDay } from '../../../shared/base/dates.ts';
import { addPatients } from '../../desk/patient/add-records.ts';

let t: TestApp, p: Practice;
beforeAll(async () => {
  t = await createTestApp('sqlite');
  p = await addPractice(t, 'west');
  await t.deps.workshop.write(p.cid, p.system, async (w) => {
    await addPatients(w, 'pvs', [
      person('1', 'Anna', 'Alt', '1950-01-01'),
      person('2', 'Ole', 'Ohne', '1960-01-01'),
      person('4', 'Paula', 'Plan', '1965-01-01'),
    ]);
    await addPatients(w, 'hand', [person('3', 'Hans', 'Heute', '1970-01-01')]);
  });
  const facts = { patid: '1', datum: '2012-05-03' };
  await deliverPvs(t, p.cid, 1, {
    leistung: [
      { id: 'a', ...facts },
      { id: 'c', ...facts, patid: '3' },
    ],
    hkp: [{ id: 'h', patid: '4', erstelltAm: '2019-02-01', eingegliedertAm: '2019-06-07' }],
  });
});
afterAll(() => t.drop());

const rights = async (patid: string): Promise<PersonRights> =>
  (await p.call(`/retention/people/${patid}`, { as: p.users.owner })).json as PersonRights;

it('a person last treated in 2012 is due, though the record was imported today', async () => {
  const list = (await p.call('/retention/due', { as: p.users.owner })).json as DueList;
  expect(
    list.items.map((one) => [one.patid, berlinDay(one.lastContact), one.isContactKnown, one.until]),
  ).toEqual([['1', '2012-05-03', true, '2022-12-31']]);
});

it('a plan that the practice software delivered is a dated contact', async () => {
  const one = await rights('4');
  expect([berlinDay(one.lastContact), one.isContactKnown, one.isDue]).toEqual([
    '2019-06-07',
    true,
    false,
  ]);
});

it('without a dated fact the contact is unknown, and the record is kept from its creation', async () => {
  const one = await rights('2');
  expect([one.isContactKnown, berlinDay(one.lastContact), one.isDue]).toEqual([
    false,
    berlinDay(t.clock.now),
    false,
  ]);
});

it('a record that reception creates is a contact of that day', async () => {
  const one = await rights('3');
  expect([one.isContactKnown, berlinDay(one.lastContact), one.isDue]).toEqual([
    true,
    berlinDay(t.clock.now),
    false,
  ]);
});
