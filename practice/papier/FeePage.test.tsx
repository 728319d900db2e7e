// [§ 2 GOZ] The page of fee agreements: amounts appear as factors are typed, nothing incomplete is printed, the sheet holds what the law asks for, a text is told what it lacks.

import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { POSITIONS } from '../../catalog/goz/positions.ts';
import { checkAgreement } from '../../shared/fee-agreement.ts';
import { acceptSession } from '../session.ts';
import { stage } from '../ui/stage.fixture.tsx';
import { FeePage } from './FeePage.tsx';
import texts from './texts.de.json';

const print = vi.fn();
beforeEach(async () => {
  vi.stubGlobal('print', print);
  acceptSession({ authToken: 't', expiresAt: 0, r4chost: 'http://localhost', r4cUuid: 'r', praxis: { name: 'Zahnarztpraxis Nord' }, account: { factorNeed: 'no', lockMinutes: 10 }, user: { id: 'u', cid: 'c', email: 'e', firstName: 'A', lastname: 'B', role: 'reception', behandler: false } });
  await stage(<MemoryRouter><FeePage /></MemoryRouter>, { papier: texts });
});
afterEach(() => { print.mockClear(); vi.unstubAllGlobals(); });

test('a made agreement holds everything that is required, and nothing that the check would name', async () => {
  const go = screen.getByRole('button', { name: 'Drucken' });
  await userEvent.click(go);
  expect(screen.getByRole('alert').textContent).toBe('Bitte nennen Sie die zahlungspflichtige Person.');
  await userEvent.type(screen.getByLabelText('Zahlungspflichtige Person'), 'Anna Groß');
  await userEvent.type(screen.getByLabelText('Leistung', { selector: 'input' }), '2080');
  await userEvent.click(screen.getByRole('button', { name: 'Leistung hinzufügen' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Satz für 2080' }), '3,5');
  await userEvent.click(go);
  expect(print).not.toHaveBeenCalled();
  await userEvent.clear(screen.getByRole('textbox', { name: 'Satz für 2080' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Satz für 2080' }), '4,5');
  await userEvent.click(go);
  expect(print).toHaveBeenCalledTimes(1);
  const sheet = document.querySelector('.pa-print')!, lines = [...sheet.querySelectorAll('h1, p, tr')].map((one) => [...one.querySelectorAll('td, th')].map((cell) => cell.textContent).join(', ') || one.textContent);
  expect(lines.join('\n')).toContain('zwischen Zahnarztpraxis Nord');
  expect(checkAgreement(lines.join('\n'), POSITIONS)).toEqual({ missing: [], doubts: [], foreign: [], services: ['2080'] });
});

test('a pasted text is told what misses and what must not stand in it, and is sent nowhere', async () => {
  const fetched = vi.fn();
  vi.stubGlobal('fetch', fetched);
  await userEvent.click(screen.getByRole('textbox', { name: 'Text der Vereinbarung' }));
  await userEvent.paste('Nr. 2080 Kompositfüllung 4,5-fach\nDie Forderung wird abgetreten.');
  expect(screen.getByText('der Betrag, der sich daraus ergibt')).toBeTruthy();
  expect(screen.getByText('Abtretung oder Abrechnungsstelle')).toBeTruthy();
  expect(fetched).not.toHaveBeenCalled();
});
