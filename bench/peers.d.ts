/**
 * Narrow types of packages that only the benches use, the same with and without the packages
 * installed.
 */

declare module 'rxdb' {
  export interface RxCollection {
    bulkInsert(documents: readonly object[]): Promise<{ success: unknown[]; error: unknown[] }>;
    insert(document: object): Promise<unknown>;
  }
  export interface RxDatabase {
    addCollections(
      collections: Record<string, { schema: object }>,
    ): Promise<Record<string, RxCollection>>;
    close(): Promise<unknown>;
  }
  export function createRxDatabase(options: {
    name: string;
    storage: object;
    multiInstance: boolean;
    eventReduce?: boolean;
  }): Promise<RxDatabase>;
}
declare module 'rxdb/plugins/storage-memory' {
  export function getRxStorageMemory(): object;
}
declare module 'rxdb/plugins/storage-dexie' {
  export function getRxStorageDexie(): object;
}
declare module 'rxdb/plugins/replication' {
  import type { RxCollection } from 'rxdb';
  export interface PushRow {
    assumedMasterState?: object;
    newDocumentState: { id: string; _deleted: boolean };
  }
  export interface Replication {
    start(): Promise<void>;
    awaitInitialReplication(): Promise<void>;
    cancel(): Promise<unknown>;
    error$: { subscribe(listener: (error: unknown) => void): unknown };
  }
  export function replicateRxCollection(options: {
    collection: RxCollection;
    replicationIdentifier: string;
    live: boolean;
    autoStart: boolean;
    waitForLeadership: boolean;
    retryTime: number;
    push: { batchSize: number; handler: (rows: PushRow[]) => Promise<object[]> };
  }): Replication;
}

declare module 'pouchdb' {
  interface Row {
    id: string;
    doc: Record<string, unknown> & { _id: string };
  }
  export interface Replicated {
    docs_written: number;
    doc_write_failures: number;
    errors: unknown[];
  }
  class PouchDB {
    static plugin(plugin: object): typeof PouchDB;
    static defaults(options: { prefix: string }): typeof PouchDB;
    constructor(name: string, options?: { adapter?: string; auto_compaction?: boolean });
    bulkDocs(documents: readonly object[]): Promise<{ ok?: boolean }[]>;
    put(document: object): Promise<unknown>;
    info(): Promise<{ doc_count: number }>;
    allDocs(options: { include_docs: true }): Promise<{ rows: Row[] }>;
    replicate: {
      to(url: string, options: { batch_size: number; batches_limit: number }): Promise<Replicated>;
    };
    close(): Promise<void>;
  }
  export default PouchDB;
}
declare module 'pouchdb-browser' {
  export { default } from 'pouchdb';
}
declare module 'pouchdb-adapter-memory' {
  const plugin: object;
  export default plugin;
}
declare module 'express' {
  import type { IncomingMessage, Server, ServerResponse } from 'node:http';
  type Handler = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
  interface App {
    get(path: string, handler: Handler): void;
    use(path: string, handler: Handler): void;
    listen(port: number, host: string, done: () => void): Server;
  }
  export default function express(): App;
}
declare module 'express-pouchdb' {
  import type { IncomingMessage, ServerResponse } from 'node:http';
  import type PouchDB from 'pouchdb';
  export default function expressPouch(
    db: typeof PouchDB,
    options: { mode: string; configPath: string; logPath: string; inMemoryConfig: boolean },
  ): (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
}
declare module 'ws' {
  import type { Server } from 'node:http';
  class WebSocket {
    constructor(url: string);
    on(event: 'open' | 'close', listener: () => void): void;
    on(event: 'message', listener: (data: Uint8Array) => void): void;
    once(event: 'message', listener: (data: Uint8Array) => void): void;
    on(event: 'error', listener: (error: Error) => void): void;
    send(data: string | Uint8Array): void;
    close(): void;
  }
  export class WebSocketServer {
    constructor(options: { server: Server });
    on(event: 'connection', listener: (socket: WebSocket, request: { url?: string }) => void): void;
  }
  export default WebSocket;
}

declare module '@react-pdf/renderer' {
  import type { ReactElement, ReactNode } from 'react';
  type Style = Record<string, string | number>;
  interface BoxProps {
    style?: Style;
    wrap?: boolean;
    children?: ReactNode;
  }
  export function Document(props: {
    title?: string;
    language?: string;
    children: ReactNode;
  }): ReactElement;
  export function Page(props: { size: 'A4'; style?: Style; children: ReactNode }): ReactElement;
  export function View(props: BoxProps): ReactElement;
  export function Text(props: BoxProps): ReactElement;
  export function Svg(props: {
    viewBox: string;
    style?: Style;
    children?: ReactNode;
  }): ReactElement;
  export function Path(props: {
    d: string;
    stroke: string;
    strokeWidth: number;
    fill?: string;
  }): ReactElement;
  export const Font: {
    register(font: { family: string; fonts: { src: string; fontWeight: number }[] }): void;
  };
  export function renderToBuffer(document: ReactElement): Promise<Buffer>;
}

declare module 'survey-core' {
  export class Model {
    constructor(json: object);
    textUpdateMode: 'onBlur' | 'onTyping';
  }
}
declare module 'survey-core/i18n/german';
declare module 'survey-react-ui' {
  import type { ReactElement } from 'react';
  import type { Model } from 'survey-core';
  export function Survey(props: { model: Model }): ReactElement;
}

declare module '@duckdb/node-api' {
  export interface DuckDBAppender {
    appendNull(): void;
    appendBigInt(value: bigint): void;
    appendInteger(value: number): void;
    appendVarchar(value: string): void;
    endRow(): void;
    closeSync(): void;
  }
  export interface DuckDBConnection {
    run(sql: string): Promise<unknown>;
    runAndReadAll(sql: string): Promise<{ getRows(): unknown[][] }>;
    createAppender(table: string): Promise<DuckDBAppender>;
    closeSync(): void;
  }
  export class DuckDBInstance {
    static create(path: string): Promise<DuckDBInstance>;
    connect(): Promise<DuckDBConnection>;
    closeSync(): void;
  }
}

declare module 'json-rules-engine' {
  export class Engine {
    addOperator(name: string, judge: (fact: never, value: never) => boolean): void;
    addRule(rule: { conditions: { all: readonly object[] }; event: { type: string } }): void;
    run(facts: object): Promise<{ events: { type: string }[] }>;
  }
}
