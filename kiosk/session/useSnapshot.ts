// The machine's state for components; they send events to the actor and never hold a state of their own about it.

import { useSelector } from '@xstate/react';
import type { Snapshot } from './screen.ts';
import type { Session } from './session.actors.ts';

export const useSnapshot = (session: Session): Snapshot => useSelector(session, (s) => s);
