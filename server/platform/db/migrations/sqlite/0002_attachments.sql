CREATE TABLE `attachment` (
	`sha256` text NOT NULL,
	`start` integer NOT NULL,
	`cid` text NOT NULL,
	`task_id` text NOT NULL,
	`device` text NOT NULL,
	`size` integer NOT NULL,
	`bytes` blob NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`cid`, `sha256`, `start`)
);
--> statement-breakpoint
CREATE INDEX `attachment_task` ON `attachment` (`cid`,`task_id`);