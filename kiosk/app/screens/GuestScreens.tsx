// Guest phone outside of its run: starts automatically; when everything is sent, the guest is ended
// and all data deleted.

import { useEffect, useState, useSyncExternalStore } from 'react';
import de from '../../takeover/texts.de.json';
import en from '../../takeover/texts.en.json';
import { screenOf } from '../../session/screen.ts';
import { TabletTop } from '../../tablet/TabletFrame.tsx';
import { GuestEnd, type GuestState } from '../../takeover/GuestEnd.tsx';
import { addTexts } from '../i18n.ts';
import type { ScreenProps } from '../screenProps.ts';
import { forgetAll, tryEnd } from '../effects/takeover.ts';

addTexts({ takeover: { de, en } });

const LOOK_MS = 1_000;

export default function GuestScreens({ tablet, snapshot }: ScreenProps) {
  const view = useSyncExternalStore(tablet.view.subscribe, tablet.view.get);
  const [hasUnsent, setUnsent] = useState(false);
  const screen = screenOf(snapshot),
    isWaiting = screen === 'waiting',
    isEnded = screen === 'revoked';
  useEffect(() => {
    if (screen === 'assigned') tablet.actor.send({ type: 'BEGIN' });
  }, [screen, tablet]);
  useEffect(() => {
    if (!isWaiting && !isEnded) return undefined;
    let isOver = false,
      isLooking = false;
    const leave = async (): Promise<void> => {
      isOver = true;
      await forgetAll(tablet);
      globalThis.location.replace(
        `/takeover#${tablet.actor.getSnapshot().context.comfort.language}`,
      );
    };
    const look = async (): Promise<void> => {
      if (isLooking || isOver) return;
      isLooking = true;
      try {
        if (isWaiting && (await tryEnd(tablet)) && !isOver) await leave();
        // Ended by the server: the page explains that unsent data cannot arrive any more.
        if (isEnded && !isOver) {
          if ((await tablet.parts.outbox.health()).unsent > 0) setUnsent(true);
          else await leave();
        }
      } catch {
        /* next check */
      } finally {
        isLooking = false;
      }
    };
    void look();
    const timer = setInterval(() => {
      void look();
    }, LOOK_MS);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [isWaiting, isEnded, tablet]);
  const state: GuestState =
    hasUnsent || screen === 'unknown' || screen === 'leaseExpired'
      ? 'unsent'
      : isWaiting || isEnded
        ? 'sending'
        : 'opening';
  return (
    <GuestEnd
      header={<TabletTop praxis={view.config?.praxis.name ?? ''} />}
      state={state}
      isOnline={view.isOnline}
    />
  );
}
