// When the server answered this tab last: a time and nothing else, so that a start without it can say since when.

const KEY = 'practice.lastContact';

/** @param at ms, this computer's clock */
export function noteContact(at: number): void {
  try {
    sessionStorage.setItem(KEY, String(at));
  } catch {
    /* Without storage a start cannot say since when. */
  }
}
export function lastContact(): number | null {
  try {
    const at = Number(sessionStorage.getItem(KEY) ?? 'none');
    return Number.isFinite(at) && at > 0 ? at : null;
  } catch {
    return null;
  }
}
