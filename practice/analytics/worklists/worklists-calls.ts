// API calls of the work lists, and the types of their lines.

import {
  WORKLIST_PAGE_MAX,
  type HkpDetail,
  type Label,
  type NotedKind,
  type WorklistKind,
  type ListReport,
  type ParDetail,
  type RecallDetail,
  type LetterTemplate,
} from '../../../shared/analytics/reports/worklist.schema.ts';
import type { CellValue } from '../../../shared/analytics/reports/report.ts';
import { fetchWhole, type Taking } from '../../report-kit/fetch-whole.ts';
import { call, LONG_TIMEOUT, TIMEOUT } from '../../api.ts';

/** A line of any list; `id` is that of the plan, the perio case or the recall. */
export interface Line {
  id: string;
  patid: string;
  name: string;
  geburtsdatum: string | null;
  grund: string | null;
  /** Further reasons why the line needs attention. */
  auch: string[];
  tag: string | null;
  /** The deadline that orders the list, if no open step has a day. */
  frist: string | null;
  art: string;
  status: string | null;
  bezeichnung: string | null;
  behandler: string | null;
  gesamt: number | null;
  eigenanteil: number | null;
  gueltigBis: string | null;
  telefon: string | null;
  erinnertAm: string | null;
  darf: boolean | null;
  grad: string | null;
  upt: number;
  uptMost: number | null;
  station: string | null;
  schritt: string | null;
  bis: string | null;
  wer: string | null;
  istErledigt: boolean;
  labels: string[];
  notizen: number;
}
const text = (cell: CellValue | undefined): string | null =>
  typeof cell === 'string' && cell !== '' ? cell : null;
const number = (cell: CellValue | undefined): number | null =>
  typeof cell === 'number' ? cell : null;
export const lineOf = (z: Readonly<Record<string, CellValue>>): Line => ({
  id: text(z.hkpid) ?? text(z.parId) ?? text(z.recallId) ?? '',
  patid: text(z.patid) ?? '',
  name: text(z.name) ?? '',
  geburtsdatum: text(z.geburtsdatum),
  grund: text(z.grund),
  auch: (text(z.auch) ?? '').split('|').filter((one) => one !== ''),
  tag: text(z.tag),
  frist: text(z.frist),
  art: text(z.art) ?? '',
  status: text(z.status),
  bezeichnung: text(z.bezeichnung),
  behandler: text(z.behandler),
  gesamt: number(z.gesamt),
  eigenanteil: number(z.eigenanteil),
  gueltigBis: text(z.gueltigBis),
  telefon: text(z.telefon),
  erinnertAm: text(z.erinnertAm),
  darf: typeof z.darf === 'boolean' ? z.darf : null,
  grad: text(z.grad),
  upt: number(z.upt) ?? 0,
  uptMost: number(z.uptMost),
  station: text(z.station),
  schritt: text(z.schritt),
  bis: text(z.bis),
  wer: text(z.wer),
  istErledigt: z.istErledigt === true,
  labels: (text(z.labels) ?? '').split('|').filter((one) => one !== ''),
  notizen: number(z.notizen) ?? 0,
});

export const LIST_KEY = 'arbeitsliste',
  LABELS_KEY = ['hkplabels'] as const;
const send = (
  path: string,
  json: unknown,
  method: 'POST' | 'PATCH' | 'DELETE' = 'POST',
): Promise<void> =>
  call<void>(`/api${path}`, {
    method,
    ...(json !== undefined && { json }),
    answer: 'none',
    timeout: TIMEOUT,
  });

export const getList = (kind: WorklistKind, query: Record<string, string>): Promise<ListReport> =>
  call<ListReport>(`/api/${kind}?${new URLSearchParams(query)}`, { timeout: TIMEOUT });
/**
 * Reads all lines of a list, page by page; restarts if it changes meanwhile.
 * @throws CallError `conflict` if it keeps changing; Cancelled
 */
export async function getWholeList(
  kind: WorklistKind,
  query: Record<string, string>,
  taking: Taking,
): Promise<Pick<ListReport, 'spalten' | 'zeilen'>> {
  let columns: ListReport['spalten'] = [];
  const rows = await fetchWhole(
    async (from) => {
      const list = await getList(kind, {
        ...query,
        n: String(WORKLIST_PAGE_MAX),
        ...(from > 0 && { ab: String(from) }),
      });
      ({ spalten: columns } = list);
      return {
        zeilen: list.zeilen,
        all: list.kpis.find((one) => one.key === 'treffer')?.wert ?? list.zeilen.length,
        state: list.meta.stand,
      };
    },
    (row) => lineOf(row).id,
    taking,
  );
  return { spalten: columns, zeilen: rows };
}
/** Requests as many lines as one PDF holds, from an offset on. */
export const getListPdf = (
  kind: WorklistKind,
  { n: _shown, ...query }: Record<string, string>,
  from = 0,
): Promise<Blob> =>
  call<Blob>(
    `/api/arbeitsliste/${kind}/pdf?${new URLSearchParams({ ...query, ...(from > 0 && { ab: String(from) }) })}`,
    { answer: 'blob', timeout: LONG_TIMEOUT },
  );
export const getPlan = (hkpid: string): Promise<HkpDetail> =>
  call<HkpDetail>(`/api/hkp/${encodeURIComponent(hkpid)}`, { timeout: TIMEOUT });
export const getPerioCase = (parid: string): Promise<ParDetail> =>
  call<ParDetail>(`/api/par/${encodeURIComponent(parid)}`, { timeout: LONG_TIMEOUT });
export const getRecall = (recallId: string): Promise<RecallDetail> =>
  call<RecallDetail>(`/api/recall/${encodeURIComponent(recallId)}`, { timeout: TIMEOUT });
export const getLabels = async (): Promise<Label[]> =>
  (await call<{ items: Label[] }>('/api/hkplabels', { timeout: TIMEOUT })).items;
export const makeLabel = (label: Pick<Label, 'id' | 'name' | 'color' | 'kind'>): Promise<void> =>
  send('/hkplabels', label);
export const changeLabel = (
  id: string,
  change: Partial<Pick<Label, 'name' | 'color'>>,
): Promise<void> => send(`/hkplabels/${encodeURIComponent(id)}`, change, 'PATCH');
export const dropLabel = (id: string): Promise<void> =>
  send(`/hkplabels/${encodeURIComponent(id)}`, undefined, 'DELETE');
export const bringLabelBack = (id: string): Promise<void> =>
  send(`/hkplabels/${encodeURIComponent(id)}/zurueck`, undefined);
export const assign = (
  kind: WorklistKind,
  targets: readonly string[],
  add: readonly string[],
  remove: readonly string[],
): Promise<void> => send('/hkplabels/assign', { kind, targets, add, remove });
export interface Step {
  text: string | null;
  bis: string | null;
  wer: string | null;
  istErledigt: boolean;
}
/** No planned step. */
export const NO_STEP: Step = { text: null, bis: null, wer: null, istErledigt: false };
/** Returns the planned step of a line; null where none is planned. */
export const stepOf = (line: Line): Step | null =>
  line.schritt === null
    ? null
    : { text: line.schritt, bis: line.bis, wer: line.wer, istErledigt: line.istErledigt };
export const writeStep = (kind: NotedKind, targets: readonly string[], step: Step): Promise<void> =>
  send('/hkp/schritt', { kind, targets, ...step });
export const writeNote = (note: {
  id: string;
  kind: NotedKind;
  target: string;
  text: string;
}): Promise<void> => send('/hkp/notiz', note);

export interface Writing {
  id: string;
  kind: WorklistKind;
  targets: readonly string[];
  weg: 'brief' | 'email';
  betreff: string;
  text: string;
}
export interface Written {
  geschrieben: number;
  ausgelassen: {
    target: string;
    warum: 'kein_einverstaendnis' | 'keine_adresse' | 'keine_email' | 'nicht_gefunden' | 'gesperrt';
  }[];
}
/** Returns the recipients; with `senden` mails are sent. */
export const writeTo = (writing: Writing, isSending: boolean): Promise<Written> =>
  call<Written>('/api/hkp/schreiben', {
    method: 'POST',
    json: { ...writing, senden: isSending },
    timeout: LONG_TIMEOUT,
  });
export const letters = (writing: Writing): Promise<Blob> =>
  call<Blob>('/api/hkp/brief', {
    method: 'POST',
    json: writing,
    answer: 'blob',
    timeout: LONG_TIMEOUT,
  });

export const TEMPLATES_KEY = ['hkpvorlagen'];
export const getTemplates = async (): Promise<LetterTemplate[]> =>
  (await call<{ items: LetterTemplate[] }>('/api/hkpvorlagen', { timeout: TIMEOUT })).items;
export const saveTemplate = ({ id, ...words }: LetterTemplate): Promise<void> =>
  call<void>(`/api/hkpvorlagen/${encodeURIComponent(id)}`, {
    method: 'PUT',
    json: words,
    answer: 'none',
    timeout: TIMEOUT,
  });
export const dropTemplate = (id: string): Promise<void> =>
  send(`/hkpvorlagen/${encodeURIComponent(id)}`, undefined, 'DELETE');
