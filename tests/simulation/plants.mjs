/**
 * Planted bugs: each is one change of the product's source that the simulation (or the named check)
 * must catch.
 */

/**
 * @typedef {{ name: string, changes: import('./bundle.mjs').Change[], caught: RegExp, from?:
 * number, seeds?: number }} Plant `caught`: rules of which one must break; `from`: the first seed
 * that shows it as the product is now; `seeds`: how far the simulation looks from there.
 */

/**
 * Restricts every story to this event and its surrounding events.
 * @param {'takeover' | 'parts'} event
 */
const onlyStoriesOf = (event) => [
  {
    file: 'tests/simulation/options.ts',
    find: "if (m.chance(0.06)) { events.push(m.pick(['takeover', 'parts'] as const));",
    replace: `{ events.splice(0, 99, '${event}');`,
  },
];

/** @type {Plant[]} */
export const PLANTS = [
  {
    name: 'acknowledged before the commit',
    changes: [
      {
        file: 'server/desk/sync/push.ts',
        find: 'const answer = (await storeNext(deps, actor, pushed, ops, isLookDue)) ?? (await deps.workshop.write(actor.cid, actor, (w) => storeOps(w, deps, device, pushed, ops)));',
        replace: `const stored = storeNext(deps, actor, pushed, ops, isLookDue).then(done => done ?? deps.workshop.write(actor.cid, actor, w => storeOps(w, deps, device, pushed, ops))); stored.catch(() => undefined);
      const answer: PushAnswer = { epoch: deps.installation().epoch, ackN: pushed.ops.at(-1)?.h.n ?? 0, safeN: 0, serverTime: 0, results: pushed.ops.map(o => ({ n: o.h.n, s: 'stored' as const })) };`,
      },
    ],
    caught: /^S1$|^S2$|^F23$/,
    from: 6,
  },
  {
    name: 'synchronous=NORMAL',
    changes: [
      {
        file: 'server/platform/db/sqlite-connection.ts',
        find: "'synchronous=FULL'",
        replace: "'synchronous=NORMAL'",
      },
    ],
    caught: /^start$/,
  },
  {
    name: 'corrupt bytes are stored without a hash check',
    changes: [
      {
        file: 'server/desk/sync/push.ts',
        find: 'if (digest === h.sha256)',
        replace: 'if (digest !== undefined)',
      },
    ],
    caught: /^S1$/,
  },
  {
    name: 'an op without a UNIQUE constraint',
    changes: [
      {
        file: 'server/platform/db/sqlite.ts',
        find: "writer.pragma('foreign_keys=ON');",
        replace: "writer.exec('drop index if exists op_id'); writer.pragma('foreign_keys=ON');",
      },
      { file: 'kiosk/outbox/write-ops.ts', find: '(_op, i) => !known[i]', replace: '() => true' },
      { file: 'kiosk/outbox/db.ts', find: "outbox: 'n, &id'", replace: "outbox: 'n, id'" },
      {
        file: 'kiosk/outbox/write-ops.ts',
        find: 'return write(ops, seen, [], [endedWith',
        replace: 'return write(ops, { ...seen, sync: write(ops, seen).meta }, [], [endedWith',
      },
    ],
    caught: /^S1$|^S3$|^L1$/,
  },
  {
    name: 'the cursor is stored before the rows',
    changes: [
      {
        file: 'kiosk/outbox/apply-feed.ts',
        find: 'const sealed = await sealRows(db, rows);',
        replace:
          "await db.meta.put({ ...syncOf(await db.meta.get('sync')), cursor, feedEpoch: epoch }); const sealed = await sealRows(db, rows);",
      },
    ],
    caught: /^L1$/,
  },
  {
    name: 'ops are deleted when sent',
    changes: [
      {
        file: 'kiosk/sync/push/push-batch.ts',
        find: "deps.onState('sending');",
        replace:
          "deps.onState('sending'); await store.ack(batch[batch.length - 1]?.n ?? 0, batch[batch.length - 1]?.n ?? 0);",
      },
    ],
    caught: /^S2$|^L1$/,
  },
  {
    name: 'a timeout counts as sent',
    changes: [
      {
        file: 'kiosk/sync/push/push-batch.ts',
        find: "if (e?.code === 'tablet_revoked')",
        replace:
          "if (e?.status === 0) { const held = await store.meta(); await store.ack(held.n, held.n); return 0; }\n    if (e?.code === 'tablet_revoked')",
      },
    ],
    caught: /^S2$|^L1$/,
  },
  {
    name: 'ops are ordered by the clock',
    changes: [
      {
        file: 'kiosk/outbox/outbox.ts',
        find: 'return rows.length > 0 ? rows : outbox.all(IDBKeyRange.lowerBound(n), undefined, limit)',
        replace:
          'return (await outbox.all(IDBKeyRange.lowerBound(n))).sort((a, b) => a.at - b.at).slice(0, limit)',
      },
    ],
    caught: /^L1$|^S3$/,
    from: 19,
  },
  {
    name: 'the epoch is ignored',
    changes: [
      {
        file: 'kiosk/outbox/epochs.ts',
        find: 'if (sync.epoch !== epoch) await rewind',
        replace: "if (sync.epoch === '') await rewind",
      },
      {
        file: 'kiosk/sync/push/push-batch.ts',
        find: "if (e?.code === 'sync_epoch' && ackN !== undefined && typeof extra.epoch === 'string') { await store.rewind(extra.epoch, ackN); return 0; }",
        replace: '',
      },
      {
        file: 'kiosk/sync/feed/pull-feed.ts',
        find: 'at.cursor > 0 && answer.reset !== true',
        replace: 'at.cursor < 0',
      },
    ],
    caught: /^L1$|^S2$|^S1$/,
    from: 213,
  },
  {
    name: 'a transaction awaits a seal',
    changes: [
      {
        file: 'kiosk/outbox/write-ops.ts',
        find: 'return isDone ? work(ops,',
        replace:
          'if (orders[0]) await sealOp(orders[0], own, clock, random); return isDone ? work(ops,',
      },
    ],
    caught: /^F16$|PrematureCommit|TransactionInactive/,
  },
  {
    name: 'op numbers restart',
    changes: [
      {
        file: 'kiosk/outbox/db.ts',
        find: "if (found && 'inc' in found) return found;",
        replace:
          "if (found && 'inc' in found) { await db.meta.put({ ...found, n: 0 }); return { ...found, n: 0 }; }",
      },
    ],
    caught: /^F16$|Constraint|^S/,
  },
  {
    name: 'retries without a pause',
    changes: [
      {
        file: 'shared/base/ports.ts',
        find: 'return Math.floor(random.unit() * Math.min(30_000, 500 * 2 ** Math.min(attempt, 16)));',
        replace: 'return attempt < 0 ? random.unit() : 1;',
      },
    ],
    caught: /^calm$/,
  },
  {
    name: 'relaxed durability',
    changes: [
      {
        file: 'kiosk/outbox/rows.ts',
        find: "DURABILITY = 'strict'",
        replace: "DURABILITY = 'relaxed'",
      },
    ],
    caught: /^S1$|^S2$|^S3$|^F1$|^F23$|^L1$/,
    from: 292,
  },
  {
    name: 'ops are judged twice',
    changes: [
      {
        file: 'server/desk/sync/judge-op.ts',
        find: 'if (!(await isWaiting(w, id))) return;',
        replace: 'await isWaiting(w, id); await applyOp(w, links, device, header, opened);',
      },
    ],
    caught: /^S3$|^P4$/,
  },
  {
    name: 'a crash leaves ops unjudged',
    changes: [
      {
        file: 'server/desk/sync/judge.ts',
        find: 'found.forEach(add);',
        replace: 'if (found.length < 0) found.forEach(add);',
      },
    ],
    caught: /^S3$|^L1$/,
    from: 14,
    seeds: 400,
  },
  {
    name: 'a cancelled task keeps its draft',
    changes: [
      {
        file: 'kiosk/outbox/write-ops.ts',
        find: 'else void drafts.delete(task.taskId);\n        letGo',
        replace: 'letGo',
      },
    ],
    caught: /^S4$/,
    from: 22,
  },
  {
    name: 'a task is sent to another tablet',
    changes: [
      {
        file: 'server/desk/sync/task-body.ts',
        find: 'mappe.tabletId !== tabletId || !isForTablet(task)',
        replace: '!isForTablet(task)',
      },
    ],
    caught: /^S5$/,
    seeds: 400,
  },
  {
    name: 'a tablet keeps data of a removed task',
    changes: [{ file: 'kiosk/app/loops/heartbeats.ts', find: '    await tidy();\n', replace: '' }],
    caught: /^S4$/,
    from: 96,
    seeds: 1,
  },
  {
    name: 'blank forms lost with a tablet are not reported',
    changes: [
      {
        file: 'server/desk/tablet/report-loss.ts',
        find: '&& mayHaveBegun(tablet)',
        replace: '&& w.now < 0',
      },
    ],
    caught: /^S2$/,
    from: 110_246,
    seeds: 1,
  },
  {
    name: 'a stall raises no alarm',
    changes: [
      { file: 'shared/exchange/board.ts', find: "if (isStuck(t, now)) return 'bad';", replace: '' },
    ],
    caught: /^L2$/,
    from: 14,
    seeds: 600,
  },
  {
    name: 'a corrupt row is deleted without a full read',
    changes: [
      {
        file: 'kiosk/outbox/inbox.ts',
        find: 'await meta.put({ ...sync, cursor: 0 });\n          }).catch',
        replace: '}).catch',
      },
    ],
    caught: /^L1$/,
    from: 73,
  },
  {
    name: 'an older ending deletes the newer revision',
    changes: [
      {
        file: 'kiosk/outbox/write-ops.ts',
        find: 'r?.taskId === taskId && r.taskRev <= taskRev',
        replace: 'r?.taskId === taskId',
      },
    ],
    caught: /^L1$/,
    from: 287,
  },
  {
    name: 'an ending from memory is sealed again',
    changes: [
      {
        file: 'kiosk/app/effects/end-tasks.ts',
        find: 'if (unsure && unsure.op.id === order.id) {',
        replace: "if (unsure && order.id === '') {",
      },
      // A full disk and a lost response at the same moment are rare; here every story has both.
      {
        file: 'tests/simulation/options.ts',
        find: '  return { tablets, isFresh, events, rates, skews };',
        replace:
          "  events.splice(0, 99, 'quota', 'visit', 'quotaAtCommit', 'visit', 'quota', 'visit');\n  return { tablets: 1, isFresh, events, rates: { replyLost: 0.3, tornReply: 0.2 }, skews };",
      },
    ],
    caught: /^L1$|^S1$/,
  },
  {
    name: 'rows expire by the clock of the tablet',
    changes: [
      {
        file: 'kiosk/outbox/outbox.ts',
        find: 'clock.now() + offset(),',
        replace: 'clock.now() + 0 * offset(),',
      },
      // A clock jump of years, a heartbeat after it and a restored older copy: every story has all
      // three.
      {
        file: 'tests/simulation/options.ts',
        find: '  return { tablets, isFresh, events, rates, skews };',
        replace:
          "  events.splice(0, 99, 'pause', 'visit', 'pause', 'clockJump', 'pause', 'pause', 'pause', 'pause', 'pause', 'restore');\n  return { tablets: 1, isFresh, events, rates: {}, skews: [0] };",
      },
    ],
    caught: /^S2$/,
  },
  {
    name: 'a clock set back hides a stall',
    changes: [
      {
        file: 'kiosk/outbox/health.ts',
        find: 'Math.round(clock.mono() - waiting.since)) : 0',
        replace: '0) : 0',
      },
      // Every paper is signed offline, then the clock goes back, then pushes are refused.
      {
        file: 'tests/simulation/options.ts',
        find: '  return { tablets, isFresh, events, rates, skews };',
        replace:
          "  events.splice(0, 99, 'pause', 'lineDown', 'pause', 'visit', 'clockBack', 'pushBlocked');\n  return { tablets: 1, isFresh, events, rates: {}, skews: [0] };",
      },
    ],
    caught: /^L2$/,
  },
  {
    name: 'an ending from memory is not recorded on the disk',
    changes: [
      {
        file: 'kiosk/app/effects/from-memory.ts',
        find: 'await outbox.cancel([], false, [task]).catch(() => undefined);',
        replace: '',
      },
      {
        file: 'kiosk/app/effects/from-memory.ts',
        find: ' await parts.inbox.forget(task);',
        replace: '',
      },
      {
        file: 'tests/simulation/options.ts',
        find: '  return { tablets, isFresh, events, rates, skews };',
        replace:
          "  events.splice(0, 99, 'quotaAtCommit', 'pause', 'powerCut', 'visit', 'pause');\n  return { tablets: 1, isFresh, events, rates: {}, skews: [0] };",
      },
    ],
    caught: /^F23$/,
  },
  {
    name: 'an ending from memory is not kept for a retry',
    changes: [
      {
        file: 'kiosk/app/effects/from-memory.ts',
        find: 'await parts.carried.add(',
        replace: 'void (',
      },
      // An ending is sent from memory, then the server is restored: every story has both.
      {
        file: 'tests/simulation/options.ts',
        find: '  return { tablets, isFresh, events, rates, skews };',
        replace:
          "  events.splice(0, 99, 'pause', 'quotaAtCommit', 'pause', 'restore', 'pause');\n  return { tablets: 1, isFresh, events, rates: {}, skews: [0] };",
      },
    ],
    caught: /^S2$/,
    from: 39,
  },
  {
    name: 'an ending lost from memory is not reported',
    changes: [
      {
        file: 'server/desk/sync/apply-op.ts',
        find: 'if (payload.body.code === SENT_FROM_MEMORY_LOST) await',
        replace: 'if (payload.body.code === SENT_FROM_MEMORY_LOST && h.n < 0) await',
      },
      // The disk is full from a certain commit on, until the page has ended.
      {
        file: 'tests/simulation/disk.ts',
        find: "if (due === 'quotaAtCommit') {",
        replace: "if (due === 'quotaAtCommit') { disk.isFull = true;",
      },
      {
        file: 'tests/simulation/options.ts',
        find: '  return { tablets, isFresh, events, rates, skews };',
        replace:
          "  events.splice(0, 99, 'pause', 'quotaAtCommit', 'pause', 'killPage', 'pause', 'restore', 'pause');\n  return { tablets: 1, isFresh, events, rates: {}, skews: [0] };",
      },
    ],
    caught: /^S2$/,
  },
  {
    name: 'an abandoned blank form loses its answers',
    changes: [
      {
        file: 'kiosk/app/effects/end-tasks.ts',
        find: 'if (order) await outbox.finalize(order); else',
        replace: "if (order && order.id === '') await outbox.finalize(order); else",
      },
    ],
    caught: /^S2$/,
  },
  {
    name: 'a failed pull drops a pull request made meanwhile',
    changes: [
      {
        file: 'kiosk/sync/feed/receiver.ts',
        find: 'try { await pullFeed(deps, opener.openAll); } catch (error) { if (!wantsMore) throw error; }',
        replace: 'await pullFeed(deps, opener.openAll);',
      },
      {
        file: 'kiosk/app/loops/heartbeats.ts',
        find: "|| (at.epoch !== '' && at.epoch !== epoch)",
        replace: '',
      },
    ],
    caught: /^L1$/,
    from: 2132,
  },
  {
    name: 'the previous device is not fenced off',
    changes: [
      {
        file: 'server/desk/sync/apply-op.ts',
        find: "if (h.taskRev < task.taskRev && !isLatePart) return 'stale_rev';",
        replace: '',
      },
      ...onlyStoriesOf('takeover'),
    ],
    caught: /^R7$/,
  },
  {
    name: 'a takeover code works twice',
    changes: [
      {
        file: 'server/desk/takeover/accept-takeover.ts',
        find: 'if (row.usedAt !== null) return again(w, links, row, taker);',
        replace: '',
      },
      {
        file: 'server/desk/takeover/accept-takeover.ts',
        find: '!at || at.tabletId !== row.fromTablet',
        replace: '!at',
      },
      {
        file: 'server/desk/takeover/accept-takeover.ts',
        find: 'tokenHash: row.hash',
        replace: 'tokenHash: w.newId()',
      },
      {
        file: 'server/desk/takeover/store.ts',
        find: 'isNull(t.usedAt), isNull(t.endedAt), gt(',
        replace: 'isNull(t.endedAt), gt(',
      },
      ...onlyStoriesOf('takeover'),
    ],
    caught: /^R7$|^S5$/,
  },
  {
    name: 'a late signature is lost',
    changes: [
      {
        file: 'server/desk/sync/apply-op.ts',
        find: "const isLatePart = task.state === 'part_signed' &&",
        replace: "const isLatePart = task.state === 'filed' &&",
      },
      ...onlyStoriesOf('parts'),
    ],
    caught: /^parts$/,
  },
  {
    name: "the patient's part of a signature is not stored",
    changes: [
      {
        file: 'server/desk/task/part-store.ts',
        find: 'roles.map((role) => ({ taskId, role, opId',
        replace: "roles.filter((role) => role !== 'patient').map((role) => ({ taskId, role, opId",
      },
      ...onlyStoriesOf('parts'),
    ],
    caught: /^parts$/,
  },
  {
    name: 'the response of a captive portal closes a code or returns a Mappe',
    changes: [
      {
        file: 'kiosk/sync/ours.ts',
        find: 'if ((await answer) !== undefined) throw foreign();',
        replace: 'await answer;',
      },
      {
        file: 'tests/simulation/options.ts',
        find: '  return { tablets, isFresh, events, rates, skews };',
        replace: '  return { tablets: 1, isFresh, events, rates: { foreign: 0.3 }, skews: [0] };',
      },
      ...onlyStoriesOf('takeover'),
    ],
    caught: /^R7$/,
  },
  {
    name: 'a repeated heartbeat counts twice',
    changes: [
      {
        file: 'server/desk/tablet/take-heartbeat.ts',
        find: 'if (number && !newest) return',
        replace: 'if (number && !newest && number.n < 0) return',
      },
      // The tablet's report on its feed would reveal the bug as well; older apps send none.
      {
        file: 'server/desk/tablet/store.ts',
        find: 'const unheard = feedSeq === undefined ?',
        replace: 'const unheard = feedSeq !== -1 ?',
      },
      // Signed offline, withdrawn meanwhile, then the storage is evicted: every story has all
      // three.
      {
        file: 'tests/simulation/options.ts',
        find: '  return { tablets, isFresh, events, rates, skews };',
        replace:
          "  events.splice(0, 99, 'backup', 'lineDown', 'desk', 'desk', 'evict');\n  return { tablets: 1, isFresh: false, events, rates: { doubled: 0.9 }, skews: [0] };",
      },
    ],
    caught: /^S2$/,
  },
  {
    name: 'missing heartbeats hide a stall',
    changes: [
      {
        file: 'shared/exchange/board.ts',
        find: '+ (t.activityAt === null ? 0 : Math.max(0, now - t.activityAt))',
        replace: '',
      },
    ],
    caught: /^L2$/,
    from: 1_310_723,
  },
  {
    name: 'a sign-out does not report submissions since the last heartbeat',
    changes: [
      {
        file: 'server/desk/tablet/report-loss.ts',
        find: 'const open = await',
        replace: 'const open = w.now - since <= REACHED_MS ? [] : await',
      },
      {
        file: 'tests/simulation/options.ts',
        find: '  return { tablets, isFresh, events, rates, skews };',
        replace:
          "  events.splice(0, 99, 'lineDown', 'revoke', 'pause');\n  return { tablets: 1, isFresh: false, events, rates: {}, skews: [0] };",
      },
    ],
    caught: /^S2$/,
  },
  {
    name: 'an endless response body has no timeout',
    changes: [
      {
        file: 'shared/base/client.ts',
        find: 'return await read(await deps.fetch(',
        replace:
          'const late = await deps.fetch(url, { method, headers, signal: stop.signal }); clearTimeout(timer); return await read(late); await read(await deps.fetch(',
      },
    ],
    caught: /^L1$/,
    seeds: 400,
  },
];
