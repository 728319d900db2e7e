// Protocol of a quarter or of one patient for reading through and printing: errors, warnings, hints
// and forgotten positions by case, with their reason, compared days, paragraph and counterargument.

import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Proposal, Proposals } from '../../../shared/analytics/billing/proposals.schema.ts';
import { AGAIN_MS, whileReading } from '../../report-kit/use-report.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Filters } from '../../ui/lists/Filters.tsx';
import { Empty } from '../../ui/Page.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { useQueryParams, type QueryParams } from '../../ui/use-query-params.ts';
import { showInstant } from '../../ui/wording/moments.ts';
import { useToday } from '../../ui/wording/now.ts';
import { sumOf, useWorth } from '../../ui/wording/worth.ts';
import { BillingFrame } from './ProposalsFrame.tsx';
import { PrintButton } from './PrintButton.tsx';
import { Waiting } from './Progress.tsx';
import { getProposals, KEY } from './proposals-calls.ts';
import { useBillingTexts } from './proposals-texts.ts';
import { CASE_AREAS, caseAreaOf, casesOf, CLASSES, classOf, countsOf } from './protocol/cases.ts';
import { ProtocolTable } from './protocol/ProtocolTable.tsx';
import { quartersBack, quarterSpan } from './quarter/quarters.ts';
import { count, periodName, personName } from './words.ts';

const PAGE_SIZE = 500;
/** Pages that are read; more findings than that are no protocol to work through. */
const MOST_PAGES = 10;
const FILTERS = ['quartal', 'patid', 'klasse', 'bereich'] as const;

/** Reads all pages of findings; `weiter` of the result names the first one that was not read. */
async function readAll(query: Readonly<Record<string, string>>): Promise<Proposals> {
  let found = await getProposals(query);
  for (let page = 1; page < MOST_PAGES && found.weiter !== null; page += 1) {
    const next = await getProposals({ ...query, cursor: found.weiter });
    found = { ...next, items: [...found.items, ...next.items] };
  }
  return found;
}

export function ProtocolPage() {
  const t = useBillingTexts(),
    language = useLanguage(),
    today = useToday(),
    params = useQueryParams(FILTERS),
    { values } = params,
    choices = quartersBack(today, 8),
    quarter = choices.find((one) => one === values.quartal) ?? choices[0]!,
    patid = values.patid ?? '',
    span = patid === '' ? quarterSpan(quarter) : {};
  const page = useQuery({
    queryKey: [KEY, 'protokoll', patid === '' ? quarter : '', patid],
    queryFn: () =>
      readAll({
        ...span,
        patid,
        state: 'NEU,VORGEMERKT',
        art: 'PRUEFUNG,VERGESSEN',
        n: String(PAGE_SIZE),
      }),
    retry: whileReading,
    retryDelay: AGAIN_MS,
  });
  const all = page.data?.items ?? [],
    items = all.filter(
      (one) =>
        (values.klasse === undefined || classOf(one) === values.klasse) &&
        (values.bereich === undefined || caseAreaOf(one) === values.bereich),
    ),
    cases = casesOf(items);
  return (
    <BillingFrame
      refused={page.error}
      title={
        patid === ''
          ? t('protokoll.quartal', { quartal: periodName(quarter) })
          : all[0] === undefined
            ? t('protokoll.titel')
            : t('protokoll.patient', { wer: personName(all[0], t) })
      }
      actions={<PrintButton />}
    >
      <p className="ab-lead p-muted">{t('protokoll.wie')}</p>
      {page.isPending && !page.isError && <Waiting reason={page.failureReason} />}
      {page.isError && <ErrorNotice error={page.error} onRetry={() => void page.refetch()} />}
      {all.length > 0 && <Choices all={all} params={params} />}
      {page.data && (
        <p className="ab-line p-tabular">
          <Counts items={items} cases={cases.length} />
          {page.data.weiter !== null && (
            <span>{t('protokoll.mehr', { n: count(all.length, language) })}</span>
          )}
          {page.data.stand !== null && (
            <span className="p-muted">
              {t('stand', { am: showInstant(page.data.stand, language) })}
            </span>
          )}
        </p>
      )}
      {page.data && items.length === 0 && (
        <div className="p-card">
          <Empty>{t(all.length === 0 ? 'protokoll.leer' : 'leer.filter')}</Empty>
        </div>
      )}
      {cases.length > 0 && <ProtocolTable cases={cases} />}
    </BillingFrame>
  );
}

/** Chooses a class and an area, each with its number of findings. */
function Choices({
  all,
  params: { values, set },
}: {
  all: readonly Proposal[];
  params: QueryParams<(typeof FILTERS)[number]>;
}) {
  const t = useBillingTexts(),
    language = useLanguage(),
    counts = countsOf(all),
    areas = CASE_AREAS.flatMap((area) => {
      const n = all.filter((one) => caseAreaOf(one) === area).length;
      return n === 0
        ? []
        : [{ value: area, label: `${t(`fall.${area}`)} (${count(n, language)})` }];
    });
  return (
    <Filters className="ab-filter" aria-label={t('filter')}>
      <NativeSelect
        size="xs"
        aria-label={t('protokoll.art')}
        value={values.klasse ?? ''}
        onChange={(event) => set('klasse', event.currentTarget.value)}
        data={[
          { value: '', label: t('protokoll.alleArten') },
          ...CLASSES.map((name) => ({
            value: name,
            label: `${t(`protokoll.${name}`)} (${count(counts[name], language)})`,
          })),
        ]}
      />
      <NativeSelect
        size="xs"
        aria-label={t('spalte.bereich')}
        value={values.bereich ?? ''}
        onChange={(event) => set('bereich', event.currentTarget.value)}
        data={[{ value: '', label: t('protokoll.alleBereiche') }, ...areas]}
      />
    </Filters>
  );
}

function Counts({ items, cases }: { items: readonly Proposal[]; cases: number }) {
  const t = useBillingTexts(),
    worth = useWorth(),
    counts = countsOf(items);
  return (
    <strong>
      {t('protokoll.zahl', {
        ...counts,
        faelle: cases,
        summe: worth.sum(sumOf(items.filter((one) => classOf(one) === 'vergessen'))),
      })}
    </strong>
  );
}
