// The relay's own table of boxes: names and pins of their keys, as a file of the operator.

import { existsSync, readFileSync, statSync } from 'node:fs';
import { z } from 'zod';
import { writeWhole } from '../platform/folders.ts';
import { isHostName, isPin } from '../platform/tunnel/names.ts';

/** How often the file is looked at, ms. */
const LOOK_MS = 1_000;

const pin = z.string().refine(isPin, 'a pin is 64 small hex digits');
const boxSchema = z.strictObject({
  name: z.string().refine(isHostName, 'a name is a host name in small letters'),
  /** Pin of the key in use. */
  current: pin,
  /** Pin of the key that will follow; both are let in. */
  next: pin.optional(),
});
const tableSchema = z
  .strictObject({ boxes: z.array(boxSchema) })
  .refine(
    ({ boxes }) => new Set(boxes.map(({ name }) => name)).size === boxes.length,
    'a name is there twice',
  )
  .refine(({ boxes }) => {
    const pins = boxes.flatMap(pinsOf);
    return new Set(pins).size === pins.length;
  }, 'a pin is there twice');

export type Box = z.infer<typeof boxSchema>;
export type BoxTable = z.infer<typeof tableSchema>;

/** Lists the pins under which a box is let in. */
export function pinsOf({ current, next }: Box): string[] {
  return next === undefined ? [current] : [current, next];
}

/** Reads the table; an absent file is an empty table. @throws Error with the reason */
export function readTable(file: string): BoxTable {
  if (!existsSync(file)) return { boxes: [] };
  const read = tableSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  if (!read.success) throw new Error(read.error.issues.map(({ message }) => message).join('; '));
  return read.data;
}

/** Writes the table; the file is the old or the new one at any time. */
export const writeTable = (file: string, table: BoxTable): Promise<void> =>
  writeWhole(file, Buffer.from(`${JSON.stringify(tableSchema.parse(table), null, 2)}\n`));

/** A change of the table, or why it is refused. */
export type Change =
  | { table: BoxTable; refused?: undefined }
  | { table?: undefined; refused: string };

const without = ({ boxes }: BoxTable, name: string): Box[] =>
  boxes.filter((box) => box.name !== name);
const holderOf = ({ boxes }: BoxTable, pin: string, name: string): Box | undefined =>
  boxes.find((box) => box.name !== name && pinsOf(box).includes(pin));

function problemOf(table: BoxTable, name: string, pin: string): string | undefined {
  if (!isHostName(name)) return `${name} ist kein Name; Beispiel: praxis.example`;
  if (!isPin(pin)) return 'Ein PIN hat 64 Stellen aus 0–9 und a–f; npm run relay:pin zeigt ihn.';
  const other = holderOf(table, pin, name);
  return other && `Diesen Schlüssel hat schon ${other.name}.`;
}

/** Adds a box, or ends the change of its key: the next key becomes the only one. */
export function addBox(table: BoxTable, name: string, pin: string): Change {
  const refused = problemOf(table, name, pin);
  if (refused !== undefined) return { refused };
  const known = table.boxes.find((box) => box.name === name);
  if (known !== undefined && !pinsOf(known).includes(pin))
    return {
      refused: `${name} hat schon einen anderen Schlüssel. Für einen Wechsel: next ${name} PIN; für ein neues Gerät zuerst: drop ${name}.`,
    };
  return { table: { boxes: [...without(table, name), { name, current: pin }] } };
}

/** Publishes the next key of a box; the current one stays. */
export function addNext(table: BoxTable, name: string, pin: string): Change {
  const refused = problemOf(table, name, pin),
    known = table.boxes.find((box) => box.name === name);
  if (refused !== undefined) return { refused };
  if (known === undefined) return { refused: `${name} steht nicht in der Liste.` };
  if (known.current === pin) return { refused: `${name} benutzt diesen Schlüssel schon.` };
  return { table: { boxes: [...without(table, name), { ...known, next: pin }] } };
}

/** Removes a box: its connections end. */
export function dropBox(table: BoxTable, name: string): Change {
  const boxes = without(table, name);
  return boxes.length === table.boxes.length
    ? { refused: `${name} steht nicht in der Liste.` }
    : { table: { boxes } };
}

/** The table as it is now. */
export interface FollowedTable {
  find(name: string): Box | undefined;
  readonly size: number;
  close(): void;
}

/**
 * Follows the file of the table. A file that cannot be read changes nothing.
 * @param changed called after each change
 * @param broken called when the file became unreadable
 */
export function followTable(
  file: string,
  changed: () => void,
  broken: (error: unknown) => void,
  lookMs: number = LOOK_MS,
): FollowedTable {
  const stampOf = (): string => {
    const stat = statSync(file, { throwIfNoEntry: false, bigint: true });
    return stat === undefined ? '' : `${stat.mtimeNs}:${stat.ino}:${stat.size}`;
  };
  const mapOf = (table: BoxTable): ReadonlyMap<string, Box> =>
    new Map(table.boxes.map((box) => [box.name, box]));
  let stamp = stampOf(),
    boxes = mapOf(readTable(file));
  const timer = setInterval(() => {
    const found = stampOf();
    if (found === stamp) return;
    stamp = found;
    try {
      boxes = mapOf(readTable(file));
    } catch (error) {
      broken(error);
      return;
    }
    changed();
  }, lookMs);
  timer.unref();
  return {
    find: (name) => boxes.get(name),
    get size() {
      return boxes.size;
    },
    close: () => clearInterval(timer),
  };
}
