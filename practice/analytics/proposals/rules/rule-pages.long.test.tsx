// Tests of the rule book and of the editor of a custom rule with its back-test.

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RuleInput } from '../../../../shared/analytics/billing/rules.schema.ts';
import type { OwnRule } from '../../../../shared/analytics/billing/own-rules.schema.ts';
import { RulesPage } from './RulesPage.tsx';
import { RuleEditorPage } from './RuleEditorPage.tsx';
import { openChanges } from '../../../ui/saving/leaving.ts';
import { plain, show, signIn, writes } from '../pages.fixture.tsx';
import { ownRules, LABEL, ruleBook, ruleRow, READ_AT } from '../proposal.fixture.ts';

beforeEach(() => signIn());
afterEach(() => {
  vi.unstubAllGlobals();
  window.history.replaceState(null, '', '/');
});

const book = () =>
  ruleBook([
    ruleRow('D01'),
    ruleRow(
      'F01',
      { istAnzubieten: true, angenommen: 2, abgelehnt: 12, gelernt: 0.29 },
      {
        titel: { de: 'Füllung ohne besondere Maßnahmen', en: 'F' },
        gruppe: 'FUELLUNG',
        konfidenz: 0.5,
      },
    ),
    ruleRow(
      'P02',
      { istAn: false, istStart: false },
      { titel: { de: 'PZR anbieten', en: 'P' }, art: 'POTENZIAL', konfidenz: 0.4 },
    ),
  ]);
test('the rule book describes each rule with its results and suggests switching off refused ones', async () => {
  const sent = await show(<RulesPage />, ({ method, path }) =>
    method !== 'GET'
      ? { status: 204 }
      : { body: path.includes('eigene') ? { items: [ownRules('R1')] } : book() },
  );
  const card = await screen.findByRole('article', { name: 'PSI nicht erhoben' });
  expect(plain(card.textContent)).toMatch(
    /85\s?% \(Start 80\s?%\).*12 angenommen, 1 abgelehnt.*An dem Tag steht BEMA 01\..*An dem Tag steht nicht BEMA 04\..*Davor steht nicht BEMA 04 in den letzten 8 Quartalen\..*keine PAR-Behandlung läuft.*Alter ab 15 Jahre/,
  );
  expect(screen.getByText(/^1 Regel wird hier oft abgelehnt/)).toBeTruthy();
  expect(await screen.findByText('Röntgen vor Krone')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Ansehen' }));
  const often = await screen.findByRole('article', { name: 'Füllung ohne besondere Maßnahmen' });
  expect(screen.queryByRole('article', { name: 'PSI nicht erhoben' })).toBeNull();
  await userEvent.click(within(often).getByRole('switch'));
  await waitFor(() =>
    expect(writes(sent)).toEqual(['PUT /api/abrechnung/regeln/F01 {"istAn":false}']),
  );
});
test('a rule gets labels automatically, in addition to those of its group', async () => {
  const sent = await show(<RulesPage />, ({ method, path }) =>
      method !== 'GET'
        ? { status: 204 }
        : { body: path.includes('eigene') ? { items: [] } : book() },
    ),
    card = await screen.findByRole('article', { name: 'PSI nicht erhoben' });
  const details = card.querySelector('details')!;
  details.open = true;
  fireEvent(details, new Event('toggle'));
  fireEvent.click(await within(card).findByRole('button', { name: 'Rückfrage' }));
  await waitFor(() =>
    expect(writes(sent)).toEqual([
      `PUT /api/abrechnungslabels/labelConfig ${JSON.stringify({ labelConfig: { D01: [LABEL] } })}`,
    ]),
  );
});
test('staff can read the rule book and change nothing', async () => {
  signIn('staff');
  await show(<RulesPage />, ({ path }) => ({
    body: path.includes('eigene') ? { items: [] } : book(),
  }));
  expect(
    (await screen.findAllByRole('switch')).every(
      (one) => one.hasAttribute('disabled') || one.closest('fieldset')?.disabled === true,
    ),
  ).toBe(true);
  expect(screen.queryByRole('link', { name: 'Neue Regel' })).toBeNull();
  expect(screen.queryByText('Auf die eigenen Tage anwenden')).toBeNull();
});
test('a built-in rule that is off is tried on past days before it is switched on', async () => {
  const bodies: unknown[] = [];
  let refused = true,
    finish: () => void = () => undefined;
  const isSlow = new Promise<void>((done) => {
    finish = done;
  });
  await show(<RulesPage />, async ({ method, path, body }) => {
    if (!path.includes('/rueckrechnung'))
      return { body: path.includes('eigene') ? { items: [] } : book() };
    // The progress is that of the trial that was asked for last.
    if (method === 'GET') {
      const { probe } = bodies.at(-1) as { probe: string };
      return { body: { anteil: path.endsWith(`?probe=${probe}`) ? 0.4 : null } };
    }
    bodies.push(path, body);
    if (refused) {
      refused = false;
      return { status: 503, body: { error: { code: 'reports_loading', message: '' } } };
    }
    await isSlow;
    return {
      body: {
        von: '2025-11-20',
        bis: '2026-11-20',
        treffer: 12,
        cents: 14_000,
        geschaetzt: 0,
        ohneWert: 0,
        tage: 9,
        ausgang: { angenommen: 0, abgelehnt: 0, spaeter: 0, offen: 12 },
        selbst: 48,
        quote: { wert: 0.8, zaehler: 48, nenner: 60 },
        beispiele: [
          {
            patid: 'P1',
            name: 'Groß, Anna',
            tag: '2026-03-02',
            zahn: '',
            cents: 1536,
            wertArt: null,
            schonAbgerechnet: false,
            ausgang: 'offen',
          },
        ],
      },
    };
  });
  const card = await screen.findByRole('article', { name: 'PZR anbieten' }),
    summary = within(card).getByText('Auf die eigenen Tage anwenden'),
    details = summary.closest('details')!;
  details.open = true;
  fireEvent(details, new Event('toggle'));
  await userEvent.click(await within(card).findByRole('button', { name: 'Rückrechnen' }));
  expect(await within(card).findByRole('alert')).toBeTruthy();
  await userEvent.click(within(card).getByRole('button', { name: 'Rückrechnen' }));
  expect(within(card).queryByRole('progressbar')).toBeNull();
  // After a second the progress is shown.
  await waitFor(
    () => expect(plain(card.textContent)).toMatch(/Die Tage werden durchgerechnet …40\s?%/),
    { timeout: 4_000 },
  );
  finish();
  const link = await within(card).findByRole('link', { name: 'Groß, Anna' });
  expect(link.getAttribute('href')).toContain('/dokumente?patid=P1');
  expect(plain(card.textContent)).toMatch(
    /Treffer12.*Trefferquotemindestens 80\s?%48 von 60 bestätigt.*offen: 12.*: 48-mal/,
  );
  expect(bodies[0]).toBe('/api/abrechnung/regeln/P02/rueckrechnung');
  expect(within(card).getByRole<HTMLInputElement>('switch').checked).toBe(false);
});
test('settings are saved with the version seen; a threshold outside its limits is reported', async () => {
  const sent = await show(<RulesPage />, ({ method, path }) =>
    method !== 'GET' ? { status: 204 } : { body: path.includes('eigene') ? { items: [] } : book() },
  );
  await screen.findByText('Einstellungen für alle Regeln');
  fireEvent.click(screen.getByLabelText(/^Auch Tage von Vertretungen/));
  expect(
    screen.getByLabelText<HTMLSelectElement>('Praxis Mitte').selectedOptions[0]?.textContent,
  ).toMatch(/^Aus der Abrechnungsnummer: /);
  fireEvent.change(screen.getByLabelText('Zweigpraxis'), { target: { value: 'by' } });
  const number = screen.getByLabelText(/^Seltene Nr\. 12/);
  fireEvent.change(number, { target: { value: '2' } });
  fireEvent.click(screen.getByRole('button', { name: 'Speichern', hidden: true }));
  expect(screen.getByText('Zwischen 0 und 1.')).toBeTruthy();
  expect(writes(sent)).toEqual([]);
  fireEvent.change(number, { target: { value: '0,4' } });
  await waitFor(() => expect(screen.queryByText('Zwischen 0 und 1.')).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: 'Speichern', hidden: true }));
  await waitFor(() =>
    expect(writes(sent)).toEqual([
      'PUT /api/abrechnung/einstellungen {"rev":3,"mitVertretung":true,"mitAnderenTraegern":false,"schalter":{"zstOhneBefund":false},"schwellen":{"praxisquote":0.4},"kzv":{"S2":"by"}}',
    ]),
  );
});

const PATH = '/abrechnung/regeln/eigene/:regelId',
  AT = '/abrechnung/regeln/eigene/R1';
/** Writes about the rule, without the notice that its draft is open. */
const ruleWrites = (sent: Parameters<typeof writes>[0]): string[] =>
  writes(sent).filter((one) => !one.startsWith('POST /editing'));
test('a custom rule: errors name their position, changes need saving, going live needs a back-test', async () => {
  const tried = {
    von: '2025-11-20',
    bis: '2026-11-20',
    rev: 2,
    am: READ_AT,
    treffer: 41,
    cents: 62_976,
    geschaetzt: 0,
    ohneWert: 0,
    tage: 230,
    ausgang: { angenommen: 3, abgelehnt: 1, spaeter: 2, offen: 35 },
    selbst: 160,
    quote: { wert: 0.8209, zaehler: 165, nenner: 201 },
    beispiele: [
      {
        patid: 'P1',
        name: 'Groß, Anna',
        tag: '2026-03-02',
        zahn: '36',
        cents: 1536,
        schonAbgerechnet: false,
        ausgang: 'angenommen' as const,
      },
    ],
  };
  let one = ownRules('R1');
  const sent = await show(
    <RuleEditorPage />,
    ({ method, path, body }) => {
      if (method === 'GET') return { body: { items: [one] } };
      if (path === '/editing') return { body: { windows: [] } };
      if (path.endsWith('/rueckrechnung')) {
        one = { ...one, rev: 2, rueckrechnung: tried };
        return { body: tried };
      }
      one = {
        ...one,
        ...(path.endsWith('/freigeben')
          ? { state: 'LIVE' as const }
          : { rev: 1, eingabe: (body as { regel: RuleInput }).regel, rueckrechnung: null }),
      };
      return { status: 204 };
    },
    PATH,
    AT,
  );
  await userEvent.click(await screen.findByRole('radio', { name: 'Als Text' }));
  const field = await screen.findByRole('textbox', { name: 'An dem Tag steht keines davon' });
  expect(
    screen.getByText('Verstanden als: BEMA Ä925… in den letzten 6 Monaten am selben Zahn'),
  ).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'In Kraft setzen' }));
  expect(screen.getByText('Bitte rechnen Sie die Regel zuerst zurück.')).toBeTruthy();
  fireEvent.change(field, { target: { value: 'B:04 X:7' } });
  expect(screen.getByText('Stelle 6: „X:7“ ist keine Position wie B:01 oder G:2060.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Entwurf speichern' }));
  expect(ruleWrites(sent)).toEqual([]);
  await waitFor(() => expect(document.activeElement).toBe(field));
  // Leaving the editor asks until the draft is stored.
  expect(openChanges()).toBeDefined();
  fireEvent.change(field, { target: { value: 'B:04' } });
  fireEvent.click(screen.getByRole('button', { name: 'Rückrechnen' }));
  expect(screen.getByText('Bitte speichern Sie zuerst den Entwurf.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Entwurf speichern' }));
  await waitFor(() =>
    expect(ruleWrites(sent)[0]).toMatch(
      /^PUT \/api\/abrechnung\/eigeneregeln\/R1 \{"rev":1,"regel":\{.*"heuteKeines":\["B:04"\]/,
    ),
  );
  await waitFor(() => expect(openChanges()).toBeUndefined());
  fireEvent.click(screen.getByRole('button', { name: 'Rückrechnen' }));
  expect(await screen.findByText('41')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Groß, Anna' })).toBeTruthy();
  expect(screen.getByText(/^mindestens 82/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'In Kraft setzen' }));
  await waitFor(() =>
    expect(writes(sent).at(-1)).toBe('POST /api/abrechnung/eigeneregeln/R1/freigeben {"rev":2}'),
  );
  expect(await screen.findByRole('button', { name: 'Zurückziehen' })).toBeTruthy();
});

test('an owner composes a rule from blocks; it is stored as a draft in the rule language', async () => {
  const sent = await show(
    <RuleEditorPage />,
    ({ method }) => (method === 'GET' ? { body: { items: [] } } : { status: 204 }),
    '/abrechnung/regeln/neu',
    '/abrechnung/regeln/neu',
  );
  expect(await screen.findByText(/^Ein Entwurf ist aus\./)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Entwurf speichern' }));
  expect(
    await screen.findByText('Hier fehlt etwas, oder die Angabe lässt sich nicht lesen.'),
  ).toBeTruthy();
  expect(writes(sent)).toEqual([]);
  fireEvent.change(screen.getByRole('textbox', { name: 'Positionen, eine davon genügt' }), {
    target: { value: '13b, 13c' },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Davor steht nicht' }));
  const earlier = screen.getByRole('group', { name: 'Davor steht nicht' });
  fireEvent.change(
    within(earlier).getByRole('textbox', { name: 'Positionen, eine davon genügt' }),
    {
      target: { value: '8' },
    },
  );
  fireEvent.change(within(earlier).getByRole('combobox', { name: 'Ort' }), {
    target: { value: 'Z' },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Die Notiz nennt' }));
  fireEvent.change(screen.getByRole('textbox', { name: /^Wörter, eines davon genügt/ }), {
    target: { value: 'tief' },
  });
  fireEvent.change(screen.getByRole('textbox', { name: 'Position' }), { target: { value: '8' } });
  fireEvent.change(screen.getByRole('textbox', { name: 'Titel' }), {
    target: { value: 'Vitalprobe vor tiefer Füllung' },
  });
  expect(screen.getByText('An dem Tag steht BEMA 13b oder BEMA 13c.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Entwurf speichern' }));
  await waitFor(() => expect(writes(sent)).toHaveLength(1));
  expect(ruleWrites(sent)[0]).toMatch(/^POST \/api\/abrechnung\/eigeneregeln /);
  expect(ruleWrites(sent)[0]).toContain(
    '"heuteEines":["B:13b","B:13c"],"heuteAlle":"","heuteKeines":[],"historieKeine":["B:8~12M@Z"]',
  );
  expect(ruleWrites(sent)[0]).toContain(`"zusatz":"doc~'tief'"`);
  expect(ruleWrites(sent)[0]).toContain(
    '"titel":{"de":"Vitalprobe vor tiefer Füllung","en":"Vitalprobe vor tiefer Füllung"}',
  );
});

test('an editor goes on where it is once its new rule is stored', async () => {
  let stored: OwnRule[] = [];
  await show(
    <RuleEditorPage />,
    ({ method, body }) => {
      if (method === 'GET') return { body: { items: stored } };
      const { regelId, regel } = body as { regelId: string; regel: RuleInput };
      stored = [{ ...ownRules(regelId), eingabe: regel, rueckrechnung: null }];
      // The title is typed on while the answer is on its way.
      setTimeout(() => fireEvent.change(title(), { target: { value: 'Vitalprobe immer' } }));
      return { status: 204 };
    },
    '/abrechnung/regeln/:kind/:regelId?',
    '/abrechnung/regeln/neu',
  );
  const title = (): HTMLElement => screen.getByRole('textbox', { name: 'Titel' });
  fireEvent.change(await screen.findByRole('textbox', { name: 'Positionen, eine davon genügt' }), {
    target: { value: '13b' },
  });
  fireEvent.change(screen.getByRole('textbox', { name: 'Position' }), { target: { value: '8' } });
  fireEvent.change(title(), { target: { value: 'Vitalprobe' } });
  const field = title();
  fireEvent.click(screen.getByRole('button', { name: 'Entwurf speichern' }));
  expect(await screen.findByText(/^Fassung 1/)).toBeTruthy();
  expect(title()).toBe(field);
  expect(title()).toHaveProperty('value', 'Vitalprobe immer');
});
