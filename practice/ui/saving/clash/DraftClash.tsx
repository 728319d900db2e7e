// The clash of a draft that is saved as it is written: the three ways on.

import { v7 as uuidv7 } from 'uuid';
import { say, sayError } from '../../toast.tsx';
import type { Saving } from '../use-drafting.ts';
import { useClashTexts } from './clash-texts.ts';
import { Clash, type Place, type Stored } from './Clash.tsx';

/**
 * @param copy makes the own state a draft with a new id
 * @param onSettled reads lists and versions again
 */
export function DraftClash<T>({
  id,
  mine,
  places,
  saving,
  load,
  copy,
  onChange,
  onSettled,
}: {
  id: string;
  mine: T;
  places: (value: T) => readonly Place[];
  saving: Saving<T>;
  load: () => Promise<Stored<T>>;
  copy: (id: string, file: Blob) => Promise<unknown>;
  onChange: (next: T) => void;
  onSettled: () => Promise<void>;
}) {
  const t = useClashTexts();
  const take = (stored: Stored<T>): void => {
    saving.rebase(stored);
    onChange(stored.value);
  };
  return (
    <Clash
      id={id}
      mine={mine}
      places={places}
      load={load}
      onMine={(stored) => {
        saving.rebase(stored);
        saving.flush().catch(() => undefined);
      }}
      onOther={(stored) => {
        take(stored);
        if (stored.isOver) void onSettled();
      }}
      onCopy={(stored) => {
        copy(uuidv7(), new Blob([JSON.stringify(mine)]))
          .then(async () => {
            take(stored);
            await onSettled();
            say(t('copied'));
          })
          .catch(sayError);
      }}
    />
  );
}
