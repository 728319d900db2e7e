// Lines above the pages about incidents and maintenance.
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Incidents } from '../../../shared/operations/incidents.schema.ts';
import { fakeServer, stage } from '../../ui/stage.fixture.tsx';
import { IncidentBanner } from './IncidentBanner.tsx';
import stoerungen from './texts.de.json';

const title = { de: 'Erinnerungen kommen verspätet', en: 'Reminders are late' };
const incidents: Incidents = {
  isReadable: true,
  troubles: [],
  incidents: [
    {
      id: 'mails',
      title,
      impact: 'minor',
      state: 'identified',
      components: [],
      updates: [
        { at: '2026-11-20T09:10:00+01:00', de: 'Der Versand holt auf.', en: 'Catching up.' },
      ],
    },
  ],
  maintenance: [
    {
      id: 'update',
      title: { de: 'Aktualisierung', en: 'Update' },
      state: 'scheduled',
      from: new Date(Date.now() + 3_600_000).toISOString(),
      until: new Date(Date.now() + 7_200_000).toISOString(),
    },
  ],
};

test('names the incident with the latest word, and the coming maintenance', async () => {
  fakeServer(() => ({ body: incidents }));
  await stage(<IncidentBanner />, { stoerungen });
  const [incident, maintenance] = await screen.findAllByRole('status');
  expect(incident?.textContent).toBe(
    'Erinnerungen kommen verspätet · Ursache gefunden · Der Versand holt auf. (20.11.2026, 09:10)',
  );
  expect(maintenance?.textContent).toContain('Wartung: Aktualisierung');
});
