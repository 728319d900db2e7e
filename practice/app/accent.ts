// The practice's accent on this workstation: applied at the start, before the settings are read.

const KEY = 'practice.accent';
function put(accent: string): void {
  if (accent === '') document.documentElement.removeAttribute('data-accent');
  else document.documentElement.dataset.accent = accent;
}
/** Applies the accent that was read last here. */
export function startAccent(): void {
  try {
    put(localStorage.getItem(KEY) ?? '');
  } catch {
    /* Without storage it is applied once the settings are read. */
  }
}
/** Applies an accent, and keeps it for the next start. @param accent empty: petrol */
export function noteAccent(accent: string): void {
  put(accent);
  try {
    localStorage.setItem(KEY, accent);
  } catch {
    /* See above. */
  }
}
