// Reads what the vendor's figures are made of, over all practices; writes nothing.

import { and, eq, gte, isNull, max, ne } from 'drizzle-orm';
import { VENDOR_CID } from '../../../shared/base/roles.ts';
import type { DashboardSources } from '../../../shared/vendor/dashboard.ts';
import type { Store } from '../../platform/db/store.ts';

/**
 * Reads the sources of all figures.
 * @param since invoices of earlier days are left out, ms
 */
export async function readSources({ read, t }: Store, since: number): Promise<DashboardSources> {
  const {
      praxis: p,
      contract: c,
      contractSpan: h,
      paymentInvoice: i,
      invoiceDocument: d,
      ticket: k,
    } = t,
    { session: s, tablet: b, fleetState: f } = t;
  const signs = new Map<string, number>();
  for (const { cid, at } of [
    ...(await read
      .select({ cid: s.cid, at: max(s.lastSeenAt) })
      .from(s)
      .groupBy(s.cid)),
    ...(await read
      .select({ cid: b.cid, at: max(b.lastSeenAt) })
      .from(b)
      .where(and(isNull(b.revokedAt), isNull(b.guestOf)))
      .groupBy(b.cid)),
  ])
    if (at !== null) signs.set(cid, Math.max(at, signs.get(cid) ?? 0));
  const contracts = await read
      .select({
        cid: c.cid,
        plan: c.plan,
        startedAt: c.startedAt,
        periodEnd: c.periodEnd,
        isEnding: c.isEnding,
        endedAt: c.endedAt,
        openSince: c.openSince,
      })
      .from(c),
    spans = await read.select().from(h),
    known = new Set(spans.map(({ cid }) => cid));
  return {
    practices: await read.select({ cid: p.cid, name: p.name, createdAt: p.createdAt }).from(p),
    contracts,
    spans: [
      ...spans,
      // Until the next night a contract from before the history has no price yet.
      ...contracts.flatMap(({ cid, plan, startedAt, endedAt }) =>
        known.has(cid) || startedAt === null
          ? []
          : [{ cid, plan, netCents: null, fromAt: startedAt, untilAt: endedAt }],
      ),
    ],
    receivables: await read.select().from(i),
    documents: await read
      .select({ tenant: d.tenant, number: d.number, at: d.at, facts: d.facts })
      .from(d)
      .where(and(eq(d.cid, VENDOR_CID), gte(d.at, since))),
    tickets: (
      await read
        .select({ cid: k.cid, id: k.id, helpdeskid: k.helpdeskid, openedAt: k.openedAt })
        .from(k)
        .where(ne(k.state, 'solved'))
    ).map((row) => ({ ...row, isSolved: false })),
    signs,
    faults: new Map(
      (await read.select({ cid: f.cid, since: f.since }).from(f).where(eq(f.light, 'bad'))).map(
        ({ cid, since: at }) => [cid, at],
      ),
    ),
  };
}
