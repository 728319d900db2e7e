// The text of a version: headings and paragraphs, with number and day.

import { Text, Title } from '@mantine/core';
import type { TermsView } from '../../../shared/accounts/terms.schema.ts';
import { dayText } from '../../../shared/base/dates.ts';
import { useLanguage } from '../../ui/texts.ts';
import { useTermsTexts } from './terms-texts.ts';

/** Lines that begin with `## ` are headings. */
export const plain = (line: string): string => line.replace(/^## /, '');

/** @param isBinding always the German text, as on paper */
export function TermsText({
  view,
  label,
  isBinding = false,
}: {
  view: TermsView;
  label: string;
  isBinding?: boolean;
}) {
  const t = useTermsTexts(),
    language = useLanguage(),
    isGerman = isBinding || language === 'de',
    text = isGerman ? view.de : view.en;
  return (
    <section className="p-card" lang={isGerman ? 'de' : 'en'} aria-label={label}>
      <Title order={3} className="t-name">
        {text.title}
      </Title>
      <Text size="sm" c="dimmed" mb={8}>
        {t('version', { version: view.version, date: dayText(view.validFrom, language) })}
        {!view.isReviewed && <> · {t('unreviewed')}</>}
        {!isGerman && <> · {t('reading')}</>}
      </Text>
      {text.lines.map((line) =>
        line.startsWith('## ') ? <h4 key={line}>{plain(line)}</h4> : <p key={line}>{line}</p>,
      )}
    </section>
  );
}
