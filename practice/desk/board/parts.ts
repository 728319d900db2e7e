// Lazily loaded panel and dialogs of the board: loaded once the board is idle, or when one is
// opened earlier.

import { useEffect } from 'react';
import { oneByOne, useCalm } from '../../ui/calm.ts';
import { dialogPart } from '../../ui/dialog-part.tsx';

const fetches = {
  send: async () => (await import('./send/SendPanel.tsx')).SendPanel,
  create: async () => (await import('./send/NewPatientDialog.tsx')).NewPatientDialog,
  keys: async () => (await import('./KeysDialog.tsx')).KeysDialog,
  register: async () => (await import('./tablets/RegisterDialog.tsx')).RegisterDialog,
  rename: async () => (await import('./tablets/RenameDialog.tsx')).RenameDialog,
  revoke: async () => (await import('./tablets/RevokeDialog.tsx')).RevokeDialog,
  room: async () => (await import('./RoomDialog.tsx')).RoomDialog,
  ask: async () => (await import('./mappe/AskDialog.tsx')).AskDialog,
  takeover: async () => (await import('./mappe/TakeoverDialog.tsx')).TakeoverDialog,
};

export const SendPanel = dialogPart(fetches.send),
  NewPatientDialog = dialogPart(fetches.create),
  KeysDialog = dialogPart(fetches.keys),
  RegisterDialog = dialogPart(fetches.register);
export const RenameDialog = dialogPart(fetches.rename),
  RevokeDialog = dialogPart(fetches.revoke),
  TakeoverDialog = dialogPart(fetches.takeover),
  RoomDialog = dialogPart(fetches.room),
  AskDialog = dialogPart(fetches.ask);

/** Prefetches all of them, so that they open at once and also without the server. */
export function usePartsAhead(): void {
  const isCalm = useCalm();
  useEffect(() => {
    if (isCalm) oneByOne(Object.values(fetches));
  }, [isCalm]);
}
