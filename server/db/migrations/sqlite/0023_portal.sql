CREATE TABLE `share` (
	`id` text PRIMARY KEY NOT NULL,
	`cid` text NOT NULL,
	`hash` text NOT NULL,
	`patid` text NOT NULL,
	`kind` text NOT NULL,
	`language` text NOT NULL,
	`second_step` text NOT NULL,
	`is_once` integer NOT NULL,
	`sealed` blob NOT NULL,
	`code_hash` text,
	`tries_left` integer NOT NULL,
	`reset_hash` text,
	`reset_until` integer,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL,
	`expires_at` integer NOT NULL,
	`opened_at` integer,
	`done_at` integer,
	`mailed_at` integer,
	`wished_at` integer,
	`ended_at` integer,
	`ended_by` text,
	`renewed_by` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `share_hash` ON `share` (`hash`);--> statement-breakpoint
CREATE INDEX `share_cid` ON `share` (`cid`,`created_at`);--> statement-breakpoint
CREATE INDEX `share_patid` ON `share` (`cid`,`patid`);--> statement-breakpoint
CREATE TABLE `share_code` (
	`share` text PRIMARY KEY NOT NULL,
	`cid` text NOT NULL,
	`hash` text NOT NULL,
	`channel` text NOT NULL,
	`sent_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`sent` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `share_event` (
	`id` text PRIMARY KEY NOT NULL,
	`cid` text NOT NULL,
	`share` text,
	`at` integer NOT NULL,
	`what` text NOT NULL,
	`item` text
);
--> statement-breakpoint
CREATE INDEX `share_event_share` ON `share_event` (`cid`,`share`,`at`);--> statement-breakpoint
CREATE INDEX `share_event_what` ON `share_event` (`cid`,`what`,`at`);--> statement-breakpoint
CREATE TABLE `share_item` (
	`id` text PRIMARY KEY NOT NULL,
	`cid` text NOT NULL,
	`share` text NOT NULL,
	`n` integer NOT NULL,
	`kind` text NOT NULL,
	`ref` text NOT NULL,
	`role` text,
	`title` text NOT NULL,
	`done_at` integer,
	`result_id` text
);
--> statement-breakpoint
CREATE INDEX `share_item_share` ON `share_item` (`cid`,`share`,`n`);--> statement-breakpoint
CREATE TABLE `share_session` (
	`hash` text PRIMARY KEY NOT NULL,
	`cid` text NOT NULL,
	`share` text NOT NULL,
	`is_open` integer NOT NULL,
	`sealed` blob NOT NULL,
	`created_at` integer NOT NULL,
	`seen_at` integer NOT NULL,
	`ends_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `share_session_share` ON `share_session` (`cid`,`share`);--> statement-breakpoint
CREATE INDEX `share_session_ends` ON `share_session` (`ends_at`);