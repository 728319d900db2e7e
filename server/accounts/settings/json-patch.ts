// RFC 6902 (JSON Patch) over plain JSON values; works on a copy, all or nothing.

import { AppError } from '../../../shared/base/errors.ts';
import type { PatchOperation } from '../../../shared/accounts/settings.schema.ts';

type Box = Record<string, unknown> | unknown[];
const isBox = (v: unknown): v is Box => typeof v === 'object' && v !== null;
const refuse = (path: string, why: string): AppError =>
  new AppError('validation', { fields: { [path || '/']: why } });

/** RFC 6901 pointer → keys; `~1` is a slash, `~0` a tilde. */
function keysOf(pointer: string): string[] {
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map((key) => key.replace(/~1/g, '/').replace(/~0/g, '~'));
}

/** Index of an array; `-` is the position after the last. */
function indexOf(list: unknown[], key: string, path: string, last: number): number {
  const at = key === '-' ? list.length : /^(0|[1-9]\d{0,5})$/.test(key) ? Number(key) : -1;
  if (at < 0 || at > last) throw refuse(path, 'index');
  return at;
}

function has(box: Box, key: string): boolean {
  return Array.isArray(box)
    ? /^(0|[1-9]\d{0,5})$/.test(key) && Number(key) < box.length
    : Object.hasOwn(box, key);
}

/** The container of the pointer's last key. */
function holderOf(document: unknown, path: string): { box: Box; key: string } {
  const keys = keysOf(path);
  const key = keys.pop();
  let box: unknown = document;
  for (const k of keys) {
    if (!isBox(box) || !has(box, k)) throw refuse(path, 'path');
    box = (box as Record<string, unknown>)[k];
  }
  // The whole document is never replaced or removed: only named settings are changed.
  if (key === undefined || !isBox(box)) throw refuse(path, 'path');
  return { box, key };
}

function read(document: unknown, path: string): unknown {
  const { box, key } = holderOf(document, path);
  if (!has(box, key)) throw refuse(path, 'path');
  return (box as Record<string, unknown>)[key];
}

function add(document: unknown, path: string, value: unknown): void {
  const { box, key } = holderOf(document, path);
  if (Array.isArray(box)) box.splice(indexOf(box, key, path, box.length), 0, value);
  else
    Object.defineProperty(box, key, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
}

function remove(document: unknown, path: string): unknown {
  const { box, key } = holderOf(document, path);
  if (!has(box, key)) throw refuse(path, 'path');
  if (Array.isArray(box)) return box.splice(Number(key), 1)[0];
  const value = box[key];
  delete box[key];
  return value;
}

function isEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (!isBox(a) || !isBox(b) || Array.isArray(a) !== Array.isArray(b)) return false;
  const [x, y] = [a as Record<string, unknown>, b as Record<string, unknown>];
  const keys = Object.keys(x);
  return (
    keys.length === Object.keys(y).length &&
    keys.every((k) => Object.hasOwn(y, k) && isEqual(x[k], y[k]))
  );
}

/**
 * Applies a JSON patch.
 * @throws AppError validation (naming the path), conflict when a `test` fails
 */
export function applyPatch(
  document: Record<string, unknown>,
  operations: readonly PatchOperation[],
): Record<string, unknown> {
  const copy = structuredClone(document);
  for (const o of operations) {
    if (o.op === 'test') {
      if (!isEqual(read(copy, o.path), o.value))
        throw new AppError('conflict', { fields: { [o.path]: 'test' } });
    } else if (o.op === 'add') add(copy, o.path, structuredClone(o.value));
    else if (o.op === 'remove') remove(copy, o.path);
    else if (o.op === 'replace') {
      remove(copy, o.path);
      add(copy, o.path, structuredClone(o.value));
    } else if (o.op === 'copy') add(copy, o.path, structuredClone(read(copy, o.from)));
    else {
      if (`${o.path}/`.startsWith(`${o.from}/`) && o.path !== o.from)
        throw refuse(o.path, 'move into itself');
      add(copy, o.path, remove(copy, o.from));
    }
  }
  return copy;
}
