// Lazily loaded parts of the frame: loaded once the first screen is idle, or when needed earlier.

import { dialogPart } from '../ui/dialog-part.tsx';
import { lazyPart } from '../ui/lazy-part.ts';

const lock = async () => (await import('../accounts/sign-in/LockScreen.tsx')).LockScreen,
  expired = async () => (await import('../accounts/sign-in/ExpiredDialog.tsx')).ExpiredDialog,
  leave = async () => (await import('./leaving/LeaveDialog.tsx')).LeaveDialog,
  settings = async () => (await import('../accounts/settings/SettingsLine.tsx')).SettingsLine,
  counts = async () => (await import('./counts/ListCounts.tsx')).ListCounts,
  brand = async () => (await import('./Brand.tsx')).Brand,
  palette = async () => (await import('./palette/PaletteDialog.tsx')).PaletteDialog,
  handover = async () => (await import('../accounts/handover/HandoverDialog.tsx')).HandoverDialog;
export const LockScreen = lazyPart(lock),
  ExpiredDialog = dialogPart(expired),
  LeaveDialog = dialogPart(leave),
  SettingsLine = lazyPart(settings),
  ListCounts = lazyPart(counts),
  Brand = lazyPart(brand),
  PaletteDialog = dialogPart(palette, { isReady: true }),
  HandoverDialog = dialogPart(handover);
/** Loaders for prefetching, the most urgent first. */
export const AHEAD: readonly (() => Promise<unknown>)[] = [lock, expired, palette, handover, leave];
