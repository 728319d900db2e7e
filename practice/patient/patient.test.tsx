// The page of one patient: what is known in short, with open proposals for whoever works with them.

import { screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import type { Bericht } from '../../shared/bericht.ts';
import { acceptSession, clearSession } from '../session.ts';
import { fakeServer, stage, type Sent } from '../ui/stage.fixture.tsx';
import { PatientPage } from './PatientPage.tsx';

const short: Pick<Bericht, 'spalten' | 'zeilen'> = { spalten: [{ key: 'patid', titel: 'Patient', typ: 'patient' }, { key: 'name', titel: 'Name', typ: 'text' }, { key: 'kasse', titel: 'Kasse', typ: 'text' }], zeilen: [{ patid: '90001', name: 'Groß, Jörg', kasse: 'AOK Nordost' }] };
async function open(role: 'owner' | 'reception'): Promise<Sent[]> {
  acceptSession({ authToken: 't', expiresAt: 0, r4chost: 'http://localhost', r4cUuid: 'r', praxis: { name: 'P' }, account: { factorNeed: 'no', lockMinutes: 10 }, user: { id: 'u', cid: 'c', email: 'e', firstName: 'A', lastname: 'B', role, behandler: false } });
  const sent = fakeServer(({ path }) => ({ body: path.startsWith('/api/abrechnungsvorschlaege') ? { offen: { anzahl: 3, cents: 12_050 } } : path.startsWith('/api/patient/90001?') ? { ...short, kpis: [], serien: [], meta: {} } : { spalten: [], zeilen: [], kpis: [], serien: [], meta: {} } }));
  await stage(<MemoryRouter initialEntries={['/patient/90001']}><Routes><Route path="/patient/:patid" element={<PatientPage />} /></Routes></MemoryRouter>, {});
  await screen.findByText('AOK Nordost');
  return sent;
}
afterEach(() => { vi.unstubAllGlobals(); clearSession(); });

test('open proposals stand among the facts, with the way to them; reception is neither shown nor asked for them', async () => {
  await open('owner');
  expect((await screen.findByRole('link', { name: /^3 offen · 120,50\s€$/ })).getAttribute('href')).toBe('/abrechnung');
  clearSession();
  document.body.replaceChildren();
  const sent = await open('reception');
  expect(screen.queryByText('Abrechnungsvorschläge')).toBeNull();
  expect(sent.filter(({ path }) => path.startsWith('/api/abrechnungsvorschlaege'))).toEqual([]);
});
