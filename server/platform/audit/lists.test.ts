/** The access log names the list in which a person was seen. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../tests/support/in-process.ts';
import { deliverPvs } from '../../../tests/support/deliver-pvs.ts';
import { addPractice, person, type Practice } from '../../../tests/support/practice.ts';
import type { AccessReport } from '../../../shared/operations/audit.schema.ts';
import { addPatients } from '../../desk/patient/add-records.ts';
import { createViews, type Views } from './views.ts';

let t: TestApp, p: Practice;
beforeAll(async () => {
  t = await createTestApp('sqlite');
  p = await addPractice(t, 'lists');
  await t.deps.workshop.write(p.cid, p.system, (w) =>
    addPatients(w, 'pvs', [person('7', 'Ida', 'Eins', '1980-01-01')]),
  );
});
afterAll(() => t.drop());

/** Notes that staff saw this patient, as the routes do. */
async function see(kind: Parameters<Views['note']>[1], patid: string): Promise<void> {
  const { userId } = p.users.staff,
    actor = { kind: 'user', userId, role: 'staff' };
  await createViews().note(
    {
      cid: p.cid,
      actor,
      now: t.clock.now,
      write: (work: never) => t.deps.workshop.write(p.cid, actor as never, work),
    } as never,
    kind,
    [patid],
  );
}
const report = async (patid: string): Promise<AccessReport> =>
  (await t.call(`/api/audit/patient/${patid}`, { as: p.users.owner })).json as AccessReport;

it('a look at billing proposals is not reported as a look at the list of documents', async () => {
  await see('patient.listed.proposals', '7');
  await see('patient.listed.documents', '7');
  await see('patient.listed.hkp', '7');
  expect((await report('7')).items.map((one) => [one.de, one.en]).toReversed()).toEqual([
    ['In den Abrechnungsvorschlägen gesehen', 'Seen in the billing proposals'],
    ['In der Dokumentenliste gesehen', 'Seen in the list of documents'],
    ['In der Liste der Heil- und Kostenpläne gesehen', 'Seen in the list of treatment plans'],
  ]);
});

it('an entry of an earlier build states that the list is not known', async () => {
  await t.deps.workshop.write(p.cid, p.system, (w) => w.audit('patient.listed', {}, '7'));
  expect((await report('7')).items[0]?.de).toBe(
    'In einer Liste gesehen (damals nicht vermerkt, in welcher)',
  );
});

it('a person whom only the practice software delivered has a name in the report', async () => {
  await deliverPvs(t, p.cid, 1, {
    patient: [{ id: '3051', vorname: 'Nora', nachname: 'Neu', geburtsdatum: '1990-02-03' }],
  });
  await see('patient.listed.proposals', '3051');
  expect((await report('3051')).patient).toBe('Neu, Nora');
});
