// The list of plans that need action: the nearest deadline first, with the figures of the open plans.

import { berlinDay } from '../../../shared/base/dates.ts';
import {
  hkpDeadline,
  hkpEnd,
  hkpReasons,
  HKP_REASONS,
  type HkpFacts,
  type HkpReason,
} from '../../../shared/analytics/reports/worklist.ts';
import type {
  hkpQuerySchema,
  ListReport,
} from '../../../shared/analytics/reports/worklist.schema.ts';
import type { CellValue } from '../../../shared/analytics/reports/report.ts';
import type { z } from 'zod';
import type { Look } from '../../platform/work.ts';
import { euro, frame, kpi } from './frame.ts';
import type { HkpLinks } from './links.ts';
import {
  loadAttachments,
  searchable,
  hasReason,
  CLOSING_COLUMNS,
  countDue,
  cellsOf,
} from './lines.ts';
import { namesOf, peopleOf, plans, type PlanRow } from './store-plans.ts';

export const factsOf = (plan: PlanRow, hatTermin: boolean): HkpFacts => ({
  status: plan.status ?? 'ENTWURF',
  art: plan.art,
  erstelltAm: plan.erstelltAm ?? '',
  besprochenAm: plan.besprochenAm,
  gesendetAm: plan.gesendetAm,
  genehmigtAm: plan.genehmigtAm,
  eingegliedertAm: plan.eingegliedertAm,
  gueltigBis: plan.gueltigBis,
  hatTermin,
});

/** Returns the lines and the amounts by reason. */
const seriesOf = <Line>(
  due: (reason: HkpReason) => Line[],
  sum: (lines: Line[]) => number,
): ListReport['serien'] => [
  {
    name: 'gruende',
    punkte: HKP_REASONS.map((reason) => ({ x: reason, y: due(reason).length })),
  },
  { name: 'wert', punkte: HKP_REASONS.map((reason) => ({ x: reason, y: sum(due(reason)) })) },
];

/** Returns plans that need action. @throws AppError `reports_loading` */
export async function listHkp(
  look: Look,
  links: HkpLinks,
  query: z.output<typeof hkpQuerySchema>,
): Promise<{ practiceReport: ListReport; patids: string[] }> {
  const today = berlinDay(look.now),
    rows = await plans(look, query.alle === 'ja' && query.status.length > 0);
  const appointments = await links.hkpTermine(look),
    people = await peopleOf(
      look,
      rows.map((row) => row.patid ?? ''),
    ),
    names = await namesOf(look, 'behandler'),
    put = await loadAttachments(look, 'hkp');
  const all = rows.map((plan) => {
    const patid = plan.patid ?? '',
      facts = factsOf(plan, appointments.has(plan.id)),
      due = hkpReasons(facts, today);
    return {
      ...put(plan.id),
      plan,
      patid,
      person: people.get(patid),
      facts,
      faellig: due[0] ?? null,
      frist: hkpDeadline(facts, due),
      gruende: due.map(({ grund: reason }) => reason),
      wert: plan.gesamt ?? 0,
    };
  });
  const { found, shown } = searchable(
    all,
    query,
    today,
    ({ plan, facts }) =>
      (query.status.length === 0 || query.status.includes(facts.status)) &&
      (query.art.length === 0 || (plan.art !== null && query.art.includes(plan.art))) &&
      (query.behandler === undefined || plan.behandler === query.behandler),
  );
  const counted = countDue(all, today),
    due = (reason: HkpReason): typeof all => all.filter((line) => hasReason(line, [reason])),
    sum = (lines: typeof all): number =>
      euro(lines.reduce((total, line) => total + line.wert, 0)) ?? 0;
  const practiceReport = await frame(
    look,
    { ...query },
    {
      kpis: [
        kpi('hkpOffen', all.length),
        kpi('hkpOffenWert', sum(all)),
        kpi('hkpFaellig', counted.due),
        kpi('ruhend', counted.resting),
        kpi('hkpLaeuftAb', due('laeuft_ab').length),
        kpi('hkpLaeuftAbWert', sum(due('laeuft_ab'))),
        kpi('hkpOhneTermin', due('ohne_termin').length),
        kpi('hkpOhneTerminWert', sum(due('ohne_termin'))),
        kpi('hkpAbgelaufen', due('abgelaufen').length),
        kpi('hkpAbgelaufenWert', sum(due('abgelaufen'))),
        kpi('treffer', found.length),
      ],
      spalten: [
        { key: 'name', titel: 'Patient', typ: 'text' },
        { key: 'grund', titel: 'Was ansteht', typ: 'wort' },
        { key: 'tag', titel: 'Seit', typ: 'tag' },
        { key: 'art', titel: 'Plan', typ: 'wort' },
        { key: 'status', titel: 'Stand', typ: 'wort' },
        { key: 'gesamt', titel: 'Summe', typ: 'eur' },
        { key: 'eigenanteil', titel: 'Eigenanteil', typ: 'eur' },
        { key: 'gueltigBis', titel: 'Gilt bis', typ: 'tag' },
        { key: 'behandler', titel: 'Behandler', typ: 'text' },
        ...CLOSING_COLUMNS,
      ],
      zeilen: shown.map((line): Record<string, CellValue> => {
        const { plan, facts, faellig: dueDay } = line;
        return {
          ...cellsOf(line, today),
          hkpid: plan.id,
          behandler: plan.behandler === null ? null : (names.get(plan.behandler) ?? plan.behandler),
          art: plan.art,
          bezeichnung: plan.bezeichnung,
          status: facts.status,
          grund: dueDay?.grund ?? null,
          auch: line.gruende.slice(1).join('|'),
          tag: dueDay?.tag ?? null,
          gesamt: euro(plan.gesamt),
          festzuschuss: euro(plan.festzuschuss),
          eigenanteil: euro(plan.eigenanteil),
          gueltigBis: hkpEnd(facts),
          termin: facts.hatTermin,
        };
      }),
      serien: seriesOf(due, sum),
    },
  );
  return { practiceReport, patids: shown.flatMap((line) => (line.patid === '' ? [] : line.patid)) };
}
