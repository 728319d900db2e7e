// API calls of shares, and of their possible contents.

import type { DocumentRow } from '../../../shared/papers/documents.schema.ts';
import type { Patient } from '../../../shared/desk/patient.schema.ts';
import type {
  NewShare,
  ResetLink,
  Share,
  ShareLink,
  SharePapers,
  ShareWays,
} from '../../../shared/exchange/share.schema.ts';
import { callR4c } from '../../api.ts';
import { numberInPath } from '../../../shared/desk/patient-number.ts';

export const SHARES_KEY = ['shares'];
export interface FormEntry {
  key: string;
  id: string;
  title: Record<string, string>;
  languages: string[];
  minutes: number;
}

const of = (id: string, verb: string): string => `/papo/shares/${encodeURIComponent(id)}/${verb}`;
export const getWays = (patid: string): Promise<ShareWays> =>
  callR4c(`/papo/ways?patid=${encodeURIComponent(patid)}`);
export const getShares = (patid: string): Promise<Share[]> =>
  callR4c(`/papo/shares${patid === '' ? '' : `?patid=${encodeURIComponent(patid)}`}`);
export const makeShare = (share: NewShare): Promise<ShareLink> => callR4c('/papo/shares', share);
export const showShare = (id: string): Promise<ShareLink> =>
  callR4c(of(id, 'show'), undefined, 'POST');
export const renewShare = (id: string, newId: string): Promise<ShareLink> =>
  callR4c(of(id, 'renew'), { id: newId });
export const unlockShare = (id: string): Promise<Share> =>
  callR4c(of(id, 'unlock'), undefined, 'POST');
/** Creates a new link. Must not be retried automatically: each call ends the previous share. */
export const makeResetLink = (id: string): Promise<ResetLink> =>
  callR4c(of(id, 'reset'), undefined, 'POST');
export const endShare = (id: string): Promise<unknown> => callR4c(of(id, 'end'), undefined, 'POST');
export const mailShare = (
  id: string,
  mail: { id: string; to: string; language: 'de' | 'en' },
): Promise<unknown> => callR4c(of(id, 'mail'), mail);

export const getPatient = (patid: string): Promise<Patient> =>
  callR4c(`/patient/patients/${numberInPath(patid)}`);
export const getDocuments = async (patid: string): Promise<DocumentRow[]> =>
  (
    await callR4c<{ items: DocumentRow[] }>(
      `/documents/list?patid=${encodeURIComponent(patid)}&limit=50`,
    )
  ).items;
export const getPapers = (patid: string): Promise<SharePapers> =>
  callR4c(`/papo/papers?patid=${encodeURIComponent(patid)}`);
export const getForms = (): Promise<FormEntry[]> => callR4c('/anamnese/questionnaires');
