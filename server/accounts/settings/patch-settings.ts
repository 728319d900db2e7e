// Saves a change of settings: RFC 6902 against a version; the PIN is write-only, hashed before the
// transaction begins.

import { AppError } from '../../../shared/base/errors.ts';
import { makePinCheck, type PinCheck } from '../../../shared/exchange/pin-check.ts';
import type { Settings, SettingsView } from '../../../shared/accounts/settings.ts';
import {
  settingsSchema,
  tabletPinSchema,
  type PatchOperation,
} from '../../../shared/accounts/settings.schema.ts';
import { windowText } from '../../../shared/accounts/update-window.ts';
import type { Work } from '../../platform/work.ts';
import { applyPatch } from './json-patch.ts';
import { usableSettings, viewOf } from './read-settings.ts';
import type { SettingsDeps } from './settings-deps.ts';
import { findPraxis, savePraxis } from './store.ts';

const PIN = '/tabletPin';
type PinChange = { hash: string; check: PinCheck } | 'removed' | undefined;

/** The PIN's part of a patch: a new hash, its removal, or nothing. */
async function pinChange(deps: SettingsDeps, diff: readonly PatchOperation[]): Promise<PinChange> {
  const last = diff.findLast((o) => o.path === PIN);
  if (!last) return undefined;
  if (last.op === 'remove') return 'removed';
  const pin = tabletPinSchema.safeParse(
    last.op === 'add' || last.op === 'replace' ? last.value : undefined,
  );
  if (!pin.success) throw new AppError('validation', { fields: { tabletPin: 'pin' } });
  return { hash: await deps.passwords.hash(pin.data), check: await makePinCheck(pin.data) };
}

/**
 * Changes settings.
 * @throws AppError conflict (different version, failed test), validation (naming the field)
 */
export async function patchSettings(
  deps: SettingsDeps,
  context: { write<T>(work: (w: Work) => Promise<T>): Promise<T> },
  input: { settingsDiff: readonly PatchOperation[]; version: number },
): Promise<SettingsView> {
  const pin = await pinChange(deps, input.settingsDiff);
  const rest = input.settingsDiff.filter((o) => o.path !== PIN);
  return context.write(async (w) => {
    const row = await findPraxis(w);
    if (!row) throw new AppError('not_found');
    if (row.version !== input.version)
      throw new AppError('conflict', { extra: { version: row.version } });
    const known = usableSettings(row).settings,
      next = checked(applyPatch({ ...known }, rest));
    // Only an upload sets a logo: it is re-encoded.
    if (next.logo !== known.logo) throw new AppError('validation', { fields: { logo: 'upload' } });
    const { praxisName, updateWindow, ...settings } = next;
    const { tabletPinHash: hash, tabletPinCheck: check } =
      pin === 'removed'
        ? {}
        : pin
          ? { tabletPinHash: pin.hash, tabletPinCheck: pin.check }
          : row.settings;
    const saved = {
      name: praxisName,
      updateWindow: windowText(updateWindow),
      settings: {
        ...settings,
        ...(hash !== undefined && { tabletPinHash: hash }),
        ...(check && { tabletPinCheck: check }),
      },
    };
    if (!(await savePraxis(w, input.version, saved))) throw new AppError('conflict');
    await w.audit('settings.changed', {
      paths: input.settingsDiff.map((o) => o.path),
      version: input.version + 1,
    });
    await deps.changed(w);
    w.emit({ to: 'staff', event: { kind: 'changed' } });
    return viewOf({ ...row, ...saved, version: input.version + 1 });
  });
}

function checked(value: Record<string, unknown>): Settings {
  const result = settingsSchema.safeParse(value);
  if (result.success) return result.data;
  const fields = Object.fromEntries(
    result.error.issues
      .slice(0, 20)
      .map((i) => [
        [...i.path.map(String), ...(i.code === 'unrecognized_keys' ? i.keys.slice(0, 3) : [])].join(
          '.',
        ) || 'settings',
        i.code,
      ]),
  );
  throw new AppError('validation', { fields });
}
