/**
 * Types into the focused field like a keyboard, so that every field receives the same input event.
 */

export type Editable = HTMLInputElement | HTMLTextAreaElement;

/** Returns the field currently served by the in-app keyboard, or null. */
export function focusedEditable(): Editable | null {
  const field = document.activeElement;
  const editable = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  return editable && field.dataset.keyboard !== undefined ? field : null;
}

/** Inserts text at the cursor or over the selection, as far as the field's maxLength allows. */
export function insertText(field: Editable, text: string): void {
  const [start, end] = selection(field);
  const next = field.value.slice(0, start) + text + field.value.slice(end);
  if (field.maxLength >= 0 && next.length > field.maxLength) return;
  write(field, next, start + text.length);
}

/** Deletes the selection, or one whole character (emoji and accents included) before the cursor. */
export function deleteBackward(field: Editable): void {
  const [start, end] = selection(field);
  const before = field.value.slice(0, start);
  const kept = start === end ? Array.from(before).slice(0, -1).join('') : before;
  if (kept === before && start === end) {
    // Grouped fields (code groups, date parts) move to the previous one on this key.
    field.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Backspace', bubbles: true, cancelable: true }),
    );
    return;
  }
  write(field, kept + field.value.slice(end), kept.length);
}

/** Handles the Enter key: a new line in long fields, otherwise the field's own Enter action. */
export function pressEnter(field: Editable): void {
  if (field instanceof HTMLTextAreaElement) insertText(field, '\n');
  else
    field.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }),
    );
}

function selection(field: Editable): [number, number] {
  // E-mail fields return null: the cursor is then assumed at the end.
  const end = field.value.length;
  return [field.selectionStart ?? end, field.selectionEnd ?? end];
}

function write(field: Editable, value: string, cursor: number): void {
  // React overrides `value` on the element; only the prototype's setter bypasses it.
  const prototype =
    field instanceof HTMLTextAreaElement
      ? HTMLTextAreaElement.prototype
      : HTMLInputElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }));
  if (field.selectionStart !== null && field.value === value)
    field.setSelectionRange(cursor, cursor);
}
