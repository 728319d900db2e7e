/** A browser's profile on disk: its processes, and files that hold a word. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the processes started with this profile. */
export function processesOf(profile: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return (
          pid !== process.pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(profile)
        );
      } catch {
        return false;
      }
    });
}

/**
 * Returns files of a closed profile that contain one of the words, as UTF-8 or UTF-16; must be
 * empty after a patient has left.
 */
export function filesHolding(profile: string, words: readonly string[]): string[] {
  if (!existsSync(profile)) throw new Error('There is no profile to look into.');
  const needles = words.flatMap((word) =>
    [
      Buffer.from(word, 'utf8'),
      Buffer.from(word, 'utf16le'),
      Buffer.from(JSON.stringify(word).slice(1, -1), 'utf8'),
    ].map((bytes) => ({ word, bytes })),
  );
  const found = new Set<string>();
  for (const entry of readdirSync(profile, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const bytes = readFileSync(join(entry.parentPath, entry.name));
    for (const needle of needles)
      if (bytes.includes(needle.bytes))
        found.add(
          `${join(entry.parentPath, entry.name).slice(profile.length + 1)}: ${needle.word}`,
        );
  }
  return [...found];
}
