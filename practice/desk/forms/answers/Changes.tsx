// „Seit letztem Mal“: new, removed, changed and confirmed answers compared to the previous ones,
// each with its sign and day.

import { Title } from '@mantine/core';
import type { Difference } from '../../../../shared/forms/answers/revisit.ts';
import { showDay } from '../../../ui/wording/moments.ts';
import { useLanguage } from '../../../ui/texts.ts';
import { useAnswersTexts } from './answers-texts.ts';

const SIGN = { added: '+', removed: '−', changed: '~', confirmed: '=', unconfirmed: '?' } as const;
const WORD = {
  added: 'diff.added',
  removed: 'diff.removed',
  changed: 'diff.changed',
  confirmed: 'diff.confirmed',
  unconfirmed: 'diff.unconfirmed',
} as const;

export function Changes({
  differences,
  lastAt,
}: {
  differences: readonly Difference[];
  lastAt: number | null;
}) {
  const t = useAnswersTexts(),
    language = useLanguage();
  const changed = differences.filter(
      (one) => one.what !== 'confirmed' && one.what !== 'unconfirmed',
    ),
    untouched = differences.filter((one) => one.what === 'unconfirmed'),
    same = differences.filter((one) => one.what === 'confirmed');
  return (
    <section className="p-card" aria-labelledby="an-diff">
      <Title order={2} id="an-diff" className="an-h2">
        {lastAt === null ? t('diff.title') : t('diff.since', { date: showDay(lastAt, language) })}
      </Title>
      {lastAt === null ? (
        <p className="p-muted an-none">{t('diff.first')}</p>
      ) : (
        changed.length === 0 && <p className="an-none">{t('diff.none')}</p>
      )}
      <ul className="an-list">
        {[...changed, ...untouched].map((one, at) => (
          <Line key={`${one.linkId} ${at}`} one={one} />
        ))}
      </ul>
      {same.length > 0 && (
        <details className="an-same">
          <summary>{t('diff.same', { n: same.length })}</summary>
          <ul className="an-list">
            {same.map((one, at) => (
              <Line key={`${one.linkId} ${at}`} one={one} />
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function Line({ one }: { one: Difference }) {
  const t = useAnswersTexts(),
    language = useLanguage(),
    day = showDay(
      one.what === 'confirmed' || one.what === 'unconfirmed' ? one.since : one.at,
      language,
    );
  return (
    <li className="an-diff" data-what={one.what}>
      <span className="an-sign" aria-hidden>
        {SIGN[one.what]}
      </span>
      <span>
        <span className="an-what">{t(WORD[one.what])}</span> {one.text}
        {one.rows.some((row) => row > 1) && ` (${Math.max(...one.rows)})`}
      </span>
      <span dir="auto" className="an-said">
        {one.what === 'changed' ? (
          <>
            <del>{one.before}</del> → <ins>{one.after}</ins>
          </>
        ) : one.what === 'removed' ? (
          <del>{one.before}</del>
        ) : (
          one.after
        )}
      </span>
      <span className="p-muted p-tabular">
        {(one.what === 'confirmed' || one.what === 'unconfirmed') && day !== ''
          ? t('diff.sinceDay', { date: day })
          : day}
      </span>
    </li>
  );
}
