// Child process that builds and checks sealed files; it holds no key, and is replaced now and then.
import { answerSealer } from './sealer.ts';
import type { SealerRequest } from './sealer.ts';

process.on('message', (request: SealerRequest) => {
  void answerSealer(request).then((reply) => process.send?.({ ...reply, rss: process.memoryUsage().rss }));
});
process.on('disconnect', () => process.exit(0));
