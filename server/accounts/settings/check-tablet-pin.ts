// Checks the PIN of the staff menu at a tablet: on the server, five tries per tablet, because
// tablets are in patients' hands.

import { AppError } from '../../../shared/base/errors.ts';
import { makePinCheck, type PinCheck } from '../../../shared/exchange/pin-check.ts';
import type { Look, Work } from '../../platform/work.ts';
import { PIN_RULE, type SettingsDeps } from './settings-deps.ts';
import { findPraxis, savePraxis } from './store.ts';

/**
 * Checks a tablet's staff PIN. A PIN set before tablets stored a check value gets one when it is
 * first entered correctly.
 * @param keep runs a transaction of the practice
 * @throws AppError pin_wrong (also while no PIN is set; `extra.isSet`), rate_limited
 */
export async function checkTabletPin(
  deps: Pick<SettingsDeps, 'passwords' | 'attempts' | 'changed' | 'guessed'>,
  look: Look,
  input: { tabletId: string; pin: string },
  keep: (work: (w: Work) => Promise<void>) => Promise<void>,
): Promise<{ isRight: true }> {
  const key = `pin:${input.tabletId}`;
  await deps.attempts.reserve(key, PIN_RULE, look.now).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'rate_limited')
      deps.guessed?.({ cid: look.cid, tabletId: input.tabletId, count: PIN_RULE.free });
    throw error;
  });
  const settings = (await findPraxis(look))?.settings,
    stored = settings?.tabletPinHash;
  if (!(await deps.passwords.isRight(stored, input.pin)))
    throw new AppError('pin_wrong', { extra: { isSet: stored !== undefined } });
  await deps.attempts.clear(key);
  if (settings && !settings.tabletPinCheck) {
    const check = await makePinCheck(input.pin);
    await keep((w) => keepPinCheck(w, stored, check, deps.changed));
  }
  return { isRight: true };
}

/**
 * Skipped where the PIN or another setting was changed meanwhile: the next correct entry does it.
 */
async function keepPinCheck(
  w: Work,
  hash: string | undefined,
  tabletPinCheck: PinCheck,
  changed: SettingsDeps['changed'],
): Promise<void> {
  const row = await findPraxis(w);
  if (
    !row ||
    row.settings.tabletPinHash !== hash ||
    !(await savePraxis(w, row.version, {
      name: row.name,
      settings: { ...row.settings, tabletPinCheck },
    }))
  )
    return;
  await changed(w);
}

/** Reads the PIN data sent to tablets; nothing while none is set. */
export const readPinCheck = async (look: Look): Promise<PinCheck | undefined> =>
  (await findPraxis(look))?.settings.tabletPinCheck;
