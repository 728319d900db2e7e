// Revenue by practitioner: a short table for the owner; the report has all rows.

import { Table } from '@mantine/core';
import { Link } from 'react-router';
import type { PracticeReport } from '../../../shared/analytics/reports/report.ts';
import { Delta } from '../../report-kit/Kpis.tsx';
import { useReportWords } from '../../report-kit/use-report-words.ts';
import { cellWay } from './ways.ts';
import { useOverviewTexts } from './overview-texts.ts';

/** Rows shown here. */
const MOST = 8;
/** Columns whose numbers open their rows. */
const OPENED = ['umsatz', 'stunden', 'proStunde'];
const COLUMNS = ['behandler', 'umsatz', 'stunden', 'proStunde', 'delta'];

/** @param address the page's filter, for the link to the report with all rows */
export function Practitioners({
  report: { spalten, zeilen },
  address,
}: {
  report: PracticeReport;
  address: string;
}) {
  const t = useOverviewTexts(),
    words = useReportWords(),
    shown = COLUMNS.flatMap((key) => spalten.find((one) => one.key === key) ?? []);
  const rows = [...zeilen]
    .sort((a, b) => Number(b.umsatz ?? 0) - Number(a.umsatz ?? 0))
    .slice(0, MOST);
  return (
    <section className="p-card u-card u-people">
      <h2>
        <Link to={`/berichte/umsatz/behandler?${address}`}>{t('people')}</Link>
      </h2>
      <Table>
        <Table.Thead>
          <Table.Tr>
            {shown.map((one, at) => (
              <Table.Th key={one.key} ta={at === 0 ? 'start' : 'end'}>
                {words.column(one)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, at) => (
            <Table.Tr key={typeof row.id === 'string' ? row.id : at}>
              {shown.map((one, place) => (
                <Table.Td key={one.key} ta={place === 0 ? 'start' : 'end'} className="p-tabular">
                  {one.key === 'delta' && typeof row.delta === 'number' ? (
                    <Delta kpi={{ delta: row.delta }} isUpGood />
                  ) : typeof row.id === 'string' && OPENED.includes(one.key) && row[one.key] ? (
                    <Link className="a-open" to={cellWay(address, one.key, row.id)}>
                      {words.cell(row[one.key], one)}
                    </Link>
                  ) : (
                    words.cell(row[one.key], one)
                  )}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
