// Dependencies of the proposals on other slices, injected where the server is assembled.

import type { PracticeReport } from '../../../shared/analytics/reports/report.ts';
import type {
  BillingKpis,
  Quarter,
} from '../../../shared/analytics/billing/billing-kpis.schema.ts';
import type { RuleTrialResult } from '../../../shared/analytics/billing/own-rules.schema.ts';
import type { RuleInput, Rules, RuleRow } from '../../../shared/analytics/billing/rules.schema.ts';
import type {
  ProposalProgress,
  DaySheetData,
  ProposalsQuery,
  Proposal,
  Proposals,
} from '../../../shared/analytics/billing/proposals.schema.ts';
import type { Finding, ProposalState } from '../../../shared/analytics/billing/proposal.ts';
import type { Look } from '../../platform/work.ts';

/** Key of a proposal. */
export interface FindingPlace {
  patid: string;
  tag: string;
  regel: string;
  zahn: string;
}
/**
 * State of one proposal; null: it is not found, and nothing was decided. `patid`: the record under
 * which its decision is stored.
 */
export interface Situation {
  ort: FindingPlace;
  patid: string;
  finding: Finding | null;
  state: ProposalState;
}
type WithoutCount = Omit<Quarter, 'hvm' | 'punkte'> & { punkte: Quarter['punkte'] };

/** Findings live in the report worker; `von` in its answers is a user id. */
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
  /** `am`: when the delivery that brought the position was closed. */
  eingetroffen(look: Look): Promise<(FindingPlace & { rev: number; am: number | null })[]>;
  /** Decisions whose tooth was corrected, with the finding at the new tooth. */
  verschoben(look: Look): Promise<(FindingPlace & { rev: number; nach: Finding })[]>;
  /** Proposals that are offered and not recorded yet. */
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
  /** A draft, or a rule of the book; null where the book has no such rule. */
  rueckrechnung(
    look: Look,
    input: {
      regel: string;
      entwurf: { version: number; eingabe: RuleInput } | null;
      von: string;
      bis: string;
      /** Name of the trial. */
      probe: string | undefined;
    },
  ): Promise<RuleTrialResult | null>;
  /** Share of a running trial of a rule; null where none of this name runs. */
  probelauf(
    look: Look,
    input: { regel: string; probe: string | undefined },
  ): Promise<number | null>;
}
export interface BillingLinks {
  queries: ProposalQueries;
  /** Report on the fee limit of a region in the quarter of a day. */
  hvm(look: Look, region: string, to: string): Promise<PracticeReport>;
  /** Missing signatures of today's patients. */
  fehlendeUnterschriften(look: Look): Promise<number>;
  /** Names of the practice's users by id. */
  people(look: Look): Promise<ReadonlyMap<string, string>>;
}
