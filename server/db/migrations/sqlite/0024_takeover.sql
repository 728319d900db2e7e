CREATE TABLE `takeover` (
	`hash` text PRIMARY KEY NOT NULL,
	`cid` text NOT NULL,
	`mappe_id` text NOT NULL,
	`task_id` text NOT NULL,
	`from_tablet` text,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`ended_at` integer,
	`used_at` integer,
	`to_tablet` text
);
--> statement-breakpoint
CREATE INDEX `takeover_from` ON `takeover` (`cid`,`from_tablet`);--> statement-breakpoint
CREATE INDEX `takeover_to` ON `takeover` (`cid`,`to_tablet`);--> statement-breakpoint
ALTER TABLE `tablet` ADD `guest_of` text;