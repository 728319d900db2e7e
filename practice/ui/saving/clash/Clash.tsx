// Another user saved the same draft: who and when, both texts next to each other, and three ways
// on that lose nothing.

import './clash.css';
import { Button } from '@mantine/core';
import { useId } from 'react';
import { useQuery } from '@tanstack/react-query';
import { CallError } from '../../../../shared/base/client.ts';
import { ErrorNotice } from '../../ErrorNotice.tsx';
import { Loading } from '../../Page.tsx';
import { useLanguage } from '../../texts.ts';
import { useClashTexts } from './clash-texts.ts';
import { showInstant } from '../../wording/moments.ts';

/** A draft as another user saved it. */
export interface Stored<T> {
  readonly rev: number;
  readonly value: T;
  /** Nothing can be saved to it any more: it was published or discarded meanwhile. */
  readonly isOver: boolean;
  /** Empty or null: unknown. */
  readonly byName: string | null;
  /** ms. */
  readonly at: number | null;
}
/** One place of a draft in words. */
export interface Place {
  readonly key: string;
  readonly words: string;
}
/** Checks whether a save met another state. */
export const isClash = (error: unknown): boolean =>
  error instanceof CallError && error.status === 409;

/** Returns the places whose words differ, in the order of `mine`, removed ones last. */
export function differences(
  mine: readonly Place[],
  other: readonly Place[],
): { key: string; mine: string; other: string }[] {
  const theirs = new Map(other.map((one) => [one.key, one.words])),
    own = new Set(mine.map((one) => one.key));
  return [
    ...mine.map(({ key, words }) => ({ key, mine: words, other: theirs.get(key) ?? '' })),
    ...other
      .filter((one) => !own.has(one.key))
      .map(({ key, words }) => ({ key, mine: '', other: words })),
  ].filter((one) => one.mine !== one.other);
}

/**
 * @param load reads the state of the other
 * @param onMine saves the own state over it; `onOther` takes it; `onCopy` makes the own one a draft
 * of its own
 */
export function Clash<T>({
  id,
  mine,
  load,
  places,
  onMine,
  onOther,
  onCopy,
}: {
  id: string;
  mine: T;
  load: () => Promise<Stored<T>>;
  places: (value: T) => readonly Place[];
  onMine: (stored: Stored<T>) => void;
  onOther: (stored: Stored<T>) => void;
  onCopy?: (stored: Stored<T>) => void;
}) {
  const t = useClashTexts(),
    titleId = useId(),
    language = useLanguage(),
    stored = useQuery({ queryKey: ['clash', id], queryFn: load, gcTime: 0, staleTime: Infinity });
  if (stored.isPending) return <Loading />;
  if (stored.isError)
    return <ErrorNotice error={stored.error} onRetry={() => void stored.refetch()} />;
  const { value, byName, at, isOver } = stored.data,
    who = byName === null || byName === '' ? t('somebody') : byName,
    found = differences(places(mine), places(value));
  return (
    <section className="p-card p-stack p-clash" role="alert" aria-labelledby={titleId}>
      <strong id={titleId}>
        {at === null ? t('title', { who }) : t('titleAt', { who, at: showInstant(at, language) })}
      </strong>
      <p>{t(isOver ? 'over' : 'what')}</p>
      <ul>
        {found.map((one) => (
          <li key={one.key}>
            <div>
              <span className="p-small p-muted">{t('mine')}</span>
              <p>{one.mine === '' ? '–' : one.mine}</p>
            </div>
            <div>
              <span className="p-small p-muted">{t('other', { who })}</span>
              <p>{one.other === '' ? '–' : one.other}</p>
            </div>
          </li>
        ))}
      </ul>
      <div className="p-row">
        {!isOver && <Button onClick={() => onMine(stored.data)}>{t('takeMine')}</Button>}
        <Button variant="default" onClick={() => onOther(stored.data)}>
          {t('takeOther', { who })}
        </Button>
        {onCopy && (
          <Button variant="default" onClick={() => onCopy(stored.data)}>
            {t('copy')}
          </Button>
        )}
      </div>
    </section>
  );
}
