CREATE TABLE `arrival` (
	`cid` text NOT NULL,
	`day` text NOT NULL,
	`patid` text NOT NULL,
	`at` integer NOT NULL,
	`by` text NOT NULL,
	`left_room_at` integer,
	PRIMARY KEY(`cid`, `day`, `patid`)
);
--> statement-breakpoint
CREATE TABLE `mappe_rules` (
	`cid` text PRIMARY KEY NOT NULL,
	`rules` text NOT NULL,
	`version` integer NOT NULL,
	`changed_by` text NOT NULL,
	`changed_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `task_patid` ON `task` (`cid`,`patid`);--> statement-breakpoint
CREATE INDEX `termin_patid` ON `termin` (`cid`,`patid`);