// The parts of the day: appointments, gaps, plans, recalls, new patients, failures, unbilled
// services, present patients; each a short table.

import { Anchor, Button, Table } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { PracticeReport, Column } from '../../../shared/analytics/reports/report.ts';
import { isNumeric, NOTHING } from '../../../shared/analytics/reports/report-format.ts';
import { isLoadingData, useReport } from '../../report-kit/use-report.ts';
import { queryOf, readFilter } from '../../report-kit/use-report-filter.ts';
import { useReportWords } from '../../report-kit/use-report-words.ts';
import { useSession } from '../../session.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { useTodayTexts } from './today-texts.ts';

/** In the order of a morning meeting; `wide` ones take the full width. */
const PARTS = [
  { part: 'termine', path: 'heute', isWide: true },
  { part: 'luecken', path: 'heute/luecken', isWide: true },
  { part: 'hkp', path: 'heute/hkp', isWide: false },
  { part: 'recall', path: 'heute/recall', isWide: false },
  { part: 'neupatienten', path: 'heute/neupatienten', isWide: false },
  { part: 'ausfaelle', path: 'heute/ausfaelle', isWide: false },
  { part: 'unabgerechnet', path: 'heute/unabgerechnet', isWide: false },
  { part: 'vorschlaege', path: 'heute/vorschlaege', isWide: true },
  { part: 'team', path: 'heute/team', isWide: false },
] as const;
/** Rows before all are requested. */
const FEW = 8;

export function TodayParts({ day }: { day: string }) {
  const { user } = useSession();
  // Billing is not shown at reception.
  return (
    <div className="h-parts">
      {PARTS.filter(({ part }) => part !== 'vorschlaege' || user?.role !== 'reception').map(
        ({ part, path, isWide }) => (
          <Part key={part} part={part} path={path} isWide={isWide} day={day} />
        ),
      )}
    </div>
  );
}

function Part({
  part,
  path,
  isWide,
  day,
}: {
  part: (typeof PARTS)[number]['part'];
  path: string;
  isWide: boolean;
  day: string;
}) {
  const t = useTodayTexts(),
    { filter } = readFilter(
      { von: day, bis: day, vergleich: 'KEIN', gruppierung: 'TAG' },
      day,
      'heute',
    ),
    report = useReport(path, { filter, query: queryOf(filter) }),
    [isAll, setAll] = useState(false);
  const rows = report.data?.zeilen ?? [];
  return (
    <section className="p-card h-part" data-wide={isWide}>
      <h2>
        {t(`part.${part}`)}
        {rows.length > 0 && <span className="h-count">{rows.length}</span>}
      </h2>
      {report.isPending && (
        <div
          className="h-wait h-part-wait"
          role="status"
          aria-label={t(isLoadingData(report.failureReason) ? 'reading' : 'loading')}
        />
      )}
      {report.isError && <ErrorNotice error={report.error} onRetry={() => void report.refetch()} />}
      {report.data &&
        (rows.length === 0 ? (
          <p className="p-muted h-none">{t(`none.${part}`)}</p>
        ) : (
          <Rows report={report.data} most={isAll ? rows.length : FEW} />
        ))}
      {rows.length > FEW && !isAll && (
        <Button variant="subtle" size="xs" onClick={() => setAll(true)}>
          {t('more', { n: rows.length - FEW })}
        </Button>
      )}
      {part === 'vorschlaege' && (
        <p className="h-none">
          <Anchor component={Link} to="/abrechnung">
            {t('proposals.all')}
          </Anchor>
        </p>
      )}
    </section>
  );
}

/** A person is one column: the name, linked to their papers. */
function Rows({ report: { spalten, zeilen }, most }: { report: PracticeReport; most: number }) {
  const words = useReportWords(),
    language = useLanguage(),
    hasName = spalten.some(({ key }) => key === 'name'),
    shown = spalten.filter(({ typ }) => typ !== 'patient' || !hasName);
  const cell = (row: PracticeReport['zeilen'][number], one: Column) => {
    const said =
        one.key === 'titel' && language !== 'de' && typeof row.titelEn === 'string'
          ? row.titelEn
          : words.cell(row[one.key], one),
      { patid } = row;
    if (one.key === 'name' && typeof patid === 'string' && said !== NOTHING)
      return (
        <Anchor component={Link} to={`/dokumente?patid=${encodeURIComponent(patid)}`}>
          {said}
        </Anchor>
      );
    // A row of "no" is hard to read; only positive values are shown.
    return one.typ === 'janein' ? row[one.key] === true ? <strong>{said}</strong> : '' : said;
  };
  return (
    <div className="h-scroll">
      <Table>
        <Table.Thead>
          <Table.Tr>
            {shown.map((one) => (
              <Table.Th key={one.key} ta={isNumeric(one.typ) ? 'end' : 'start'}>
                {words.column(one)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {zeilen.slice(0, most).map((row, at) => (
            <Table.Tr key={at}>
              {shown.map((one) => (
                <Table.Td
                  key={one.key}
                  ta={isNumeric(one.typ) ? 'end' : 'start'}
                  className="p-tabular"
                >
                  {cell(row, one)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
