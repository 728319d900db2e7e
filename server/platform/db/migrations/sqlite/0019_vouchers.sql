CREATE TABLE `voucher` (
	`cid` text NOT NULL,
	`code_hash` text NOT NULL,
	`batch_id` text NOT NULL,
	`last4` text NOT NULL,
	`used` integer NOT NULL,
	PRIMARY KEY(`cid`, `code_hash`)
);
--> statement-breakpoint
CREATE INDEX `voucher_batch_id` ON `voucher` (`batch_id`);--> statement-breakpoint
CREATE TABLE `voucher_batch` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`sponsor` text NOT NULL,
	`effect` text NOT NULL,
	`value` integer NOT NULL,
	`months` integer NOT NULL,
	`plans` text NOT NULL,
	`valid_from` integer NOT NULL,
	`valid_until` integer NOT NULL,
	`count` integer NOT NULL,
	`per_code` integer NOT NULL,
	`user_id` text NOT NULL,
	`approved_by` text,
	`made_at` integer,
	`blocked_at` integer,
	`at` integer NOT NULL,
	PRIMARY KEY(`cid`, `id`)
);
--> statement-breakpoint
CREATE TABLE `voucher_redemption` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`batch_id` text NOT NULL,
	`tenant` text NOT NULL,
	`last4` text NOT NULL,
	`user_id` text NOT NULL,
	`at` integer NOT NULL,
	`applied_at` integer,
	PRIMARY KEY(`cid`, `id`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `voucher_redemption_once` ON `voucher_redemption` (`batch_id`,`tenant`);--> statement-breakpoint
CREATE INDEX `voucher_redemption_tenant` ON `voucher_redemption` (`tenant`);