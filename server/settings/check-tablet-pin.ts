// The staff menu's PIN at a tablet: checked here, five tries per tablet, because a tablet lies in patients' hands.

import { AppError } from '../../shared/errors.ts';
import type { Look } from '../work.ts';
import { PIN_RULE, type SettingsDeps } from './settings-deps.ts';
import { findPraxis } from './store.ts';

/** @throws AppError pin_wrong (also while no PIN is set; `extra.isSet`), rate_limited */
export async function checkTabletPin(deps: Pick<SettingsDeps, 'passwords' | 'attempts'>, look: Look, input: { tabletId: string; pin: string }): Promise<{ isRight: true }> {
  const key = `pin:${input.tabletId}`;
  await deps.attempts.reserve(key, PIN_RULE, look.now);
  const stored = (await findPraxis(look))?.settings.tabletPinHash;
  if (!(await deps.passwords.isRight(stored, input.pin))) throw new AppError('pin_wrong', { extra: { isSet: stored !== undefined } });
  await deps.attempts.clear(key);
  return { isRight: true };
}
