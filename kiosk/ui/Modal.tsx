/** A dialog over the page: one path for every browser, since Safari 14 has no <dialog>. */
import { useId, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useModalFocus } from './useModalFocus.ts';
import './modal.css';

export interface ModalProps {
  readonly open: boolean;
  readonly title: ReactNode;
  readonly children?: ReactNode;
  /** Buttons, most likely first; on phones below one another. */
  readonly actions?: ReactNode;
  /** Escape closes only when this is passed. */
  readonly onEscape?: () => void;
  /** Requires a decision at once (X9): announced as an alert. */
  readonly alert?: boolean;
}

export function Modal({ open, title, children, actions, onEscape, alert = false }: ModalProps) {
  const layer = useRef<HTMLDivElement>(null);
  const heading = useId();
  const body = useId();
  useModalFocus(layer, { open, onEscape });
  if (!open) return null;
  return createPortal(
    <div className="k-modal" ref={layer} data-k-layer="">
      <div
        className="k-modal__card"
        role={alert ? 'alertdialog' : 'dialog'}
        aria-modal="true"
        aria-labelledby={heading}
        aria-describedby={alert ? body : undefined}
      >
        <h2 id={heading} tabIndex={-1}>
          {title}
        </h2>
        <div className="k-modal__body" id={body}>
          {children}
        </div>
        {actions !== undefined && <div className="k-modal__actions">{actions}</div>}
      </div>
    </div>,
    document.body,
  );
}
