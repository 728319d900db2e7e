// Statistics of proposals: by state, month, rule and practitioner; the billable rest of a quarter;
// the outcome of each rule.

import { UNFILTERED } from '../../../shared/analytics/reports/report.ts';
import {
  FILING_AREAS,
  lastDayOfFiling,
  isOffered,
  isInStartSet,
  learned,
  isQuarterly,
  holdsProposal,
  type FilingArea,
} from '../../../shared/analytics/billing/billing.ts';
import type {
  BillingKpis,
  Quarter,
} from '../../../shared/analytics/billing/billing-kpis.schema.ts';
import type { RuleRow } from '../../../shared/analytics/billing/rules.schema.ts';
import type { Sum } from '../../../shared/analytics/billing/wire-values.schema.ts';
import { berlinDay } from '../../../shared/base/dates.ts';
import type { ProposalState } from '../../../shared/analytics/billing/proposal.ts';
import { buildSelection } from '../snapshot/selection.ts';
import { dayNumberOf } from '../snapshot/calendar.ts';
import { figureResult } from '../metrics/compute.ts';
import { forEachCase } from '../metrics/walks.ts';
import { medianOf } from '../snapshot/tables/sort-rows.ts';
import { rounded } from '../reports/report-kind.ts';
import type { ProposalView } from './lists.ts';
import { practitionerName, sumOfRows } from './wire.ts';
import { rowsOf } from './rows.ts';
import { learnedCountsOf } from './surroundings.ts';
import { kzvOf, stampsWithKzv } from './kzv.ts';
import { type Row } from './row.ts';

/** Placeholder where there is no amount. */
const NO_VALUE = { cents: null, geschaetzt: 0, ohneWert: 0 } as const;
const STATE_COLUMN: Readonly<Record<ProposalState, keyof StateCounts>> = {
  NEU: 'offen',
  VORGEMERKT: 'vorgemerkt',
  UMGESETZT: 'umgesetzt',
  ABGELEHNT: 'abgelehnt',
  VERFALLEN: 'verfallen',
};
interface StateCounts {
  offen: Sum;
  vorgemerkt: Sum;
  umgesetzt: Sum;
  abgelehnt: Sum;
  verfallen: Sum;
}
function stateCounts(rows: readonly Row[]): StateCounts {
  const by = (state: ProposalState): Sum => sumOfRows(rows.filter((z) => z.state === state));
  return Object.fromEntries(
    (Object.keys(STATE_COLUMN) as ProposalState[]).map((state) => [STATE_COLUMN[state], by(state)]),
  ) as unknown as StateCounts;
}
/** Accepted by a user, regardless of the outcome. */
const isAccepted = (z: Row): boolean =>
  z.state === 'VORGEMERKT' ||
  z.state === 'UMGESETZT' ||
  (z.state === 'VERFALLEN' && z.row !== undefined && z.row.state !== 'NEU');
function acceptance(rows: readonly Row[]): {
  wert: number | null;
  zaehler: number;
  nenner: number;
} {
  const numerator = rows.filter(isAccepted).length,
    denominator = numerator + rows.filter((z) => z.state === 'ABGELEHNT').length;
  return {
    wert: denominator === 0 ? null : rounded(numerator / denominator),
    zaehler: numerator,
    nenner: denominator,
  };
}
function groupsOf<K extends string>(rows: readonly Row[], keyOf: (z: Row) => K): Map<K, Row[]> {
  const groups = new Map<K, Row[]>();
  for (const z of rows) {
    const key = keyOf(z),
      list = groups.get(key);
    if (list) list.push(z);
    else groups.set(key, [z]);
  }
  return groups;
}
const withoutFilter = (from: string, to: string, practitioner: readonly string[] = []) => ({
  von: from,
  bis: to,
  vergleich: 'KEIN' as const,
  ...UNFILTERED,
  behandler: practitioner,
  basis: 'leistung' as const,
  gruppierung: 'MONAT' as const,
  kennzahl: 'umsatz' as const,
});

/** Summarises the proposals of forgotten positions on the days of a span. */
export async function kpis(
  { u, source, cid }: ProposalView,
  from: string,
  to: string,
  practitioner: string | undefined,
  withPractitioners: boolean,
): Promise<BillingKpis> {
  const { snapshot, asOf: state } = u.proposals.state,
    all = (await rowsOf(u, source, cid, from, to)).filter(
      (z) =>
        z.finding.art === 'VERGESSEN' &&
        (practitioner === undefined || z.finding.behandler === practitioner),
    ),
    total = sumOfRows(all),
    own = stateCounts(all);
  let cases = 0;
  forEachCase(
    buildSelection(
      snapshot,
      withoutFilter(from, to, practitioner === undefined ? [] : [practitioner]),
    ),
    () => {
      cases += 1;
    },
  );
  const decided = all.filter((z) => z.row !== undefined && z.row.state !== 'NEU'),
    days = decided
      .flatMap(({ row }) =>
        row!.offeredAt === null
          ? []
          : [
              Math.max(
                0,
                dayNumberOf(berlinDay(row!.firstAt)) - dayNumberOf(berlinDay(row!.offeredAt)),
              ),
            ],
      )
      .sort((a, b) => a - b);
  const monthOf = (z: Row): string =>
      (z.state === 'VERFALLEN' && z.expiredAt !== null
        ? berlinDay(z.expiredAt)
        : z.state === 'NEU' || z.row === undefined
          ? z.finding.tag
          : berlinDay(z.row.at)
      ).slice(0, 7),
    months = groupsOf(
      all.filter((z) => z.state !== 'VORGEMERKT'),
      monthOf,
    );
  const byValue = (a: Row[], b: Row[]): number => sumOfRows(b).cents - sumOfRows(a).cents;
  return {
    von: from,
    bis: to,
    stand: state,
    ...own,
    annahme: acceptance(all),
    realisiert: {
      wert: total.cents === 0 ? null : rounded(own.umgesetzt.cents / total.cents),
      zaehler: own.umgesetzt.cents,
      nenner: total.cents,
    },
    wertJe100Faelle: {
      wert: cases === 0 ? null : Math.round((total.cents / cases) * 100),
      zaehler: total.cents,
      nenner: cases,
    },
    tageBisEntscheid:
      days.length === 0
        ? null
        : { median: medianOf(days)!, von: days[0]!, bis: days.at(-1)!, anzahl: days.length },
    monate: [...months.entries()]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([month, list]) => {
        const { umgesetzt, abgelehnt, verfallen, offen: open } = stateCounts(list);
        return { monat: month, umgesetzt, abgelehnt, verfallen, offen: open };
      }),
    regeln: [...groupsOf(all, (z) => z.finding.regel).entries()]
      .sort(([, a], [, b]) => byValue(a, b))
      .map(([rule, list]) => ({
        regel: rule,
        titel: { ...(list[0]!.rule?.titel ?? { de: rule, en: rule }) },
        ...stateCounts(list),
        annahme: acceptance(list).wert,
      })),
    behandler: withPractitioners
      ? [...groupsOf(all, (z) => z.finding.behandler).entries()]
          .sort(([, a], [, b]) => byValue(a, b))
          .map(([id, list]) => ({
            id,
            name: practitionerName(snapshot, id),
            ...stateCounts(list),
            annahme: acceptance(list).wert,
          }))
      : null,
  };
}

/**
 * Summarises the open and noted proposals of a quarter, by the billing that includes them, with
 * further known facts.
 * @param kzv of one KZV only, including those whose KZV is unknown
 */
export async function quarter(
  { u, source, cid, today }: ProposalView,
  name: string,
  kzv = '',
): Promise<
  Pick<
    Quarter,
    'kzven' | 'quartal' | 'von' | 'bis' | 'heute' | 'tageUebrig' | 'stand' | 'privat' | 'punkte'
  > & {
    bereiche: (Omit<Quarter['bereiche'][number], 'abgegeben'> & {
      abgegeben: { id: string; von: string; am: number } | null;
    })[];
  }
> {
  const to = lastDayOfFiling(name),
    year = name.slice(0, 4),
    q = Number(name[6]),
    months = [q * 3 - 2, q * 3 - 1, q * 3].map((m) => `${year}-${String(m).padStart(2, '0')}`),
    from = `${months[0]!}-01`,
    kzven = [...new Set(stampsWithKzv(u.proposals).map((one) => one.kzv || one.ausNummer))]
      .filter((one) => one !== '')
      .sort(),
    all = (await rowsOf(u, source, cid, from, to)).filter(
      (z) => kzv === '' || ['', kzv].includes(kzvOf(u.proposals, z.finding.behandler)),
    ),
    open = all.filter((z) => z.state === 'NEU'),
    noted = all.filter((z) => z.state === 'VORGEMERKT'),
    forgotten = open.filter((z) => z.finding.art === 'VERGESSEN');
  const of = (list: readonly Row[], area: FilingArea, span: string): Sum =>
      sumOfRows(list.filter((z) => z.filing?.bereich === area && z.filing.zeitraum === span)),
    gone = (area: FilingArea, span: string) =>
      u.filings.find(
        (one) =>
          holdsProposal(one, area, span) && (one.kzv === '' || one.kzv === kzv || kzven.length < 2),
      );
  const areas = FILING_AREAS.flatMap((area) =>
    (isQuarterly(area) ? [name] : months).map((span) => {
      const done = gone(area, span);
      return {
        bereich: area,
        zeitraum: span,
        ende: lastDayOfFiling(span),
        offen: of(forgotten, area, span),
        vorgemerkt: of(noted, area, span),
        abgegeben: done ? { id: done.id, von: done.by, am: done.at } : null,
      };
    }),
  );
  const gap = figureResult(
      'dokumentationsluecke',
      buildSelection(u.proposals.state.snapshot, withoutFilter(from, to)),
    ),
    isPrivate = (list: readonly Row[]): Sum =>
      sumOfRows(list.filter((z) => z.finding.art === 'VERGESSEN' && z.filing === null));
  const days = `zeit=frei&von=${from}&bis=${to}`;
  return {
    kzven,
    quartal: name,
    von: from,
    bis: to,
    heute: today,
    tageUebrig: Math.max(0, dayNumberOf(to) - dayNumberOf(today)),
    stand: u.proposals.state.asOf,
    bereiche: areas,
    privat: { offen: isPrivate(open), vorgemerkt: isPrivate(noted) },
    punkte: [
      { was: 'karte', ...NO_VALUE, anzahl: null, pfad: '' },
      {
        was: 'unabgerechnet',
        ...NO_VALUE,
        anzahl: u.proposals.state.asOf === null ? null : gap.numerator,
        pfad: `/berichte/terminqualitaet/verlauf?${days}&zeilen=dokumentationsluecke.zaehler`,
      },
      { was: 'vorschlaege', ...sumOfRows(forgotten), pfad: `/abrechnung?${days}` },
      {
        was: 'nachtragen',
        ...sumOfRows(noted.filter((z) => z.finding.art === 'VERGESSEN')),
        pfad: `/abrechnung/nachtragen?${days}`,
      },
      {
        was: 'pruefungen',
        ...sumOfRows(open.filter((z) => z.finding.art === 'PRUEFUNG')),
        pfad: `/abrechnung/hinweise?${days}`,
      },
    ],
  };
}

/** Lists every rule with the outcome of its proposals; `gesagt.von` is a user id. */
export async function ruleRows({ u, source, cid }: ProposalView): Promise<RuleRow[]> {
  const { ruleSet } = u.proposals,
    all = groupsOf(
      await rowsOf(u, source, cid, '0000-01-01', '9999-12-31'),
      (z) => z.finding.regel,
    );
  return [...ruleSet.all.values()].map((rule) => {
    const { accepted, rejected } = learnedCountsOf(u, rule.id),
      own = all.get(rule.id) ?? [],
      said = ruleSet.switches.get(rule.id),
      isOwn = ruleSet.own.has(rule.id);
    return {
      regel: {
        id: rule.id,
        version: rule.version,
        gruppe: rule.gruppe,
        art: rule.art,
        kasse: rule.kasse,
        alterVonM: rule.alterVonM,
        alterBisM: rule.alterBisM,
        gueltigVon: rule.gueltigVon,
        gueltigBis: rule.gueltigBis,
        heuteAlle: rule.heuteAlle,
        zusatz: rule.zusatz,
        menge: rule.menge,
        faktor: rule.faktor,
        konfidenz: rule.konfidenz,
        quelle: rule.quelle,
        mark: rule.mark,
        titel: { ...rule.titel },
        grund: { ...rule.grund },
        noetig: { ...rule.noetig },
        dagegen: { ...rule.dagegen },
        heuteEines: [...rule.heuteEines],
        heuteKeines: [...rule.heuteKeines],
        historieKeine: [...rule.historieKeine],
        historieNoetig: [...rule.historieNoetig],
        position: rule.position && { ...rule.position },
        ...(rule.anZaehnen && { anZaehnen: { ...rule.anZaehnen } }),
      },
      istEigen: isOwn,
      istAn: ruleSet.enabled.has(rule.id),
      istStart: isOwn || isInStartSet(rule),
      gesagt: said ? { von: said.by, am: said.at } : null,
      gelernt: learned(rule.konfidenz, accepted, rejected),
      angenommen: accepted,
      abgelehnt: rejected,
      umgesetzt: sumOfRows(own.filter((z) => z.state === 'UMGESETZT')),
      offen: sumOfRows(own.filter((z) => z.state === 'NEU')),
      istAnzubieten: ruleSet.enabled.has(rule.id) && isOffered(accepted, rejected),
    };
  });
}
