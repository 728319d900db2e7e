// A person as the practice software hands them over: their data count before ours, what was proposed on a tablet stays open beside them.

import { searchText } from '../../shared/patient.ts';
import { MASTER_FIELDS, type MasterField } from '../../shared/master-data.ts';
import type { Work } from '../work.ts';
import { masterOf } from './master-data.ts';
import { resolvePatient } from './read-patient.ts';
import { insertPatients, updatePatient } from './store.ts';

export interface TakenPerson { patid: string; isNew: boolean; /** Fields that were written. */ fields: MasterField[] }

/**
 * Writes what is said into the record, or makes one; what the practice software is silent about stays. The same data again change nothing.
 * @param said held to the rules of typing before: name and birth date are there, nothing is empty
 */
export async function takePerson(w: Work, { patid, said }: { patid: string; said: Readonly<Partial<Record<MasterField, string>>> }): Promise<TakenPerson> {
  const row = await resolvePatient(w, patid);
  if (!row) {
    const of = (field: MasterField): string => said[field] ?? '', name = { firstName: of('firstName'), lastName: of('lastName') };
    const more = Object.fromEntries((['gender', 'country', 'birthplace', 'mobile', 'landline', 'phone', 'email'] as const).flatMap(field => (said[field] === undefined ? [] : [[field, said[field]]])));
    await insertPatients(w, [{ patid, title: of('title'), ...name, geburtsdatum: of('geburtsdatum'), street: of('street'), plz: of('plz'), city: of('city'), ...more, herkunft: 'gdt', mergedInto: null, createdAt: w.now, search: searchText(name) }]);
    await w.audit('patient.handed', { isNew: true, fields: Object.keys(said) }, patid);
    w.emit({ to: 'staff', event: { kind: 'changed' } });
    return { patid, isNew: true, fields: MASTER_FIELDS.filter(field => said[field] !== undefined) };
  }
  const record = masterOf(row), fields = MASTER_FIELDS.filter(field => said[field] !== undefined && said[field] !== record[field]);
  const isNowTheirs = row.herkunft === 'hand' && row.patid === patid;
  if (fields.length === 0 && !isNowTheirs) return { patid: row.patid, isNew: false, fields };
  const set = Object.fromEntries(fields.map(field => [field, said[field]])) as Partial<Record<MasterField, string>>;
  await updatePatient(w, row.patid, { ...set, search: searchText({ firstName: set.firstName ?? row.firstName, lastName: set.lastName ?? row.lastName }), ...(isNowTheirs && { herkunft: 'gdt' as const }) });
  await w.audit('patient.handed', { isNew: false, fields }, row.patid);
  w.emit({ to: 'staff', event: { kind: 'changed' } });
  return { patid: row.patid, isNew: false, fields };
}
