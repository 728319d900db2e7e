CREATE TABLE `answers` (
	`id` text PRIMARY KEY NOT NULL,
	`cid` text NOT NULL,
	`patid` text NOT NULL,
	`task_id` text,
	`form` text NOT NULL,
	`form_sha256` text NOT NULL,
	`title` text NOT NULL,
	`language` text NOT NULL,
	`response` text NOT NULL,
	`answered_at` integer NOT NULL,
	`received_at` integer NOT NULL,
	`tablet_id` text,
	`recorded_by` text,
	`adds_to` text,
	`problems` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `answers_patid` ON `answers` (`cid`,`patid`,`answered_at`);--> statement-breakpoint
CREATE INDEX `answers_cid` ON `answers` (`cid`,`received_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `answers_task` ON `answers` (`task_id`);--> statement-breakpoint
CREATE TABLE `form` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`state` text NOT NULL,
	`rev` integer NOT NULL,
	`questionnaire` text NOT NULL,
	`sha256` text NOT NULL,
	`languages` text NOT NULL,
	`changed_by` text NOT NULL,
	`changed_at` integer NOT NULL,
	`published_at` integer,
	PRIMARY KEY(`cid`, `id`, `version`)
);
