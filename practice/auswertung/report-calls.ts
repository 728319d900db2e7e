// What the screens of reports ask of the server.

import type { Bericht, BerichtFilter, SpaltenTyp } from '../../shared/bericht.ts';
import { call, LONG_TIMEOUT, TIMEOUT } from '../api.ts';
import { queryOf } from './use-report-filter.ts';

/** A report below /api. @param path e.g. `umsatz/zeitreihe` */
export const getReport = (path: string, filter: BerichtFilter): Promise<Bericht> => call<Bericht>(`/api/${path}?${queryOf(filter)}`, { timeout: LONG_TIMEOUT });
/** Any answer below /api. */
export const getApi = <T>(path: string): Promise<T> => call<T>(`/api/${path}`, { timeout: TIMEOUT });

/** A row that a figure counted; `wert` in the unit of that row, null where it only counts. */
export interface DrillRow { readonly entity: string; readonly id: string; readonly teil: string; readonly patid: string | null; readonly tag: string | null; readonly worte: readonly string[]; readonly wert: number | null; readonly einheit: SpaltenTyp }
export interface DrillRows { readonly wert: number | null; readonly anzahl: number; readonly zeilen: readonly DrillRow[]; /** Where the next page begins. */ readonly weiter: number | null }
/** Rows below a key figure, a hundred at a time. */
export const getRows = (kennzahl: string, filter: BerichtFilter, from: number): Promise<DrillRows> => getApi<DrillRows>(`zeilen/${encodeURIComponent(kennzahl)}?${queryOf(filter)}&ab=${from}`);
