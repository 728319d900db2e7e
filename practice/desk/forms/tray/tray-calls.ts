// API calls of the tray and of links to questionnaires.

import type {
  HomeLink,
  NewHomeLink,
  Unmatched,
  UnmatchedEntry,
} from '../../../../shared/forms/task/home.schema.ts';
import type { NewPatient, Patient } from '../../../../shared/desk/patient.schema.ts';
import { callR4c } from '../../../api.ts';
import { numberInPath } from '../../../../shared/desk/patient-number.ts';

export const TRAY_KEY = ['unmatched'],
  LINKS_KEY = ['home-links'];
export interface Tray {
  open: UnmatchedEntry[];
  count: number;
  decided: UnmatchedEntry[];
}
export interface FormEntry {
  key: string;
  id: string;
  title: Record<string, string>;
  languages: string[];
  minutes: number;
}
type Filed = Promise<{ patid: string; answersId: string }>;

const of = (id: string, verb: string): string =>
  `/anamnese/unmatched/${encodeURIComponent(id)}/${verb}`;
export const getTray = (): Promise<Tray> => callR4c('/anamnese/unmatched');
export const getUnmatched = (id: string): Promise<Unmatched> =>
  callR4c(`/anamnese/unmatched/${encodeURIComponent(id)}`);
export const assign = (id: string, patid: string, confirmed: boolean): Filed =>
  callR4c(of(id, 'assign'), { patid, ...(confirmed && { confirmed }) });
export const makeRecord = (id: string, patient: NewPatient): Filed =>
  callR4c(of(id, 'record'), patient);
export const discard = (id: string, reason: string): Promise<unknown> =>
  callR4c(of(id, 'discard'), { reason });
export const reopen = async (id: string): Promise<void> => {
  await callR4c(of(id, 'reopen'), undefined, 'POST');
};

export const getLinks = (patid: string): Promise<HomeLink[]> =>
  callR4c(`/anamnese/home-links${patid === '' ? '' : `?patid=${encodeURIComponent(patid)}`}`);
export const makeLink = (link: NewHomeLink): Promise<HomeLink> =>
  callR4c('/anamnese/home-links', link);
export const endLink = (id: string): Promise<unknown> =>
  callR4c(`/anamnese/home-links/${encodeURIComponent(id)}/end`, undefined, 'POST');
export const mailLink = (
  id: string,
  mail: { id: string; to: string; language: 'de' | 'en' },
): Promise<unknown> => callR4c(`/anamnese/home-links/${encodeURIComponent(id)}/mail`, mail);
export const getForms = (): Promise<FormEntry[]> => callR4c('/anamnese/questionnaires');
export const getPatient = (patid: string): Promise<Patient> =>
  callR4c(`/patient/patients/${numberInPath(patid)}`);
