// Rows of a part of the day: short ones, a line for each person with what speaks for them, or all
// columns as a table.

import { Anchor, Table } from '@mantine/core';
import { Link } from 'react-router';
import type { Column, PracticeReport } from '../../../shared/analytics/reports/report.ts';
import { isNumeric, NOTHING } from '../../../shared/analytics/reports/report-format.ts';
import { useReportWords } from '../../report-kit/use-report-words.ts';
import { PhoneLink } from '../../ui/lists/PhoneLink.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { numberInPath } from '../../../shared/desk/patient-number.ts';

type Row = PracticeReport['zeilen'][number];
/** Columns before the name: when. */
const WHEN = ['tag', 'zeit', 'von'];
/** Left out of a short line; the table has them. */
const DETAIL = ['bis', 'dauer', 'status', 'zimmer', 'behandler'];

const PHONE = 'telefon';
/** The number of a person who may be called; a row without a person has none. */
function Phone({ row }: { row: Row }) {
  const { patid, telefon } = row;
  return typeof patid === 'string' ? (
    <PhoneLink number={typeof telefon === 'string' ? telefon : null} />
  ) : null;
}

function useCells() {
  const words = useReportWords(),
    language = useLanguage();
  return {
    words,
    text: (row: Row, one: Column): string =>
      one.key === 'titel' && language !== 'de' && typeof row.titelEn === 'string'
        ? row.titelEn
        : words.cell(row[one.key], one),
  };
}

/** A name, linked to the patient's page. */
function Name({ row, name }: { row: Row; name: string }) {
  const { patid } = row;
  return typeof patid === 'string' && name !== NOTHING ? (
    <Anchor component={Link} to={`/patient/${numberInPath(patid)}`}>
      {name}
    </Anchor>
  ) : (
    name
  );
}

export function DayRows({
  report: { spalten, zeilen },
  most,
  label,
  without = [],
}: {
  report: PracticeReport;
  most: number;
  label: string;
  /** Further columns that only the table has. */
  without?: readonly string[];
}) {
  const { words, text } = useCells(),
    name = spalten.find(({ key }) => key === 'name'),
    when = spalten.filter(({ key }) => WHEN.includes(key)),
    phone = spalten.find(({ key }) => key === PHONE),
    rest = spalten.filter(
      (one) =>
        one !== name &&
        one !== phone &&
        one.typ !== 'patient' &&
        ![...WHEN, ...DETAIL, ...without].includes(one.key),
    ),
    sums = rest.filter(({ typ }) => typ === 'eur');
  const said = (row: Row, one: Column): string =>
    one.typ === 'janein' ? '' : text(row, one) === NOTHING ? '' : text(row, one);
  return (
    <ul className="h-rows" aria-label={label}>
      {zeilen.slice(0, most).map((row, at) => (
        <li key={at}>
          <span className="h-when p-tabular">
            {when
              .map((one) => said(row, one))
              .filter((word) => word !== '')
              .join(' ')}
          </span>
          <span className="h-who">{name && <Name row={row} name={text(row, name)} />}</span>
          {phone && <Phone row={row} />}
          <span className="h-what">
            {rest
              .filter((one) => !sums.includes(one))
              .map((one) => said(row, one))
              .filter((word) => word !== '')
              .join(' · ')}
          </span>
          {sums
            .filter((one) => said(row, one) !== '')
            .map((one) => (
              <span key={one.key} className="h-sum p-tabular">
                {said(row, one)}
              </span>
            ))}
          {rest
            .filter((one) => one.typ === 'janein' && row[one.key] === true)
            .map((one) => (
              <span key={one.key} className="h-mark">
                {words.column(one)}
              </span>
            ))}
        </li>
      ))}
    </ul>
  );
}

/** A person is one column: the name, linked to their page. */
export function DayTable({ report: { spalten, zeilen } }: { report: PracticeReport }) {
  const { words, text } = useCells(),
    hasName = spalten.some(({ key }) => key === 'name'),
    shown = spalten.filter(({ typ }) => typ !== 'patient' || !hasName);
  const cell = (row: Row, one: Column) => {
    const said = text(row, one);
    if (one.key === 'name') return <Name row={row} name={said} />;
    if (one.key === PHONE) return <Phone row={row} />;
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
          {zeilen.map((row, at) => (
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
