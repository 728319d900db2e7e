// What the proposals' pages ask of the server.

import type {
  AbrechnungKpis,
  Abrechnungslabel,
  EigeneRegel,
  Entschieden,
  GemeinsamAntwort,
  Quartal,
  RegelEingabe,
  Regeln,
  Rueckrechnung,
  Summe,
  Tagesblatt,
  Vorschlaege,
  Vorschlag,
} from '../../../shared/analytics/billing/billing.schema.ts';
import type { AbgabeBereich, Ablehngrund, Tat } from '../../../shared/analytics/billing/billing.ts';
import { call, LONG_TIMEOUT, TIMEOUT } from '../../api.ts';

/** First word of every kept answer of these pages: a decision makes all of them old. */
export const KEY = 'abrechnung';
/** Which proposal it is. */
export type Ziel = Pick<Vorschlag, 'patid' | 'tag' | 'regel' | 'zahn'>;
export const zielOf = ({ patid, tag, regel, zahn }: Ziel): Ziel => ({ patid, tag, regel, zahn });
export interface Labels {
  items: Abrechnungslabel[];
  labelConfig: Record<string, string[]>;
}
export interface Abgelehnte {
  gefunden: Summe;
  items: Vorschlag[];
  weiter: string | null;
}

const get = <T>(path: string, query: Readonly<Record<string, string>> = {}): Promise<T> => {
  const params = new URLSearchParams(
    Object.entries(query).filter(([, value]) => value !== ''),
  ).toString();
  return call<T>(`/api${path}${params === '' ? '' : `?${params}`}`, { timeout: LONG_TIMEOUT });
};
const send = <T>(
  path: string,
  json: unknown,
  method: 'POST' | 'PUT' | 'PATCH' = 'POST',
): Promise<T> => call<T>(`/api${path}`, { method, json, timeout: TIMEOUT });
const sendOnly = (
  path: string,
  json: unknown,
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE' = 'POST',
): Promise<void> =>
  call<void>(`/api${path}`, {
    method,
    ...(json !== undefined && { json }),
    answer: 'none',
    timeout: TIMEOUT,
  });
const part = encodeURIComponent;

export const getVorschlaege = (query: Readonly<Record<string, string>>): Promise<Vorschlaege> =>
  get('/abrechnungsvorschlaege', query);
export const getAbgelehnte = (from: string, to: string, cursor: string): Promise<Abgelehnte> =>
  get(`/abgelehntevorschlaege/${from}/${to}`, { cursor });
export const getTag = (patid: string, tag: string): Promise<Tagesblatt> =>
  get(`/abrechnung/tag/${part(patid)}/${tag}`);

export interface Entscheid {
  ziel: Ziel;
  rev?: number;
  grund?: Ablehngrund;
  comment?: string;
}
const WEGE: Readonly<Record<Tat, string>> = {
  vormerken: '/vorschlagvormerken',
  ablehnen: '/vorschlagablehnen',
  zuruecknehmen: '/vorschlagzuruecknehmen',
};
export const entscheide = (tat: Tat, { ziel, ...rest }: Entscheid): Promise<Entschieden> =>
  send(WEGE[tat], { ...ziel, ...rest });
export const entscheideGemeinsam = (order: {
  tat: Tat;
  regel: string;
  ziele: { patid: string; tag: string; zahn: string; rev?: number }[];
  grund?: Ablehngrund;
  comment?: string;
}): Promise<GemeinsamAntwort> => send('/abrechnung/gemeinsam', order);

export const getLabels = (): Promise<Labels> => get('/abrechnungslabels');
export const makeLabel = (label: {
  id: string;
  name: string;
  color: Abrechnungslabel['color'];
}): Promise<void> => sendOnly('/abrechnungslabels', label);
export const changeLabel = (
  id: string,
  change: Partial<Pick<Abrechnungslabel, 'name' | 'color'>>,
): Promise<void> => sendOnly(`/abrechnungslabels/${part(id)}`, change, 'PATCH');
export const dropLabel = (id: string): Promise<void> =>
  sendOnly(`/abrechnungslabels/${part(id)}`, undefined, 'DELETE');
export const bringLabelBack = (id: string): Promise<void> =>
  sendOnly(`/abrechnungslabels/${part(id)}/zurueck`, undefined);
export const assignLabels = (
  ziel: Ziel,
  selectedLabels: readonly string[],
  vorher: readonly string[],
): Promise<{ labels: string[] }> =>
  send('/abrechnungslabels/assign', { ...ziel, selectedLabels, vorher });
export const saveLabelConfig = (labelConfig: Record<string, string[]>): Promise<void> =>
  sendOnly('/abrechnungslabels/labelConfig', { labelConfig }, 'PUT');

export const getRegeln = (): Promise<Regeln> => get('/abrechnung/regeln');
export const switchRegel = (regelId: string, istAn: boolean | null): Promise<void> =>
  sendOnly(`/abrechnung/regeln/${part(regelId)}`, { istAn }, 'PUT');
export interface EinstellungAenderung {
  rev: number;
  mitVertretung: boolean;
  mitAnderenTraegern: boolean;
  schalter: Record<string, boolean>;
  schwellen: Record<string, number>;
  kzv?: Record<string, string>;
}
export const saveEinstellung = (change: EinstellungAenderung): Promise<void> =>
  sendOnly('/abrechnung/einstellungen', change, 'PUT');

export const getEigene = async (): Promise<EigeneRegel[]> =>
  (await get<{ items: EigeneRegel[] }>('/abrechnung/eigeneregeln')).items;
/** The newest version of a rule; undefined where there is none. */
export const newestOf = (all: readonly EigeneRegel[], regelId: string): EigeneRegel | undefined =>
  all.filter((one) => one.regelId === regelId).sort((a, b) => b.version - a.version)[0];
export const makeEigene = (regelId: string, regel: RegelEingabe): Promise<void> =>
  sendOnly('/abrechnung/eigeneregeln', { regelId, regel });
export const changeEigene = (regelId: string, rev: number, regel: RegelEingabe): Promise<void> =>
  sendOnly(`/abrechnung/eigeneregeln/${part(regelId)}`, { rev, regel }, 'PUT');
export const backtest = (
  regelId: string,
  rev: number,
  von: string,
  bis: string,
): Promise<Rueckrechnung> =>
  call<Rueckrechnung>(`/api/abrechnung/eigeneregeln/${part(regelId)}/rueckrechnung`, {
    method: 'POST',
    json: { rev, von, bis },
    timeout: LONG_TIMEOUT,
  });
export const goLive = (regelId: string, rev: number): Promise<void> =>
  sendOnly(`/abrechnung/eigeneregeln/${part(regelId)}/freigeben`, { rev });
export const withdraw = (regelId: string, rev: number): Promise<void> =>
  sendOnly(`/abrechnung/eigeneregeln/${part(regelId)}/zurueckziehen`, { rev });

export interface NeueAbgabe {
  id: string;
  kzv: string;
  bereich: AbgabeBereich;
  zeitraum: string;
  mitFrueheren: boolean;
}
export const handIn = (abgabe: NeueAbgabe): Promise<void> =>
  sendOnly('/abrechnung/abgaben', abgabe);
export const takeBackHandIn = (id: string): Promise<void> =>
  sendOnly(`/abrechnung/abgaben/${part(id)}`, undefined, 'DELETE');

/** @param behandler one practitioner's id; empty for all */
export const getKpis = (von: string, bis: string, behandler: string): Promise<AbrechnungKpis> =>
  get('/abrechnung/kpis', { von, bis, behandler });
export const getQuartal = (quartal: string, kzv: string): Promise<Quartal> =>
  get('/abrechnung/quartal', { quartal, kzv });
