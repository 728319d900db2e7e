// Tests of the tablet's own screens: no name while tasks wait, sign-out closed while unsent, codes
// and resting hours parsed.
import { fireEvent, render, screen } from '@testing-library/react';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetPress } from '../ui/press.ts';
import { Home, type HomeProps } from './Home.tsx';
import { isResting } from './resting.ts';
import { codeFromScan } from './scannedCode.ts';
import de from './texts.de.json';
import en from './texts.en.json';
import { Welcome, type RegistrationProblem } from './Welcome.tsx';

beforeAll(async () => {
  await i18next
    .use(initReactI18next)
    .init({ lng: 'de', resources: { de: { tablet: de }, en: { tablet: en } } });
});
beforeEach(() => forgetPress());

describe('Home', () => {
  const props: HomeProps = {
    praxis: 'Praxis Dr. Müller',
    tablet: 'Tablet 2',
    languages: ['de', 'en'],
    language: 'de',
    onLanguage: vi.fn(),
    isOnline: true,
    onHelp: vi.fn(),
    onStaff: vi.fn(),
  };

  it('greets and refers to reception; can begin only where tasks wait', () => {
    const onBegin = vi.fn();
    const { rerender } = render(<Home {...props} />);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Guten Tag');
    expect(screen.queryByRole('button', { name: 'Beginnen' })).toBeNull();
    rerender(<Home {...props} onBegin={onBegin} />);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(
      'Ihre Unterlagen sind bereit.',
    );
    fireEvent.click(screen.getByRole('button', { name: 'Beginnen' }));
    expect(onBegin).toHaveBeenCalledOnce();
  });

  it('shows a calm message when offline', () => {
    render(<Home {...props} isOnline={false} />);
    expect(screen.getByText('ohne Verbindung, alles wird sicher aufgehoben')).toBeTruthy();
  });
});

describe('Welcome', () => {
  const show = (problem: RegistrationProblem | null = null, initialCode = '') => {
    const onCode = vi.fn();
    render(
      <Welcome
        languages={['de', 'en']}
        language="de"
        onLanguage={vi.fn()}
        problem={problem}
        isBusy={false}
        canScan={false}
        onCode={onCode}
        initialCode={initialCode}
      />,
    );
    return onCode;
  };
  const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Tablet anmelden' }));

  it('shows stray patients the next step', () => {
    show();
    expect(
      screen.getByText('Sie sind zur Behandlung hier? Bitte geben Sie das Tablet am Empfang ab.'),
    ).toBeTruthy();
    expect(screen.getByText(/Link von Ihrer Praxis bekommen\? Er beginnt mit .*ssf/).tagName).toBe(
      'P',
    );
  });

  it('accepts a whole code and names the missing part of an incomplete one', () => {
    const onCode = show(null, 'ABCDE');
    submit();
    expect(screen.getByText('Der Code hat zehn Zeichen. Es fehlen noch welche.')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Teil 2 von 2'), { target: { value: 'fghjk' } });
    forgetPress();
    submit();
    expect(onCode).toHaveBeenCalledExactlyOnceWith('ABCDEFGHJK');
  });

  it.each([
    ['invalid', 'Die Anmeldung des Tablets konnte nicht bestätigt werden'],
    ['failed', 'Das Tablet konnte nicht angemeldet werden'],
  ] as const)('[X5] [X6] shows the exact text of %s with a remedy', (problem, text) => {
    show(problem);
    const notice = screen.getByText(text).closest('.k-notice');
    expect(notice?.textContent?.length).toBeGreaterThan(text.length + 20);
  });

  it('[X5] [X6] keeps the English of the catalogue', () => {
    expect(en.welcome.problem).toMatchObject({
      invalid: 'Tablet registration could not be validated',
      failed: 'The tablet could not be registered',
    });
  });
});

describe('codes and hours', () => {
  it('reads only the code from the address of the QR code', () => {
    expect(codeFromScan('https://praxis.example/#code=ABCDE-FGHJK')).toBe('ABCDEFGHJK');
    expect(codeFromScan('abcde-fghjk')).toBe('ABCDEFGHJK');
    expect(codeFromScan('https://example.org/menu')).toBeUndefined();
    expect(codeFromScan('https://praxis.example/#code=ABCDE-FGHJ0')).toBeUndefined();
  });

  it('rests over midnight', () => {
    const hours = { from: '20:00', to: '07:00' };
    expect(
      ['19:59', '20:00', '23:59', '06:59', '07:00'].map((time) => isResting(hours, time)),
    ).toEqual([false, true, true, true, false]);
    expect(isResting({ from: '12:00', to: '13:00' }, '12:30')).toBe(true);
    expect(isResting(undefined, '03:00')).toBe(false);
    expect(isResting({ from: '08:00', to: '08:00' }, '03:00')).toBe(false);
  });
});
