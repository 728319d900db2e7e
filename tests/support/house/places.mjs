/** Finds a piece of code in a text in any formatting. */

/** @param {string} word */
const escaped = (word) => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
const isWord = (/** @type {string | undefined} */ token) => /^[\p{L}\p{N}_$]+$/u.test(token ?? '');

/**
 * Returns the pattern of a piece of code: any whitespace between its words, none where not needed;
 * an additional comma is allowed before a closing bracket. Whitespace at its ends is required.
 * @param {string} code
 */
function patternOf(code) {
  const tokens = code.match(/[\p{L}\p{N}_$]+|\s+|./gu) ?? [];
  let pattern = '';
  tokens.forEach((token, at) => {
    const before = tokens[at - 1];
    const after = tokens[at + 1];
    if (/^\s/.test(token)) {
      const isNeeded =
        before === undefined || after === undefined || (isWord(before) && isWord(after));
      pattern += isNeeded ? '\\s+' : '';
      return;
    }
    const previous = before !== undefined && /^\s/.test(before) ? tokens[at - 2] : before;
    if (previous !== undefined && !(isWord(previous) && isWord(token))) pattern += '\\s*';
    if (/[)\]}]/.test(token)) pattern += ',?\\s*';
    pattern += escaped(token);
  });
  return pattern;
}

/** @param {string} text @param {string} code */
export const holds = (text, code) => new RegExp(patternOf(code), 'u').test(text);

/**
 * Replaces the first match in the text.
 * @param {string} text
 * @param {string} code
 * @param {string} other
 */
export const withFirst = (text, code, other) =>
  text.replace(new RegExp(patternOf(code), 'u'), () => other);

/**
 * Replaces every match in the text.
 * @param {string} text
 * @param {string} code
 * @param {string} other
 */
export const withAll = (text, code, other) =>
  text.replaceAll(new RegExp(patternOf(code), 'gu'), () => other);
