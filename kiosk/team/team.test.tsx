/** Tests of the staff menu on a tablet. */
import { fireEvent, render, screen } from '@testing-library/react';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetPress } from '../ui/press.ts';
import { GateList } from './GateList.tsx';
import { StaffMenu } from './StaffMenu.tsx';
import { StaffPin } from './StaffPin.tsx';
import de from './texts.de.json';

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: 'de', resources: { de: { team: de } } });
});
beforeEach(() => forgetPress());

describe('StaffMenu', () => {
  const onBlank = vi.fn();
  const show = (unsent: number) => {
    const onSignOut = vi.fn();
    const facts = {
      header: null,
      version: '1.0.0',
      build: 'abc',
      oldestMs: 720_000,
      isPersisted: true,
      isOnline: false,
      lastContactAt: null,
      leaseUntil: null,
      hasUpdate: false,
    };
    const blank = { label: 'Leerer Fragebogen', onPress: onBlank };
    render(
      <StaffMenu
        {...facts}
        unsent={unsent}
        blank={blank}
        fetch={{ label: 'Holen', onPress: vi.fn() }}
        onReload={vi.fn()}
        onSignOut={onSignOut}
        onClose={vi.fn()}
      />,
    );
    return onSignOut;
  };

  it('[inv S1] does not offer sign-out while signatures are unsent', () => {
    show(2);
    expect(screen.queryByRole('button', { name: 'Tablet abmelden' })).toBeNull();
    expect(screen.getByText(/Das Tablet hält noch Unterschriften/)).toBeTruthy();
    expect(
      screen.getByText('2 Unterschriften oder Meldungen, älteste seit 12 Minuten'),
    ).toBeTruthy();
  });

  it('starts a blank form, also with unsent data and offline', () => {
    show(2);
    fireEvent.click(screen.getByRole('button', { name: 'Leerer Fragebogen' }));
    expect(onBlank).toHaveBeenCalledOnce();
  });

  it('asks for confirmation before signing out', () => {
    const onSignOut = show(0);
    fireEvent.click(screen.getByRole('button', { name: 'Tablet abmelden' }));
    expect(onSignOut).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: 'Ja, abmelden' }));
    expect(onSignOut).toHaveBeenCalledOnce();
  });
});

describe('StaffPin', () => {
  it('sends six digits once and clears them when wrong', () => {
    const onPin = vi.fn();
    const at = (isChecking: boolean, problem: 'wrong' | null) => (
      <StaffPin open isChecking={isChecking} problem={problem} onPin={onPin} onClose={vi.fn()} />
    );
    const { rerender } = render(at(false, null));
    for (const digit of '471200') fireEvent.click(screen.getByRole('button', { name: digit }));
    expect(onPin).toHaveBeenCalledExactlyOnceWith('471200');
    rerender(at(true, null));
    rerender(at(false, 'wrong'));
    expect(screen.getByLabelText<HTMLInputElement>('PIN').value).toBe('');
    expect(screen.getByText('Die PIN stimmt nicht.')).toBeTruthy();
  });
});

describe('GateList', () => {
  it('shows a remedy for failures, and none for checks waived by staff', () => {
    render(
      <GateList
        gate={{ secure: 'ok', storage: 'failed', offline: 'ok', push: 'ok', lock: 'unknown' }}
        excused={['lock']}
      />,
    );
    const buttons = screen.getAllByRole('button');
    expect(buttons).toHaveLength(1);
    expect(screen.getByText('vom Empfang bestätigt')).toBeTruthy();
    const cure = screen.getByText(/Legen Sie die Seite auf den Startbildschirm/);
    expect(cure.hidden).toBe(true);
    fireEvent.click(buttons[0] as Element);
    expect(cure.hidden).toBe(false);
  });
});
