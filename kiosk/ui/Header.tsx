/**
 * The top bar: position, progress, and the permanent controls; a phone shows them behind one
 * button.
 */
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { Button } from './Button.tsx';
import './header.css';

export interface HeaderProps {
  /** Name of the section; hidden below 700 px. */
  readonly section?: ReactNode;
  readonly progress?: ReactNode;
  /** Text size, language, Hilfe: buttons. */
  readonly actions?: ReactNode;
  /** Hilfe: visible at every size, never behind the menu. */
  readonly help?: ReactNode;
  /** Label of the button that contains the actions where space is short ("Menü"). */
  readonly menuLabel: string;
  /** The practice's logo or name on screens without progress. */
  readonly start?: ReactNode;
  /** `start` is a person's name: a narrow bar gets a separate line for it. */
  readonly isNamed?: boolean;
}

export function Header({
  section,
  progress,
  actions,
  help,
  menuLabel,
  start,
  isNamed = false,
}: HeaderProps) {
  const [open, setOpen] = useState(false);
  const panel = useId();
  const bar = useRef<HTMLElement>(null);
  const menu = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!open) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOpen(false);
    };
    const onTap = (event: MouseEvent) => {
      if (event.target instanceof Node && !bar.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('click', onTap);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('click', onTap);
    };
  }, [open]);
  // Before the action itself: the dialog that it opens returns the focus to a button that still
  // exists.
  const onChoose = () => {
    if (!open) return;
    menu.current?.focus({ preventScroll: true });
    setOpen(false);
  };
  return (
    <header
      ref={bar}
      className="k-header"
      data-open={open || undefined}
      data-named={isNamed || undefined}
      data-titled={section !== undefined || undefined}
    >
      <div className="k-header__where">
        {start}
        {section !== undefined && <div className="k-header__section">{section}</div>}
        {progress}
      </div>
      {actions !== undefined && (
        <>
          <div className="k-header__menu">
            <Button
              ref={menu}
              icon="menu"
              expanded={open}
              controls={panel}
              onPress={() => setOpen(!open)}
            >
              {menuLabel}
            </Button>
          </div>
          <div className="k-header__actions" id={panel} onClickCapture={onChoose}>
            {actions}
          </div>
        </>
      )}
      {help}
    </header>
  );
}
