/** Which patterns of foreign forms may be tried on a text: a pattern cannot be stopped once it runs, and some never end. */

/** Longer texts are tried on simple patterns only. */
const MOST_TRIES = 200_000_000;

/**
 * Whether a pattern comes to an end soon on a text of this length, whatever stands in it. Careful: something repeated without end inside of something
 * repeated is refused, also where it would do no harm; as is a group with alternatives that is repeated.
 * @param pattern as JavaScript and XML Schema write them
 */
export function isQuick(pattern: string, length: number): boolean {
  // Signs that mean themselves, and classes, take no part in it.
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
  // Each repetition may be tried from each place of the text.
  return (length + 1) ** (loops + 1) <= MOST_TRIES || loops <= 1;
}
