// Tests of the actions of a row: the talk only for treating staff, paper by print and by hand,
// nothing final without confirmation.

import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import type { BoardMappe, BoardTablet } from '../../../../shared/exchange/board.ts';
import { signInAs } from '../../../session.fixture.ts';
import { fakeServer, stage, type Sent } from '../../../ui/stage.fixture.tsx';
import { board, mappe, MIN, NOW, tablet, task } from '../board.fixture.ts';
import { columnsOf } from '../board-view.ts';
import { MappeCard } from './MappeCard.tsx';
import texts from '../texts.de.json';

async function show(
  row: BoardMappe,
  options: { behandler?: boolean; tablets?: BoardTablet[] } = {},
): Promise<Sent[]> {
  signInAs('staff', { behandler: options.behandler ?? false });
  const sent = fakeServer(() => ({ status: 204 }));
  const tablets = options.tablets ?? [];
  const { needs, there, done } = columnsOf(board({ mappen: [row], tablets }), NOW);
  await stage(
    <MemoryRouter>
      <ul>
        {[...needs, ...there, ...done].map((one) => (
          <MappeCard key={one.key} row={one} free={tablets} now={NOW} onSend={() => undefined} />
        ))}
      </ul>
    </MemoryRouter>,
    { empfang: texts },
  );
  return sent;
}
afterEach(() => void vi.unstubAllGlobals());
const talk = mappe({
  tabletId: null,
  tasks: [task({ state: 'talk_pending', talk: { needed: true } })],
});

test('„Gespräch geführt“ is offered to treating staff; other users read why not', async () => {
  await show(talk);
  expect(screen.queryByRole('button', { name: 'Gespräch geführt' })).toBeNull();
  expect(screen.getByText('Das Gespräch bestätigt, wer behandelt.')).toBeTruthy();
});
test('a finished Mappe links to deviations from the record; an unfinished one does not yet', async () => {
  const person = { patid: 'p 1', name: 'Weber, Anna', geburtsdatum: '1958-03-12', openChanges: 2 };
  await show(mappe({ tabletId: null, patients: [person], tasks: [task({ state: 'filed' })] }));
  expect(
    screen
      .getByRole('link', { name: 'Weber, Anna: geänderte Stammdaten ansehen' })
      .getAttribute('href'),
  ).toBe('/stammdaten?patid=p%201');
  cleanup();
  await show(
    mappe({
      tabletId: null,
      patients: [person],
      tasks: [task({ state: 'filed' }), task({ taskId: 't2', state: 'paper' })],
    }),
  );
  expect(screen.queryByRole('link', { name: /Stammdaten/ })).toBeNull();
});
test('after the talk the signature opens on a free tablet if the last one is taken', async () => {
  const sent = await show(talk, {
    behandler: true,
    tablets: [tablet({ tabletId: 'free', mappeId: null })],
  });
  await userEvent.click(screen.getByRole('button', { name: 'Gespräch geführt' }));
  await waitFor(() =>
    expect(sent).toMatchObject([{ path: '/tablet/tasks/t/talk', body: { tabletId: 'free' } }]),
  );
});
test('signed paper is filed with one press and offers to undo it', async () => {
  const sent = await show(mappe({ tabletId: null, tasks: [task({ state: 'paper' })] }));
  await userEvent.click(screen.getByRole('button', { name: 'Papier liegt vor' }));
  await waitFor(() => expect(sent).toMatchObject([{ path: '/tablet/tasks/t/paper-filed' }]));
});
test('a paper signed by one parent waits for the other: a phone link, or paper for both once confirmed', async () => {
  const signers = [
    { role: 'parent1' as const, name: 'Ayşe Yılmaz', signedAt: NOW },
    { role: 'parent2' as const, name: 'Cem Yılmaz', signedAt: null, isAway: true },
  ];
  const sent = await show(
    mappe({ tabletId: null, tasks: [task({ state: 'part_signed', signers })] }),
  );
  expect(screen.getAllByText('Wartet auf weitere Unterschrift').length).toBeGreaterThan(0);
  expect(
    screen.getByText(
      /Ayşe Yılmaz hat unterschrieben \(.*\) · Cem Yılmaz fehlt noch \(nicht hier\)/,
    ),
  ).toBeTruthy();
  expect(
    screen.getByRole('link', { name: 'Link zum Unterschreiben' }).getAttribute('href'),
  ).toMatch(/^\/dokumente\/freigaben\?patid=.+&papier=t\+parent2&neu=1$/);
  await userEvent.click(screen.getByRole('button', { name: 'Auf Papier' }));
  expect(sent).toEqual([]);
  const [, yes] = screen.getAllByRole('button', { name: 'Auf Papier' });
  if (!yes) throw new Error('nothing was asked');
  await userEvent.click(yes);
  await waitFor(() => expect(sent).toMatchObject([{ path: '/tablet/tasks/t/to-paper' }]));
  cleanup();
  await show(
    mappe({
      tabletId: null,
      tasks: [task({ state: 'declined', signers, declinedBy: 'Cem Yılmaz' })],
    }),
  );
  expect(screen.getByText('Cem Yılmaz möchte nicht unterschreiben')).toBeTruthy();
});
test('withdrawing asks for confirmation only when the Mappe was started', async () => {
  const sent = await show(mappe({ tasks: [task({ state: 'assigned' })] }), { tablets: [tablet()] });
  await userEvent.click(screen.getByRole('button', { name: 'Weitere Aktionen' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Zurückziehen' }));
  await waitFor(() => expect(sent).toMatchObject([{ path: '/tablet/mappen/m/withdraw' }]));
});
test('open papers and the first questionnaire are sent home, nothing finished or in progress', async () => {
  await show(
    mappe({
      tasks: [
        task({ taskId: 'a', state: 'assigned' }),
        task({ taskId: 'b', state: 'started' }),
        task({ taskId: 'c', state: 'created' }),
        task({ taskId: 'q', state: 'assigned', kind: 'questionnaire', template: 'anamnese@3' }),
      ],
    }),
    { tablets: [tablet()] },
  );
  await userEvent.click(screen.getByRole('button', { name: 'Weitere Aktionen' }));
  const link = await screen.findByRole('menuitem', { name: 'Nach Hause geben' });
  expect(new URL(link.getAttribute('href') ?? '', 'http://x').searchParams.toString()).toBe(
    new URLSearchParams({
      patid: new URL(link.getAttribute('href') ?? '', 'http://x').searchParams.get('patid') ?? '',
      papier: 'a,c',
      bogen: 'anamnese',
      neu: '1',
    }).toString(),
  );
});
test('a call for help is answered by [Ich gehe hin], and the row names tablet and minutes', async () => {
  const sent = await show(mappe(), {
    tablets: [tablet({ calls: [{ mappeId: 'm', at: NOW - 5 * MIN }] })],
  });
  expect(screen.getByText('Hilfe gerufen')).toBeTruthy();
  expect(screen.getByText('5 Min.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Ich gehe hin' }));
  await waitFor(() =>
    expect(sent).toMatchObject([{ path: `/tablet/tablets/a/help-answered?at=${NOW - 5 * MIN}` }]),
  );
});
