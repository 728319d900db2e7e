// Addresses of reception, of the team and of reports, for stories that walk all of them.

import { expect } from '@playwright/test';
import { REPORT_PATHS } from '../../../shared/analytics/reports/report-pages.ts';
import type { Story } from './story.ts';

/** Addresses that no table of pages names. */
export const FURTHER = [
  '/stuhl',
  '/fehlend/einlesen',
  '/fehlend/vereinbarung',
  '/zuordnen/links',
  '/zurueckgelegt',
  '/konto',
  '/konto/sicherheit',
  '/konto/sitzungen',
  '/hilfe',
  '/hilfe/neu',
] as const;
export const BILLING = ['/abrechnung/regeln/grenzen', '/abrechnung/protokoll'] as const;
/** Tabs of a patient's page: those of reception, and those that the team has, too. */
export const DESK_TABS = ['papiere', 'boegen', 'dokumente', 'einwilligungen', 'freigaben'],
  TEAM_TABS = ['leistungen', 'plaene', 'rechnungen', 'verlauf'];
/** The tabs of a patient of the demo data. */
export async function patientPages(story: Story, tabs: readonly string[]): Promise<string[]> {
  let patid: string | undefined;
  // The server reads the data once more after their delivery.
  await expect
    .poll(async () => {
      const { zeilen } = await story.calls.raw('/api/hkp?alle=ja&n=1').then(
        (answer) => answer.json() as Promise<{ zeilen: { patid: string }[] }>,
        () => ({ zeilen: [] }),
      );
      patid = zeilen[0]?.patid;
      return patid;
    })
    .toBeDefined();
  return tabs.map((tab) => `/patient/${patid ?? ''}/${tab}`);
}

/** Every report, and the overview. */
export const REPORT_PAGES = [
  ...REPORT_PATHS.map((path) => `/berichte/${path}`),
  '/berichte/hvm',
  '/berichte/steuerbuero',
  '/ueberblick',
];
