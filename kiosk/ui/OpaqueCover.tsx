/** Opaque cover over the whole page, with one big button and, for the idle warning, a ring. */
import { useId, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Button } from './Button.tsx';
import { useModalFocus } from './useModalFocus.ts';
import './modal.css';

interface CoverAction {
  readonly label: ReactNode;
  readonly onPress: () => void;
}

export interface OpaqueCoverProps {
  readonly open: boolean;
  readonly title: ReactNode;
  readonly children?: ReactNode;
  readonly action?: CoverAction;
  readonly secondary?: CoverAction;
  /** Ring: whole seconds left of total. The owner counts; this only displays. */
  readonly countdown?: { readonly left: number; readonly total: number };
}

const RADIUS = 46;
const ROUND = 2 * Math.PI * RADIUS;

export function OpaqueCover({
  open,
  title,
  children,
  action,
  secondary,
  countdown,
}: OpaqueCoverProps) {
  const layer = useRef<HTMLDivElement>(null);
  const heading = useId();
  const words = useId();
  useModalFocus(layer, { open });
  if (!open) return null;
  return createPortal(
    <div
      className="k-cover"
      ref={layer}
      data-k-layer=""
      role="alertdialog"
      aria-modal="true"
      aria-labelledby={heading}
      aria-describedby={words}
    >
      <div className="k-cover__card">
        {countdown && (
          <div className="k-cover__ring" role="timer" aria-live="off">
            <svg viewBox="0 0 100 100" aria-hidden="true" focusable="false">
              <circle className="k-cover__track" cx="50" cy="50" r={RADIUS} />
              <circle
                className="k-cover__left"
                cx="50"
                cy="50"
                r={RADIUS}
                strokeDasharray={ROUND}
                strokeDashoffset={ROUND * (1 - countdown.left / countdown.total)}
              />
            </svg>
            <span className="k-cover__seconds">{countdown.left}</span>
          </div>
        )}
        <h1 id={heading} tabIndex={-1}>
          {title}
        </h1>
        <div className="k-cover__words" id={words}>
          {children}
        </div>
        {(action ?? secondary) && (
          <div className="k-cover__actions">
            {action && (
              <Button kind="primary" onPress={action.onPress}>
                {action.label}
              </Button>
            )}
            {secondary && (
              <Button kind="quiet" onPress={secondary.onPress}>
                {secondary.label}
              </Button>
            )}
          </div>
        )}
      </div>
    </div>,
    document.body,
  );
}
