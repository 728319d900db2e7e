// Favourite reports, stored with the user's own settings.

import { useState } from 'react';
import { useSession } from '../../../session.ts';
import { saveOwn } from '../../../ui/saving/save-own.ts';
import { sayError } from '../../../ui/toast.tsx';

export interface Favourites {
  readonly paths: readonly string[];
  /** Adds a report, or takes it away. */
  readonly toggle: (path: string) => void;
}
export function useFavourites(): Favourites {
  const { user } = useSession(),
    paths = user?.settings?.reports ?? [],
    [isBusy, setBusy] = useState(false);
  const save = async (next: string[]): Promise<void> => {
    setBusy(true);
    try {
      await saveOwn({ reports: next });
    } catch (error) {
      sayError(error);
    } finally {
      setBusy(false);
    }
  };
  return {
    paths,
    toggle(path) {
      // A second press before the answer would undo the first.
      if (isBusy) return;
      void save(paths.includes(path) ? paths.filter((one) => one !== path) : [...paths, path]);
    },
  };
}
