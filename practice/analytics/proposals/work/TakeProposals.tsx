// Exports the proposals as filtered: all of them, not only those loaded.

import type { Column } from '../../../../shared/analytics/reports/report.ts';
import type { Proposal, Proposals } from '../../../../shared/analytics/billing/proposals.schema.ts';
import { breathe, type Taking } from '../../../report-kit/fetch-whole.ts';
import { TakeMenu } from '../../../report-kit/TakeMenu.tsx';
import { useLanguage } from '../../../ui/texts.ts';
import { useToday } from '../../../ui/wording/now.ts';
import { getProposals } from '../proposals-calls.ts';
import { useBillingTexts, type BillingKey } from '../proposals-texts.ts';
import { percent, personName, position, ruleName, say } from '../words.ts';
import type { ProposalListState } from './use-proposal-list.ts';

/** Rows of one request. */
const PAGE = '500';
const COLUMNS = [
  ['tag', 'spalte.tag', 'tag'],
  ['name', 'spalte.person', 'text'],
  ['geburtsdatum', 'spalte.geburtsdatum', 'tag'],
  ['telefon', 'spalte.telefon', 'text'],
  ['regel', 'spalte.regel', 'text'],
  ['titel', 'spalte.was', 'text'],
  ['position', 'spalte.position', 'text'],
  ['zahn', 'spalte.zahn', 'text'],
  ['wert', 'spalte.wert', 'eur'],
  ['sicher', 'spalte.sicher', 'text'],
  ['behandler', 'spalte.behandler', 'text'],
  ['labels', 'labels', 'text'],
] as const satisfies readonly (readonly [string, BillingKey, Column['typ']])[];

/** Reads all pages of a list. @throws Cancelled */
async function readAll(
  query: ProposalListState['query'],
  { signal, onRows }: Taking,
): Promise<Proposal[]> {
  const rows: Proposal[] = [];
  let page: Proposals | undefined;
  do {
    page = await getProposals({ ...query, n: PAGE, cursor: page?.weiter ?? '' });
    rows.push(...page.items);
    onRows(rows.length, Math.max(rows.length, page.gefunden.anzahl));
    await breathe(signal);
  } while (page.weiter !== null);
  return rows;
}

export function TakeProposals({
  title,
  proposals: { query, ownLabels },
}: {
  title: string;
  proposals: ProposalListState;
}) {
  const t = useBillingTexts(),
    language = useLanguage(),
    today = useToday();
  const rowOf = (one: Proposal) => ({
    tag: one.tag,
    name: personName(one, t),
    geburtsdatum: one.geburtsdatum,
    telefon: one.telefon,
    regel: ruleName(one.regel, t),
    titel: say(one.titel, language),
    position: one.nr === '' ? '' : position(one.system, one.nr),
    zahn: one.zahn,
    wert: one.cents / 100,
    sicher: percent(one.konfidenz, language),
    behandler: one.behandlerName,
    labels: ownLabels
      .filter(({ id }) => one.labels.includes(id))
      .map(({ name }) => name)
      .join(', '),
  });
  return (
    <TakeMenu
      title={title}
      fileName={(ending) => `${title}_${today}.${ending}`}
      table={async (taking) => ({
        spalten: COLUMNS.map(([key, word, typ]) => ({ key, titel: t(word), typ })),
        zeilen: (await readAll(query, taking)).map(rowOf),
      })}
    />
  );
}
