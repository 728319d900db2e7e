CREATE TABLE `canned_text` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`title` text NOT NULL,
	`text` text NOT NULL,
	`changed_at` integer NOT NULL,
	PRIMARY KEY(`cid`, `id`)
);
--> statement-breakpoint
CREATE TABLE `ticket_file` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`ticket_id` text NOT NULL,
	`entry_id` text NOT NULL,
	`at` integer NOT NULL,
	`side` text NOT NULL,
	`user_id` text NOT NULL,
	`mime` text NOT NULL,
	`size` integer NOT NULL,
	`sha256` text NOT NULL,
	PRIMARY KEY(`cid`, `id`)
);
--> statement-breakpoint
CREATE INDEX `ticket_file_ticket` ON `ticket_file` (`cid`,`ticket_id`,`at`);--> statement-breakpoint
CREATE INDEX `ticket_file_content` ON `ticket_file` (`cid`,`sha256`);--> statement-breakpoint
ALTER TABLE `ticket` ADD `follows_id` text;