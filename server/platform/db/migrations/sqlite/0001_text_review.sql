CREATE TABLE `text_review` (
	`cid` text NOT NULL,
	`text` text NOT NULL,
	`language` text NOT NULL,
	`sha256` text NOT NULL,
	`reviewed_by` text NOT NULL,
	`reviewed_by_name` text NOT NULL,
	`reviewed_at` integer NOT NULL,
	PRIMARY KEY(`cid`, `text`, `language`)
);
