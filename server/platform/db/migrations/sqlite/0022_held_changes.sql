CREATE TABLE `held_change` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`open_key` text NOT NULL,
	`state` text NOT NULL,
	`payer` text,
	`method_id` text,
	`method_kind` text,
	`last4` text,
	`mandate` text,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`needs_second` integer NOT NULL,
	`approved_by` text,
	`approved_at` integer,
	`needs_reader` integer NOT NULL,
	`confirmed_at` integer,
	`stop_hash` text NOT NULL,
	`reader_hash` text,
	`ended_at` integer,
	PRIMARY KEY(`cid`, `id`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `held_change_open` ON `held_change` (`cid`,`open_key`);--> statement-breakpoint
CREATE INDEX `held_change_stop` ON `held_change` (`stop_hash`);--> statement-breakpoint
CREATE INDEX `held_change_reader` ON `held_change` (`reader_hash`);