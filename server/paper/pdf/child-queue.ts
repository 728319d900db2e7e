// Queue in front of one child process that is recycled, limited by a timeout and replaced when it
// dies.
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';

export type ChildOptions = {
  /** Compiled `<name>.worker.js`, or the `.ts` source under tsx. */
  readonly workerPath: string;
  /**
   * The child is replaced after this many requests (default 300) or above this resident size
   * (default 400 MB).
   */
  readonly maxDocuments?: number;
  readonly maxRssMb?: number;
  /** Timeout per request, including the start of the child; default 20 s. */
  readonly timeoutMs?: number;
  /** Heap limit of the child; Node's own limit by default. */
  readonly memoryMb?: number;
  /**
   * How many child deaths one request may cause; default 2: one crash may be an accident of the
   * process.
   */
  readonly tries?: number;
};

/** Fields of every request and every answer; `rss` is the child's resident size in bytes. */
export type ChildRequest = { readonly id: number };
export type ChildReply = { readonly id: number; readonly rss: number };
export type ChildFault = 'timeout' | 'crashed' | 'closed';

export type ChildQueue<Request extends ChildRequest, Reply extends ChildReply> = {
  /**
   * Sends a request; answers arrive in order.
   * @throws the error of `fault` for a child that hung, died over this request, or was closed
   */
  add(request: Request): Promise<Reply>;
  /** Ends the child; queued requests are rejected. */
  close(): void;
};

type Waiting<Request, Reply> = {
  readonly request: Request;
  tries: number;
  resolve(reply: Reply): void;
  reject(error: Error): void;
};

/** Creates the queue of a child process. @param fault creates the caller's own error */
export function createChildQueue<Request extends ChildRequest, Reply extends ChildReply>(
  options: ChildOptions,
  fault: (what: ChildFault, detail: string) => Error,
): ChildQueue<Request, Reply> {
  const {
    workerPath,
    maxDocuments = 300,
    maxRssMb = 400,
    timeoutMs = 20_000,
    memoryMb,
    tries = 2,
  } = options;
  const queue: Waiting<Request, Reply>[] = [];
  let child: ChildProcess | undefined;
  let current: Waiting<Request, Reply> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let documents = 0;
  let closed = false;

  const drop = (): void => {
    const old = child;
    child = undefined;
    old?.removeAllListeners();
    old?.kill('SIGKILL');
  };
  const take = (): Waiting<Request, Reply> | undefined => {
    const job = current;
    current = undefined;
    clearTimeout(timer);
    return job;
  };
  const failed = (what: ChildFault, detail: string): void => {
    const job = take();
    drop();
    if (job !== undefined) {
      // Repeated deaths are caused by the document.
      if (job.tries < tries) queue.unshift(job);
      else job.reject(fault(what, detail));
    }
    next();
  };
  const start = (): ChildProcess => {
    const born = fork(workerPath, [], {
      serialization: 'advanced',
      execArgv: [
        ...(memoryMb === undefined ? [] : [`--max-old-space-size=${memoryMb}`]),
        ...(workerPath.endsWith('.ts') ? ['--import', 'tsx'] : []),
      ],
      env: {},
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    documents = 0;
    born.on('message', (message) => {
      const reply = message as Reply;
      if (current?.request.id !== reply.id) return;
      const job = take();
      documents += 1;
      if (documents >= maxDocuments || reply.rss > maxRssMb * 1024 * 1024) drop();
      job?.resolve(reply);
      next();
    });
    born.on('exit', (code, signal) => failed('crashed', `exit ${code ?? signal ?? 'unknown'}`));
    born.on('error', (error) => failed('crashed', error.message));
    return born;
  };
  const next = (): void => {
    if (current !== undefined || closed) return;
    const job = queue.shift();
    if (job === undefined) {
      // An idle child must not keep the program from exiting.
      child?.unref();
      child?.channel?.unref();
      return;
    }
    current = job;
    job.tries += 1;
    child ??= start();
    child.ref();
    child.channel?.ref();
    timer = setTimeout(() => failed('timeout', `${timeoutMs} ms`), timeoutMs);
    child.send(job.request, (error) => {
      if (error !== null && current === job) failed('crashed', error.message);
    });
  };
  return {
    add: (request) =>
      new Promise<Reply>((resolve, reject) => {
        if (closed) return reject(fault('closed', ''));
        queue.push({ request, tries: 0, resolve, reject });
        next();
      }),
    close: () => {
      closed = true;
      const job = take();
      for (const one of job === undefined ? queue.splice(0) : [job, ...queue.splice(0)])
        one.reject(fault('closed', ''));
      drop();
    },
  };
}
