// Questions about proposals, perio cases, recalls and keywords that the report worker answers, by
// name.

import type { RecallCase } from '../../../shared/analytics/reports/worklist.ts';
import type {
  RuleInput,
  BacktestResult,
  Sum,
  ProposalsQuery,
} from '../../../shared/analytics/billing/billing.schema.ts';
import type { ParCase } from '../../../shared/analytics/reports/par-list.ts';
import type { KeywordPattern } from '../../../shared/analytics/deliveries/keywords.ts';
import type { KeywordEffect } from '../../../shared/analytics/deliveries/appointment-types.schema.ts';
import type { Finding, ProposalState } from '../../../shared/analytics/billing/proposal.ts';
import { berlinDay, dayText } from '../snapshot/calendar.ts';
import { hkpAppointments } from '../cases/hkp-cases.ts';
import { parCases } from '../cases/par-cases.ts';
import { recallCases } from '../cases/recall-cases.ts';
import { patientNameOf } from '../reports/report-kind.ts';
import { proposeKeywords, keywordEffect } from '../snapshot/keyword-groups.ts';
import type { Proposals } from './findings-cache.ts';
import { abgelehnte, list, tagesblatt, type ProposalView } from './lists.ts';
import type { DecisionRow } from './store.ts';
import { sumOf } from './wire.ts';
import { kpis, quarter, ruleRows } from './statistics.ts';
import { recordIndex, isLater, stampsWithKzv, surroundingsOf, waitingRows, rowAt } from './rows.ts';

interface FindingPlace {
  patid: string;
  tag: string;
  regel: string;
  zahn: string;
}
/**
 * State of one proposal: `patid` is the record under which its decision is stored, without a
 * decision the currently valid record; `fund` null where the finding is gone.
 */
interface Situation {
  ort: FindingPlace;
  patid: string;
  fund: Finding | null;
  state: ProposalState;
}
/** Question and answer by name. */
export interface ProposalQueryTypes {
  liste: [ProposalsQuery, Awaited<ReturnType<typeof list>>];
  abgelehnte: [
    { von: string; bis: string; cursor: string | undefined; n: number },
    Awaited<ReturnType<typeof abgelehnte>>,
  ];
  tagesblatt: [{ patid: string; tag: string }, Awaited<ReturnType<typeof tagesblatt>>];
  lage: [{ places: FindingPlace[] }, (Situation | null)[]];
  /** Decisions whose position has since arrived. */
  eingetroffen: [Record<string, never>, (FindingPlace & { rev: number; am: number | null })[]];
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
  rueckrechnung: [
    { regel: string; version: number; eingabe: RuleInput; von: string; bis: string },
    Omit<BacktestResult, 'rev' | 'am'>,
  ];
  /** Unfinished perio cases, or one of them. */
  parfaelle: [{ id: string | undefined }, ParCase[]];
  /** Ids of unfinished plans with a future appointment. */
  hkpTermine: [Record<string, never>, string[]];
  /**
   * Recalls without a kept appointment, up to the last day for which a reminder is already allowed.
   */
  recallfaelle: [Record<string, never>, RecallCase[]];
  /** Effect of keyword patterns, and the guessed ones. */
  stichwortWirkung: [
    { items: readonly KeywordPattern[]; angebote: readonly string[] },
    KeywordEffect,
  ];
  stichwortVorschlaege: [{ items: readonly KeywordPattern[] }, KeywordPattern[]];
}
export type ProposalQueryName = keyof ProposalQueryTypes;
const EXAMPLES = 20;
function valuesIn(findings: readonly Finding[]): Pick<Sum, 'cents' | 'geschaetzt' | 'ohneWert'> {
  const { cents, geschaetzt, ohneWert } = sumOf(findings);
  return { cents, geschaetzt, ohneWert };
}

/**
 * Answers one question.
 * @param lockedIds numbers of locked records: they are in no list; sums of the practice stay correct.
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
  const { source } = proposals,
    today = dayText(berlinDay(now));
  const viewOf = async (without: readonly string[] = lockedIds): Promise<ProposalView> => ({
    u: await surroundingsOf(await proposals.load(cid, now), source, cid, without),
    quelle: source,
    cid,
    heute: today,
    fortschritt: proposals.progress(cid),
  });
  const all: {
    [K in ProposalQueryName]: (
      given: ProposalQueryTypes[K][0],
    ) => Promise<ProposalQueryTypes[K][1]>;
  } = {
    liste: async (given) => list(await viewOf(), given),
    abgelehnte: async (given) =>
      abgelehnte(await viewOf(), given.von, given.bis, given.cursor, given.n),
    tagesblatt: async (given) => tagesblatt(await viewOf(), given.patid, given.tag),
    async lage({ places }) {
      const { u } = await viewOf(),
        { snapshot } = u.v.stand,
        rows = new Map<string, DecisionRow>();
      const keyOf = (one: FindingPlace): string => {
        const at = recordIndex(snapshot, one.patid);
        return [at < 0 ? one.patid : at, one.tag, one.regel, one.zahn].join('\u0000');
      };
      const from = places.reduce((first, one) => (one.tag < first ? one.tag : first), '9999-12-31'),
        to = places.reduce((last, one) => (one.tag > last ? one.tag : last), '0000-01-01');
      for (const row of await source.entscheide(cid, from, to)) {
        const key = keyOf(row),
          before = rows.get(key);
        if (before === undefined || isLater(row, before)) rows.set(key, row);
      }
      return places.map((placeOf) => {
        const pat = recordIndex(snapshot, placeOf.patid),
          row = rows.get(keyOf(placeOf)),
          found = rowAt(u, placeOf, row, rows.values());
        return found
          ? {
              ort: placeOf,
              patid:
                row?.patid ?? (pat < 0 ? placeOf.patid : snapshot.rawRows.tables.patient.ids[pat]!),
              fund: found.isFiring ? found.fund : null,
              state: found.state,
            }
          : null;
      });
    },
    async eingetroffen() {
      const { u } = await viewOf();
      return (await waitingRows(u, source, cid))
        .filter((z) => z.state === 'UMGESETZT')
        .map(({ row }) => ({
          patid: row!.patid,
          tag: row!.tag,
          regel: row!.regel,
          zahn: row!.zahn,
          rev: row!.rev,
          am: u.v.stand.asOf,
        }));
    },
    neue: () => proposals.findUnrecorded(cid, now),
    kpis: async (given) =>
      kpis(await viewOf([]), given.von, given.bis, given.behandler, given.withPractitioners),
    quartal: async (given) =>
      quarter(
        await viewOf(),
        given.quartal ?? `${today.slice(0, 4)}-Q${Math.ceil(Number(today.slice(5, 7)) / 3)}`,
        given.kzv,
      ),
    regeln: async () => ruleRows(await viewOf([])),
    stempel: async () => stampsWithKzv((await viewOf([])).u.v),
    parfaelle: async ({ id }) => parCases(await proposals.snapshot(cid, now), lockedIds, id),
    hkpTermine: async () => hkpAppointments(await proposals.snapshot(cid, now)),
    recallfaelle: async () => recallCases(await proposals.snapshot(cid, now), lockedIds),
    stichwortWirkung: async (given) =>
      keywordEffect(await proposals.snapshot(cid, now), given, lockedIds),
    stichwortVorschlaege: async ({ items }) =>
      proposeKeywords(await proposals.snapshot(cid, now), items, lockedIds),
    fortschritt: () => Promise.resolve(proposals.progress(cid)),
    async rueckrechnung({ regel: rule, version, eingabe, von: from, bis: to }) {
      const {
          stand: { snapshot },
          findings,
        } = await proposals.tryRule(cid, now, {
          ...eingabe,
          id: rule,
          version,
          mark: 'proposal',
        }),
        hits = findings
          .filter((one) => one.tag >= from && one.tag <= to)
          .sort((a, b) =>
            a.tag === b.tag ? (a.patid < b.patid ? -1 : 1) : a.tag < b.tag ? 1 : -1,
          );
      return {
        von: from,
        bis: to,
        treffer: hits.length,
        ...valuesIn(hits),
        tage: new Set(hits.map((one) => one.tag)).size,
        beispiele: hits
          .filter((one) => !lockedIds.includes(one.patid))
          .slice(0, EXAMPLES)
          .map((one) => ({
            patid: one.patid,
            name: patientNameOf(snapshot, recordIndex(snapshot, one.patid)),
            tag: one.tag,
            zahn: one.zahn,
            cents: Math.round(one.cents),
            wertArt: one.wertArt ?? null,
            schonAbgerechnet: one.belege.some((b) => b.was === 'heute' && b.nr === one.nr),
          })),
      };
    },
  };
  return all[name](input);
}
