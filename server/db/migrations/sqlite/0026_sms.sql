CREATE TABLE `printed_paper` (
	`id` text PRIMARY KEY NOT NULL,
	`cid` text NOT NULL,
	`patid` text NOT NULL,
	`kind` text NOT NULL,
	`title` text NOT NULL,
	`pages` integer NOT NULL,
	`at` integer NOT NULL,
	`by` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `printed_paper_patid` ON `printed_paper` (`cid`,`patid`);--> statement-breakpoint
CREATE TABLE `signature_part` (
	`task_id` text NOT NULL,
	`role` text NOT NULL,
	`cid` text NOT NULL,
	`op_id` text NOT NULL,
	`received_at` integer NOT NULL,
	PRIMARY KEY(`task_id`, `role`)
);
--> statement-breakpoint
CREATE TABLE `sms_gateway` (
	`cid` text PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	`sealed` blob NOT NULL,
	`per_day` integer NOT NULL,
	`changed_by` text NOT NULL,
	`changed_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `sms_sent` (
	`id` text PRIMARY KEY NOT NULL,
	`cid` text NOT NULL,
	`number` text NOT NULL,
	`at` integer NOT NULL,
	`purpose` text NOT NULL,
	`outcome` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sms_sent_at` ON `sms_sent` (`cid`,`at`);--> statement-breakpoint
CREATE INDEX `sms_sent_number` ON `sms_sent` (`cid`,`number`,`at`);