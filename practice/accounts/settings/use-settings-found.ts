// The settings as they are searched: pages and single fields with all their words.

import { useMemo } from 'react';
import { useSession } from '../../session.ts';
import { settingsPagesOf, type SettingsGroup } from './settings-pages.ts';
import { addressOf, sectionsFor } from './settings-sections.ts';
import { useSettingsTexts } from './settings-texts.ts';

export interface SettingsHit {
  /** Address below /practice; unique. */
  readonly to: string;
  readonly group: SettingsGroup;
  readonly label: string;
  /** Hint and synonyms, by which it is also found. */
  readonly also: string;
  /** Section of a field; absent for a page. */
  readonly section?: string;
}

/** Returns the pages and fields that the signed-in user may see. */
export function useSettingsHits(): readonly SettingsHit[] {
  const t = useSettingsTexts(),
    { user } = useSession();
  return useMemo(
    () => [
      ...settingsPagesOf(user).map(({ to, group, title, what }) => ({
        to,
        group,
        label: t(title),
        also: `${t(what)} ${t(`group.${group}`)}`,
      })),
      ...sectionsFor(user?.role === 'owner').flatMap(({ group, title: section, fields }) =>
        fields.map(({ name, title, hint, also }) => ({
          to: addressOf(name),
          group,
          label: t(title),
          also: [section, ...(hint ? [hint] : []), ...(also ? [also] : [])]
            .map((key) => t(key))
            .join(' '),
          section: t(section),
        })),
      ),
    ],
    [t, user],
  );
}
