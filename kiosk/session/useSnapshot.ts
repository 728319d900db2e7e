// Provides the machine's state to components; they send events to the actor and never hold such
// state themselves.

import { useSelector } from '@xstate/react';
import type { Snapshot } from './screen.ts';
import type { Session } from './session.actors.ts';

export const useSnapshot = (session: Session): Snapshot => useSelector(session, (s) => s);
