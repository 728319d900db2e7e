// Tests of the room's screen: the kinds are clearly distinct, an unanswered question is never a
// „Nein“, and many marks are set more tightly.

import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { MemoryRouter } from 'react-router';
import type { ChairCard } from '../../../shared/forms/answers/answers.schema.ts';
import { stage } from '../../ui/stage.fixture.tsx';
import { ChairView, densityOf } from './ChairView.tsx';
import texts from './texts.de.json';

type Card = NonNullable<ChairCard['card']>;
const AT = Date.UTC(2026, 10, 20, 9),
  ID = '0199f3c2-0000-7000-8000-000000000001',
  person = {
    patid: '1',
    name: 'Weber, Hans',
    geburtsdatum: '1958-03-12',
    since: AT,
    time: '10:00',
  };
const entry = (
  state: Card['groups'][number]['state'],
  answer: string,
  at: string | null = '2026-11-20T08:52:00Z',
  question = 'Frage?',
): Card['groups'][number]['entries'][number] => ({ state, question, answer, at, answersId: ID });
const card = (part: Partial<Card>): Card => ({
  sets: [{ id: ID, title: 'Fragen', answeredAt: AT - 480_000, fileId: null }],
  unread: [],
  papers: [],
  groups: [],
  additions: [],
  changes: [],
  ...part,
});
const show = (one: Card) =>
  stage(
    <MemoryRouter>
      <ChairView room="Zimmer 1" at={AT} person={person} card={one} />
    </MemoryRouter>,
    { stuhl: texts },
  );

test('renders four kinds in four shapes, with the day where it is not today', async () => {
  await show(
    card({
      groups: [
        { kind: 'blutverduenner', state: 'ja', entries: [entry('ja', 'Eliquis 2×5 mg')] },
        {
          kind: 'antiresorptiva',
          state: 'ja',
          entries: [entry('ja', 'Prolia', '2026-05-24T09:00:00Z')],
        },
        {
          kind: 'zwischenfall',
          state: 'weiss_nicht',
          entries: [entry('weiss_nicht', 'Weiß ich nicht')],
        },
        {
          kind: 'schwangerschaft',
          state: 'nicht_gefragt',
          entries: [entry('nicht_gefragt', '', null)],
        },
        { kind: 'infektion', state: 'nein', entries: [entry('nein', 'Nein')] },
      ],
    }),
  );
  const marks = screen.getAllByRole('listitem');
  expect(marks.map((one) => `${one.dataset.state} ${one.textContent}`)).toEqual([
    'ja BlutverdünnerFrage? Eliquis 2×5 mg',
    'ja AntiresorptivaFrage? Prolia 24.05.2026',
    'weiss_nicht Zwischenfall · weiß nichtFrage? ',
  ]);
  expect(screen.getByText('Nicht beantwortet:').parentElement?.textContent).toContain(
    'Schwangerschaft',
  );
  expect(screen.getByText('Ausdrücklich verneint:').parentElement?.textContent).toBe(
    'Ausdrücklich verneint: Infektion',
  );
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Weber, Hans · 68');
  expect(screen.getByText(/heute 09:52/)).toBeTruthy();
});

test('[critical] an answer always has its question, and a list names its question once', async () => {
  await show(
    card({
      groups: [
        {
          kind: 'knochen',
          state: 'ja',
          entries: [entry('ja', 'Ja', undefined, 'Haben Sie Knochenschwund (Osteoporose)?')],
        },
        {
          kind: 'organ',
          state: 'ja',
          entries: [
            entry('ja', 'Leber', undefined, 'Welche Organe?'),
            entry('ja', 'Niere', undefined, 'Welche Organe?'),
            { ...entry('ja', 'Dialyse', undefined, ''), addedBy: 'Dr. Beck' },
          ],
        },
      ],
    }),
  );
  expect(screen.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
    'KnochenKnochenschwund (Osteoporose)? Ja',
    'OrganeWelche Organe? LeberNiereDialyse',
  ]);
});

test('without a questionnaire a message states that nothing was asked, and no „Nein“ appears', async () => {
  await show(card({ sets: [] }));
  expect(screen.getByText('Kein Fragebogen: Nichts ist erfragt.')).toBeTruthy();
  expect(screen.queryByText('Ausdrücklich verneint:')).toBeNull();
});

test('answers of an unknown form are listed, not skipped', async () => {
  await show(card({ unread: ['Alter Bogen'] }));
  expect(screen.getByText('Nicht hervorgehoben, bitte lesen: Alter Bogen')).toBeTruthy();
});

test('changes and Nachträge are below, with sign, word and author', async () => {
  await show(
    card({
      changes: [
        {
          what: 'changed',
          text: 'Blutverdünner?',
          before: 'Nein',
          after: 'Ja',
          lastAt: Date.UTC(2026, 4, 4),
        },
      ],
      additions: [
        { id: ID, answersId: ID, at: AT, by: 'Dr. Beck', text: 'war beim Hausarzt', kind: null },
      ],
    }),
  );
  const since = within(screen.getByRole('region', { name: 'Seit letztem Mal' }));
  expect(since.getByRole('heading').textContent).toBe('Seit letztem Mal (04.05.2026)');
  expect(since.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
    'Nachtrag: war beim Hausarzt Dr. Beck 20.11.2026, 10:00',
    '~ geändert: Blutverdünner? Nein → Ja',
  ]);
});

test('an unconfirmed answer is not called removed: it shows the day since which it waits', async () => {
  await show(
    card({
      changes: [
        {
          what: 'unconfirmed',
          text: 'Künstliches Gelenk?',
          before: 'Ja',
          after: 'Ja',
          since: '2024-03-12',
          lastAt: Date.UTC(2026, 4, 4),
        },
        { what: 'unconfirmed', text: 'Hausarzt?', after: 'Dr. A', since: '2025-01-02', lastAt: 1 },
        { what: 'unconfirmed', text: 'Welches?', after: 'Hüfte', since: '2024-03-12', lastAt: 1 },
      ],
    }),
  );
  expect(
    within(screen.getByRole('region', { name: 'Seit letztem Mal' }))
      .getAllByRole('listitem')
      .map((one) => one.textContent),
  ).toEqual([
    '? nicht bestätigt seit 12.03.2024: Künstliches Gelenk? Ja · Welches? Hüfte',
    '? nicht bestätigt seit 02.01.2025: Hausarzt? Dr. A',
  ]);
});

test('[critical] a carried-over answer says on its tile since when it is not confirmed', async () => {
  await show(
    card({
      groups: [
        {
          kind: 'blutverduenner',
          state: 'ja',
          entries: [
            // Without an origin it has the time of today's submission.
            { ...entry('ja', 'Eliquis'), unconfirmed: '2024-03-12' },
            entry('ja', 'ASS', '2026-05-24T09:00:00Z'),
          ],
        },
        {
          kind: 'zwischenfall',
          state: 'weiss_nicht',
          entries: [{ ...entry('weiss_nicht', 'Weiß ich nicht'), unconfirmed: '2025-01-02' }],
        },
      ],
    }),
  );
  expect(screen.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
    'BlutverdünnerFrage? Eliquis nicht bestätigt seit 12.03.2024ASS 24.05.2026',
    'Zwischenfall · weiß nichtFrage?  nicht bestätigt seit 02.01.2025',
  ]);
});

test('[critical] one medicine that was not confirmed is named on the tile, and a „Nein“ in its line', async () => {
  await show(
    card({
      groups: [
        {
          kind: 'medikament',
          state: 'ja',
          entries: [
            {
              ...entry('ja', 'Ramipril, Metformin'),
              waits: [{ text: 'Metformin', since: '2024-03-12' }],
            },
          ],
        },
        {
          kind: 'endokarditis',
          state: 'nein',
          entries: [{ ...entry('nein', 'Nein'), unconfirmed: '2024-03-12' }],
        },
        { kind: 'anfall', state: 'nein', entries: [entry('nein', 'Nein')] },
      ],
    }),
  );
  expect(screen.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
    'MedikamenteFrage? Ramipril, Metformin · Metformin: nicht bestätigt seit 12.03.2024',
  ]);
  expect(screen.getByText('Ausdrücklich verneint:').closest('p')?.textContent).toBe(
    'Ausdrücklich verneint: Endokarditis (nicht bestätigt seit 12.03.2024) · Anfälle',
  );
});

test('more marks are set more tightly; „nein“ and „nicht gefragt“ do not count', () => {
  const groups = (n: number, state: 'ja' | 'nein') =>
    Array.from({ length: n }, () => ({
      kind: 'organ' as const,
      state,
      entries: [entry(state, 'Leber')],
    }));
  expect([
    densityOf(groups(6, 'ja')),
    densityOf(groups(7, 'ja')),
    densityOf(groups(13, 'ja')),
    densityOf(groups(17, 'nein')),
  ]).toEqual(['few', 'some', 'many', 'few']);
  const waits = groups(6, 'ja').map((one) => ({
    ...one,
    entries: [{ ...one.entries[0]!, answer: 'Künstliche Niere', unconfirmed: '2024-03-12' }],
  }));
  expect(densityOf(waits)).toBe('some');
});

test('free text in another language names its language; German text has no mark', async () => {
  await show(
    card({
      groups: [
        {
          kind: 'zwischenfall',
          state: 'ja',
          entries: [{ ...entry('ja', 'دوخة شديدة'), untranslated: 'ar' }],
        },
        { kind: 'blutverduenner', state: 'ja', entries: [entry('ja', 'Eliquis')] },
      ],
      changes: [
        { what: 'added', text: 'Beschwerden', after: 'ألم', untranslated: 'ar', lastAt: AT },
      ],
    }),
  );
  expect(screen.getAllByText('(auf Arabisch geschrieben, nicht übersetzt)')).toHaveLength(2);
});
