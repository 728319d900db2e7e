/**
 * Optimises the in-memory database without changing results: each change is a text patch, and one
 * that does not match stops the build.
 */

/**
 * Calls the listeners in their order, then the handler; no listener uses the capture phase, so only
 * errors and endings bubble.
 */
const TELL = `const HANDLERS = { abort: 'onabort', blocked: 'onblocked', close: 'onclose', complete: 'oncomplete', error: 'onerror', success: 'onsuccess', upgradeneeded: 'onupgradeneeded', versionchange: 'onversionchange' };
const invokeEventListeners = (event, obj) => {
  if (event.eventPhase === 1) return;
  event.currentTarget = obj;
  let errors;
  const { listeners } = obj, { type } = event;
  if (listeners.length > 0) for (const one of listeners.slice()) {
    if (one.type !== type || event.immediatePropagationStopped) continue;
    if (one.capture) throw new Error('a capturing listener is not supported here');
    try { if (typeof one.callback === 'function') one.callback.call(obj, event); else one.callback.handleEvent(event); } catch (err) { (errors ??= []).push(err); }
  }
  const handler = obj[HANDLERS[type]];
  if (handler && !event.immediatePropagationStopped) try { handler.call(obj, event); } catch (err) { (errors ??= []).push(err); }
  if (errors) throw new AggregateError(errors);
};
const slowInvoke = (event, obj) => {`;

/** Reads a row by its key, without iterating over a range. */
const GET = `get(key) {
    if (!(key instanceof FDBKeyRange)) {
      for (let node = this.records._root; node;) {
        const comparison = cmpKeys(key, node.record.key);
        if (comparison === 0 && this.keysAreUnique) return node.deleted ? undefined : node.record;
        if (comparison === 0) break;
        node = comparison < 0 ? node.left : node.right;
        if (!node) return undefined;
      }
      if (!this.records._root) return undefined;
    }`;

/**
 * @type {readonly { file: RegExp, changes: readonly (readonly [find: string, replace: string])[]
 * }[]}
 */
export const IDB_CHANGES = [
  {
    file: /fake-indexeddb\/build\/esm\/lib\/FakeEventTarget\.js$/,
    changes: [['const invokeEventListeners = (event, obj) => {', TELL]],
  },
  // The time stamp of an event is never read.
  {
    file: /fake-indexeddb\/build\/esm\/lib\/FakeEvent\.js$/,
    changes: [['timeStamp = Date.now();', 'timeStamp = 0;']],
  },
  { file: /fake-indexeddb\/build\/esm\/lib\/RecordStore\.js$/, changes: [['get(key) {', GET]] },
  {
    file: /fake-indexeddb\/build\/esm\/lib\/cmp\.js$/,
    changes: [
      [
        'const getType = x => {',
        'const getType = x => {\n  if (typeof x === "string") return "String";',
      ],
      [
        'export const cmpKeys = (first, second) => {',
        'export const cmpKeys = (first, second) => {\n  if ((typeof first === "string" && typeof second === "string") || (typeof first === "number" && typeof second === "number")) return first === second ? 0 : first > second ? 1 : -1;',
      ],
    ],
  },
  {
    file: /fake-indexeddb\/build\/esm\/lib\/valueToKeyWithoutThrowing\.js$/,
    changes: [
      [
        '  if (typeof input === "number") {',
        '  if (typeof input === "string") return input;\n  if (typeof input === "number") {',
      ],
    ],
  },
  // Only upgrades of a database have listeners that must run first.
  {
    file: /fake-indexeddb\/build\/esm\/FDBTransaction\.js$/,
    changes: [
      [
        'for (const type of prioritizedListenerTypes) {',
        'if (mode === "versionchange") for (const type of prioritizedListenerTypes) {',
      ],
    ],
  },
  // A single transaction waits for no other.
  {
    file: /fake-indexeddb\/build\/esm\/lib\/Database\.js$/,
    changes: [
      [
        '      const running = ',
        `      if (this.transactions.length === 1) {
        const [only] = this.transactions;
        if (only._started || only._state === "finished") return;
        only.addEventListener("complete", this.processTransactions);
        only.addEventListener("abort", this.processTransactions);
        only._start();
        return;
      }
      const running = `,
      ],
    ],
  },
];
