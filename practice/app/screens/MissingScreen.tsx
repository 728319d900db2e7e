// Missing signatures, composed with the calls and notes of the work lists.

import { MissingPage } from '../../records/papers/MissingPage.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';

const Calls = lazyPart(
  async () => (await import('../../analytics/worklists/CallHistory.tsx')).CallHistory,
);
export const MissingScreen = () => <MissingPage Calls={Calls} />;
