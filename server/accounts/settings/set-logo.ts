// The logo of a practice: judged by its content, re-encoded small, stored with the settings.

import { LOGO_CHARS, type SettingsView } from '../../../shared/accounts/settings.ts';
import { AppError } from '../../../shared/base/errors.ts';
import type { Work } from '../../platform/work.ts';
import type { Pictures } from '../pictures/pictures.ts';
import { viewOf } from './read-settings.ts';
import type { SettingsDeps } from './settings-deps.ts';
import { findPraxis, savePraxis } from './store.ts';

interface Writing {
  write<T>(work: (w: Work) => Promise<T>): Promise<T>;
}

/** Stores a logo, or none. Repeating it changes nothing. @throws AppError not_found */
async function storeLogo(
  { changed }: Pick<SettingsDeps, 'changed'>,
  context: Writing,
  logo: string,
): Promise<SettingsView> {
  return context.write(async (w) => {
    const row = await findPraxis(w);
    if (!row) throw new AppError('not_found');
    const before = viewOf(row);
    if (before.logo === logo) return before;
    const saved = { name: row.name, settings: { ...row.settings, logo } };
    if (!(await savePraxis(w, row.version, saved))) throw new AppError('conflict');
    await w.audit('settings.changed', { paths: ['/logo'], version: row.version + 1 });
    await changed(w);
    w.emit({ to: 'staff', event: { kind: 'changed' } });
    return viewOf({ ...row, ...saved, version: row.version + 1 });
  });
}

/**
 * Sets the logo from an uploaded picture.
 * @throws AppError bad_request (empty), unsupported_media, unreadable_file, too_large (cannot be
 * made small enough), conflict
 */
export async function setLogo(
  deps: Pick<SettingsDeps, 'changed'> & { pictures: Pick<Pictures, 'reencode'> },
  context: Writing,
  bytes: Uint8Array,
): Promise<SettingsView> {
  if (bytes.length === 0) throw new AppError('bad_request');
  const made = await deps.pictures.reencode({ bytes, purpose: 'logo' });
  if ('refused' in made) throw new AppError(made.refused);
  const logo = `data:image/png;base64,${Buffer.from(made.bytes).toString('base64')}`;
  if (logo.length > LOGO_CHARS) throw new AppError('too_large');
  return storeLogo(deps, context, logo);
}

/** Removes the logo: the name stands in its place again. @throws AppError not_found, conflict */
export const dropLogo = (
  deps: Pick<SettingsDeps, 'changed'>,
  context: Writing,
): Promise<SettingsView> => storeLogo(deps, context, '');
