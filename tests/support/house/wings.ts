// Laws about wings: allowed imports, and one module for each wing of the server.

import type { Law } from './laws.ts';
import { programOf, roomOf, written } from './source.ts';

/** Wings of the server and of the practice app: rooms of one part of the business. */
const WINGS = 'desk|records|analytics|accounts|vendor|operations';
const WING = new RegExp(`^(server|practice)/(${WINGS})/`);
/** Rooms that connect wings. */
const SERVER_COMPOSES = /^server\/(compose|commands)\/|^server\/main\.ts$/;
const PRACTICE_COMPOSES = /^practice\/(app\/|main\.tsx$)/;
/** Rooms of the patients' app that connect others, and rooms that all others may import. */
const KIOSK_COMPOSES = /^kiosk\/(app|home|share)\/|^kiosk\/main\.tsx$/;
const KIOSK_FLOOR = /^kiosk\/((ui|session|outbox|sync)\/|[^/]+\.tsx?$)/;
/** Facts of the exchange formats, which `shared/records` reads; these files import nothing. */
const EXCHANGE_FACTS = /^catalog\/(gdt|vdds)\//;
const PROGRAMS = new Set(['kiosk', 'practice', 'server']);

/** The wing of a file as `server/desk`; undefined for platform, paper and frame. */
const wingOf = (path: string): string | undefined => {
  const found = WING.exec(path);
  return found === null ? undefined : `${found[1]}/${found[2]}`;
};

/**
 * Returns the reason why a file of one program may not import another file of it; undefined if it
 * may.
 */
function crossing(from: string, to: string): string | undefined {
  if (from.startsWith('kiosk/')) {
    const isFree = roomOf(from) === roomOf(to) || KIOSK_COMPOSES.test(from) || KIOSK_FLOOR.test(to);
    return isFree ? undefined : `${roomOf(from)} imports ${roomOf(to)}`;
  }
  if (SERVER_COMPOSES.test(from) || PRACTICE_COMPOSES.test(from)) return undefined;
  if (SERVER_COMPOSES.test(to)) return `only main.ts and commands/ import ${to}`;
  if (PRACTICE_COMPOSES.test(to)) return `nothing imports the frame's ${to}`;
  if (from.startsWith('server/paper/') && to.startsWith('server/platform/'))
    return `paper imports ${to}`;
  const [wing, other] = [wingOf(from), wingOf(to)];
  if (other === undefined || wing === other) return undefined;
  return `${wing ?? roomOf(from)} imports the wing ${other}; only compose/ and practice/app know wings`;
}

/**
 * Wings never import wings; programs share types of the server and code of `shared/` and `catalog/`
 * only.
 */
export const wingsStandAlone: Law = (files) =>
  written(files).flatMap((file) =>
    (file.code?.imports ?? []).flatMap((one) => {
      if (!one.isLocal) return [];
      const [from, to] = [programOf(file.path), programOf(one.target)];
      const place = `${file.path}:${one.line}`;
      if (from === 'shared' && to !== 'shared' && !EXCHANGE_FACTS.test(one.target))
        return [`${place} shared/ imports ${one.target} of a program`];
      if (from === 'catalog' && to !== 'shared' && to !== 'catalog')
        return [`${place} catalog/ imports ${one.target}`];
      if (!PROGRAMS.has(from) || !PROGRAMS.has(to)) return [];
      if (from !== to) {
        const isTypeOfServer = to === 'server' && one.isType;
        return isTypeOfServer ? [] : [`${place} imports code of another program: ${one.target}`];
      }
      const reason = crossing(file.path, one.target);
      return reason === undefined ? [] : [`${place} ${reason}`];
    }),
  );

const MODULE = /^server\/([^/]+)\/(?:.+\/)?module\.ts$/;

/** Each wing of the server has exactly one `module.ts`, at its root; only `compose/` imports it. */
export const wingsHaveOneModule: Law = (files) => {
  const sources = written(files),
    wings = new Set(
      sources.flatMap(({ path }) => {
        const wing = wingOf(path);
        return wing?.startsWith('server/') === true ? [wing] : [];
      }),
    ),
    paths = new Set(sources.map((file) => file.path));
  const isOfWing = (path: string): boolean => MODULE.test(path) && wingOf(path) !== undefined;
  return [
    ...[...wings]
      .filter((wing) => !paths.has(`${wing}/module.ts`))
      .map((wing) => `${wing} has no module.ts`),
    ...[...paths]
      .filter((path) => isOfWing(path) && path !== `${wingOf(path)}/module.ts`)
      .map((path) => `${path}:1 is a second module of its wing`),
    ...sources.flatMap((file) =>
      (file.code?.imports ?? [])
        .filter(
          (one) => one.isLocal && isOfWing(one.target) && !file.path.startsWith('server/compose/'),
        )
        .map((one) => `${file.path}:${one.line} imports ${one.target}; only compose/ imports it`),
    ),
  ];
};
