// Tests of the header: Hilfe by one press, cancel only after confirmation, nothing to cancel before
// the person is known.
import { fireEvent, render, screen, within } from '@testing-library/react';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetPress } from '../ui/press.ts';
import { CancelDialog } from './CancelDialog.tsx';
import { TaskHeader, type TaskHeaderProps } from './TaskHeader.tsx';
import { Thanks } from './Thanks.tsx';
import de from './texts.de.json';
import en from './texts.en.json';

beforeAll(async () => {
  await i18next
    .use(initReactI18next)
    .init({ lng: 'de', resources: { de: { task: de }, en: { task: en } } });
});
beforeEach(() => forgetPress());

function show(options: Partial<TaskHeaderProps> = {}) {
  const calls = { onLanguage: vi.fn(), onComfort: vi.fn(), onHelp: vi.fn() };
  render(
    <TaskHeader
      languages={['de', 'en']}
      language="de"
      textScale={100}
      isCalm={false}
      {...calls}
      {...options}
    />,
  );
  return calls;
}
const press = (name: string) => {
  forgetPress();
  fireEvent.click(screen.getByRole('button', { name }));
};

describe('TaskHeader', () => {
  it('offers plain language only where the form has it, next to the text size', () => {
    show();
    press('A, Schriftgröße');
    expect(screen.getAllByRole('switch').map((one) => one.textContent)).toEqual(['Ruhige Hand']);
    press('Fertig');
    const onChange = vi.fn();
    show({ plain: { isOn: false, onChange } });
    forgetPress();
    fireEvent.click(screen.getAllByRole('button', { name: 'A, Schriftgröße' })[1]!);
    forgetPress();
    fireEvent.click(screen.getByRole('switch', { name: 'Einfache Sprache' }));
    expect(onChange).toHaveBeenCalledExactlyOnceWith(true);
  });

  it('rings for help by one press', () => {
    const { onHelp } = show();
    press('Hilfe');
    expect(onHelp).toHaveBeenCalledOnce();
  });

  it('offers no cancel before there is something to cancel', () => {
    show();
    expect(screen.queryByRole('button', { name: 'Beenden' })).toBeNull();
  });

  it('[X9] opens the confirmation, and never cancels directly', () => {
    const onCancel = vi.fn();
    show({ onCancel });
    press('Beenden');
    expect(onCancel).not.toHaveBeenCalled();
    press('Vorgang abbrechen');
    expect(onCancel).toHaveBeenCalledOnce();
  });

  it('[T2] restarts only after a yes', () => {
    const onRestart = vi.fn();
    show({ onCancel: vi.fn(), onRestart });
    press('Beenden');
    press('Dieses Blatt von vorn beginnen');
    press('Nein, weitermachen');
    expect(onRestart).not.toHaveBeenCalled();
    press('Beenden');
    press('Dieses Blatt von vorn beginnen');
    press('Ja, von vorn');
    expect(onRestart).toHaveBeenCalledOnce();
  });

  it('changes text size and Ruhige Hand without losing the other', () => {
    const { onComfort } = show({ textScale: 150, isCalm: true });
    press('A, Schriftgröße');
    const dialog = within(screen.getByRole('dialog'));
    fireEvent.click(dialog.getByRole('radio', { name: /200/ }));
    fireEvent.click(dialog.getByRole('switch'));
    expect(onComfort.mock.calls).toEqual([
      [{ textScale: 200, isCalm: true }],
      [{ textScale: 150, isCalm: false }],
    ]);
  });

  it('offers the languages by their own names', () => {
    const { onLanguage } = show();
    press('Deutsch');
    fireEvent.click(within(screen.getByRole('dialog')).getByText('English'));
    expect(onLanguage).toHaveBeenCalledExactlyOnceWith('en');
  });
});

describe('words', () => {
  it('[X9] shows the exact text in both languages', async () => {
    const { unmount } = render(<CancelDialog open onConfirm={vi.fn()} onDismiss={vi.fn()} />);
    expect(screen.getByRole('alertdialog').textContent).toMatch(
      /^Vorgang abbrechen\?Ihre Eingaben werden nicht gespeichert\./,
    );
    unmount();
    await i18next.changeLanguage('en');
    render(<CancelDialog open onConfirm={vi.fn()} onDismiss={vi.fn()} />);
    expect(screen.getByRole('alertdialog').textContent).toMatch(
      /^Cancel action\?Your entries will not be saved\./,
    );
    await i18next.changeLanguage('de');
  });

  it('[T3] [X8] keeps the texts of the catalogue', () => {
    expect([de.idle.title, en.idle.title]).toEqual(['Sind Sie noch da?', 'Are you still there?']);
    expect([de.aborted.title, en.aborted.title]).toEqual(['Vorgang abgebrochen', 'Task aborted']);
  });

  it('thanks by posture, without a name, and offers no copy of unsigned documents', () => {
    const at = (posture: 'hand' | 'wall', hasSigned: boolean) => (
      <Thanks
        posture={posture}
        hasPaper={false}
        hasTalk={false}
        hasSigned={hasSigned}
        wantsCopy={false}
        onCopy={vi.fn()}
        onMore={vi.fn()}
        onDone={vi.fn()}
      />
    );
    const { rerender } = render(at('hand', true));
    expect(screen.getByText('Vielen Dank. Alles ist gespeichert.')).toBeTruthy();
    expect(screen.getByText('Bitte geben Sie das Tablet am Empfang ab.')).toBeTruthy();
    expect(screen.getByRole('checkbox')).toBeTruthy();
    rerender(at('wall', false));
    expect(screen.getByText('Bitte nehmen Sie Platz, wir holen Sie ab.')).toBeTruthy();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it('says that a document is incomplete while signers are missing, and when there will be a copy', () => {
    render(
      <Thanks
        posture="hand"
        hasPaper={false}
        hasTalk={false}
        hasSigned
        isParted
        wantsCopy={false}
        onCopy={vi.fn()}
        onMore={vi.fn()}
        onDone={vi.fn()}
      />,
    );
    expect(screen.getByText('Ein Papier ist noch nicht vollständig.')).toBeTruthy();
    expect(screen.getByText('Sie bekommen sie, sobald alle unterschrieben haben.')).toBeTruthy();
  });
});
