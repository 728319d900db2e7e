// Parts of the frame that are wanted later: fetched once the first screen is calm, or when they are wanted before.

import { dialogPart } from '../ui/dialog-part.tsx';
import { lazyPart } from '../ui/lazy-part.ts';

const lock = async () => (await import('../accounts/sign-in/LockScreen.tsx')).LockScreen,
  expired = async () => (await import('../accounts/sign-in/ExpiredDialog.tsx')).ExpiredDialog,
  handover = async () => (await import('../accounts/handover/HandoverDialog.tsx')).HandoverDialog;
export const LockScreen = lazyPart(lock),
  ExpiredDialog = dialogPart(expired),
  HandoverDialog = dialogPart(handover);
/** What fetches them ahead, the most urgent first. */
export const AHEAD: readonly (() => Promise<unknown>)[] = [lock, expired, handover];
