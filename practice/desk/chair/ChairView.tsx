// Three zones, read from 1.2 m: the person, critical answers, changes since last time.

import { IconAlertOctagonFilled, IconCircleDashed, IconHelpHexagon } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { ChairCard } from '../../../shared/forms/answers/answers.schema.ts';
import { byQuestion } from '../../../shared/forms/answers/chair-card.ts';
import { CRITICAL_WORDS, type CriticalKind } from '../../../shared/forms/answers/critical.ts';
import { ageOn, berlinDay, berlinTime, dayText } from '../../../shared/base/dates.ts';
import { languageName } from '../../../shared/base/language-names.ts';
import { readInWords } from '../../../shared/papers/read-in.ts';
import { ErrorNotice, useUiTexts } from '../../ui/ErrorNotice.tsx';
import { openPdf } from '../../ui/pdf.ts';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { say } from '../../ui/toast.tsx';
import { shortQuestion } from '../forms/answers/short-questions.ts';
import { showDay } from '../../ui/wording/moments.ts';
import { useLanguage } from '../../ui/texts.ts';
import { isToday, useChairTexts } from './chair-texts.ts';

type Card = NonNullable<ChairCard['card']>;
type Group = Card['groups'][number];
const SIGN = { added: '+', removed: '−', changed: '~' } as const;
const WORD = { added: 'diff.added', removed: 'diff.removed', changed: 'diff.changed' } as const;
type Change = Card['changes'][number];

/**
 * Untouched earlier answers by the day of their last confirmation, in their order: many of them are
 * merged into one line.
 */
function unconfirmedIn(changes: readonly Change[]): [day: string | number, changes: Change[]][] {
  const days = new Map<string | number, Change[]>();
  for (const one of changes)
    if (one.what === 'unconfirmed')
      days.set(one.since ?? one.lastAt, [...(days.get(one.since ?? one.lastAt) ?? []), one]);
  return [...days];
}

/** „nicht bestätigt seit 12.03.2024“ takes the room of an answer. */
const lengthOf = ({ answer, unconfirmed, waits = [] }: Group['entries'][number]): number =>
  answer.length +
  (unconfirmed === undefined ? 0 : 31) +
  waits.reduce((sum, one) => sum + one.text.length + 31, 0);

/** Returns the density of the middle zone: critical content never scrolls. */
export function densityOf(groups: readonly Group[]): 'few' | 'some' | 'many' {
  const marks = groups.filter((one) => one.state === 'ja' || one.state === 'weiss_nicht');
  // A question has half the height of its answers.
  const lines = marks.reduce(
    (sum, one) =>
      sum +
      one.entries.length +
      byQuestion(one.entries).length / 2 +
      Math.floor(one.entries.reduce((length, entry) => length + lengthOf(entry), 0) / 40),
    0,
  );
  return lines <= 9 ? 'few' : lines <= 18 ? 'some' : 'many';
}

/** The chair-side card of one person. */
export function ChairView({
  room,
  at,
  person,
  card,
}: {
  room: string;
  at: number;
  person: NonNullable<ChairCard['person']>;
  card: Card;
}) {
  const t = useChairTexts(),
    language = useLanguage(),
    newest = card.sets[0];
  const told =
    newest === undefined
      ? t('none')
      : isToday(newest.answeredAt, at)
        ? t('today', { title: newest.title, time: berlinTime(newest.answeredAt) })
        : t('last', { title: newest.title, date: showDay(newest.answeredAt, language) });
  return (
    <div className="s-zones" data-density={densityOf(card.groups)}>
      <header className="s-who">
        <h1>
          {person.name} ·{' '}
          <span className="p-tabular">{ageOn(person.geburtsdatum, berlinDay(at))}</span>
        </h1>
        <p>
          <span className="p-tabular">*{dayText(person.geburtsdatum, language)}</span> · {room}
          {person.time !== null && <span className="p-tabular"> · {person.time}</span>} · {told}
        </p>
      </header>
      <SafetyZone card={card} at={at} />
      <SinceZone card={card} />
    </div>
  );
}

function SafetyZone({ card, at }: { card: Card; at: number }) {
  const t = useChairTexts(),
    language = useLanguage(),
    newest = card.sets[0],
    of = (state: Group['state']): Group[] => card.groups.filter((one) => one.state === state);
  const word = (kind: CriticalKind): string =>
    CRITICAL_WORDS[kind][language === 'de' ? 'de' : 'en'];
  const open = of('nicht_gefragt'),
    no = of('nein');
  return (
    <section className="s-safety" aria-label={t('safety')}>
      {newest === undefined && (
        <p className="s-open s-big">
          <IconCircleDashed aria-hidden /> {t('none.long')}
        </p>
      )}
      {card.unread.length > 0 && (
        <p className="s-open">
          <IconCircleDashed aria-hidden /> {t('unread', { titles: card.unread.join(', ') })}
        </p>
      )}
      <ul className="s-marks">
        {[...of('ja'), ...of('weiss_nicht')].map((group) => (
          <Mark
            key={`${group.kind} ${group.state}`}
            group={group}
            word={word(group.kind)}
            at={at}
          />
        ))}
      </ul>
      {open.length > 0 && (
        <p className="s-open">
          <IconCircleDashed aria-hidden />{' '}
          <span>
            <strong>{t('open')}</strong> {open.map((one) => word(one.kind)).join(' · ')}
          </span>
        </p>
      )}
      {no.length > 0 && (
        <p className="s-no">
          <strong>{t('no')}</strong>{' '}
          {no.map((one, index) => {
            const since = oldestWait(one);
            return (
              <span key={one.kind}>
                {index > 0 && ' · '}
                {word(one.kind)}
                {since !== undefined && (
                  <> ({t('diff.unconfirmed', { date: showDay(since, language) })})</>
                )}
              </span>
            );
          })}
        </p>
      )}
    </section>
  );
}

function SinceZone({ card }: { card: Card }) {
  const t = useChairTexts(),
    language = useLanguage(),
    newest = card.sets[0],
    notes = card.additions.filter((one) => one.kind === null);
  return (
    <section className="s-since" aria-label={t('since')}>
      <div className="s-since-head">
        <h2>
          {card.changes[0]
            ? t('sinceDay', { date: showDay(card.changes[0].lastAt, language) })
            : t('since')}
        </h2>
        {newest && (
          <div className="s-acts">
            {newest.fileId !== null && <SignedButton title={newest.title} fileId={newest.fileId} />}
            <Link className="s-button" to={`/anamnese/${newest.id}`}>
              {t('answers')}
            </Link>
          </div>
        )}
      </div>
      {card.changes.length + notes.length + card.papers.length === 0 && <p>{t('nothing')}</p>}
      <ul>
        {card.papers.map(({ title, readIn }) => (
          <li key={`${title} ${readIn.at}`}>
            <strong>{title}:</strong>{' '}
            {t(`readIn.${readInWords(readIn)}`, {
              wanted: languageName(readIn.wanted, language),
              shown: languageName(readIn.shown, language),
              name: readIn.name ?? '',
            })}
          </li>
        ))}
        {notes.map((one) => (
          <li key={one.id}>
            <strong>{t('note')}</strong> <span dir="auto">{one.text}</span>{' '}
            <span className="s-muted">
              {one.by} {showDay(one.at, language)}, {berlinTime(one.at)}
            </span>
          </li>
        ))}
        {card.changes.map(
          (one, index) =>
            one.what !== 'unconfirmed' && (
              <li key={index}>
                <span className="s-sign" aria-hidden>
                  {SIGN[one.what]}
                </span>{' '}
                <span>
                  {t(WORD[one.what])}: {one.text}{' '}
                  <strong dir="auto" lang={one.untranslated}>
                    {one.what === 'changed'
                      ? `${one.before ?? ''} → ${one.after ?? ''}`
                      : (one.after ?? one.before)}
                  </strong>
                  <Untranslated language={one.untranslated} />
                </span>
              </li>
            ),
        )}
        {unconfirmedIn(card.changes).map(([day, changes]) => (
          <li key={day}>
            <span className="s-sign" aria-hidden>
              ?
            </span>{' '}
            <span>
              {t('diff.unconfirmed', { date: showDay(day, language) })}:{' '}
              {changes.map((one, index) => (
                <span key={index}>
                  {index > 0 && ' · '}
                  {one.text}{' '}
                  <strong dir="auto" lang={one.untranslated}>
                    {one.after}
                  </strong>
                  <Untranslated language={one.untranslated} />
                </span>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Opens the signed answers in one press. */
function SignedButton({ title, fileId }: { title: string; fileId: string }) {
  const t = useChairTexts(),
    ui = useUiTexts(),
    { isBusy, failed, run } = useSubmit();
  const open = (): Promise<unknown> =>
    run(async () => {
      if (!(await openPdf(`/documents/file/${encodeURIComponent(fileId)}`, `${title}.pdf`)))
        say(ui('popup'));
    });
  return (
    <>
      {failed != null && <ErrorNotice error={failed} />}
      <button type="button" className="s-button" disabled={isBusy} onClick={() => void open()}>
        {t('signed')}
      </button>
    </>
  );
}

/** Names the language of free text that is not German, behind the text. */
function Untranslated({ language }: { language: string | undefined }) {
  const t = useChairTexts(),
    shown = useLanguage();
  return language === undefined ? null : (
    <span className="s-day">
      {' '}
      ({t('untranslated', { language: languageName(language, shown) })})
    </span>
  );
}

/** The day of an answer that is not of today, and whether it still waits for a confirmation. */
function AnsweredOn({ entry, at }: { entry: Group['entries'][number]; at: number }) {
  const t = useChairTexts(),
    language = useLanguage();
  if (entry.unconfirmed !== undefined)
    return (
      <span className="s-day p-tabular">
        {' '}
        {t('diff.unconfirmed', { date: showDay(entry.unconfirmed, language) })}
      </span>
    );
  return isToday(entry.at, at) || entry.at === null ? null : (
    <span className="s-day p-tabular"> {showDay(entry.at, language)}</span>
  );
}

/** Details that still wait for a confirmation, such as a single medicine. */
function Waits({ entry }: { entry: Group['entries'][number] }) {
  const t = useChairTexts(),
    language = useLanguage();
  return (entry.waits ?? []).map(({ text, since }) => (
    <span key={`${text} ${since}`} className="s-day p-tabular">
      {' · '}
      <span dir="auto" lang={entry.untranslated}>
        {text}
      </span>
      : {t('diff.unconfirmed', { date: showDay(since, language) })}
    </span>
  ));
}

/** The oldest day since which a „Nein“ waits for a confirmation; undefined if all were confirmed. */
const oldestWait = (group: Group): string | undefined =>
  group.entries.flatMap((one) => one.unconfirmed ?? []).sort()[0];

function Mark({ group, word, at }: { group: Group; word: string; at: number }) {
  const t = useChairTexts(),
    isYes = group.state === 'ja',
    Icon = isYes ? IconAlertOctagonFilled : IconHelpHexagon;
  return (
    <li className="s-mark" data-state={group.state}>
      <Icon aria-hidden className="s-icon" />
      <div>
        <span className="s-kind">
          {word}
          {!isYes && <> · {t('unknown')}</>}
        </span>
        {byQuestion(group.entries).map(({ question, entries }) => (
          <div key={question} className="s-told">
            {question !== '' && <span className="s-question">{shortQuestion(question)} </span>}
            {isYes &&
              entries.map((one) => (
                <span key={`${one.answer} ${one.at ?? ''}`} className="s-answer">
                  <span dir="auto" lang={one.untranslated}>
                    {one.answer}
                  </span>
                  <Untranslated language={one.untranslated} />
                  <AnsweredOn entry={one} at={at} />
                  <Waits entry={one} />
                </span>
              ))}
            {!isYes &&
              entries.map(
                (one, index) =>
                  one.unconfirmed !== undefined && <AnsweredOn key={index} entry={one} at={at} />,
              )}
          </div>
        ))}
      </div>
    </li>
  );
}
