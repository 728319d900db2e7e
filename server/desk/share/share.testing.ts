/** Test helpers for shares: create one, open it on a phone, look at rows and lists. */
import { eq } from 'drizzle-orm';
import type { Answer, TestApp } from '../../../tests/support/in-process.ts';
import type { Practice } from '../../../tests/support/practice.ts';
import {
  addressOf,
  makeShare,
  Phone,
  type MadeShare,
} from '../../../tests/support/stories/share.ts';
import type { Share, ShareLink } from '../../../shared/exchange/share.schema.ts';

/** State of one test. */
interface At {
  t: TestApp;
  p: Practice;
  fileId: string;
}

/** Returns steps of the current practice, whose document `fileId` is shared. */
export function sharesOf(at: () => At) {
  let nextIp = 0;
  const phone = (): Phone => new Phone(at().p, addressOf(nextIp++));
  const look = () => at().t.deps.workshop.look(at().p.cid, at().p.system);
  const audited = async (type: string) =>
    (await look().db.find(at().t.deps.store.t.audit, eq(at().t.deps.store.t.audit.type, type)))
      .length;
  const give = (change?: Parameters<typeof makeShare>[1]): Promise<MadeShare> =>
    makeShare(at().p, { items: [{ kind: 'document', fileId: at().fileId }], ...change });
  const listed = async (id: string): Promise<Share | undefined> =>
    ((await at().p.call('/papo/shares', { as: at().p.users.staff })).json as Share[]).find(
      (one) => one.id === id,
    );
  const staff = (share: ShareLink, verb: string, json?: unknown): Promise<Answer> =>
    at().p.post(`/papo/shares/${share.share.id}/${verb}`, at().p.users.reception, json);
  return { phone, look, audited, give, listed, staff };
}
