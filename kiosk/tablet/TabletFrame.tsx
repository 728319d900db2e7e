/** Header and footer of the tablet's own screens: practice and tablet name, status and controls. */
import type { ReactNode } from 'react';
import { acceptPress } from '../ui/press.ts';

export interface TabletTopProps {
  readonly praxis?: string;
  readonly logo?: string | undefined;
  readonly tablet?: string;
}

export function TabletTop({ praxis = 'Molar', logo, tablet }: TabletTopProps) {
  return (
    <header className="k-header tab-top">
      {logo === undefined ? (
        <span className="tab-top__praxis">{praxis}</span>
      ) : (
        <img className="tab-top__logo" src={logo} alt={praxis} />
      )}
      {tablet !== undefined && <span className="tab-top__tablet">{tablet}</span>}
    </header>
  );
}

export interface TabletBottomProps {
  readonly state: ReactNode;
  readonly children?: ReactNode;
}

export function TabletBottom({ state, children }: TabletBottomProps) {
  return (
    <footer className="k-footer">
      <div className="k-footer__row tab-bottom">
        <div className="tab-bottom__state">{state}</div>
        {children}
      </div>
    </footer>
  );
}

/** Entry to the staff menu: three faint dots, because patients do not need it. */
export function StaffDots({
  label,
  onPress,
}: {
  readonly label: string;
  readonly onPress: () => void;
}) {
  return (
    <button
      type="button"
      className="tab-dots"
      aria-label={label}
      onClick={(event) => {
        if (acceptPress(event)) onPress();
      }}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <circle cx="5" cy="12" r="2" />
        <circle cx="12" cy="12" r="2" />
        <circle cx="19" cy="12" r="2" />
      </svg>
    </button>
  );
}
