CREATE TABLE `debit_notice` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`source` text NOT NULL,
	`cents` integer NOT NULL,
	`due_at` integer NOT NULL,
	`is_ordered` integer NOT NULL,
	`at` integer NOT NULL,
	`keys` text NOT NULL,
	PRIMARY KEY(`cid`, `id`)
);
--> statement-breakpoint
CREATE INDEX `debit_notice_due` ON `debit_notice` (`cid`,`due_at`);--> statement-breakpoint
ALTER TABLE `contract` ADD `notice` text;--> statement-breakpoint
ALTER TABLE `contract` ADD `hold_until` integer;--> statement-breakpoint
ALTER TABLE `contract` ADD `hold_reason` text;--> statement-breakpoint
ALTER TABLE `contract` ADD `paused_until` integer;