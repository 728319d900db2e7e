CREATE TABLE `restriction_opening` (
	`id` text PRIMARY KEY NOT NULL,
	`cid` text NOT NULL,
	`patid` text NOT NULL,
	`reason` text NOT NULL,
	`by` text NOT NULL,
	`by_name` text NOT NULL,
	`at` integer NOT NULL,
	`until` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `restriction_opening_patid` ON `restriction_opening` (`cid`,`patid`,`at`);--> statement-breakpoint
ALTER TABLE `person_export` ADD `done` integer;--> statement-breakpoint
ALTER TABLE `person_export` ADD `total` integer;--> statement-breakpoint
ALTER TABLE `restriction` ADD `erased_at` integer;