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
import { hkpTermine } from '../cases/hkp-cases.ts';
import { parfaelle } from '../cases/par-cases.ts';
import { recallfaelle } from '../cases/recall-cases.ts';
import { patientNameOf } from '../reports/report-kind.ts';
import { stichwortVorschlaege, stichwortWirkung } from '../snapshot/keyword-groups.ts';
import type { Proposals } from './findings-cache.ts';
import { abgelehnte, liste, tagesblatt, type ProposalView } from './lists.ts';
import type { DecisionRow } from './store.ts';
import { sumOf } from './wire.ts';
import { kpis, quartal, ruleRows } from './statistics.ts';
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
  liste: [ProposalsQuery, Awaited<ReturnType<typeof liste>>];
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
    Awaited<ReturnType<typeof quartal>>,
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
 * @param zu numbers of locked records: they are in no list; sums of the practice stay correct.
 * @throws AppError errors of the underlying read
 */
export async function answerQuery<N extends ProposalQueryName>(
  vorschlaege: Proposals,
  name: N,
  cid: string,
  jetzt: number,
  input: ProposalQueryTypes[N][0],
  zu: readonly string[],
): Promise<ProposalQueryTypes[N][1]> {
  const { source: quelle } = vorschlaege,
    heute = dayText(berlinDay(jetzt));
  const viewOf = async (without: readonly string[] = zu): Promise<ProposalView> => ({
    u: await surroundingsOf(await vorschlaege.load(cid, jetzt), quelle, cid, without),
    quelle,
    cid,
    heute,
    fortschritt: vorschlaege.progress(cid),
  });
  const all: {
    [K in ProposalQueryName]: (
      given: ProposalQueryTypes[K][0],
    ) => Promise<ProposalQueryTypes[K][1]>;
  } = {
    liste: async (given) => liste(await viewOf(), given),
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
      const von = places.reduce((first, one) => (one.tag < first ? one.tag : first), '9999-12-31'),
        bis = places.reduce((last, one) => (one.tag > last ? one.tag : last), '0000-01-01');
      for (const row of await quelle.entscheide(cid, von, bis)) {
        const key = keyOf(row),
          before = rows.get(key);
        if (before === undefined || isLater(row, before)) rows.set(key, row);
      }
      return places.map((ort) => {
        const pat = recordIndex(snapshot, ort.patid),
          row = rows.get(keyOf(ort)),
          found = rowAt(u, ort, row, rows.values());
        return found
          ? {
              ort,
              patid:
                row?.patid ?? (pat < 0 ? ort.patid : snapshot.rawRows.tables.patient.ids[pat]!),
              fund: found.isFiring ? found.fund : null,
              state: found.state,
            }
          : null;
      });
    },
    async eingetroffen() {
      const { u } = await viewOf();
      return (await waitingRows(u, quelle, cid))
        .filter((z) => z.state === 'UMGESETZT')
        .map(({ row }) => ({
          patid: row!.patid,
          tag: row!.tag,
          regel: row!.regel,
          zahn: row!.zahn,
          rev: row!.rev,
          am: u.v.stand.stand,
        }));
    },
    neue: () => vorschlaege.findUnrecorded(cid, jetzt),
    kpis: async (given) =>
      kpis(await viewOf([]), given.von, given.bis, given.behandler, given.withPractitioners),
    quartal: async (given) =>
      quartal(
        await viewOf(),
        given.quartal ?? `${heute.slice(0, 4)}-Q${Math.ceil(Number(heute.slice(5, 7)) / 3)}`,
        given.kzv,
      ),
    regeln: async () => ruleRows(await viewOf([])),
    stempel: async () => stampsWithKzv((await viewOf([])).u.v),
    parfaelle: async ({ id }) => parfaelle(await vorschlaege.snapshot(cid, jetzt), zu, id),
    hkpTermine: async () => hkpTermine(await vorschlaege.snapshot(cid, jetzt)),
    recallfaelle: async () => recallfaelle(await vorschlaege.snapshot(cid, jetzt), zu),
    stichwortWirkung: async (given) =>
      stichwortWirkung(await vorschlaege.snapshot(cid, jetzt), given, zu),
    stichwortVorschlaege: async ({ items }) =>
      stichwortVorschlaege(await vorschlaege.snapshot(cid, jetzt), items, zu),
    fortschritt: () => Promise.resolve(vorschlaege.progress(cid)),
    async rueckrechnung({ regel, version, eingabe, von, bis }) {
      const {
          stand: { snapshot },
          findings,
        } = await vorschlaege.tryRule(cid, jetzt, {
          ...eingabe,
          id: regel,
          version,
          mark: 'proposal',
        }),
        hits = findings
          .filter((one) => one.tag >= von && one.tag <= bis)
          .sort((a, b) =>
            a.tag === b.tag ? (a.patid < b.patid ? -1 : 1) : a.tag < b.tag ? 1 : -1,
          );
      return {
        von,
        bis,
        treffer: hits.length,
        ...valuesIn(hits),
        tage: new Set(hits.map((one) => one.tag)).size,
        beispiele: hits
          .filter((one) => !zu.includes(one.patid))
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
