// What the sections of the settings form share: their props, and the props of their inputs.

import type { Draft } from './settings-diff.ts';

/** What every section of the form gets. */
export interface FieldsProps {
  draft: Draft;
  isOwner: boolean;
  set: (part: Partial<Draft>) => void;
  /** The text of a rejection at this field. */
  wrong: (name: string) => string | undefined;
}
type TextName =
  | 'praxisName'
  | 'phone'
  | 'mail'
  | 'street'
  | 'plz'
  | 'city'
  | 'privacyContact'
  | 'closingTime';

// Plain text, because the browser's time field follows the computer's language and shows 08:00
// PM.
export const TIME_FIELD = {
  inputMode: 'numeric',
  placeholder: '20:00',
  autoComplete: 'off',
  maxLength: 9,
} as const;

/** Names the field of an input, so that a link to the field finds it. */
export const fieldOf = (name: keyof Draft) => ({ 'data-field': name });
/** The props of a plain text field. */
export const textField = ({ draft, isOwner, set, wrong }: FieldsProps, name: TextName) => ({
  wrapperProps: fieldOf(name),
  value: draft[name],
  readOnly: !isOwner,
  error: wrong(name),
  onChange: (event: { currentTarget: HTMLInputElement }) =>
    set({ [name]: event.currentTarget.value }),
});
