// The reports that a user opened last on this workstation; paths only, no figures.

/** Most that are kept. */
const MOST = 6;
const keyOf = (userId: string): string => `practice.reports.${userId}`;

/** Returns the paths of the last opened reports, newest first. */
export function lastOpened(userId: string): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}
/** Notes that a report was opened; without storage nothing is kept. */
export function noteOpened(userId: string, path: string): void {
  try {
    const next = [path, ...lastOpened(userId).filter((one) => one !== path)].slice(0, MOST);
    localStorage.setItem(keyOf(userId), JSON.stringify(next));
  } catch {
    // A browser without storage opens reports all the same.
  }
}
