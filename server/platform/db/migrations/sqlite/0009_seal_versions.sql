CREATE TABLE `seal_version` (
	`cid` text NOT NULL,
	`sha256` text NOT NULL,
	`file_id` text NOT NULL,
	`level` text NOT NULL,
	`at` integer NOT NULL,
	`until` integer,
	PRIMARY KEY(`cid`, `sha256`)
);
--> statement-breakpoint
CREATE INDEX `seal_version_file` ON `seal_version` (`cid`,`file_id`);