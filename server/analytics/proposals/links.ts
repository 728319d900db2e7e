// What proposals need of other slices, handed in where the server is put together.

import type { PracticeReport } from '../../../shared/analytics/reports/report.ts';
import type {
  BillingKpis,
  ProposalProgress,
  Quarter,
  RuleInput,
  Rules,
  RuleRow,
  BacktestResult,
  DaySheetData,
  ProposalsQuery,
  Proposal,
  Proposals,
} from '../../../shared/analytics/billing/billing.schema.ts';
import type { Finding, ProposalState } from '../../../shared/analytics/billing/proposal.ts';
import type { Look } from '../../platform/work.ts';

/** Names a proposal. */
export interface FindingPlace {
  patid: string;
  tag: string;
  regel: string;
  zahn: string;
}
/** How one stands; null: it is not found, and nothing was decided. `patid`: the record that its decision is kept by. */
export interface Situation {
  ort: FindingPlace;
  patid: string;
  fund: Finding | null;
  state: ProposalState;
}
type WithoutCount = Omit<Quarter, 'hvm' | 'punkte'> & { punkte: Quarter['punkte'] };

/** Findings live in the thread of reports; `von` of what it answers is the id of a person. */
interface ProposalQueries {
  liste(look: Look, query: ProposalsQuery): Promise<Proposals>;
  abgelehnte(
    look: Look,
    input: { von: string; bis: string; cursor: string | undefined; n: number },
  ): Promise<{ gefunden: Proposals['gefunden']; items: Proposal[]; weiter: string | null }>;
  tagesblatt(
    look: Look,
    input: { patid: string; tag: string },
  ): Promise<(Omit<DaySheetData, 'entscheidungen'> & { patids: string[] }) | null>;
  lage(look: Look, input: { places: FindingPlace[] }): Promise<(Situation | null)[]>;
  /** `am`: when the delivery that brought it was closed. */
  eingetroffen(look: Look): Promise<(FindingPlace & { rev: number; am: number | null })[]>;
  /** What is offered and was not noted so far. */
  neue(look: Look): Promise<FindingPlace[]>;
  kpis(
    look: Look,
    input: { von: string; bis: string; behandler: string | undefined; withPractitioners: boolean },
  ): Promise<BillingKpis>;
  quartal(
    look: Look,
    input: { quartal: string | undefined; kzv: string | undefined },
  ): Promise<WithoutCount>;
  regeln(look: Look): Promise<RuleRow[]>;
  stempel(look: Look): Promise<Rules['einstellung']['stempel']>;
  fortschritt(look: Look): Promise<ProposalProgress>;
  rueckrechnung(
    look: Look,
    input: { regel: string; version: number; eingabe: RuleInput; von: string; bis: string },
  ): Promise<Omit<BacktestResult, 'rev' | 'am'>>;
}
export interface BillingLinks {
  queries: ProposalQueries;
  /** The report on the fee limit of a region in the quarter of a day. */
  hvm(look: Look, region: string, bis: string): Promise<PracticeReport>;
  /** Signatures that are missing for whoever comes today. */
  fehlendeUnterschriften(look: Look): Promise<number>;
  /** Names of the people who work here, by id. */
  people(look: Look): Promise<ReadonlyMap<string, string>>;
}
