// Time of the server's last answer to this tab: a timestamp only, so that a start without the
// server can say since when.

const KEY = 'practice.lastContact';

/** Records a contact with the server. @param at ms, this computer's clock */
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
