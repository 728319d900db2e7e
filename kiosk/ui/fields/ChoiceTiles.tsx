/**
 * Answers as equal tiles: native radios (choose one), checkboxes (declare) or buttons (decide and
 * go on).
 */
import { useId, type ReactNode } from 'react';
import { FieldError } from './FieldError.tsx';
import { Icon } from '../Icon.tsx';
import type { IconName } from '../icons.ts';
import { acceptPress } from '../press.ts';
import { useGuardedInput } from './useGuardedInput.ts';
import './tiles.css';

interface Choice<Value extends string = string> {
  readonly value: Value;
  readonly label: ReactNode;
  readonly hint?: ReactNode;
}

export interface ChoiceTilesProps<Value extends string = string> {
  /** The question; hidden when the screen's heading already shows it. */
  readonly legend: ReactNode;
  readonly legendHidden?: boolean;
  readonly choices: readonly Choice<Value>[];
  /** Null until the person chooses: nothing is preset. */
  readonly value: Value | null;
  readonly onChoose: (value: Value) => void;
  readonly hint?: ReactNode;
  readonly error?: ReactNode;
  /** id of the group, for the jump to a missing answer. */
  readonly id?: string;
}

export function ChoiceTiles<Value extends string>(props: ChoiceTilesProps<Value>) {
  const group = useId();
  const notes = useId();
  return (
    <fieldset
      className="k-tiles"
      id={props.id}
      tabIndex={-1}
      role="radiogroup"
      aria-describedby={props.hint || props.error ? notes : undefined}
    >
      <legend className={props.legendHidden ? 'k-hidden' : 'k-label'}>{props.legend}</legend>
      <div id={notes}>
        {props.hint && <p className="k-hint">{props.hint}</p>}
        <FieldError>{props.error}</FieldError>
      </div>
      <div className={`k-tiles__grid k-tiles__grid--${Math.min(props.choices.length, 4)}`}>
        {props.choices.map((choice) => (
          <Tile
            key={choice.value}
            type="radio"
            name={group}
            value={choice.value}
            checked={props.value === choice.value}
            onChange={() => props.onChoose(choice.value)}
            label={choice.label}
            hint={choice.hint}
          />
        ))}
      </div>
    </fieldset>
  );
}

export interface CheckTileProps {
  readonly label: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly hint?: ReactNode;
  readonly error?: ReactNode;
  readonly id?: string;
}

/** One declaration; starts empty. */
export function CheckTile({ label, checked, onChange, hint, error, id }: CheckTileProps) {
  const note = useId();
  return (
    <div className="k-tiles">
      <FieldError id={note}>{error}</FieldError>
      <Tile
        type="checkbox"
        checked={checked}
        onChange={onChange}
        label={label}
        hint={hint}
        id={id}
        describedBy={error ? note : undefined}
      />
    </div>
  );
}

export interface TileProps {
  readonly type: 'radio' | 'checkbox';
  readonly label: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly hint?: ReactNode;
  readonly name?: string;
  readonly value?: string;
  readonly id?: string | undefined;
  readonly describedBy?: string | undefined;
}

/** One answer: a radio or a checkbox over the whole tile. */
export function Tile(props: TileProps) {
  const guarded = useGuardedInput(props.onChange);
  // The input covers the whole tile invisibly, so that the browser's own click, focus and arrow
  // keys work.
  return (
    <label
      className={`k-tile${props.type === 'checkbox' ? ' k-tile--sentence' : ''}`}
      data-chosen={props.checked || undefined}
    >
      <input
        className="k-tile__input"
        type={props.type}
        id={props.id}
        name={props.name}
        value={props.value}
        checked={props.checked}
        aria-describedby={props.describedBy}
        {...guarded}
      />
      <span className={`k-tile__mark k-tile__mark--${props.type}`}>
        {props.checked && <Icon name="check" />}
      </span>
      <span className="k-tile__words">
        <span className="k-tile__label">{props.label}</span>
        {props.hint && <span className="k-tile__hint">{props.hint}</span>}
      </span>
    </label>
  );
}

interface TileAction {
  readonly id: string;
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly icon?: IconName;
  readonly onPress: () => void;
}

export interface ActionTilesProps {
  readonly label: string;
  readonly actions: readonly TileAction[];
}

/**
 * Decision screens have no primary button: agreeing, asking and refusing are tiles of one size and
 * weight.
 */
export function ActionTiles({ label, actions }: ActionTilesProps) {
  return (
    <fieldset className="k-tiles" aria-label={label}>
      <div className={`k-tiles__grid k-tiles__grid--${Math.min(actions.length, 4)}`}>
        {actions.map((action) => (
          <button
            key={action.id}
            type="button"
            className="k-tile k-tile--action"
            onClick={(event) => {
              if (acceptPress(event)) action.onPress();
            }}
          >
            {action.icon && <Icon name={action.icon} />}
            <span className="k-tile__words">
              <span className="k-tile__label">{action.label}</span>
              {action.hint && <span className="k-tile__hint">{action.hint}</span>}
            </span>
          </button>
        ))}
      </div>
    </fieldset>
  );
}
