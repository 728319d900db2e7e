// Pages, actions, reports and settings that the signed-in user may open.

import { useMemo } from 'react';
import { isInList } from '../../../shared/analytics/reports/read-right.ts';
import { offAt } from '../../../shared/base/flags/flags.ts';
import { useSettingsHits } from '../../accounts/settings/use-settings-found.ts';
import { nameOfReport, searchedNames } from '../../analytics/reports/index/report-names.ts';
import { REPORTS } from '../../analytics/reports/report-list.ts';
import { lockDesk } from '../../api.ts';
import { useReportWords } from '../../report-kit/use-report-words.ts';
import { useSession } from '../../session.ts';
import { useLanguage } from '../../ui/texts.ts';
import { useAppTexts } from '../app-texts.ts';
import { useAreas } from '../use-areas.ts';
import { usePaletteTexts } from './palette-texts.ts';

export interface Entry {
  /** Unique among all entries. */
  readonly id: string;
  readonly label: string;
  /** Further words by which it is found. */
  readonly also?: string;
  /** A page below /practice, or something done at once. */
  readonly act: string | (() => void);
}
const page = (to: string, label: string): Entry => ({ id: to, label, act: to });
export type EntryGroup = 'acts' | 'pages' | 'reports' | 'settings';

/** Returns the entries; the same ones until user, rights or language change. */
export function useEntries(): Readonly<Record<EntryGroup, readonly Entry[]>> {
  const { user, off } = useSession(),
    areas = useAreas(),
    app = useAppTexts(),
    t = usePaletteTexts(),
    settings = useSettingsHits(),
    words = useReportWords(),
    language = useLanguage(),
    figures = user?.figures;
  const acts = useMemo(
      () => [
        page('/fehlend/einlesen', t('act.scan')),
        page('/fehlend/vereinbarung', t('act.fee')),
        { id: 'lock', label: t('act.lock'), act: () => void lockDesk() },
      ],
      [t],
    ),
    pages = useMemo(
      () => [
        ...areas.map(({ to, text }) => page(to, app(text).replaceAll('\u00ad', ''))),
        ...areas.flatMap((area) =>
          area.pages.filter(({ to }) => to !== area.to).map(({ to, text }) => page(to, app(text))),
        ),
        page('/konto', app('konto')),
        page('/hilfe', app('hilfe')),
      ],
      [areas, app],
    ),
    reports = useMemo(
      () =>
        figures === undefined
          ? []
          : REPORTS.filter(
              ({ path }) =>
                isInList(figures, path) && offAt(`/berichte/${path}`, off) === undefined,
            ).map(({ path }) => ({
              ...page(
                `/berichte/${path}`,
                `${nameOfReport(path, language)}: ${words.question(path)}`,
              ),
              also: searchedNames(path),
            })),
      [figures, language, words, off],
    ),
    fields = useMemo(
      () => settings.map(({ to, label, also }) => ({ ...page(to, label), also })),
      [settings],
    );
  return useMemo(
    () => ({ acts, pages, reports, settings: fields }),
    [acts, pages, reports, fields],
  );
}
