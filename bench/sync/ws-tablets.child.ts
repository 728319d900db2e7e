/**
 * Two hundred WebSockets in one process, and the call that gives one of them a task: sealed as ours
 * is, or plain.
 */
import WebSocket from 'ws';
import { createOpener } from '../../shared/exchange/opening.ts';
import { createSealKeys, fromBase64 } from '../../shared/exchange/sealing.ts';
import { answer } from '../kit/answer.ts';

export interface WsSample {
  sent: bigint;
  committing: bigint;
  got: bigint;
}
interface Message {
  /** Sent first: the channel's key, as in ours. */
  point?: string;
  id: string;
  committing: string;
  body: string;
  isPlain: boolean;
}
let url = '',
  count = 0,
  placed = 0;
let waiting:
  | { tablet: string; id: string; got: (at: { committing: bigint; got: bigint }) => void }
  | undefined;

async function connect(tablet: string): Promise<void> {
  const keys = await createSealKeys(true),
    sealKey = await crypto.subtle.exportKey('jwk', keys.publicKey);
  const opener = createOpener();
  const take = async ({ id, committing, body, isPlain }: Message): Promise<void> => {
    const text = isPlain
      ? body
      : new TextDecoder('utf-8', { fatal: true }).decode(
          await opener.open(keys.privateKey, fromBase64(body), id),
        );
    const opened = JSON.parse(text) as { id: string };
    if (waiting?.tablet === tablet && waiting.id === opened.id)
      waiting.got({ committing: BigInt(committing), got: process.hrtime.bigint() });
  };
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url.replace('http', 'ws'));
    socket.on('open', () => {
      socket.send(JSON.stringify({ tablet, sealKey }));
    });
    socket.on('error', reject);
    socket.on('message', (data) => {
      const message = JSON.parse(Buffer.from(data).toString('utf8')) as Message;
      if (message.point === undefined) take(message).catch(reject);
      else
        opener.expect(keys.privateKey, message.point).then(() => {
          resolve();
        }, reject);
    });
  });
}

async function place(at: number, bytes: number, isPlain: boolean): Promise<WsSample> {
  const tablet = `tablet${(at * 7 + 3) % count}`,
    id = `task${++placed}`;
  const arrived = new Promise<{ committing: bigint; got: bigint }>((got) => {
    waiting = { tablet, id, got };
  });
  const sent = process.hrtime.bigint();
  const [times] = await Promise.all([
    arrived,
    fetch(`${url}/task`, {
      method: 'POST',
      body: JSON.stringify({ id, at, tablet, bytes, isPlain }),
    }).then((r) => r.arrayBuffer()),
  ]);
  waiting = undefined;
  return { sent, ...times };
}

answer(async (q) => {
  if (q.do === 'place') return place(Number(q.at), Number(q.bytes), q.isPlain === true);
  url = String(q.url);
  count = Number(q.tablets);
  await Promise.all(Array.from({ length: count }, (_, i) => connect(`tablet${i}`)));
  return undefined;
});
