/**
 * Bundle of our whole sync core on a tablet, for its size only: outbox, inbox, drafts, keys,
 * sender, receiver, heartbeat, token and calls.
 */
export * from '../../kiosk/outbox/db.ts';
export * from '../../kiosk/outbox/drafts/drafts.ts';
export * from '../../kiosk/outbox/inbox.ts';
export * from '../../kiosk/outbox/keys.ts';
export * from '../../kiosk/outbox/outbox.ts';
export * from '../../kiosk/outbox/seal-op.ts';
export * from '../../kiosk/sync/api.ts';
export * from '../../kiosk/sync/draft-sender.ts';
export * from '../../kiosk/sync/heartbeat.ts';
export * from '../../kiosk/sync/feed/receiver.ts';
export * from '../../kiosk/sync/push/sender.ts';
export * from '../../kiosk/sync/token.ts';
