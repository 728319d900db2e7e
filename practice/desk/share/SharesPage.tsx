// Shares by link: to whom, until when, whether opened; showing it again, a new link, unlocking,
// ending.

import './share.css';
import { Button, Group, Text } from '@mantine/core';
import {
  IconCircleCheck,
  IconClockOff,
  IconEye,
  IconHomeShare,
  IconLock,
  IconMailForward,
  IconMessage2,
  IconPlayerStop,
  IconRefresh,
} from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { v7 as uuidv7 } from 'uuid';
import { dayText } from '../../../shared/base/dates.ts';
import type { Share, ShareLink } from '../../../shared/exchange/share.schema.ts';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { showInstant } from '../../ui/wording/moments.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Empty, Loading, Page } from '../../ui/Page.tsx';
import { StateWord } from '../../ui/StateWord.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { say, sayError } from '../../ui/toast.tsx';
import { useQueryParams } from '../../ui/use-query-params.ts';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import {
  endShare,
  getPatient,
  getShares,
  renewShare,
  SHARES_KEY,
  showShare,
  unlockShare,
} from './share-calls.ts';
import { useFreigabenTexts } from './share-texts.ts';
import { GiveHomeDialog } from './GiveHomeDialog.tsx';

export function FreigabenPage() {
  const language = useLanguage();
  const t = useFreigabenTexts(),
    queries = useQueryClient(),
    {
      values: { patid = '', datei = '', papier = '', bogen = '', neu = '' },
      set,
    } = useQueryParams(['patid', 'datei', 'papier', 'bogen', 'neu']);
  const who = useQuery({
    queryKey: ['patient', patid],
    queryFn: () => getPatient(patid),
    enabled: patid !== '',
    refetchOnWindowFocus: false,
  });
  const shares = useQuery({ queryKey: [...SHARES_KEY, patid], queryFn: () => getShares(patid) });
  const [shown, setShown] = useState<{ link: ShareLink; without: readonly string[] } | null>(null),
    [isMaking, setMaking] = useState(neu !== '');
  const showLink = (link: ShareLink, without: readonly string[] = []): void =>
    setShown({ link, without });
  const fresh = (): Promise<void> => queries.invalidateQueries({ queryKey: SHARES_KEY });
  const close = (): void => {
    setMaking(false);
    setShown(null);
    if (neu !== '') set('neu', '');
    if (datei !== '') set('datei', '');
    if (papier !== '') set('papier', '');
    if (bogen !== '') set('bogen', '');
    void fresh();
  };
  const isReady = patid === '' || who.data !== undefined || who.isError,
    wishes =
      shares.data?.filter(
        (one) => one.wishedAt !== null && one.state !== 'renewed' && one.state !== 'ended',
      ) ?? [];
  return (
    <Page
      title={t('title')}
      actions={
        <Group gap={8}>
          <Button
            variant="default"
            component={Link}
            to={`/dokumente${patid === '' ? '' : `?patid=${encodeURIComponent(patid)}`}`}
          >
            {t('documents')}
          </Button>
          <Button
            leftSection={<IconHomeShare size={18} stroke={1.75} aria-hidden />}
            onClick={() => setMaking(true)}
          >
            {t('give')}
          </Button>
        </Group>
      }
    >
      <div className="p-stack fg-page">
        {who.data ? (
          <Group gap={12}>
            <Text className="fg-who">
              <strong>
                {who.data.lastName}, {who.data.firstName}
              </strong>{' '}
              <span className="p-tabular">*{dayText(who.data.geburtsdatum, language)}</span>
            </Text>
            <Button size="xs" variant="default" onClick={() => set('patid', '')}>
              {t('all')}
            </Button>
          </Group>
        ) : (
          <Text c="dimmed">{t('text')}</Text>
        )}
        {wishes.length > 0 && (
          <Notice tone="warn">
            {t(wishes.length === 1 ? 'wishes.one' : 'wishes', { n: wishes.length })}
          </Notice>
        )}
        {who.isError && <ErrorNotice error={who.error} onRetry={() => void who.refetch()} />}
        {shares.isPending && <Loading />}
        {shares.isError && (
          <ErrorNotice error={shares.error} onRetry={() => void shares.refetch()} />
        )}
        {shares.data?.length === 0 && (
          <div className="p-card">
            <Empty>{t('empty')}</Empty>
          </div>
        )}
        {shares.data && shares.data.length > 0 && (
          <ul className="fg-rows p-card">
            {shares.data.map((one) => (
              <Row key={one.id} one={one} onShow={showLink} fresh={fresh} />
            ))}
          </ul>
        )}
      </div>
      {isReady && (
        <GiveHomeDialog
          isOpen={isMaking || shown !== null}
          made={shown?.link ?? null}
          without={shown?.without ?? []}
          patient={who.data ?? null}
          fileId={datei}
          taskId={papier}
          form={bogen}
          onClose={close}
          onMade={showLink}
        />
      )}
    </Page>
  );
}

/** Delivery state of the newest code. */
function CodeState({ sent }: { sent: Share['sentCode'] }) {
  const t = useFreigabenTexts();
  if (sent === null) return null;
  const key =
    sent.outcome === null
      ? 'under'
      : sent.outcome === 'sent' || sent.outcome === 'slow' || sent.outcome === 'limit'
        ? sent.outcome
        : 'trouble';
  return (
    <StateWord tone={key === 'sent' || key === 'under' ? 'text' : 'warn'} icon={IconMessage2}>
      {t(`code.sent.${key}`)}
    </StateWord>
  );
}

/**
 * Items open in a link but missing in its successor: they may not be given home any more, or not at
 * the moment.
 */
function leftOut(before: Share, after: Share): string[] {
  const there = after.items.map((item) => `${item.kind} ${item.title}`);
  return before.items
    .filter((item) => item.kind === 'document' || !item.isDone)
    .filter((item) => {
      const at = there.indexOf(`${item.kind} ${item.title}`);
      if (at >= 0) there.splice(at, 1);
      return at < 0;
    })
    .map((item) => item.title);
}

const STATE = {
  open: { tone: 'ok', icon: IconCircleCheck },
  locked: { tone: 'bad', icon: IconLock },
  done: { tone: 'ok-outline', icon: IconCircleCheck },
  over: { tone: 'off', icon: IconClockOff },
  ended: { tone: 'off', icon: IconPlayerStop },
  renewed: { tone: 'off', icon: IconRefresh },
} as const;
function Row({
  one,
  onShow,
  fresh,
}: {
  one: Share;
  onShow: (link: ShareLink, without?: readonly string[]) => void;
  fresh: () => Promise<void>;
}) {
  const t = useFreigabenTexts(),
    language = useLanguage(),
    { isBusy, run } = useSubmit();
  // One id per request: a second press returns the same new link.
  const [newId] = useState(() => uuidv7());
  const act = (work: () => Promise<unknown>): void => {
    void run(
      async () => {
        await work();
        await fresh();
      },
      (error) => {
        sayError(error);
        void fresh();
      },
    );
  };
  const isReachable = one.state === 'open' || one.state === 'locked',
    mayRenew =
      one.state !== 'renewed' &&
      one.state !== 'ended' &&
      (one.state !== 'done' || one.kind === 'disclose');
  const facts = [
    t('made', { at: showInstant(one.createdAt, language) }),
    isReachable ? t('until', { at: showInstant(one.expiresAt, language) }) : '',
    one.openedAt === null
      ? t('unopened')
      : t('opened', { at: showInstant(one.openedAt, language) }),
    one.state === 'open' && one.triesLeft < 5
      ? t(one.triesLeft === 1 ? 'tries.one' : 'tries', { n: one.triesLeft })
      : '',
  ].filter((part) => part !== '');
  const { tone, icon } = STATE[one.state],
    isWished = one.wishedAt !== null && mayRenew,
    name = one.patientName;
  return (
    <li className="fg-row">
      <div className="fg-row-who">
        <Text>
          <strong>{name}</strong>{' '}
          <span className="p-muted">
            ·{' '}
            {one.items
              .map((item) =>
                item.said !== null
                  ? `${item.title} (${t(`item.said.${item.said}`)})`
                  : item.isDone
                    ? `${item.title} (${t(`item.done.${item.kind}`)})`
                    : item.title,
              )
              .join(', ')}
          </span>
        </Text>
        <Text size="sm" c="dimmed" className="p-tabular">
          {facts.join(' · ')}
        </Text>
      </div>
      <div className="fg-row-states">
        {one.mailedAt !== null && (
          <StateWord tone="text" icon={IconMailForward}>
            {t('mailed')}
          </StateWord>
        )}
        {one.state === 'open' && one.openedAt !== null && (
          <StateWord tone="text" icon={IconEye}>
            {t('seen')}
          </StateWord>
        )}
        {one.state === 'open' && <CodeState sent={one.sentCode} />}
        {isWished && (
          <StateWord tone="warn" icon={IconRefresh}>
            {t('wished')}
          </StateWord>
        )}
        <StateWord tone={tone} icon={icon}>
          {t(`state.${one.state}`)}
        </StateWord>
      </div>
      <Group gap={8} className="fg-row-acts">
        {one.state === 'locked' && (
          <Button
            size="xs"
            variant="default"
            disabled={isBusy}
            onClick={() =>
              act(async () => {
                await unlockShare(one.id);
                say(t('unlocked'));
              })
            }
            aria-label={t('unlockOne', { name })}
          >
            {t('unlock')}
          </Button>
        )}
        {mayRenew && (
          <Button
            size="xs"
            variant={isWished ? 'filled' : 'default'}
            disabled={isBusy}
            onClick={() =>
              act(async () => {
                const link = await renewShare(one.id, newId);
                onShow(link, leftOut(one, link.share));
              })
            }
            aria-label={t('renewOne', { name })}
          >
            {t('renew')}
          </Button>
        )}
        {isReachable && (
          <ConfirmButton
            size="xs"
            variant="default"
            disabled={isBusy}
            question={t('end.question')}
            yes={t('end.yes')}
            onYes={() =>
              act(async () => {
                await endShare(one.id);
                say(t('ended'));
              })
            }
            aria-label={t('endOne', { name })}
          >
            {t('end')}
          </ConfirmButton>
        )}
        {isReachable && (
          <Button
            size="xs"
            variant="default"
            disabled={isBusy}
            onClick={() => act(async () => onShow(await showShare(one.id)))}
            aria-label={t('showOne', { name })}
          >
            {t('show')}
          </Button>
        )}
      </Group>
    </li>
  );
}
