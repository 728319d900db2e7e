/** Setup gate: each check with its result, and a plain remedy for failures. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { GATE_CHECKS, type Gate, type GateCheck } from '../../shared/desk/tablet.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import type { IconName } from '../ui/icons.ts';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';

export interface GateListProps {
  readonly gate: Gate;
  /** Checks waived by staff with a reason. */
  readonly excused: readonly GateCheck[];
}

/** `desk`: no page can check it, reception confirms it. */
type State = Gate[GateCheck] | 'excused' | 'desk';
const ICON: Readonly<Record<State, IconName>> = {
  ok: 'check',
  excused: 'check',
  failed: 'warning',
  unknown: 'info',
  desk: 'info',
};

export function GateList({ gate, excused }: GateListProps) {
  const { t } = useTranslation('team');
  const [shown, setShown] = useState<GateCheck | null>(null);
  return (
    <section className="tab-gate" aria-labelledby="gate-title">
      <h2 id="gate-title">{t('gate.title')}</h2>
      <ul>
        {GATE_CHECKS.map((check) => {
          const state: State =
            gate[check] !== 'ok' && excused.includes(check)
              ? 'excused'
              : check === 'lock' && gate.lock === 'unknown'
                ? 'desk'
                : gate[check];
          const isOpen = state !== 'ok' && state !== 'excused';
          return (
            <li key={check} className={`tab-check tab-check--${state}`}>
              <div className="tab-check__line">
                <Icon name={ICON[state]} />
                <span className="tab-check__name">
                  {t(`gate.${check}.name`)}
                  {state === 'ok' ? (
                    <VisuallyHidden>: {t('gate.state.ok')}</VisuallyHidden>
                  ) : (
                    <span className="tab-check__state">{t(`gate.state.${state}`)}</span>
                  )}
                </span>
                {isOpen && (
                  <Button
                    expanded={shown === check}
                    controls={`gate-${check}`}
                    onPress={() => setShown(shown === check ? null : check)}
                    label={`${t('gate.how')} ${t(`gate.${check}.name`)}`}
                  >
                    {t('gate.how')}
                  </Button>
                )}
              </div>
              <p id={`gate-${check}`} hidden={!isOpen || shown !== check}>
                {t(`gate.${check}.cure`)}
              </p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
