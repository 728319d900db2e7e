CREATE TABLE `kzv_brief` (
	`cid` text NOT NULL,
	`jahr` integer NOT NULL,
	`quartal` integer NOT NULL,
	`nr` text NOT NULL,
	`je100` real NOT NULL,
	`changed_by` text NOT NULL,
	`changed_at` integer NOT NULL,
	PRIMARY KEY(`cid`, `jahr`, `quartal`, `nr`)
);
--> statement-breakpoint
ALTER TABLE `profile` ADD `is_default` integer;--> statement-breakpoint
ALTER TABLE `report_mail` ADD `title` text;--> statement-breakpoint
ALTER TABLE `report_mail` ADD `month_day` integer;--> statement-breakpoint
ALTER TABLE `user` ADD `report_grant` text;--> statement-breakpoint
ALTER TABLE `user` ADD `behandler_id` text;