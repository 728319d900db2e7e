// Below the patterns of the keyword page: suggested patterns, and keywords that none decides yet.

import { Button, Group } from '@mantine/core';
import type { StandardGroup } from '../../../shared/analytics/deliveries/appointment-types.ts';
import {
  MAX_PATTERN_LENGTH,
  MAX_PATTERNS,
  proposePatterns,
} from '../../../shared/analytics/deliveries/keywords.ts';
import { useReportWords } from '../../report-kit/use-report-words.ts';
import { useDataTexts } from './collector-texts.ts';
import type { KeywordRows, TypedPattern } from './use-keyword-rows.ts';

/** Suggested patterns, each with what it would decide beyond the rows. */
export function SuggestedPatterns({
  keywords: { rows, offers, effect, isOfThese, add },
}: {
  keywords: KeywordRows;
}) {
  const t = useDataTexts(),
    words = useReportWords(),
    more = isOfThese ? effect.data?.angebote : undefined;
  return (
    <section className="p-card" aria-labelledby="dt-offers">
      <Group justify="space-between" gap={8}>
        <h2 id="dt-offers" className="dt-head">
          {t('words.offers')}
        </h2>
        <Button
          variant="light"
          size="xs"
          onClick={() => add(offers.slice(0, MAX_PATTERNS - rows.length))}
        >
          {t('types.take')}
        </Button>
      </Group>
      <ul className="dt-texts">
        {offers.map((one, at) => (
          <li key={one.muster}>
            <span>
              {t('words.offer', { muster: one.muster, gruppe: words.word(one.gruppe) })}
              {more?.[at] !== undefined && (
                <span className="p-small p-muted">
                  {' '}
                  · {t('words.more', { n: words.number(more[at], 'zahl') })}
                </span>
              )}
            </span>
            <Button
              variant="subtle"
              size="xs"
              aria-label={t('words.takeOne', { muster: one.muster })}
              onClick={() => add([one])}
            >
              {t('words.take')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Keywords without a group, the most frequent ones first; each can become a pattern. */
export function OpenKeywords({ keywords: { effect, add } }: { keywords: KeywordRows }) {
  const t = useDataTexts(),
    words = useReportWords(),
    n = (many: number): string => words.number(many, 'zahl');
  if (!effect.data || effect.data.texte.length === 0) return null;
  return (
    <section className="p-card" aria-labelledby="dt-open">
      <h2 id="dt-open" className="dt-head">
        {t('words.open')}
      </h2>
      <ul className="dt-texts">
        {effect.data.texte.map(({ text, termine, gruppe }) => (
          <li key={text}>
            <span>
              {text}{' '}
              <span className="p-small p-muted">· {t('words.times', { n: n(termine) })}</span>
            </span>
            <Button
              variant="subtle"
              size="xs"
              aria-label={t('words.fromOne', { text })}
              onClick={() => add([patternFrom(text, gruppe)], true)}
            >
              {t('words.from')}
            </Button>
          </li>
        ))}
      </ul>
      {effect.data.weitere > 0 && (
        <p className="p-small p-muted">{t('words.others', { n: n(effect.data.weitere) })}</p>
      )}
    </section>
  );
}

/** Suggested first pattern: the word that matches the group, else the first of the keywords. */
function patternFrom(text: string, group: StandardGroup | null): TypedPattern {
  return (
    proposePatterns([{ text, termine: 1 }], new Map())[0] ?? {
      muster: (
        text
          .split('|')
          .map((one) => one.trim())
          .find((one) => one !== '') ?? ''
      ).slice(0, MAX_PATTERN_LENGTH),
      gruppe: group,
    }
  );
}
