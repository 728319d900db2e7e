CREATE TABLE `pvs_refused` (
	`cid` text NOT NULL,
	`batch` integer NOT NULL,
	`n` integer NOT NULL,
	`file` text NOT NULL,
	`line` integer NOT NULL,
	`field` text NOT NULL,
	`why` text NOT NULL,
	`cells` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`cid`, `batch`, `n`)
);
--> statement-breakpoint
CREATE INDEX `pvs_refused_at` ON `pvs_refused` (`cid`,`at`);