CREATE TABLE `master_change` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`patid` text NOT NULL,
	`field` text NOT NULL,
	`before` text NOT NULL,
	`after` text NOT NULL,
	`answers_id` text NOT NULL,
	`answered_at` integer NOT NULL,
	`proposed_at` integer NOT NULL,
	`recorded_by` text,
	`confirmed` text,
	`state` text NOT NULL,
	`decided_at` integer,
	`decided_by` text,
	`noted_at` integer,
	`noted_by` text,
	PRIMARY KEY(`cid`, `id`)
);
--> statement-breakpoint
CREATE INDEX `master_change_state` ON `master_change` (`cid`,`state`,`proposed_at`);--> statement-breakpoint
CREATE INDEX `master_change_patid` ON `master_change` (`cid`,`patid`,`state`);--> statement-breakpoint
ALTER TABLE `patient` ADD `gender` text;--> statement-breakpoint
ALTER TABLE `patient` ADD `country` text;--> statement-breakpoint
ALTER TABLE `patient` ADD `birthplace` text;--> statement-breakpoint
ALTER TABLE `patient` ADD `mobile` text;--> statement-breakpoint
ALTER TABLE `patient` ADD `landline` text;--> statement-breakpoint
ALTER TABLE `patient` ADD `phone` text;--> statement-breakpoint
ALTER TABLE `patient` ADD `email` text;