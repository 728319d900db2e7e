/** Tests that a board without identities still shows the states. */
import { expect, it } from 'vitest';
import type { Board } from '../../../shared/exchange/board.ts';
import { withoutIdentities } from './mask-board.ts';

it('[sec 2] removes names, birth dates, numbers and colleagues; keeps states, times and tablets', () => {
  const secrets = [
    '1001',
    'Yılmaz',
    '1980-02-03',
    'Mutter Yılmaz',
    'Fatma',
    'Dr. Müller',
    'file-1',
    'answers-1',
  ];
  const board = {
    at: 5,
    tablets: [{ tabletId: 't1', name: 'Tablet 1' }],
    registrations: [],
    mappen: [
      {
        mappeId: 'm1',
        state: 'sent',
        patients: [{ patid: '1001', name: 'Yılmaz', geburtsdatum: '1980-02-03' }],
        signers: [{ role: 'guardian', name: 'Mutter Yılmaz', capacity: 'Mutter' }],
        identifiedBy: { method: 'bekannt', by: 'Fatma', at: 1 },
        tasks: [
          {
            taskId: 'k1',
            state: 'started',
            talk: { needed: true, doneBy: 'Dr. Müller', doneAt: 4 },
            fileId: 'file-1',
            answersId: 'answers-1',
          },
        ],
      },
    ],
    expected: [
      {
        terminId: 'x',
        time: '09:00',
        patid: '1001',
        name: 'Yılmaz',
        geburtsdatum: '1980-02-03',
        zimmer: '2',
        behandler: 'Dr. Müller',
        art: 'Kontrolle',
        isFirst: true,
        proposed: [
          {
            item: 'schmerz@1',
            isFull: false,
            rule: 'schmerz',
            reasons: [{ code: 'behandler', behandler: 'Dr. Müller' }],
          },
        ],
      },
    ],
    rooms: [
      { room: 'Zimmer 2', since: 3, patid: '1001', name: 'Yılmaz', geburtsdatum: '1980-02-03' },
    ],
    arrivals: [
      { at: 2, leftRoomAt: null, patid: '1001', name: 'Yılmaz', geburtsdatum: '1980-02-03' },
    ],
  } as unknown as Board;
  const seen = withoutIdentities(board),
    text = JSON.stringify(seen);
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  expect(seen.mappen[0]).toMatchObject({
    mappeId: 'm1',
    patients: [{ name: 'P1' }],
    tasks: [{ taskId: 'k1', state: 'started', talk: { needed: true, doneAt: 4 } }],
  });
  expect(seen.expected[0]).toMatchObject({ name: 'P1', time: '09:00', zimmer: '2' });
  expect(seen.rooms[0]).toMatchObject({ room: 'Zimmer 2', name: 'P1', since: 3 });
  // Questionnaire titles reveal health data.
  expect(seen.expected[0]).toMatchObject({ proposed: [], isFirst: false });
  expect(seen.arrivals).toEqual([
    { at: 2, leftRoomAt: null, patid: 'P1', name: 'P1', geburtsdatum: '' },
  ]);
  expect(seen.tablets).toEqual(board.tablets);
});
