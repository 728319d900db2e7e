/**
 * One line icon in the size and stroke of the page; always next to a word, so hidden from screen
 * readers.
 */
import { ICONS, MIRRORED, type IconName } from './icons.ts';
import './icon.css';

export interface IconProps {
  readonly name: IconName;
}

export function Icon({ name }: IconProps) {
  const mirrored = MIRRORED.includes(name) ? ' k-icon--mirrored' : '';
  return (
    <svg className={`k-icon${mirrored}`} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={ICONS[name]} />
    </svg>
  );
}
