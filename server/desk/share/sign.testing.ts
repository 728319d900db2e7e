/** Test helpers for signing through a share: send a paper, open it on a phone, sign it. */
import type { Answer, TestApp } from '../../../tests/support/in-process.ts';
import type { Practice } from '../../../tests/support/practice.ts';
import {
  addressOf,
  makeShare,
  Phone,
  type MadeShare,
} from '../../../tests/support/stories/share.ts';
import { submissionOf } from '../../../tests/support/sim-tablet.ts';
import type {
  ShareContents,
  ShareItemContent,
  SharePapers,
  ShareSignature,
} from '../../../shared/exchange/share.schema.ts';
import type { TaskBody } from '../../../shared/exchange/sync.ts';

export type SignContent = Extract<ShareItemContent, { kind: 'sign' }>;

/** State of one test. */
interface At {
  t: TestApp;
  p: Practice;
}

/** Returns steps of the current practice. */
export function signingOf(at: () => At) {
  let nextIp = 0;
  const phone = (): Phone => new Phone(at().p, addressOf(nextIp++));
  const papers = async (patid = '1001'): Promise<SharePapers> =>
    (await at().p.call(`/papo/papers?patid=${patid}`, { as: at().p.users.reception }))
      .json as SharePapers;
  const give = (taskId: string): Promise<MadeShare> =>
    makeShare(at().p, { items: [{ kind: 'sign', taskId, role: 'patient' }] });
  const opened = async (
    share: MadeShare,
  ): Promise<{ one: Phone; content: SignContent; itemId: string }> => {
    const one = await phone().open(share),
      [item] = ((await one.call('/ssf/list')).json as ShareContents).items;
    return {
      one,
      itemId: item?.id ?? '',
      content: (await one.call(`/ssf/read/${item?.id ?? ''}`)).json as SignContent,
    };
  };
  const signed = (content: SignContent, id = at().t.deps.newId()): ShareSignature => {
    const body = {
      taskId: content.taskId,
      dataSha256: content.dataSha256,
      presentedPdfSha256: content.presentedPdfSha256,
      data: JSON.stringify(content.document),
      signers: [content.signer],
      language: 'de',
    } as unknown as TaskBody;
    return { id, ...submissionOf(body, at().t.clock.now) };
  };
  const hand = (one: Phone, itemId: string, body: ShareSignature): Promise<Answer> =>
    one.call(`/ssf/sign/${itemId}`, body);
  return { phone, papers, give, opened, signed, hand };
}
