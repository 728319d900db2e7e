// Reads a practice's stored settings; invalid ones fall back to their default and are reported, so
// that one practice never stops the server (V8).

import { AppError } from '../../../shared/base/errors.ts';
import {
  DEFAULT_SETTINGS,
  type Accent,
  type Settings,
  type SettingsView,
} from '../../../shared/accounts/settings.ts';
import { settingsSchema } from '../../../shared/accounts/settings.schema.ts';
import { readWindow } from '../../../shared/accounts/update-window.ts';
import type { Store } from '../../platform/db/store.ts';
import type { Look, Work } from '../../platform/work.ts';
import { findPraxis, listPraxisRows, type PraxisRow } from './store.ts';

const { updateWindow: _column, ...inJson } = DEFAULT_SETTINGS;
/** Defaults of the settings that are stored together; the hours of updates have their own column. */
export const STORED_DEFAULTS = inJson;

/** Returns the valid settings, and the names of the invalid ones. */
export function usableSettings(row: Pick<PraxisRow, 'name' | 'settings' | 'updateWindow'>): {
  settings: Settings;
  broken: string[];
} {
  const stored: Record<string, unknown> =
    typeof row.settings === 'object' && row.settings !== null ? { ...row.settings } : {};
  const defaults: Settings = { ...DEFAULT_SETTINGS, praxisName: row.name };
  const wanted: Record<string, unknown> = { ...defaults };
  for (const key of Object.keys(STORED_DEFAULTS))
    if (stored[key] !== undefined) wanted[key] = stored[key];
  if (row.updateWindow !== null) wanted.updateWindow = readWindow(row.updateWindow);
  const result = settingsSchema.safeParse(wanted);
  if (result.success) return { settings: result.data, broken: [] };
  const broken = new Set(result.error.issues.map((i) => String(i.path[0] ?? '')));
  // The two languages are validated together.
  if (broken.has('language') || broken.has('languages')) broken.add('language').add('languages');
  for (const key of broken) wanted[key] = defaults[key as keyof Settings];
  const again = settingsSchema.safeParse(wanted);
  return { settings: again.success ? again.data : defaults, broken: [...broken] };
}

export function viewOf(row: PraxisRow): SettingsView {
  return {
    ...usableSettings(row).settings,
    hasTabletPin: Boolean(row.settings?.tabletPinHash),
    version: row.version,
  };
}

/** Reads the settings. @throws AppError not_found */
export async function readSettings(look: Look | Work): Promise<SettingsView> {
  const row = await findPraxis(look);
  if (!row) throw new AppError('not_found');
  return viewOf(row);
}

/**
 * Reads the practice data for documents and Mappen; `anschrift` is one line.
 * @throws AppError not_found
 */
export async function readPraxisFacts(from: Look | Work): Promise<{
  name: string;
  anschrift: string;
  telefon: string;
  mail: string;
  closingTime: string;
  languages: readonly string[];
  signsAnswers: boolean;
  logo: string;
  accent: Accent | '';
}> {
  const row = await findPraxis(from);
  if (!row) throw new AppError('not_found');
  const s = usableSettings(row).settings;
  const place = [s.plz, s.city].filter(Boolean).join(' ');
  return {
    name: s.praxisName,
    anschrift: [s.street, place].filter(Boolean).join(', '),
    telefon: s.phone,
    mail: s.mail,
    closingTime: s.closingTime,
    languages: s.languages,
    signsAnswers: s.signsAnswers,
    logo: s.logo,
    accent: s.accent,
  };
}

/** Returns name and address of a practice for its invoices. @throws AppError not_found */
export async function readPayer(
  from: Look | Work,
): Promise<{ name: string; mail: string; street: string; plz: string; city: string }> {
  const row = await findPraxis(from);
  if (!row) throw new AppError('not_found');
  const { praxisName: name, mail, street, plz, city } = usableSettings(row).settings;
  return { name, mail, street, plz, city };
}

/**
 * Lists the practices whose stored settings are partly invalid, for one line in the log at startup.
 */
export async function listBrokenSettings(
  store: Store,
): Promise<{ cid: string; broken: string[] }[]> {
  return (await listPraxisRows(store))
    .map((row) => ({ cid: row.cid, broken: usableSettings(row).broken }))
    .filter((p) => p.broken.length > 0);
}
