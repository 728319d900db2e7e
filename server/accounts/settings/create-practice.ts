// Creates a practice with its defaults and its r4c host; the host name comes from our own table and
// is never an address.

import { AppError } from '../../../shared/base/errors.ts';
import { berlinDay } from '../../../shared/base/dates.ts';
import { DAY_MS } from '../../../shared/base/day-math.ts';
import type { Settings } from '../../../shared/accounts/settings.ts';
import type { PraxisSettings } from '../../platform/db/schema/settings.ts';
import type { Work } from '../../platform/work.ts';
import { STORED_DEFAULTS } from './read-settings.ts';
import { findPraxis, insertPraxis, insertR4c, savePraxis } from './store.ts';

/** Staff of a new practice may work without a second factor for so long. */
const FIRST_WEEK_MS = 7 * DAY_MS;

export interface NewPraxis {
  name: string;
  settings?: Partial<Omit<Settings, 'praxisName' | 'updateWindow'>>;
  tabletPinHash?: string;
}

/** Creates a practice. The transaction's `cid` becomes the practice. */
export async function createPractice(
  w: Work,
  input: NewPraxis,
): Promise<{ r4cUuid: string; r4chost: string }> {
  const r4cUuid = w.newId();
  const r4chost = `r4c-${r4cUuid.replace(/-/g, '').slice(-12)}`;
  await insertPraxis(w, {
    name: input.name,
    settings: {
      ...STORED_DEFAULTS,
      staffFactorFrom: berlinDay(w.now + FIRST_WEEK_MS),
      ...input.settings,
      ...(input.tabletPinHash !== undefined && { tabletPinHash: input.tabletPinHash }),
    },
  });
  await insertR4c(w, { r4cUuid, r4chost });
  await w.audit('praxis.created', { r4cUuid });
  return { r4cUuid, r4chost };
}

/** The tablets' check value of an earlier PIN is deleted with it. */
function withPin(
  { tabletPinCheck: _earlier, ...settings }: PraxisSettings,
  tabletPinHash: string,
): PraxisSettings {
  return { ...settings, tabletPinHash };
}

/** Sets the tablet PIN outside of a settings patch (a demo whose login file is gone). */
export async function replaceTabletPin(w: Work, tabletPinHash: string): Promise<void> {
  const row = await findPraxis(w);
  if (
    !row ||
    !(await savePraxis(w, row.version, {
      name: row.name,
      settings: withPin(row.settings, tabletPinHash),
    }))
  )
    throw new AppError('conflict');
  await w.audit('settings.changed', { paths: ['/tabletPin'], version: row.version + 1 });
}
