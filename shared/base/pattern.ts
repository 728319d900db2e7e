/**
 * Safety check of patterns in foreign forms: a running pattern cannot be stopped, and some never
 * terminate.
 */

/** Longer texts are matched only against simple patterns. */
const MOST_TRIES = 200_000_000;

/**
 * Checks whether a pattern terminates soon on any text of this length. Conservative: an unbounded
 * repetition inside a repetition is rejected, even if harmless; so is a repeated group with
 * alternatives.
 * @param pattern as in JavaScript and XML Schema
 */
export function isQuick(pattern: string, length: number): boolean {
  // Literal characters and classes do not matter here.
  const bare = pattern.replace(/\\[pP]\{[^}]*\}|\\./g, 'x').replace(/\[[^\]]*\]/g, 'x');
  const open: { loops: boolean }[] = [{ loops: false }];
  let loops = 0;
  for (let at = 0; at < bare.length; at++) {
    const sign = bare[at],
      top = open[open.length - 1];
    if (!top) return false;
    if (sign === '(') {
      open.push({ loops: false });
      continue;
    }
    if (sign === '|') {
      if (open.length > 1) top.loops = true;
      continue;
    }
    const [repeat = ''] = /^(?:[*+]|\{\d+(?:,\d*)?\})/.exec(bare.slice(at + 1)) ?? [];
    const isLoop = repeat !== '' && !/^\{[0-9]\}$/.test(repeat);
    if (sign === ')') {
      const inner = open.pop(),
        outer = open[open.length - 1];
      if (!inner || !outer || (isLoop && inner.loops)) return false;
      outer.loops ||= inner.loops || isLoop;
    } else if (isLoop) top.loops = true;
    if (isLoop) loops++;
  }
  // Each repetition may be tried from each position of the text.
  return (length + 1) ** (loops + 1) <= MOST_TRIES || loops <= 1;
}
