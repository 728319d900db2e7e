// „Heute würde vorgeschlagen“: the rules as edited on this page, applied to today's appointments.

import { Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { MappeRulesView } from '../../../shared/desk/mappe-rules.schema.ts';
import type { MappeRule } from '../../../shared/desk/mappe-rules.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Empty, Loading } from '../../ui/Page.tsx';
import { useReasonText } from '../../ui/wording/rule-words.ts';
import { useItemTitle } from './RuleList.tsx';
import { useRulesTexts } from './rules-texts.ts';
import { useTried } from './use-rules.ts';

const REST_MS = 300;
const idOf = (key: string): string => key.split('@')[0] ?? key;

export function TodayPreview({
  view,
  rules,
}: {
  view: MappeRulesView;
  rules: readonly MappeRule[];
}) {
  const t = useRulesTexts(),
    [settled] = useDebouncedValue(rules, REST_MS),
    tried = useTried(settled),
    titleOf = useItemTitle(view),
    reasonText = useReasonText();
  const isOld = tried.isPlaceholderData || settled !== rules;
  return (
    <section className="p-card" aria-labelledby="r-today" aria-busy={isOld}>
      <Title order={2} size="md" id="r-today">
        {t('today')}
      </Title>
      {tried.isError && <ErrorNotice error={tried.error} onRetry={() => void tried.refetch()} />}
      {tried.isPending && <Loading />}
      {tried.data?.length === 0 && <Empty>{t('todayNone')}</Empty>}
      {tried.data && tried.data.length > 0 && (
        <ul className="r-today" data-old={isOld}>
          {tried.data.map((one) => (
            <li key={`${one.patid} ${one.time} ${one.art}`}>
              <div>
                <span className="p-tabular">{one.time}</span> <strong>{one.name}</strong>{' '}
                <span className="p-muted">
                  {[one.art, one.isFirst ? t('new2') : ''].filter(Boolean).join(' · ')}
                </span>
              </div>
              {one.items.length === 0 ? (
                <span className="p-small p-muted">{t('nothing')}</span>
              ) : (
                <ul className="r-items">
                  {one.items.map((item) => (
                    <li key={item.item}>
                      {titleOf(idOf(item.item)) ?? item.item}{' '}
                      <span className="p-small p-muted">{reasonText(item.reasons)}</span>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
