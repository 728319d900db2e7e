// The reception's two-note chime: for Hilfe and red only, at most twice for each alarm, 0.4 s; per
// workstation on, off, volume.

export interface ChimeSettings {
  isOn: boolean;
  volume: number;
}
const KEY = 'practice.chime';
const DEFAULTS: ChimeSettings = { isOn: true, volume: 0.6 };
/** Pause before the second and last ring. */
export const AGAIN_MS = 20_000;
const MOST = 2;

export function readChime(): ChimeSettings {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Partial<ChimeSettings> | null;
    const volume =
      typeof kept?.volume === 'number' ? Math.min(1, Math.max(0, kept.volume)) : DEFAULTS.volume;
    return { isOn: typeof kept?.isOn === 'boolean' ? kept.isOn : DEFAULTS.isOn, volume };
  } catch {
    return DEFAULTS;
  }
}

export function keepChime(settings: ChimeSettings): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    /* Without storage the choice lasts until the next reload. */
  }
}

export type Rung = ReadonlyMap<string, { count: number; at: number }>;

/**
 * Decides whether to ring. Alarms already red when the board opens count as known, except a call
 * for help.
 * @param rung alarms already rung; `null` before the first board
 */
export function planChime(
  alarms: readonly string[],
  rung: Rung | null,
  now: number,
): { rings: boolean; rung: Rung } {
  const next = new Map<string, { count: number; at: number }>();
  let rings = false;
  for (const alarm of alarms) {
    const before = rung?.get(alarm);
    const isKnown = rung === null && !alarm.startsWith('help:');
    if (isKnown) next.set(alarm, { count: MOST, at: now });
    else if (!before || (before.count < MOST && now - before.at >= AGAIN_MS)) {
      rings = true;
      next.set(alarm, { count: (before?.count ?? 0) + 1, at: now });
    } else next.set(alarm, before);
  }
  return { rings, rung: next };
}

let audio: AudioContext | undefined;

/**
 * Prepares the chime. Browsers allow sound only after a touch or key; call it from such an event.
 */
export function readyChime(): void {
  audio ??= typeof AudioContext === 'undefined' ? undefined : new AudioContext();
  void audio?.resume();
}

/** Plays two soft falling notes, 380 ms in total. */
export function playChime(settings: ChimeSettings): void {
  if (!settings.isOn || settings.volume === 0) return;
  readyChime();
  if (!audio || audio.state !== 'running') return;
  const start = audio.currentTime;
  for (const [frequency, at] of [
    [880, 0],
    [660, 0.18],
  ] as const) {
    const tone = audio.createOscillator();
    const level = audio.createGain();
    tone.type = 'sine';
    tone.frequency.value = frequency;
    level.gain.setValueAtTime(0, start + at);
    level.gain.linearRampToValueAtTime(settings.volume * 0.5, start + at + 0.02);
    level.gain.exponentialRampToValueAtTime(0.001, start + at + 0.2);
    tone.connect(level).connect(audio.destination);
    tone.start(start + at);
    tone.stop(start + at + 0.2);
  }
}
