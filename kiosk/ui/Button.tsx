/**
 * A button that fires on release inside itself and once per tap; never disabled, so that it can
 * report missing input.
 */
import type { MouseEvent, ReactNode, Ref } from 'react';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.ts';
import { acceptPress } from './press.ts';
import './button.css';

export interface ButtonProps {
  readonly children: ReactNode;
  readonly onPress?: () => void;
  /** One primary per screen; quiet looks like a link with a full target. */
  readonly kind?: 'primary' | 'secondary' | 'quiet';
  readonly icon?: IconName;
  readonly iconEnd?: IconName;
  /** Work in progress: taps are ignored, the look stays. */
  readonly busy?: boolean;
  /** Fills the rest of its row (the footer's primary button). */
  readonly grow?: boolean;
  readonly type?: 'button' | 'submit';
  readonly id?: string;
  readonly label?: string;
  readonly expanded?: boolean;
  readonly controls?: string;
  readonly pressed?: boolean;
  readonly describedBy?: string;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function Button({ ref, ...props }: ButtonProps) {
  const { kind = 'secondary', busy = false } = props;
  const onClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (!acceptPress(event) || busy) {
      event.preventDefault();
      return;
    }
    props.onPress?.();
  };
  return (
    <button
      ref={ref}
      id={props.id}
      type={props.type ?? 'button'}
      className={`k-button k-button--${kind}${props.grow ? ' k-button--grow' : ''}`}
      aria-label={props.label}
      aria-busy={busy || undefined}
      aria-expanded={props.expanded}
      aria-controls={props.controls}
      aria-pressed={props.pressed}
      aria-describedby={props.describedBy}
      onClick={onClick}
    >
      {props.icon && <Icon name={props.icon} />}
      {/* A word of another direction keeps its own: “Warum?” on a right-to-left page. */}
      <span className="k-button__word">
        <bdi>{props.children}</bdi>
      </span>
      {props.iconEnd && <Icon name={props.iconEnd} />}
    </button>
  );
}
