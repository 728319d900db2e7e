// Questions about proposals, perio cases, recalls and keywords that the report worker answers, by
// name.

import type { RecallCase } from '../../../shared/analytics/reports/worklist.ts';
import type { RuleTrialResult } from '../../../shared/analytics/billing/own-rules.schema.ts';
import type { ProposalsQuery } from '../../../shared/analytics/billing/proposals.schema.ts';
import type { ParCase } from '../../../shared/analytics/reports/par-list.ts';
import type { KeywordPattern } from '../../../shared/analytics/deliveries/keywords.ts';
import type { KeywordEffect } from '../../../shared/analytics/deliveries/appointment-types.schema.ts';
import { berlinDay, dayText } from '../snapshot/calendar.ts';
import { hkpAppointments } from '../cases/hkp-cases.ts';
import { parCases } from '../cases/par-cases.ts';
import { recallCases } from '../cases/recall-cases.ts';
import { proposeKeywords, keywordEffect } from '../snapshot/keyword-groups.ts';
import type { Asked } from './lists.ts';
import { backtest, type BacktestInput } from './backtest.ts';
import {
  arrivedDecisions,
  movedDecisions,
  situationsAt,
  type ArrivedDecision,
  type MovedDecision,
  type ProposalSituation,
} from './situations.ts';
import type { Proposals } from './findings-cache.ts';
import { listRejected, list, readDaySheet, type ProposalView } from './lists.ts';
import { kpis, quarter, ruleRows } from './statistics.ts';
import { surroundingsOf } from './surroundings.ts';
import { stampsWithKzv } from './kzv.ts';
import { type FindingPlace } from './places.ts';

/** Question and answer by name. */
export interface ProposalQueryTypes {
  liste: [ProposalsQuery, Awaited<ReturnType<typeof list>>];
  abgelehnte: [
    { von: string; bis: string; cursor: string | undefined; n: number },
    Awaited<ReturnType<typeof listRejected>>,
  ];
  tagesblatt: [{ patid: string; tag: string }, Awaited<ReturnType<typeof readDaySheet>>];
  lage: [{ places: FindingPlace[] }, (ProposalSituation | null)[]];
  /** Decisions whose position has since arrived. */
  eingetroffen: [Record<string, never>, ArrivedDecision[]];
  /** Decisions whose tooth was corrected. */
  verschoben: [Record<string, never>, MovedDecision[]];
  /**
   * Proposals offered for the first time: forgotten positions of the last twelve months that were
   * not recorded so far.
   */
  neue: [Record<string, never>, FindingPlace[]];
  kpis: [
    { von: string; bis: string; behandler: string | undefined; withPractitioners: boolean },
    Awaited<ReturnType<typeof kpis>>,
  ];
  quartal: [
    { quartal: string | undefined; kzv: string | undefined },
    Awaited<ReturnType<typeof quarter>>,
  ];
  regeln: [Record<string, never>, Awaited<ReturnType<typeof ruleRows>>];
  /** Stamps with their KZV. */
  stempel: [Record<string, never>, ReturnType<typeof stampsWithKzv>];
  fortschritt: [Record<string, never>, ReturnType<Proposals['progress']>];
  rueckrechnung: [BacktestInput, RuleTrialResult | null];
  /** Share of a running trial of a rule; null where none of this name runs. */
  probelauf: [{ regel: string; probe: string | undefined }, number | null];
  /** Unfinished perio cases: all, one by its id, or those of some patients. */
  parfaelle: [{ id?: string | undefined; patids?: readonly string[] | undefined }, ParCase[]];
  /** Ids of unfinished plans with a future appointment. */
  hkpTermine: [Record<string, never>, string[]];
  /**
   * Recalls without a kept appointment, up to the last day for which a reminder is already allowed.
   */
  recallfaelle: [{ patids?: readonly string[] | undefined }, RecallCase[]];
  /** Effect of keyword patterns, and the guessed ones. */
  stichwortWirkung: [
    { items: readonly KeywordPattern[]; angebote: readonly string[] },
    KeywordEffect,
  ];
  stichwortVorschlaege: [{ items: readonly KeywordPattern[] }, KeywordPattern[]];
}
export type ProposalQueryName = keyof ProposalQueryTypes;

type Answers = {
  [K in ProposalQueryName]: (
    asked: Asked,
    given: ProposalQueryTypes[K][0],
  ) => Promise<ProposalQueryTypes[K][1]>;
};

const quarterOfDay = (day: string): string =>
  `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;

/** Only few rows leave the worker for the page of one patient. */
const ofPatients = <T extends { patid: string }>(
  rows: T[],
  patids: readonly string[] | undefined,
): T[] => (patids === undefined ? rows : rows.filter(({ patid }) => patids.includes(patid)));

/** Answers by name. Sums of the practice include locked records, lists do not. */
const ANSWERS: Answers = {
  liste: async ({ viewOf }, given) => list(await viewOf(), given),
  abgelehnte: async ({ viewOf }, { von: from, bis: to, cursor, n }) =>
    listRejected(await viewOf(), from, to, cursor, n),
  tagesblatt: async ({ viewOf }, { patid, tag: day }) => readDaySheet(await viewOf(), patid, day),
  lage: (asked, { places }) => situationsAt(asked, places),
  eingetroffen: arrivedDecisions,
  verschoben: movedDecisions,
  neue: ({ proposals, cid, now }) => proposals.findUnrecorded(cid, now),
  kpis: async ({ viewOf }, given) =>
    kpis(await viewOf([]), given.von, given.bis, given.behandler, given.withPractitioners),
  quartal: async ({ viewOf, today }, { quartal, kzv }) =>
    quarter(await viewOf(), quartal ?? quarterOfDay(today), kzv),
  regeln: async ({ viewOf }) => ruleRows(await viewOf([])),
  stempel: async ({ viewOf }) => stampsWithKzv((await viewOf([])).u.proposals),
  parfaelle: async ({ proposals, cid, now, lockedIds }, { id, patids }) =>
    ofPatients(parCases(await proposals.snapshot(cid, now), lockedIds, id), patids),
  hkpTermine: async ({ proposals, cid, now }) =>
    hkpAppointments(await proposals.snapshot(cid, now)),
  recallfaelle: async ({ proposals, cid, now, lockedIds }, { patids }) =>
    ofPatients(recallCases(await proposals.snapshot(cid, now), lockedIds), patids),
  stichwortWirkung: async ({ proposals, cid, now, lockedIds }, given) =>
    keywordEffect(await proposals.snapshot(cid, now), given, lockedIds),
  stichwortVorschlaege: async ({ proposals, cid, now, lockedIds }, { items }) =>
    proposeKeywords(await proposals.snapshot(cid, now), items, lockedIds),
  fortschritt: ({ proposals, cid }) => Promise.resolve(proposals.progress(cid)),
  rueckrechnung: backtest,
  probelauf: ({ proposals, cid }, { regel: rule, probe: name }) =>
    Promise.resolve(proposals.trials.progress(cid, rule, name)),
};

/**
 * Answers one question.
 * @param lockedIds numbers of locked records
 * @throws AppError errors of the underlying read
 */
export async function answerQuery<N extends ProposalQueryName>(
  proposals: Proposals,
  name: N,
  cid: string,
  now: number,
  input: ProposalQueryTypes[N][0],
  lockedIds: readonly string[],
): Promise<ProposalQueryTypes[N][1]> {
  const { source } = proposals;
  const today = dayText(berlinDay(now));
  const viewOf = async (without: readonly string[] = lockedIds): Promise<ProposalView> => ({
    u: await surroundingsOf(await proposals.load(cid, now), source, cid, without),
    source: source,
    cid,
    today: today,
    progress: proposals.progress(cid),
  });
  return ANSWERS[name]({ proposals, cid, now, today, lockedIds, viewOf }, input);
}
