// The practice's side of vendor access: requests, current and past grants, and the code for the
// telephone.

import './support.css';
import { Button, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { berlinTime } from '../../../shared/base/dates.ts';
import type { GrantView } from '../../../shared/vendor/grants.schema.ts';
import { useSession } from '../../session.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Empty, Loading, Page } from '../../ui/Page.tsx';
import { StepUp } from '../../ui/saving/StepUp.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { say } from '../../ui/toast.tsx';
import { GrantLine } from './GrantLine.tsx';
import { answerGrant, speakCode, useGrantNews, useGrants, useGrantsLive } from './use-grants.ts';
import { useSupportTexts } from './support-texts.ts';

export function AccessPage() {
  const t = useSupportTexts(),
    grants = useGrants(),
    news = useGrantNews();
  const isOwner = useSession().user?.role === 'owner';
  const [approving, setApproving] = useState<GrantView | null>(null);
  const { isBusy, failed, run } = useSubmit();
  const items = grants.data?.items ?? [];
  const of = (...states: GrantView['state'][]): GrantView[] =>
    items.filter((grant) => states.includes(grant.state));
  const act = async (id: string, what: 'end' | 'review', done: string): Promise<void> => {
    await run(async () => {
      await answerGrant(id, what);
      say(done);
    });
    await news();
  };
  const asked = of('asked'),
    active = of('active'),
    past = of('over', 'refused');
  return (
    <Page title={t('title')}>
      <div className="p-narrow p-stack">
        <Text>{t('lead')}</Text>
        {grants.isPending && <Loading />}
        {grants.isError && (
          <ErrorNotice error={grants.error} onRetry={() => void grants.refetch()} />
        )}
        {failed !== null && <ErrorNotice error={failed} />}
        {isOwner && asked.length > 0 && (
          <section className="p-card" aria-labelledby="z-asked">
            <Title order={2} id="z-asked">
              {t('waiting')}
            </Title>
            <ul className="z-list">
              {asked.map((grant) => (
                <GrantLine key={grant.id} grant={grant} title={grant.name}>
                  <Button onClick={() => setApproving(grant)}>{t('approve')}</Button>
                  <Button
                    variant="default"
                    disabled={isBusy}
                    onClick={() => void act(grant.id, 'end', t('refused'))}
                  >
                    {t('refuse')}
                  </Button>
                </GrantLine>
              ))}
            </ul>
          </section>
        )}
        {grants.data && (
          <section className="p-card" aria-labelledby="z-active">
            <Title order={2} id="z-active">
              {t('active')}
            </Title>
            {active.length === 0 ? (
              <Empty>{t('none')}</Empty>
            ) : (
              <ul className="z-list">
                {active.map((grant) => (
                  <GrantLine key={grant.id} grant={grant} title={grant.name}>
                    <Button
                      variant="default"
                      disabled={isBusy}
                      onClick={() => void act(grant.id, 'end', t('ended'))}
                    >
                      {t('end')}
                    </Button>
                  </GrantLine>
                ))}
              </ul>
            )}
          </section>
        )}
        <SpokenCode grants={grants} />
        {isOwner && grants.data && (
          <PastGrants
            past={past}
            isBusy={isBusy}
            onReview={(id) => void act(id, 'review', t('reviewed'))}
          />
        )}
      </div>
      <StepUp
        isOpen={approving !== null}
        onClose={() => setApproving(null)}
        title={t('approve')}
        actionLabel={t('approve')}
        why={t('approve.why')}
        onConfirmed={async () => {
          if (approving) await answerGrant(approving.id, 'approve');
          say(t('approved'));
          await news();
        }}
      />
    </Page>
  );
}

/**
 * The code is shown only while the server calls it valid: once used, dead or expired, it disappears
 * with a message.
 */
function SpokenCode({ grants: { data } }: { grants: ReturnType<typeof useGrants> }) {
  const t = useSupportTexts();
  const [spoken, setSpoken] = useState<{ id: string; code: string; expiresAt: number } | null>(
    null,
  );
  // An answer requested before the code was made does not contain it: only a code that was valid
  // once can become invalid.
  const [known, setKnown] = useState('');
  const { isBusy, failed, run } = useSubmit();
  const make = (): Promise<boolean> => run(async () => setSpoken(await speakCode()));
  const isGood = spoken !== null && data?.codes?.includes(spoken.id) === true,
    guest = data?.items.find((grant) => grant.id === spoken?.id);
  if (isGood && known !== spoken.id) setKnown(spoken.id);
  const isOver = spoken !== null && (guest !== undefined || (known === spoken.id && !isGood));
  useGrantsLive(spoken !== null && !isOver);
  return (
    <section className="p-card p-stack" aria-labelledby="z-speak">
      <Title order={2} id="z-speak">
        {t('speak.title')}
      </Title>
      <Text>{t('speak.what')}</Text>
      <div role="status">
        {spoken && !isOver && (
          <>
            <p className="z-code" aria-label={t('speak.code')}>
              {spoken.code}
            </p>
            <Text size="sm" c="dimmed">
              {t('speak.until', { time: berlinTime(spoken.expiresAt) })}
            </Text>
          </>
        )}
        {isOver && (
          <Notice tone="info">
            {guest ? t('speak.used', { name: guest.name }) : t('speak.over')}
          </Notice>
        )}
        {failed !== null && <ErrorNotice error={failed} onRetry={() => void make()} />}
      </div>
      <div>
        <Button variant="default" loading={isBusy} onClick={() => void make()}>
          {t('speak.make')}
        </Button>
      </div>
    </section>
  );
}

/** Grants that ended; a grant that an owner still has to review carries a note. */
function PastGrants({
  past,
  isBusy,
  onReview,
}: {
  past: readonly GrantView[];
  isBusy: boolean;
  onReview: (id: string) => void;
}) {
  const t = useSupportTexts();
  return (
    <section className="p-card" aria-labelledby="z-past">
      <Title order={2} id="z-past">
        {t('past')}
      </Title>
      {past.some((grant) => grant.isReviewDue) && (
        <Notice tone="warn">
          {t('review.due')} <Link to="/protokoll">{t('review.log')}</Link>
        </Notice>
      )}
      {past.length === 0 ? (
        <Empty>{t('pastNone')}</Empty>
      ) : (
        <ul className="z-list">
          {past.map((grant) => (
            <GrantLine key={grant.id} grant={grant} title={grant.name}>
              {grant.isReviewDue && (
                <Button variant="default" disabled={isBusy} onClick={() => onReview(grant.id)}>
                  {t('review')}
                </Button>
              )}
            </GrantLine>
          ))}
        </ul>
      )}
    </section>
  );
}
