CREATE TABLE `feedback` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`at` integer NOT NULL,
	`rating` text NOT NULL,
	`text` text NOT NULL,
	`page` text NOT NULL,
	`picture` text,
	`version` text NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`role` text NOT NULL,
	`seen_at` integer,
	PRIMARY KEY(`cid`, `id`)
);
--> statement-breakpoint
CREATE INDEX `feedback_at` ON `feedback` (`at`);--> statement-breakpoint
CREATE INDEX `feedback_user` ON `feedback` (`cid`,`user_id`,`at`);