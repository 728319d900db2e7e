/** Names of generated code: checks the typed name, and spells it for files, functions and tests. */

const KEBAB = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
const WINGS = ['desk', 'records', 'analytics', 'accounts', 'vendor', 'operations'];

/** A request that cannot be fulfilled; its message is for the terminal. */
export class Refused extends Error {}

/**
 * Returns a name in small letters with hyphens.
 * @param {string | undefined} name
 * @param {string} what
 */
export function kebab(name, what) {
  if (name === undefined || !KEBAB.test(name))
    throw new Refused(`${what} is written like-this: small letters, digits, hyphens.`);
  return name;
}

/**
 * Returns an action as verb-noun.
 * @param {string | undefined} name
 */
export function verbNoun(name) {
  const found = kebab(name, 'VERB-NOUN');
  if (!found.includes('-')) throw new Refused('An action has a verb and a noun: send-reminder.');
  return found;
}

/**
 * Returns a room of the server, such as `desk/task`.
 * @param {string | undefined} name
 */
export function serverRoom(name) {
  const [wing = '', room, ...more] = (name ?? '').split('/');
  if (!WINGS.includes(wing) || more.length > 0)
    throw new Refused(`WING/ROOM starts with one of ${WINGS.join(', ')}: desk/task.`);
  return `${wing}/${kebab(room, 'ROOM')}`;
}

/** Converts `send-reminder` to `sendReminder`. @param {string} name */
export const camel = (name) =>
  name.replace(/-([a-z0-9])/g, (_, letter) => String(letter).toUpperCase());

/** Converts `send-reminder` to `SendReminder`. @param {string} name */
export const pascal = (name) => camel(`-${name}`);

/** Converts `send-reminder` to `send reminder`. @param {string} name */
export const words = (name) => name.replaceAll('-', ' ');

/** @typedef {{path: string, text: string}} MadeFile */
/**
 * Result of a generator: new files, lines to insert into existing files, and the remaining steps.
 * @typedef {object} Made
 * @property {MadeFile[]} files
 * @property {{path: string, before: string, line: string}[]} [lines] each goes before the first
 * line that starts with `before`
 * @property {string[]} left
 */
