// The link of a hand-over: all data is behind `#`, which no server and no log ever sees.

export type Handover =
  | { use: 'userfromtoken'; cid: string; jwt: string }
  | { use: 'adminlogin'; jwt: string };

export const handoverHash = (h: Handover): string =>
  h.use === 'adminlogin' ? `#a/${h.jwt}` : `#p/${h.cid}/${h.jwt}`;
/** Parses a link's data; undefined for anything else. */
export function readHandover(hash: string): Handover | undefined {
  const admin = /^#a\/([\w.-]+)$/.exec(hash),
    people = /^#p\/([\w-]+)\/([\w.-]+)$/.exec(hash);
  if (admin?.[1] !== undefined) return { use: 'adminlogin', jwt: admin[1] };
  return people?.[1] !== undefined && people[2] !== undefined
    ? { use: 'userfromtoken', cid: people[1], jwt: people[2] }
    : undefined;
}
