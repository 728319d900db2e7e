// Patients in the send panel and the search, and their API calls.

import type { PersonProposal } from '../../../../shared/desk/mappe-rules.schema.ts';
import type { FamilyMember, NewPatient, Patient } from '../../../../shared/desk/patient.schema.ts';
import { callR4c } from '../../../api.ts';
import { numberInPath } from '../../../../shared/desk/patient-number.ts';

export const getPatient = (patid: string): Promise<Patient> =>
  callR4c(`/patient/patients/${numberInPath(patid)}`);
/** Reads the people with the same address or telephone number. */
export const getFamily = (patid: string): Promise<FamilyMember[]> =>
  callR4c(`/patient/patients/${numberInPath(patid)}/family`);
/** Reads the practice's rules' current proposal for this person. */
export const getProposal = (patid: string): Promise<PersonProposal | undefined> =>
  callR4c(`/tablet/rules/proposal?patid=${encodeURIComponent(patid)}`);
export const createPatient = (patient: NewPatient): Promise<{ patid: string }> =>
  callR4c('/patient/patients', patient);
/**
 * Merges two records. Staff has just compared both names and birth dates, so that V2 and V3 are
 * answered.
 */
export const mergePatients = (fromPatid: string, intoPatid: string): Promise<unknown> =>
  callR4c('/patient/merge', { fromPatid, intoPatid, confirmed: true });

/** Formats an address as „Hauptstraße 5, 50667 Köln“, or an empty text. */
export function addressOf(p: Pick<Patient, 'street' | 'plz' | 'city'>): string {
  const place = [p.plz, p.city].filter(Boolean).join(' ');
  return [p.street, place].filter(Boolean).join(', ');
}
