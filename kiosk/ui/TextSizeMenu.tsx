/**
 * Text size 100–200 % and the switches Ruhige Hand and Einfache Sprache; changes apply at once
 * without confirmation.
 */
import { useId } from 'react';
import { TEXT_SCALES, type TextScale } from './comfort.ts';
import { Icon } from './Icon.tsx';
import { acceptPress } from './press.ts';
import { useGuardedInput } from './fields/useGuardedInput.ts';
import './textsize.css';

export interface TextSizeMenuProps {
  readonly value: TextScale;
  readonly onChange: (value: TextScale) => void;
  readonly calm: boolean;
  readonly onCalmChange: (calm: boolean) => void;
  /** Einfache Sprache, only where the form has it. */
  readonly plain?: SwitchProps | undefined;
  readonly labels: {
    readonly size: string;
    /** "Ruhige Hand" */
    readonly calm: string;
    /** Its effect. */
    readonly calmHint: string;
  };
}

export function TextSizeMenu({
  value,
  onChange,
  calm,
  onCalmChange,
  plain,
  labels,
}: TextSizeMenuProps) {
  const name = useId();
  return (
    <div className="k-textsize">
      <fieldset className="k-tiles">
        <legend className="k-label">{labels.size}</legend>
        <div className="k-textsize__row">
          {TEXT_SCALES.map((scale) => (
            <Size
              key={scale}
              scale={scale}
              name={name}
              chosen={scale === value}
              onChoose={() => onChange(scale)}
            />
          ))}
        </div>
      </fieldset>
      <Switch isOn={calm} label={labels.calm} hint={labels.calmHint} onChange={onCalmChange} />
      {plain && <Switch {...plain} />}
    </div>
  );
}

export interface SwitchProps {
  readonly isOn: boolean;
  readonly label: string;
  /** Its effect. */
  readonly hint: string;
  readonly onChange: (isOn: boolean) => void;
}

export function Switch({ isOn, label, hint, onChange }: SwitchProps) {
  const id = useId();
  return (
    <>
      <button
        type="button"
        role="switch"
        aria-checked={isOn}
        aria-describedby={id}
        className="k-switch"
        onClick={(event) => {
          if (acceptPress(event)) onChange(!isOn);
        }}
      >
        <span className="k-switch__label">{label}</span>
        <span className="k-switch__track">
          <span className="k-switch__knob">{isOn && <Icon name="check" />}</span>
        </span>
      </button>
      <p className="k-hint" id={id}>
        {hint}
      </p>
    </>
  );
}

interface SizeProps {
  readonly scale: TextScale;
  readonly name: string;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}

function Size({ scale, name, chosen, onChoose }: SizeProps) {
  const guarded = useGuardedInput(onChoose);
  return (
    <label className="k-size" data-chosen={chosen || undefined}>
      <input
        className="k-tile__input"
        type="radio"
        name={name}
        value={scale}
        checked={chosen}
        {...guarded}
      />
      <span className={`k-size__letter k-size__letter--${scale}`} aria-hidden="true">
        A
      </span>
      <span className="k-size__percent">{scale} %</span>
    </label>
  );
}
