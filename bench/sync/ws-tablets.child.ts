/** Two hundred WebSockets in one process, and the call that gives one of them a task of 2 kB. */
import WebSocket from 'ws';
import { answer } from '../kit/answer.ts';
import { noise } from './signatures.ts';

export interface WsSample { sent: bigint; committing: bigint; got: bigint }
const BODY = 2000;
let url = '', count = 0;
let waiting: { tablet: string; got: (at: { committing: bigint; got: bigint }) => void } | undefined;

function connect(tablet: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/${tablet}`);
    socket.on('open', resolve);
    socket.on('error', reject);
    socket.on('message', (data) => {
      const { committing, body } = JSON.parse(data.toString()) as { committing: string; body: string };
      if (waiting?.tablet === tablet && body.length === BODY) waiting.got({ committing: BigInt(committing), got: process.hrtime.bigint() });
    });
  });
}

async function place(at: number): Promise<WsSample> {
  const tablet = `tablet${(at * 7 + 3) % count}`;
  const arrived = new Promise<{ committing: bigint; got: bigint }>(got => { waiting = { tablet, got }; });
  const body = JSON.stringify({ id: `task${at}`, tablet, body: noise(at, BODY) });
  const sent = process.hrtime.bigint();
  const [times] = await Promise.all([arrived, fetch(`${url}/task`, { method: 'POST', body }).then(r => r.arrayBuffer())]);
  waiting = undefined;
  return { sent, ...times };
}

answer(async (q) => {
  if (q.do === 'place') return place(Number(q.at));
  url = String(q.url);
  count = Number(q.tablets);
  await Promise.all(Array.from({ length: count }, (_, i) => connect(`tablet${i}`)));
  return undefined;
});
