// Acts that end a draft of a text or begin its next version.

import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { TextView } from '../../../shared/papers/texts.schema.ts';
import { say, sayError } from '../../ui/toast.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { useTextsTexts } from './texts-texts.ts';
import { act, discard, newVersion, useRefresh } from './use-texts.ts';

/** Returns the acts that end a draft or begin the next version. */
export function useVersionActs(view: TextView, flush: () => Promise<number>) {
  const t = useTextsTexts(),
    go = useNavigate(),
    refresh = useRefresh(),
    { isBusy, run } = useSubmit();
  const [isAsking, setAsking] = useState<'discard' | 'retire' | null>(null);
  const publish = (): void =>
    void run(async () => {
      await act(view.key, 'publish', await flush());
      await refresh(view.key);
      say(t('published'));
    }, sayError);
  const confirmed = (): void =>
    void run(async () => {
      if (isAsking === 'discard') {
        await discard(view.key, await flush());
        await refresh();
        await go('/texte');
      } else {
        await act(view.key, 'retire', view.rev);
        await refresh(view.key);
      }
      setAsking(null);
    }, sayError);
  const begin = (): void =>
    void run(async () => {
      const made = await newVersion(view.key);
      await refresh();
      await go(`/texte/${made.key}`);
    }, sayError);
  return { publish, confirmed, begin, isAsking, setAsking, isBusy };
}
