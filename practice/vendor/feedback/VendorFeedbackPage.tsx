// Feedback of all practices for the vendor's staff.

import './feedback.css';
import { Button, SegmentedControl, Text } from '@mantine/core';
import { FEEDBACK_VIEWS } from '../../../shared/vendor/feedback.ts';
import type { FeedbackList } from '../../../shared/vendor/feedback.schema.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Empty, Loading, Page } from '../../ui/Page.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { useLanguage } from '../../ui/texts.ts';
import { useQueryParams } from '../../ui/use-query-params.ts';
import { showInstant } from '../../ui/wording/moments.ts';
import { markFeedback, useFeedbackList, useFreshFeedback } from './feedback-calls.ts';
import { useFeedbackTexts } from './feedback-texts.ts';
import { Picture } from './Picture.tsx';
import { RatingWord } from './RatingWord.tsx';

const ROLES = ['owner', 'staff', 'reception'] as const;

function Row({
  one,
  isBusy,
  onMark,
}: {
  one: FeedbackList['items'][number];
  isBusy: boolean;
  onMark: () => void;
}) {
  const t = useFeedbackTexts(),
    language = useLanguage(),
    { name, text, picture, page, seenAt } = one,
    role = ROLES.find((known) => known === one.role),
    act = seenAt === null ? 'vendor.read' : 'vendor.unread';
  return (
    <li>
      <RatingWord rating={one.rating} />
      <p className={text === '' ? 'fb-text p-muted' : 'fb-text'}>
        {text === '' ? t('vendor.noText') : text}
      </p>
      <Text size="sm" c="dimmed">
        {[
          one.praxisName,
          role === undefined ? name : `${name} (${t(`role.${role}`)})`,
          page === '/' ? t('page.none') : page,
          one.version,
          showInstant(one.at, language),
        ].join(' · ')}
      </Text>
      {picture && (
        <details>
          <summary>{t('vendor.picture')}</summary>
          <Picture picture={picture} />
        </details>
      )}
      <Button
        size="xs"
        variant="default"
        disabled={isBusy}
        aria-label={t(`${act}Of`, { name })}
        onClick={onMark}
      >
        {t(act)}
      </Button>
    </li>
  );
}

export function VendorFeedbackPage() {
  const t = useFeedbackTexts(),
    { values, set } = useQueryParams(['sicht']),
    view = FEEDBACK_VIEWS.find((one) => one === values.sicht) ?? 'new',
    list = useFeedbackList(view),
    fresh = useFreshFeedback(),
    { isBusy, failed, run } = useSubmit(),
    items = list.data?.items ?? [];
  return (
    <Page title={t('vendor.title')}>
      <div className="p-narrow p-stack">
        <SegmentedControl
          className="fb-view"
          aria-label={t('vendor.view')}
          value={view}
          data={FEEDBACK_VIEWS.map((value) => ({ value, label: t(`vendor.${value}`) }))}
          onChange={(value) => set('sicht', value === 'new' ? '' : value)}
        />
        {list.isPending && <Loading />}
        {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
        {failed !== null && <ErrorNotice error={failed} />}
        {list.data && (
          <Text size="sm" c="dimmed" role="status">
            {t('vendor.counts', { ...list.data.ratings })}
          </Text>
        )}
        {list.data && items.length === 0 && <Empty>{t(`vendor.none.${view}`)}</Empty>}
        {items.length > 0 && (
          <section className="p-card" aria-label={t('vendor.title')}>
            <ul className="fb-rows">
              {items.map((one) => (
                <Row
                  key={`${one.cid} ${one.id}`}
                  one={one}
                  isBusy={isBusy}
                  onMark={() =>
                    void run(async () => {
                      await markFeedback(one.cid, one.id, one.seenAt === null);
                      await fresh();
                    })
                  }
                />
              ))}
            </ul>
            {list.data && items.length < list.data.count && (
              <Text size="sm" c="dimmed">
                {t('vendor.cut', { shown: items.length, count: list.data.count })}
              </Text>
            )}
          </section>
        )}
      </div>
    </Page>
  );
}
