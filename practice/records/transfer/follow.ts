// Setting of this workstation: it asks when the practice software wants to open papers. Stored at
// the workstation.

const KEY = 'practice.follow';
export function mayFollow(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    return true;
  }
}
export function setFollow(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, 'off');
  } catch {
    /* without storage the browser asks again */
  }
}
