// The day of a proposal: its appointments and services, the note with the matched words marked, and
// the 24 months before.

import { Table } from '@mantine/core';
import { dayText } from '../../../../shared/base/dates.ts';
import type {
  DaySheetData,
  Proposal,
} from '../../../../shared/analytics/billing/proposals.schema.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { showInstant } from '../../../ui/wording/moments.ts';
import { Loading } from '../../../ui/Page.tsx';
import { useLanguage } from '../../../ui/texts.ts';
import { money } from '../../../ui/wording/worth.ts';
import { useBillingTexts } from '../proposals-texts.ts';
import { MarkedText } from '../rules/MarkedText.tsx';
import { noteWords, position, ruleName } from '../words.ts';

interface Props {
  one: Proposal;
  day: DaySheetData | undefined;
  isPending: boolean;
  error: unknown;
  retry: () => void;
}
export function DaySheet({ one, day, isPending, error, retry }: Props) {
  if (isPending) return <Loading />;
  if (!day) return <ErrorNotice error={error} onRetry={retry} />;
  return (
    <>
      <Services one={one} day={day} />
      <DayNotes one={one} day={day} />
      <History one={one} day={day} />
      {day.entscheidungen.length > 0 && <PastDecisions day={day} />}
    </>
  );
}

interface PartProps {
  one: Proposal;
  day: DaySheetData;
}
/** Whether a row is one that the rule looked at: of the day, or within the rule's window. */
const isNamed = (one: Proposal, nr: string, tag: string): boolean =>
  one.belege.some((evidence) => evidence.nr === nr && (evidence.tag ?? one.tag) === tag);
const factorText = (given: number | null, language: string): string =>
  given === null
    ? ''
    : (given / 100).toLocaleString(language === 'de' ? 'de-DE' : 'en-GB', {
        minimumFractionDigits: 1,
        maximumFractionDigits: 2,
      });

/** Appointments and services of the day. */
function Services({ one, day }: PartProps) {
  const t = useBillingTexts(),
    language = useLanguage();
  return (
    <section aria-labelledby="ab-day">
      <h3 id="ab-day" className="ab-h3">
        {t('tag')}
      </h3>
      {day.termine.length > 0 && (
        <p className="p-muted p-tabular ab-termine">
          {day.termine
            .map(({ zeit, dauer, art, behandler }) =>
              [t('uhr', { zeit }), t('minuten', { n: dauer }), art, behandler]
                .filter((part) => part !== '')
                .join(' · '),
            )
            .join('; ')}
        </p>
      )}
      {day.leistungen.length === 0 ? (
        <p className="p-muted">{t('tag.nichts')}</p>
      ) : (
        <Table aria-label={t('tag')} className="ab-services">
          <Table.Tbody>
            {day.leistungen.map((row, at) => (
              <Table.Tr key={at} data-named={isNamed(one, row.nr, one.tag)}>
                <Table.Td className="p-tabular ab-code">{position(row.system, row.nr)}</Table.Td>
                <Table.Td lang="de">{row.bezeichnung}</Table.Td>
                <Table.Td className="p-tabular">
                  {[row.zahn, row.flaechen].filter((part) => part !== '').join(' ')}
                </Table.Td>
                <Table.Td className="ab-num p-tabular">
                  {row.menge === 1 ? '' : `${row.menge} ×`}
                  {row.faktor === null ? '' : ` ${factorText(row.faktor, language)}`}
                </Table.Td>
                <Table.Td className="ab-num p-tabular">{money(row.cents, language)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </section>
  );
}

/** The notes of the day, with the words that matched. */
function DayNotes({ one, day }: PartProps) {
  const t = useBillingTexts();
  return (
    <section aria-labelledby="ab-note">
      <h3 id="ab-note" className="ab-h3">
        {t('notiz')}
      </h3>
      {day.notizen.length === 0 ? (
        <p className="p-muted">{t('notiz.keine')}</p>
      ) : (
        day.notizen.map(({ text, behandler }, at) => (
          <div key={at}>
            <MarkedText text={text} words={noteWords(one)} />
            {behandler !== '' && <p className="p-small p-muted">{behandler}</p>}
          </div>
        ))
      )}
    </section>
  );
}

/** Services of the 24 months before. */
function History({ one, day }: PartProps) {
  const t = useBillingTexts(),
    language = useLanguage();
  return (
    <details className="ab-history">
      <summary>{t('verlauf', { n: day.verlauf.length })}</summary>
      {day.verlauf.length === 0 ? (
        <p className="p-muted">{t('verlauf.nichts')}</p>
      ) : (
        <ol>
          {day.verlauf.map(({ tag, leistungen }) => (
            <li key={tag}>
              <span className="p-tabular p-muted">{dayText(tag, language)}</span>{' '}
              <span className="p-tabular">
                {leistungen.map((row, at) => (
                  <span key={at} className="ab-code" data-named={isNamed(one, row.nr, tag)}>
                    {position(row.system, row.nr)}
                    {row.zahn === '' ? '' : ` (${row.zahn})`}
                    {row.menge === 1 ? '' : ` × ${row.menge}`}
                  </span>
                ))}
              </span>
            </li>
          ))}
        </ol>
      )}
    </details>
  );
}

/** Earlier decisions for the day. */
function PastDecisions({ day }: { day: DaySheetData }) {
  const t = useBillingTexts(),
    language = useLanguage();
  return (
    <details className="ab-history">
      <summary>{t('entschieden', { n: day.entscheidungen.length })}</summary>
      <ul>
        {day.entscheidungen.map((made, at) => (
          <li key={at}>
            <span className="p-tabular">
              {[ruleName(made.regel, t), made.zahn === '' ? '' : t('zahn', { zahn: made.zahn })]
                .filter((part) => part !== '')
                .join(', ')}
            </span>
            : {t(`state.${made.nach}`)}
            {made.grund === null ? '' : `, ${t(`grund.${made.grund}`)}`}
            {made.comment === '' ? '' : `: ${made.comment}`}{' '}
            <span className="p-muted p-tabular">
              {[made.von, showInstant(made.am, language)].filter((part) => part !== '').join(', ')}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
