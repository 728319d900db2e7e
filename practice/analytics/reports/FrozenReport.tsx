// A report for the tax adviser as frozen: its table, its checksum, its files, and what current data
// say otherwise.

import { useQuery } from '@tanstack/react-query';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { TaxReport } from '../../../shared/analytics/reports/saved-reports.schema.ts';
import {
  formatDay,
  formatPeriod,
  NOTHING,
} from '../../../shared/analytics/reports/report-format.ts';
import { ReportTable } from '../../report-kit/ReportTable.tsx';
import { TakeMenu } from '../../report-kit/TakeMenu.tsx';
import { useReportWords } from '../../report-kit/use-report-words.ts';
import { AGAIN_MS, whileReading } from '../../report-kit/use-report.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { StateWord } from '../../ui/StateWord.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { useReportsTexts } from './reports-texts.ts';
import { getFrozenPdf, getOneFrozen } from './saved-calls.ts';

const SUMS = [
  'privat',
  'kzv',
  'factoring',
  'gesamt',
  'honorar',
  'material',
  'labor',
  'ohneLeistung',
];

/** A frozen report, with its checksum and later differences. */
export function Frozen({ id }: { id: string }) {
  const t = useReportsTexts(),
    one = useQuery({
      queryKey: ['steuerbuero', id],
      queryFn: () => getOneFrozen(id),
      retry: whileReading,
      retryDelay: AGAIN_MS,
    });
  if (one.isError) return <ErrorNotice error={one.error} onRetry={() => void one.refetch()} />;
  return one.data ? (
    <Shown frozen={one.data} />
  ) : (
    <div className="a-skeleton be-skeleton-body" role="status" aria-label={t('loading')} />
  );
}

function Shown({ frozen }: { frozen: TaxReport }) {
  const t = useReportsTexts(),
    language = useLanguage(),
    { spalten, zeilen } = frozen;
  return (
    <section
      className="p-card be-tax"
      aria-label={t('tax.one', {
        from: formatDay(frozen.von, language),
        to: formatDay(frozen.bis, language),
      })}
    >
      <div className="be-tax-head">
        <h2>
          {formatDay(frozen.von, language)} – {formatDay(frozen.bis, language)}
        </h2>
        <Exports frozen={frozen} />
      </div>
      <p className="p-small p-muted be-sum">
        {t('tax.sum')} <code>{frozen.sha256}</code>
      </p>
      {frozen.istUnversehrt ? (
        <StateWord tone="ok" icon={IconCircleCheck}>
          {t('tax.whole')}
        </StateWord>
      ) : (
        <StateWord tone="bad" icon={IconAlertTriangle}>
          {t('tax.broken')}
        </StateWord>
      )}
      <ReportTable columns={spalten} rows={zeilen} label={t('tax.title')} sums={SUMS} />
      <Since frozen={frozen} />
    </section>
  );
}

/** The frozen table as CSV, Excel or PDF. */
function Exports({ frozen }: { frozen: TaxReport }) {
  const t = useReportsTexts(),
    { spalten, zeilen } = frozen;
  return (
    <div className="p-noprint">
      <TakeMenu
        title={t('tax.title')}
        fileName={(ending) => `Steuerbuero_${frozen.von}_${frozen.bis}.${ending}`}
        table={() => ({ spalten, zeilen })}
        pdf={() => getFrozenPdf(frozen.id)}
      />
    </div>
  );
}

/** Differences to the current data. */
function Since({ frozen: { spalten, seither } }: { frozen: TaxReport }) {
  const t = useReportsTexts(),
    language = useLanguage(),
    words = useReportWords();
  const columnOf = (key: string): string => {
    const found = spalten.find((column) => column.key === key);
    return found ? words.column(found) : key;
  };
  const euro = (value: number | null): string =>
    value === null ? NOTHING : words.number(value, 'eur');
  return (
    <>
      <h3>{t('tax.since')}</h3>
      {seither.length === 0 ? (
        <Notice tone="ok">{t('tax.same')}</Notice>
      ) : (
        <>
          <Notice tone="warn">{t('tax.changed', { count: seither.length })}</Notice>
          <ul className="be-since">
            {seither.map(({ periode, spalte, damals, heute }) => (
              <li key={`${periode} ${spalte}`}>
                <span>
                  {formatPeriod(periode, language)} · {columnOf(spalte)}
                </span>
                <span className="p-tabular">
                  {t('tax.diff', { before: euro(damals), now: euro(heute) })}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
