// Rows of a practice's keys; the private halves lie here wrapped by the root key.

import { isNull } from 'drizzle-orm';
import type { ScopedReader, ScopedWriter } from '../db/scope.ts';
import type { Schema } from '../db/schema.ts';

export type KeyPurpose = 'blob' | 'seal' | 'authority' | 'receive' | 'escrow';
export interface KeyRow { id: string; purpose: KeyPurpose; wrapped: Buffer | null; publicJwk: JsonWebKey | null; certificate: Buffer | null; createdAt: number; retiredAt: number | null }

export const insertKeys = (tx: ScopedWriter, t: Schema, rows: KeyRow[]): Promise<unknown> => tx.insert(t.practiceKey, rows);
export const activeKeys = (db: ScopedReader, t: Schema): Promise<(KeyRow & { cid: string })[]> => db.find(t.practiceKey, isNull(t.practiceKey.retiredAt));
export const praxisName = async (db: ScopedReader, t: Schema): Promise<string | undefined> => (await db.one(t.praxis))?.name;
