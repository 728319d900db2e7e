CREATE TABLE `flag_rule` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`key` text NOT NULL,
	`environment` text,
	`tenant` text,
	`is_on` integer NOT NULL,
	`percent` integer NOT NULL,
	`until` text NOT NULL,
	`reason` text NOT NULL,
	`at` integer NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`ended_at` integer,
	`ended_by` text,
	`end_reason` text,
	PRIMARY KEY(`cid`, `id`)
);
--> statement-breakpoint
CREATE TABLE `processing_contract` (
	`cid` text NOT NULL,
	`version` text NOT NULL,
	`offered_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`accepted_at` integer,
	`sha256` text,
	`user_id` text,
	`name` text,
	PRIMARY KEY(`cid`, `version`)
);
