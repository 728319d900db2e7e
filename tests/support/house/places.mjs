/** Finds a piece of code in a text however the formatter has laid it out. */

/** @param {string} word */
const escaped = (word) => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
const isWord = (/** @type {string | undefined} */ token) => /^[\p{L}\p{N}_$]+$/u.test(token ?? '');

/**
 * The pattern of a piece of code: between its words any room, none where none is needed; before a closing bracket
 * there may be a comma more. Room at its ends is wanted.
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
 * The text with another piece in the place of the first.
 * @param {string} text @param {string} code @param {string} other
 */
export const withFirst = (text, code, other) =>
  text.replace(new RegExp(patternOf(code), 'u'), () => other);

/**
 * The text with another piece in every place of the first.
 * @param {string} text @param {string} code @param {string} other
 */
export const withAll = (text, code, other) =>
  text.replaceAll(new RegExp(patternOf(code), 'gu'), () => other);
