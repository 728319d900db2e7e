/** Names of the marks that a watched page sets: a press, and the frame that shows it. */
export const PRESSED = 'bench-pressed', SHOWN = 'bench-shown';
