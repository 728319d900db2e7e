CREATE TABLE `factoring_partner` (
	`id` text PRIMARY KEY NOT NULL,
	`cid` text NOT NULL,
	`partner` text,
	`name` text NOT NULL,
	`anschrift` text NOT NULL,
	`refinanzierung` text NOT NULL,
	`form` text NOT NULL,
	`form_source` text NOT NULL,
	`form_day` text NOT NULL,
	`created_at` integer NOT NULL,
	`changed_at` integer NOT NULL,
	`ended_at` integer
);
--> statement-breakpoint
CREATE INDEX `factoring_partner_cid` ON `factoring_partner` (`cid`);--> statement-breakpoint
CREATE TABLE `withdrawal` (
	`id` text PRIMARY KEY NOT NULL,
	`cid` text NOT NULL,
	`patid` text NOT NULL,
	`task_id` text NOT NULL,
	`parts` text,
	`by` text NOT NULL,
	`by_name` text NOT NULL,
	`at` integer NOT NULL,
	`undo_until` integer NOT NULL,
	`undone_at` integer,
	`file_id` text
);
--> statement-breakpoint
CREATE INDEX `withdrawal_task` ON `withdrawal` (`cid`,`task_id`);--> statement-breakpoint
CREATE INDEX `withdrawal_patid` ON `withdrawal` (`cid`,`patid`);--> statement-breakpoint
ALTER TABLE `envelope` ADD `void_reason` text;--> statement-breakpoint
ALTER TABLE `envelope` ADD `voided_by` text;--> statement-breakpoint
ALTER TABLE `task` ADD `replaces` text;