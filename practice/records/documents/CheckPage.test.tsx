// Tests of the check page: plain words for each verdict, active content named, unreadable files.

import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MemoryRouter } from 'react-router';
import type { CheckedReport } from './check-verdict.ts';
import { signInAs } from '../../session.fixture.ts';
import { errorAnswer, fakeServer, stage } from '../../ui/stage.fixture.tsx';
import { CheckPage } from './CheckPage.tsx';
import texts from './texts.de.json';

const AT = Date.UTC(2026, 10, 20, 8, 41);
const SINCE = 'Unverändert seit 20.11.2026, 09:41',
  IN_1999 = Date.UTC(1999, 0, 1);
const report = (part: Partial<CheckedReport>): CheckedReport => ({
  isReadable: true,
  verdict: 'unchanged',
  pages: 2,
  sha256: 'a'.repeat(64),
  seal: {
    isOurs: true,
    isIntact: true,
    coversAll: true,
    level: 'B-B',
    sealedAt: AT,
    certificate: null,
    retired: null,
  },
  shown: { isSame: true, presentedPdfSha256: 'b'.repeat(64), isDataSame: true },
  timestamp: null,
  archive: null,
  later: null,
  facts: null,
  active: [],
  kept: 'original',
  standing: null,
  foreign: [],
  leftOut: 0,
  trusted: { roots: 0, lists: [] },
  ...part,
});
beforeEach(() => signInAs('staff'));
afterEach(() => void vi.unstubAllGlobals());

async function drop(
  answer: { status?: number; body?: unknown },
  bytes = '%PDF-1.7',
): Promise<string[]> {
  const sent = fakeServer(() => answer);
  await stage(
    <MemoryRouter>
      <CheckPage />
    </MemoryRouter>,
    { documents: texts },
  );
  fireEvent.change(document.querySelector('input[type=file]')!, {
    target: { files: [new File([bytes], 'brief.pdf', { type: 'application/pdf' })] },
  });
  await screen.findByText('Geprüfte Datei: brief.pdf', { exact: false });
  return sent
    .filter((one) => one.path !== '/documents/seal')
    .map((one) => `${one.method} ${one.path}`);
}

const BROKEN = {
  isOurs: true,
  isIntact: false,
  coversAll: false,
  level: 'B-B',
  sealedAt: AT,
  certificate: null,
  retired: null,
} as const;
const retiredSeal = (
  made: 'proven' | 'claimed' | 'after',
  kept: CheckedReport['kept'],
): CheckedReport =>
  report({
    verdict: 'retired_key',
    kept,
    seal: {
      ...BROKEN,
      isIntact: true,
      coversAll: true,
      retired: { from: AT + 60_000, reason: 'stolen', made },
    },
  });
const stamp = (isIntact: boolean, isTrusted: boolean, isRevoked = false) => ({
  at: IN_1999,
  service: 'CN=Selbst',
  isIntact,
  isTrusted,
  isRevoked,
});
test.each<[CheckedReport, string, string | RegExp, string]>([
  [report({}), SINCE, 'Was gezeigt wurde, ist was unterschrieben wurde.', 'ok'],
  [
    report({
      verdict: 'extended',
      kept: 'no',
      later: { kinds: ['blank', 'validation_data'], bytes: 900, pagesAdded: 0, objectsChanged: 3 },
    }),
    'Inhalt unverändert seit 20.11.2026, 09:41, danach ergänzt',
    /Leerzeichen.*Prüfdaten.*900 Byte/,
    'warn',
  ],
  [
    report({
      verdict: 'changed',
      kept: 'no',
      later: { kinds: ['content'], bytes: 900, pagesAdded: 1, objectsChanged: 3 },
    }),
    'Verändert',
    /Inhalt, den das Siegel nicht zulässt/,
    'bad',
  ],
  [
    report({
      verdict: 'changed',
      shown: { isSame: false, presentedPdfSha256: '', isDataSame: true },
    }),
    'Verändert',
    'Gezeigter und unterschriebener Text stimmen nicht überein.',
    'bad',
  ],
  [
    report({ verdict: 'changed', kept: 'no', seal: BROKEN, shown: null }),
    'Verändert',
    /Siegel dieser Praxis, aber es passt nicht mehr/,
    'bad',
  ],
  [
    report({ verdict: 'unsigned', seal: null, shown: null }),
    'Nicht von uns gesiegelt',
    /trägt kein Siegel/,
    'off',
  ],
  [report({ kept: 'no' }), SINCE, /nicht Byte für Byte die, die diese Praxis aufbewahrt/, 'warn'],
  [report({ kept: 'upload' }), SINCE, /wurde nur hochgeladen/, 'warn'],
  // Unsigned content never sets the date.
  [
    report({ timestamp: stamp(true, false) }),
    SINCE,
    /Diesem Dienst vertraut die Praxis nicht; er zählt nicht/,
    'ok',
  ],
  [report({ timestamp: stamp(true, true, true) }), SINCE, /wurde gesperrt; er zählt nicht/, 'ok'],
  [report({ timestamp: stamp(false, true) }), SINCE, /gehört; er zählt nicht/, 'ok'],
  [
    report({ timestamp: { ...stamp(true, true), at: AT + 60_000 } }),
    'Unverändert seit 20.11.2026, 09:42',
    /bestätigt von CN=Selbst/,
    'ok',
  ],
  // A retired key proves only what a time stamp dates before its loss.
  [retiredSeal('after', 'no'), 'Siegelschlüssel gesperrt', /nach der Sperrung/, 'bad'],
  [retiredSeal('claimed', 'no'), 'Siegelschlüssel gesperrt', /kann jeder schreiben/, 'bad'],
  [
    retiredSeal('claimed', 'original'),
    'Siegelschlüssel gesperrt',
    /liegt aber in der Ablage/,
    'warn',
  ],
  [
    {
      ...retiredSeal('proven', 'original'),
      verdict: 'unchanged',
      timestamp: { ...stamp(true, true), at: AT },
    },
    SINCE,
    /Das Siegel ist älter und gilt weiter/,
    'ok',
  ],
  // A seal does not show the later fate of the paper.
  [
    report({ standing: { state: 'voided', at: AT + 60_000, reason: 'wrong_contents' } }),
    'Für ungültig erklärt am 20.11.2026, 09:42',
    /der Inhalt war falsch/,
    'bad',
  ],
  [
    report({ standing: { state: 'withdrawn', at: AT + 60_000, reason: null } }),
    'Widerrufen am 20.11.2026, 09:42',
    /Der Inhalt ist seit 20.11.2026, 09:41 unverändert/,
    'bad',
  ],
  [
    report({ standing: { state: 'replaced', at: AT, reason: null } }),
    'Ersetzt am 20.11.2026, 09:41',
    /es gilt die neuere/,
    'warn',
  ],
  [
    report({ standing: { state: 'partly_withdrawn', at: AT, reason: null } }),
    'Teilweise widerrufen am 20.11.2026, 09:41',
    /Ein Teil der Einwilligung/,
    'warn',
  ],
  [
    report({
      verdict: 'changed',
      kept: 'no',
      seal: BROKEN,
      shown: null,
      standing: { state: 'voided', at: AT, reason: null },
    }),
    'Verändert',
    'Für ungültig erklärt am 20.11.2026, 09:41',
    'bad',
  ],
])('verdict %#', async (body, word, detail, tone) => {
  expect(await drop({ body })).toEqual(['POST /documents/check']);
  expect(
    screen.getByRole('heading', { name: word }).closest('[data-tone]')?.getAttribute('data-tone'),
  ).toBe(tone);
  expect(screen.getAllByText(detail).length).toBeGreaterThan(0);
  if (body.verdict === 'changed')
    expect(screen.queryByText('Was gezeigt wurde, ist was unterschrieben wurde.')).toBeNull();
});

const SIGNER = {
  name: 'Erika Muster',
  organisation: 'Labor',
  issuer: 'Trust Root',
  sha256: 'c'.repeat(64),
  notAfter: AT,
  validity: 'valid',
  chain: 2,
  revokedAt: null,
} as const;
const foreign = (
  part: Partial<CheckedReport['foreign'][number]>,
  ...more: CheckedReport['foreign']
): CheckedReport =>
  report({
    verdict: 'foreign_seal',
    seal: null,
    shown: null,
    kept: 'no',
    foreign: [
      {
        kind: 'signature',
        state: 'intact',
        after: 'nothing',
        isWeak: false,
        signer: SIGNER,
        trust: null,
        time: { at: AT, isProven: false, service: '' },
        ...part,
      },
      ...more,
    ],
  });
const LISTED = { by: 'list', name: 'Trust, QES 1', territory: 'DE', isQualified: true } as const;
const COVERING = foreign({ trust: LISTED }).foreign;
test.each<[CheckedReport, string, RegExp, string]>([
  [
    foreign({}),
    'Seit der Unterschrift unverändert, Name nicht bestätigt',
    /keine Vertrauensliste geladen/,
    'warn',
  ],
  [
    {
      ...foreign({ trust: LISTED }),
      trusted: { roots: 0, lists: [{ territory: 'DE', nextUpdate: AT }] },
    },
    'Seit der Unterschrift unverändert, Name bestätigt',
    /Vertrauensliste DE: Trust, QES 1 \(qualifizierter Dienst\)/,
    'ok',
  ],
  [
    { ...foreign({ trust: LISTED }), leftOut: 2 },
    'Zu viele Unterschriften, nicht alle geprüft',
    /2 weitere Unterschriften oder Formularfelder wurden nicht geprüft/,
    'warn',
  ],
  [
    foreign({ trust: LISTED, signer: { ...SIGNER, validity: 'claimed' } }),
    'Seit der Unterschrift unverändert, Name nicht bestätigt',
    /Abgelaufen am/,
    'warn',
  ],
  [
    foreign({ trust: LISTED, signer: { ...SIGNER, revokedAt: AT } }),
    'Seit der Unterschrift unverändert, Name nicht bestätigt',
    /Gesperrt am/,
    'warn',
  ],
  [
    foreign({ trust: LISTED, isWeak: true }),
    'Seit der Unterschrift unverändert, Name nicht bestätigt',
    /altes Verfahren/,
    'warn',
  ],
  [
    foreign({ trust: LISTED, after: 'changed' }),
    'Nach der Unterschrift verändert',
    /Es wurde etwas geändert/,
    'bad',
  ],
  [
    foreign({ trust: LISTED, after: 'changed' }, ...COVERING),
    'Seit der Unterschrift unverändert, Name bestätigt',
    /2. Unterschrift: Erika Muster, Labor/,
    'ok',
  ],
  [foreign({ state: 'broken' }, ...COVERING), 'Fremde Unterschrift passt nicht', /^Nein\./, 'bad'],
  [foreign({ state: 'unknown' }), 'Fremde Unterschrift, nicht prüfbar', /Nicht prüfbar:/, 'warn'],
])('signature of others %#', async (body, word, detail, tone) => {
  await drop({ body });
  expect(
    screen.getByRole('heading', { name: word }).closest('[data-tone]')?.getAttribute('data-tone'),
  ).toBe(tone);
  expect(screen.getAllByText(detail).length).toBeGreaterThan(0);
});

test('[sec B50] active content is named, with the name of the attachment', async () => {
  await drop({
    body: report({
      active: [
        { kind: 'javascript', detail: '' },
        { kind: 'embedded_file', detail: 'rechnung.exe' },
      ],
    }),
  });
  expect(screen.getByText('JavaScript')).toBeTruthy();
  expect(screen.getByText('angehängte Datei: rechnung.exe')).toBeTruthy();
});

test('an unreadable file shows why, and that it once had a seal', async () => {
  await drop(
    errorAnswer(422, 'unreadable_file', { fields: { file: 'broken' }, extra: { hadSeal: true } }),
  );
  expect(screen.getByText(/beschädigt oder unvollständig.*Reste eines Siegels/)).toBeTruthy();
});

test('an empty file is not sent', async () => {
  expect(await drop({ body: {} }, '')).toEqual([]);
  expect(screen.getByText(/Die Datei ist leer/)).toBeTruthy();
});
