// API calls of parked submissions.

import type { OpenedParked, ParkedItem } from '../../../shared/exchange/sync.schema.ts';
import { callR4c } from '../../api.ts';
import { saveBytes } from '../../ui/pdf.ts';

/** Refetched together with the board. */
export const PARKED_KEY = ['board', 'parked'];
const of = (id: string, verb: string): string => `/tablet/parked/${encodeURIComponent(id)}/${verb}`;
export const getParked = async (): Promise<ParkedItem[]> =>
  (await callR4c<{ items: ParkedItem[] }>('/tablet/parked')).items;
/** Opens a parked op; each call is logged as an opening. */
export const openParked = (id: string): Promise<OpenedParked> =>
  callR4c(of(id, 'open'), undefined, 'POST');
export const applyParked = async (id: string): Promise<void> => {
  await callR4c(of(id, 'apply'), undefined, 'POST');
};
export const settleParked = async (id: string): Promise<void> => {
  await callR4c(of(id, 'settle'), undefined, 'POST');
};

/** Files the answers with a patient. @throws CallError confirm_needed with the doubts (V2, V3) */
export const assignParked = (
  id: string,
  patid: string,
  isConfirmed: boolean,
): Promise<{ patid: string; answersId: string }> =>
  callR4c(of(id, 'assign'), { patid, ...(isConfirmed && { confirmed: true }) });

/** Saves the readable file; the file name contains no person's name. */
export const saveReadable = (item: Pick<ParkedItem, 'id'>, html: string): void =>
  saveBytes(new Blob([html], { type: 'text/html' }), `eingang-${item.id}.html`);

/** Saves the whole submission as a file; the file name contains no person's name. */
export function saveOpened(item: ParkedItem, { content }: OpenedParked): void {
  let value: unknown = content;
  try {
    value = content === null ? null : JSON.parse(content);
  } catch {
    /* Not JSON: kept as plain text. */
  }
  saveBytes(
    new Blob([JSON.stringify({ ...item, content: value }, null, 2)], { type: 'application/json' }),
    `eingang-${item.id}.json`,
  );
}
