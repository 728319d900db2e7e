CREATE TABLE `report_answer` (
	`cid` text NOT NULL,
	`key` text NOT NULL,
	`version` text NOT NULL,
	`answer` text NOT NULL,
	`saved_at` integer NOT NULL,
	PRIMARY KEY(`cid`, `key`)
);
