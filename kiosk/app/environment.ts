// Environment of the server; cached for an offline start.

const KEY = 'environment';
const restore = (): string | null => {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
};
let environment = restore();
const listeners = new Set<() => void>();

export const currentEnvironment = (): string | null => environment;
export function noteEnvironment(next: string): void {
  if (next === environment) return;
  environment = next;
  try {
    localStorage.setItem(KEY, next);
  } catch {
    /* Without storage the next response provides it again. */
  }
  for (const listener of listeners) listener();
}
export function subscribeEnvironment(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
