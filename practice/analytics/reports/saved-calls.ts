// API calls for what users save around reports: saved filters, notes, mails, frozen figures, PDFs.

import type { ReportPreviews } from '../../../shared/analytics/reports/report-preview.schema.ts';
import type {
  ReportMails,
  ReportNote,
  NewReportMail,
  NewProfile,
  Profile,
  TaxReport,
  TaxListItem,
} from '../../../shared/analytics/reports/saved-reports.schema.ts';
import { call, LONG_TIMEOUT, TIMEOUT } from '../../api.ts';

const ask = <T>(path: string): Promise<T> => call<T>(`/api${path}`, { timeout: LONG_TIMEOUT });
const send = (path: string, method: 'POST' | 'PUT' | 'DELETE', json?: unknown): Promise<void> =>
  call<void>(`/api${path}`, {
    method,
    ...(json !== undefined && { json }),
    answer: 'none',
    timeout: method === 'POST' ? LONG_TIMEOUT : TIMEOUT,
  });
const bytes = (path: string): Promise<Blob> =>
  call<Blob>(`/api${path}`, { answer: 'blob', timeout: LONG_TIMEOUT });

export const getPreviews = (): Promise<ReportPreviews> => ask('/berichtvorschau');

export const getProfiles = async (report: string): Promise<Profile[]> =>
  (await ask<{ items: Profile[] }>(`/profiles?${new URLSearchParams({ report })}`)).items;
export const putProfile = (profile: NewProfile): Promise<void> => send('/profiles', 'PUT', profile);
export const dropProfile = (id: string): Promise<void> =>
  send(`/profiles/${encodeURIComponent(id)}`, 'DELETE');

export const getNotes = async (report: string): Promise<ReportNote[]> =>
  (await ask<{ items: ReportNote[] }>(`/notizen?${new URLSearchParams({ report })}`)).items;
export const addNote = (note: {
  id: string;
  report: string;
  zeit: string;
  text: string;
}): Promise<void> => send('/notizen', 'POST', note);
export const dropNote = (id: string): Promise<void> =>
  send(`/notizen/${encodeURIComponent(id)}`, 'DELETE');

export const getMails = (): Promise<ReportMails> => ask('/berichtmails');
export const putMail = (mail: NewReportMail): Promise<void> => send('/berichtmails', 'PUT', mail);
export const dropMail = (id: string): Promise<void> =>
  send(`/berichtmails/${encodeURIComponent(id)}`, 'DELETE');

export const getFrozen = async (): Promise<TaxListItem[]> =>
  (await ask<{ items: TaxListItem[] }>('/steuerbuero')).items;
export const getOneFrozen = (id: string): Promise<TaxReport> =>
  ask(`/steuerbuero/${encodeURIComponent(id)}`);
export const freeze = (span: { id: string; von: string; bis: string }): Promise<void> =>
  send('/steuerbuero', 'POST', span);
export const getFrozenPdf = (id: string): Promise<Blob> =>
  bytes(`/steuerbuero/${encodeURIComponent(id)}/pdf`);
