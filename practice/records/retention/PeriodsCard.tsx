// The periods with their laws, source and certainty.

import { Text, Title } from '@mantine/core';
import { useRetentionTexts } from './retention-texts.ts';
import { useDue } from './retention-calls.ts';

export function PeriodsCard() {
  const t = useRetentionTexts(),
    query = useDue();
  if (!query.data) return null;
  return (
    <section className="p-card p-stack" aria-labelledby="af-periods">
      <Title order={2} id="af-periods" className="af-h2">
        {t('periods.title')}
      </Title>
      <Text size="sm">{t('periods.what')}</Text>
      <dl className="af-periods">
        {query.data.periods.map((one) => (
          <div key={one.key}>
            <dt>{t(`period.${one.key}`)}</dt>
            <dd>
              <Text>
                {one.years === null
                  ? t('periods.days', { n: one.days ?? 0, from: t(`from.${one.from}`) })
                  : t('periods.years', { n: one.years, from: t(`from.${one.from}`) })}
                {one.untilAge !== null && ` ${t('periods.untilAge', { n: one.untilAge })}`}
              </Text>
              <Text size="sm" className="p-muted">
                {one.law} · {t(`mark.${one.mark}`)}
              </Text>
              <Text size="sm" className="p-muted" lang="de">
                {one.source}
              </Text>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
