// One share in the list: its patient, its contents, its progress, and its actions.

import { Button, Group, Text } from '@mantine/core';
import {
  IconCircleCheck,
  IconClockOff,
  IconEye,
  IconLock,
  IconMailForward,
  IconMessage2,
  IconPlayerStop,
  IconRefresh,
} from '@tabler/icons-react';
import { useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import type { Share, ShareLink } from '../../../shared/exchange/share.schema.ts';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { StateWord } from '../../ui/StateWord.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { say, sayError } from '../../ui/toast.tsx';
import { showInstant } from '../../ui/wording/moments.ts';
import { endShare, renewShare, showShare, unlockShare } from './share-calls.ts';
import { useShareTexts } from './share-texts.ts';

/** Delivery state of the newest code. */
function CodeState({ sent }: { sent: Share['sentCode'] }) {
  const t = useShareTexts();
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
interface Props {
  one: Share;
  onShow: (link: ShareLink, without?: readonly string[]) => void;
  fresh: () => Promise<void>;
}

function isOpenOrLocked(one: Share): boolean {
  return one.state === 'open' || one.state === 'locked';
}

/** One share: whose, what, its state and what staff can do with it. */
export function ShareRow({ one, onShow, fresh }: Props) {
  const t = useShareTexts(),
    language = useLanguage();
  const isReachable = isOpenOrLocked(one),
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
  const isWished = one.wishedAt !== null && mayRenew;
  return (
    <li className="fg-row">
      <div className="fg-row-who">
        <Text>
          <strong>{one.patientName}</strong>{' '}
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
      <ShareStates one={one} isWished={isWished} />
      <ShareActs one={one} mayRenew={mayRenew} isWished={isWished} onShow={onShow} fresh={fresh} />
    </li>
  );
}

function ShareStates({ one, isWished }: { one: Share; isWished: boolean }) {
  const t = useShareTexts();
  const { tone, icon } = STATE[one.state];
  return (
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
  );
}

function ShareActs({
  one,
  mayRenew,
  isWished,
  onShow,
  fresh,
}: Props & { mayRenew: boolean; isWished: boolean }) {
  const t = useShareTexts(),
    { isBusy, run } = useSubmit(),
    name = one.patientName,
    isReachable = isOpenOrLocked(one);
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
  return (
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
  );
}
