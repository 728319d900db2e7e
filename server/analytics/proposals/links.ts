// What proposals need of other slices, handed in where the server is put together.

import type { Bericht } from '../../../shared/analytics/reports/report.ts';
import type {
  AbrechnungKpis,
  Fortschritt,
  Quartal,
  RegelEingabe,
  Regeln,
  RegelZeile,
  Rueckrechnung,
  Tagesblatt,
  VorschlaegeQuery,
  Vorschlag,
  Vorschlaege,
} from '../../../shared/analytics/billing/billing.schema.ts';
import type { Fund, VorschlagState } from '../../../shared/analytics/billing/proposal.ts';
import type { Look } from '../../platform/work.ts';

/** Names a proposal. */
export interface Ort {
  patid: string;
  tag: string;
  regel: string;
  zahn: string;
}
/** How one stands; null: it is not found, and nothing was decided. `patid`: the record that its decision is kept by. */
export interface Lage {
  ort: Ort;
  patid: string;
  fund: Fund | null;
  state: VorschlagState;
}
type OhneAnzahl = Omit<Quartal, 'hvm' | 'punkte'> & { punkte: Quartal['punkte'] };

/** Findings live in the thread of reports; `von` of what it answers is the id of a person. */
export interface Fragen {
  liste(look: Look, query: VorschlaegeQuery): Promise<Vorschlaege>;
  abgelehnte(
    look: Look,
    input: { von: string; bis: string; cursor: string | undefined; n: number },
  ): Promise<{ gefunden: Vorschlaege['gefunden']; items: Vorschlag[]; weiter: string | null }>;
  tagesblatt(
    look: Look,
    input: { patid: string; tag: string },
  ): Promise<(Omit<Tagesblatt, 'entscheidungen'> & { patids: string[] }) | null>;
  lage(look: Look, input: { orte: Ort[] }): Promise<(Lage | null)[]>;
  /** `am`: when the delivery that brought it was closed. */
  eingetroffen(look: Look): Promise<(Ort & { rev: number; am: number | null })[]>;
  /** What is offered and was not noted so far. */
  neue(look: Look): Promise<Ort[]>;
  kpis(
    look: Look,
    input: { von: string; bis: string; behandler: string | undefined; mitBehandlern: boolean },
  ): Promise<AbrechnungKpis>;
  quartal(
    look: Look,
    input: { quartal: string | undefined; kzv: string | undefined },
  ): Promise<OhneAnzahl>;
  regeln(look: Look): Promise<RegelZeile[]>;
  stempel(look: Look): Promise<Regeln['einstellung']['stempel']>;
  fortschritt(look: Look): Promise<Fortschritt>;
  rueckrechnung(
    look: Look,
    input: { regel: string; version: number; eingabe: RegelEingabe; von: string; bis: string },
  ): Promise<Omit<Rueckrechnung, 'rev' | 'am'>>;
}
export interface AbrechnungLinks {
  fragen: Fragen;
  /** The report on the fee limit of a region in the quarter of a day. */
  hvm(look: Look, region: string, bis: string): Promise<Bericht>;
  /** Signatures that are missing for whoever comes today. */
  fehlendeUnterschriften(look: Look): Promise<number>;
  /** Names of the people who work here, by id. */
  people(look: Look): Promise<ReadonlyMap<string, string>>;
}
