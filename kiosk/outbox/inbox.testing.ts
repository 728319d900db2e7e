// A task as the feed brings it, for tests.

import type { TaskBody } from '../../shared/exchange/sync.ts';

export const body = (o: Partial<TaskBody> = {}): TaskBody => ({
  taskId: 't1',
  taskRev: 1,
  mappeId: 'm1',
  position: 0,
  count: 1,
  kind: 'document',
  data: '{}',
  dataSha256: 'x',
  presentedPdfSha256: 'y',
  presentedBytes: 1,
  patient: { patid: '1', name: 'Erika Mustermann', geburtsdatum: '1958-03-12' },
  signers: [],
  language: 'de',
  textScale: 100,
  talk: { needed: false },
  closesAt: 0,
  ...o,
});
