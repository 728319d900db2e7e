/**
 * Base of a plain query over rows as stored: append-only, each id in many versions, deliveries open
 * or withdrawn.
 */

/**
 * Selects the valid rows of an entity: the newest version of each id among valid deliveries, unless
 * it is a deletion. Filtered by the query's days first.
 */
export function trueRows(entity: string, cid: string, isPostgres = false): string {
  const visible = (of: string): string =>
    `exists (select 1 from pvs_batch b where b.cid = ${of}.cid and b.batch = ${of}.batch and b.state = 'closed')`;
  return `(select * from pvs_${entity} r where r.cid = '${cid}' and ${isPostgres ? 'not r.deleted' : 'r.deleted = 0'} and ${visible('r')} and not exists (select 1 from pvs_${entity} n where n.cid = r.cid and n.id = r.id and (n.version > r.version or (n.version = r.version and n.hash > r.hash)) and ${visible('n')}))`;
}
