/** The bar on top: where am I, how far, and the helpers that are on every screen; a phone shows them behind one button. */
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
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
  /** `start` is a person's name: a narrow bar gets a line of its own for it. */
  readonly isNamed?: boolean;
}

export function Header({
  section,
  progress,
  actions,
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
  // Before the action itself: the dialog that it opens gives the focus back to a button that is still there.
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
    </header>
  );
}
