/** The bar on top: where am I, how far, and the helpers that are on every screen; a phone shows them behind one button. */
import { useEffect, useId, useState, type ReactNode } from 'react';
import { Button } from './Button.tsx';
import './header.css';

export interface HeaderProps {
  /** Name of the section; falls away below 700 px. */
  readonly section?: ReactNode;
  readonly progress?: ReactNode;
  /** Text size, language, Hilfe: buttons. */
  readonly actions?: ReactNode;
  /** Word on the button that holds the actions where there is no room ("Menü"). */
  readonly menuLabel: string;
  /** The practice's logo or name on screens without progress. */
  readonly start?: ReactNode;
}

export function Header({ section, progress, actions, menuLabel, start }: HeaderProps) {
  const [open, setOpen] = useState(false);
  const panel = useId();
  useEffect(() => {
    if (!open) return;
    const close = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOpen(false);
    };
    document.addEventListener('keydown', close);
    return () => document.removeEventListener('keydown', close);
  }, [open]);
  return (
    <header className="k-header" data-open={open || undefined}>
      <div className="k-header__where">
        {start}
        {section !== undefined && <div className="k-header__section">{section}</div>}
        {progress}
      </div>
      {actions !== undefined && (
        <>
          <div className="k-header__menu">
            <Button icon="menu" expanded={open} controls={panel} onPress={() => setOpen(!open)}>
              {menuLabel}
            </Button>
          </div>
          <div className="k-header__actions" id={panel}>
            {actions}
          </div>
        </>
      )}
    </header>
  );
}
